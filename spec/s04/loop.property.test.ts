/** s04, properties: any script of replies, any limit. */
import * as fc from "fast-check";
import { scripts } from "../harness/arbitraries.ts";
import { loop, scenario, turn } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { contains, equals, holds, matches } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import { checkAnswer, checkCalls, checkOrder, checkPairs, checkRequests, checkResults, courseOf, inOrder, traced } from "../harness/turns.ts";
import type { Reply, TurnOptions } from "../player/scenario.ts";
import { answerText, callsText, echoes, readAndWrite } from "./words.ts";

const named = ["read", "write", "gone", "__proto__"];
const natural = scripts(named).map(traced);
const failing = scripts(named, { failing: true }).map(traced);
const limits = fc.option(fc.nat({ max: 6 }), { nil: undefined });
const upTo = (maxTurns: number | undefined): TurnOptions => (maxTurns === undefined ? {} : { maxTurns });

property("s04.1", say("any script", "任意的剧本"), natural, async (kit, replies) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", replies)));
  checkResults(played, 2, echoes);
  checkOrder(played, 2);
}, 4);

property("s04.2", say("any script", "任意的剧本"), natural, async (kit, replies) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", replies)));
  checkCalls(played, 2);
  checkRequests(played, 2);
}, 4);

property("s04.3", say("any script", "任意的剧本"), natural, async (kit, replies) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", replies)));
  checkAnswer(played, 2);
}, 4);

const endless = say("maxTurns terminates, whatever the provider does.", "不管 provider 做什么，maxTurns 都能让循环停下。");

property("s04.4", say("any provider, for ever, any limit", "任意 provider，永不停止，任意上限"), fc.record({ replies: failing, forever: fc.boolean(), maxTurns: limits }), async (kit, { replies, forever, maxTurns }) => {
  const played = await kit.play(scenario(...readAndWrite, { ...loop("go", replies, upTo(maxTurns)), forever }));
  const { end } = checkCalls(played, 2, endless);
  const { content, stopReason } = played.object(2);
  matches({ stopReason: stopReason ?? null }, { stopReason: end === "failure" ? "error" : "stop" }, say("how the answer ended", "回复是怎么结束的"));
  if (end === "limit") contains(content, "max turns reached", answerText);
  else holds(typeof content === "string" && !content.includes("max turns reached"), say("an answer without the note `max turns reached`", "回复里没有 `max turns reached`"), say(show(content), show(content)), say("The limit did not end this loop.", "结束循环的不是上限。"));
}, 2);

property("s04.4", say("any script, any limit", "任意的剧本，任意上限"), fc.record({ replies: natural, maxTurns: limits }), async (kit, { replies, maxTurns }) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", replies, upTo(maxTurns))));
  checkResults(played, 2, echoes);
  checkAnswer(played, 2);
}, 4);

property("s04.7", say("any script with failures, any limit", "任意带故障的剧本，任意上限"), fc.record({ replies: failing, maxTurns: limits }), async (kit, { replies, maxTurns }) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", replies, upTo(maxTurns))));
  checkResults(played, 2, echoes);
  checkPairs(played.history(2));
}, 2);

property("s04.8", say("any script", "任意的剧本"), natural, async (kit, replies) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", replies)));
  const heard = courseOf(loop("go", replies)).heard.length;
  const deltas = replies.slice(0, heard).flatMap((one) => one.events.flatMap((event) => (event.type === "text_delta" && event.text !== "" ? [event.text] : [])));
  holds(inOrder(played.log(2), deltas), say(`every delta in a line of its own, in order: ${show(deltas)}`, `每个 delta 各占一行、按顺序输出：${show(deltas)}`), say(show(played.log(2)), show(played.log(2))));
  for (const request of played.requests(2)) matches(request.tools, [{ name: "read" }, { name: "write" }], say("the tools in each request", "每次请求里的 tools"));
}, 4);

property("s04.9", say("any reply, any way it ends", "任意的回复，任意的结束方式"), failing, async (kit, replies) => {
  const played = await kit.play(scenario(...readAndWrite, turn("go", replies, { registry: "main" })));
  equals(played.all("handler").length, 0, say("the number of tools that ran", "执行了的工具个数"));
  equals(played.requests(2).length, 1, callsText);
  matches(played.history(2), [{ role: "user", content: "go" }, { role: "assistant" }], say("the history after the turn", "这一轮之后的历史"));
}, 2);

const several = fc.array(fc.record({ input: fc.stringMatching(/^[a-z]{1,4}$/), replies: scripts(named, { failing: true, maxLength: 3 }), maxTurns: limits }), { minLength: 2, maxLength: 3 });

property("s04.10", say("several turns, any scripts with failures", "多轮对话，任意带故障的剧本"), several, async (kit, turns) => {
  const steps = turns.map(({ input, replies, maxTurns }, at) => loop(input, renamed(replies, `u${at + 1}`), upTo(maxTurns)));
  const played = await kit.play(scenario(...readAndWrite, ...steps));
  let before = played.history(2).slice(0, 0);
  for (const [at, { input }] of turns.entries()) {
    const history = played.history(at + 2);
    equals(history.slice(0, before.length), before, say(`the history from before turn ${at + 1}`, `第 ${at + 1} 轮之前的历史`), say("History only grows: nothing recorded may change or disappear.", "历史只增不减：记下的东西不能改、也不能丢。"));
    matches(history[before.length], { role: "user", content: input }, say("the first message of the turn", "这一轮的第一条消息"));
    checkRequests(played, at + 2, before);
    before = history;
  }
}, 3);

/** The same replies with call ids of their own. */
function renamed(replies: Reply[], prefix: string): Reply[] {
  return traced(replies.map((one) => ({ ...one, events: one.events.map((event) => (event.type === "tool_call" ? { ...event, call: { ...event.call, id: `${prefix}${event.call.id}` } } : event)) })));
}

