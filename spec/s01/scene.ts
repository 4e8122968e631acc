/** The scene of s01: two turns and one that fails. */
import { error, refuses, says, turn } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";

export const scene: Scene = {
  title: say("A message goes in, the provider is asked, the answer is remembered.", "消息进来，请求 provider，回复被记住。"),
  needs: ["runOneTurn"],
  parts: [
    part(say("The first turn: the history has one message when the provider is asked.", "第一轮：请求 provider 时，历史里只有一条消息。"), turn("Who are you?", [says("A mini Pi.")])),
    part(say("The second turn: the provider is shown everything that was said.", "第二轮：之前说过的全部给 provider 看。"), turn("What did I just ask?", [says("Who I am.")])),
    part(say("The provider fails: that is an answer too, and it is remembered.", "provider 出错：这也是一条回复，同样记下来。"), turn("Are you still there?", [refuses(error("connection lost"))])),
  ],
};
