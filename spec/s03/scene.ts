/** The scene of s03: a reply that comes in pieces, and a stream that breaks. */
import { says, truncated, turn } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";

export const scene: Scene = {
  title: say("A reply arrives in pieces, and each piece is shown before the next one is asked for.", "回复一段一段到达，每一段先显示出来，再去取下一段。"),
  needs: ["runOneTurn", "collectAssistantMessage"],
  parts: [
    part(say("Four deltas: one event is pulled, one line is logged, and so on.", "四个 delta：取一个事件，输出一行，再取下一个。"), turn("How does an answer come?", [says("One ", "piece ", "at a ", "time.")])),
    part(say("The stream stops without message_end: nobody said that this was all, so it is an error.", "流没有 message_end 就断了：没有人说过这就是全部，所以这是错误。"), turn("Tell me more.", [truncated(["It was a dark "])])),
  ],
};
