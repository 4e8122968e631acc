/** s04, properties: tool errors become toolResult messages; a provider may fail at any request. */
import * as fc from "fast-check";
import { names, scripts, texts, throwns } from "../harness/arbitraries.ts";
import { asks, breaks, call, loop, refuses, register, says, scenario, throwingTool, tool, truncated } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { contains, matches, startsWith } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkAnswer, checkCalls, checkOrder, checkTurn, resultsOf, traced } from "../harness/turns.ts";
import type { Gives, Json } from "../player/scenario.ts";
import { callsText, readAndWrite } from "./words.ts";

const failedText = say("the result of the call that failed", "出错的那个调用的结果");
const badThenGood = [asks([call("c1", "bad"), call("c2", "good")]), says("I see")];
const bothResults = { user: "go", results: [{ toolCallId: "c1" }, { toolCallId: "c2", content: "fine" }], answer: { content: "I see", stopReason: "stop" } };

property("s04.5", say("anything thrown by a handler", "handler 抛出任意的值"), throwns(), async (kit, thrown) => {
  const played = await kit.play(scenario(register(throwingTool("bad", thrown)), register(tool("good", "fine")), loop("go", badThenGood)));
  checkTurn(played, 2, bothResults);
  const [failed] = resultsOf(played.history(2));
  startsWith(failed?.content, "error:", failedText);
  if (thrown.kind === "error") contains(failed?.content, thrown.message, failedText);
  matches(played.requests(2).length, 2, callsText);
}, 2);

const oddValues: fc.Arbitrary<Gives> = fc.oneof(
  fc.oneof(fc.integer(), fc.boolean(), fc.constant<Json>(null), fc.array(texts(), { maxLength: 2 }), fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), texts(), { maxKeys: 2 })).map((value): Gives => ({ is: "value", value })),
  fc.constant<Gives>({ is: "undefined" }),
  texts().map((text): Gives => ({ is: "promise", text })),
);

property("s04.5", say("anything but a string from a handler", "handler 返回任意不是字符串的值"), oddValues, async (kit, gives) => {
  const played = await kit.play(scenario(register({ name: "bad", acts: [{ gives }] }), register(tool("good", "fine")), loop("go", badThenGood)));
  checkTurn(played, 2, bothResults);
  startsWith(resultsOf(played.history(2))[0]?.content, "error:", failedText, say("A tool's result is a text. Anything else would reach the model as nonsense, or not at all.", "工具的结果是文字。别的东西到了模型那里要么是乱码，要么什么都没有。"));
}, 2);

property("s04.5", say("any name that nobody registered", "任意没人注册过的名字"), names().filter((name) => name !== "good"), async (kit, name) => {
  const played = await kit.play(scenario(register(tool("good", "fine")), loop("go", [asks([call("c1", name), call("c2", "good")]), says("I see")])));
  checkTurn(played, 1, bothResults);
  const content = resultsOf(played.history(1))[0]?.content;
  startsWith(content, "error:", failedText, say("Any string is a name: `toString` and `__proto__` are not tools unless somebody registered them.", "任何字符串都可以是名字：没人注册过，`toString` 和 `__proto__` 就不是工具。"));
  contains(content, name, failedText);
}, 2);

const lastReplies = fc.record({ deltas: fc.array(texts(), { maxLength: 2 }), how: fc.oneof(fc.constant("truncated" as const), throwns()), atOnce: fc.boolean() }).map(({ deltas, how, atOnce }) => {
  if (how === "truncated") return truncated(deltas);
  return atOnce ? refuses(how) : breaks(how, deltas);
});

property("s04.6", say("any script that breaks off at any request", "任意的剧本，在任意一次请求时断掉"), fc.record({ replies: scripts(["read", "write"], { maxLength: 3 }), last: lastReplies }), async (kit, { replies, last }) => {
  const asking = traced(replies.filter((one) => one.events.some((event) => event.type === "tool_call")));
  const played = await kit.play(scenario(...readAndWrite, loop("go", [...asking, last, says("never asked")])));
  checkCalls(played, 2, say("The failure ends the loop.", "出错就结束循环。"));
  checkAnswer(played, 2);
  checkOrder(played, 2);
  const ids = asking.flatMap((one) => one.events.flatMap((event) => (event.type === "tool_call" ? [event.call.id] : [])));
  matches(resultsOf(played.history(2)).map((one) => one.toolCallId ?? null), ids, say("the calls with results, recorded before the failure", "出错之前记下的、有结果的调用"), say("What has happened has happened: a failure later takes nothing back.", "已经发生的就是发生了：后来的错误不能把它抹掉。"));
}, 2);
