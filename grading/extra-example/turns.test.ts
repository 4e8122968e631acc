/** The tests of x.1: what a chapter's spec may use, a teacher's may use, too. */
import { says, scenario, turn } from "kata/harness/build.ts";
import { clause } from "kata/harness/clause.ts";
import { matches } from "kata/harness/judge.ts";
import { say } from "kata/harness/text.ts";

clause("x.1", say("two turns of one state", "同一个 state 的两轮"), async (kit) => {
  const played = await kit.play(scenario(turn("how much?", [says("forty-two")]), turn("of what?", [says("everything")])));
  matches(played.history(1), [
    { role: "user", content: "how much?" },
    { role: "assistant", content: "forty-two" },
    { role: "user", content: "of what?" },
    { role: "assistant", content: "everything" },
  ], say("the messages recorded", "记录下来的消息"));
});
