/** The scene of s07: back to an earlier message, and on from there. */
import { says, turn } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";

export const scene: Scene = {
  title: say("Go back, ask again, and nothing that was said is lost.", "回到过去重新问，说过的话一句不丢。"),
  needs: ["runOneTurn", "SessionTree"],
  parts: [
    part(say("Two turns, one after the other: the tree is still a line.", "先后两轮：树还是一条线。"), turn("Name a colour.", [says("Blue.")]), turn("And an animal?", [says("A whale.")])),
    part(
      say("Back to the first answer. The next turn grows from there: the provider never hears of the whale, and the tree keeps it.", "回到第一条回复。下一轮从那里长出来：provider 不知道鲸鱼，而树还留着它。"),
      { do: "move", to: { nth: 1 } },
      turn("And a fruit?", [says("A plum.")]),
    ),
    part(say("Back once more, to the end of the first branch. Nothing is appended, nothing is lost.", "再回到第一条分支的末尾。什么都没有追加，什么都没有丢。"), { do: "move", to: { nth: 3 } }),
  ],
};
