/** s10, properties: any turn, any mode that throws. */
import * as fc from "fast-check";
import { scripts, throwns } from "../harness/arbitraries.ts";
import { assistant, loop, register, says, scenario, tool, user } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkEnding, heard, listens } from "../s09/words.ts";
import { rendered, renderedText, told } from "./words.ts";

const turns = fc.record({ replies: scripts(["look"], { maxLength: 3, failing: true }), maxTurns: fc.integer({ min: 0, max: 3 }) });

property("s10.4", say("any script of the provider, any limit", "provider 的任意脚本，任意上限"), turns, async (kit, { replies, maxTurns }) => {
  const played = await kit.play(scenario(register(tool("look", "here")), listens, loop("go", replies, { maxTurns, extensions: "main", mode: { is: "records" } })));
  const events = rendered(played, 2);
  checkEnding(events, String(played.object(2).content), renderedText);
  matches(told(events), told(heard(played, 2)), say("the events rendered, compared with those the extension heard", "render 收到的事件，和扩展收到的对比"));
}, 2);

property("s10.6", say("the mode throws anything", "mode 抛出任意的值"), throwns(), async (kit, thrown) => {
  const played = await kit.play(scenario(loop("hi", [says("hello")], { mode: { is: "throws", thrown } })));
  matches(played.value(0), assistant("hello"), say("what runEventedToolLoop returns", "runEventedToolLoop 返回的消息"));
  matches(played.history(0), [user("hi"), assistant("hello")], say("the history after the turn", "这一轮之后的历史"));
}, 2);
