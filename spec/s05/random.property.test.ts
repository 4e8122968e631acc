/** s05, properties: anything thrown anywhere, and any hooks in any loop. */
import * as fc from "fast-check";
import { names, scripts, texts, throwns } from "../harness/arbitraries.ts";
import { call, error, loop, register, scenario, throwingTool, tool } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { holds, matches } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import { checkRequest, checkTurn } from "../harness/turns.ts";
import type { AfterAct, BeforeAct, Gives } from "../player/scenario.ts";
import { expectedOf } from "./model.ts";
import { afterText, beforeText, checkError, checkRuns, handlerText, resultText } from "./words.ts";

const befores = (): fc.Arbitrary<BeforeAct> =>
  fc.oneof(
    { withCrossShrink: true },
    fc.constant<BeforeAct>({ is: "allow" }),
    texts().map((reason): BeforeAct => ({ is: "block", reason })),
    throwns().map((thrown): BeforeAct => ({ is: "throws", thrown })),
  );

const afters = (): fc.Arbitrary<AfterAct> =>
  fc.oneof(
    { withCrossShrink: true },
    fc.constant<AfterAct>({ is: "keeps" }),
    texts().map((text): AfterAct => ({ is: "returns", text })),
    texts().map((text): AfterAct => ({ is: "appends", text })),
    throwns().map((thrown): AfterAct => ({ is: "throws", thrown })),
  );

const given = (): fc.Arbitrary<Gives> =>
  fc.oneof(
    { withCrossShrink: true },
    texts().map((text): Gives => ({ is: "text", text })),
    throwns().map((thrown): Gives => ({ is: "throws", thrown })),
    fc.constantFrom<Gives>({ is: "undefined" }, { is: "promise", text: "later" }, { is: "value", value: 7 }, { is: "value", value: null }, { is: "value", value: { content: "x" } }),
  );

const anyCall = fc.record({
  id: names(),
  name: names(),
  registered: fc.boolean(),
  gives: given(),
  before: fc.option(befores(), { nil: undefined }),
  after: fc.option(afters(), { nil: undefined }),
  scribbles: fc.boolean(),
});

property("s05.6", say("any id, any tool, any hooks, anything thrown anywhere", "任意 id、任意工具、任意钩子，在任意位置抛出任意的值"), anyCall, async (kit, { id, name, registered, gives, before, after, scribbles }) => {
  const effects = scribbles ? [{ do: "vandalArgs" as const }] : [];
  const hooks = { ...(before === undefined ? {} : { before: [{ act: before, effects }] }), ...(after === undefined ? {} : { after: [{ act: after, effects }] }) };
  const acts = [{ gives, effects }];
  const played = await kit.play(scenario(...(registered ? [register({ name, acts })] : []), { do: "execute", call: call(id, name, { text: "x" }), hooks }));
  const result = played.object(-1);
  matches(result, { role: "toolResult", toolCallId: id }, resultText, say("Every call has exactly one result, with the id the model sent.", "每次调用都有且只有一个结果，用的是模型发来的那个 id。"));
  holds(typeof result.content === "string", say("the content of the result is a string", "结果的 content 是字符串"), say(show(result.content), show(result.content)));
});

property("s05.4", say("anything thrown by beforeToolCall", "beforeToolCall 抛出任意的值"), fc.record({ thrown: throwns(), name: names(), id: names() }), async (kit, { thrown, name, id }) => {
  const played = await kit.play(scenario(register(tool(name)), { do: "execute", call: call(id, name), hooks: { before: [{ act: { is: "throws", thrown } }] } }));
  checkRuns(played, 1, 0, say("Nobody allowed this call: a permission check that crashed is not a yes.", "没有人放行这次调用：权限检查崩了，不等于同意。"));
  checkError(played, 1, id);
}, 3);

const tools = [register(tool("echo")), register(throwingTool("broken", error("out of order")))];
const ids = [1, 2, 3].flatMap((reply) => [1, 2, 3].map((nth) => `t${reply}c${nth}`));
const rules = <Act>(act: fc.Arbitrary<Act>) => fc.array(fc.record({ call: fc.constantFrom(...ids), act }), { maxLength: 4 });
const hookedLoops = fc.record({ replies: scripts(["echo", "broken", "absent"], { maxLength: 3 }), before: rules(befores()), after: rules(afters()) });

property("s05.7", say("any hooks in any loop", "任意循环里的任意钩子"), hookedLoops, async (kit, { replies, before, after }) => {
  const played = await kit.play(scenario(...tools, loop("go", replies, { hooks: { before, after } })));
  const expected = expectedOf(replies, { before, after });
  const turn = tools.length;
  matches(played.all("before").map((seen) => seen.call), expected.calls.map((one) => one.call), beforeText, say("Every call of the loop passes the hook, not only the first of a batch.", "循环里的每次调用都要过钩子，不只是一批里的第一个。"));
  matches(played.all("handler").map((seen) => ({ tool: seen.tool, input: seen.input })), expected.calls.filter((one) => one.runs).map(({ call: made }) => ({ tool: made.name, input: made.input })), handlerText);
  // Whether afterToolCall sees a call whose beforeToolCall threw is free.
  const free = new Set(expected.calls.filter((one) => one.afterIsFree).map((one) => one.call.id));
  const seen = played.all("after").filter((one) => !(typeof one.call === "object" && one.call !== null && !Array.isArray(one.call) && free.has(String(one.call.id))));
  matches(seen.map((one) => one.call), expected.calls.filter((one) => one.raw !== undefined).map((one) => one.call), say("the calls given to afterToolCall", "交给 afterToolCall 的调用"));
  for (const [at, { raw }] of expected.calls.filter((one) => one.raw !== undefined).entries()) raw?.(seen[at]?.result, afterText);
  const results = expected.calls.map(({ call: { id }, content }) => ({ toolCallId: id, ...(content.exactly === undefined ? {} : { content: content.exactly }) }));
  checkTurn(played, turn, { user: "go", results, answer: { content: expected.answer, stopReason: "stop" } });
  for (const { call: made, content } of expected.calls) {
    const recorded = played.history(turn).find((message) => message.role === "toolResult" && message.toolCallId === made.id);
    content.check(recorded?.content, say(`the recorded result of ${made.id}`, `${made.id} 记下的结果`));
  }
  checkRequest(played.requests(turn).at(-1), [{ role: "user", content: "go" }, ...results.slice(0, expected.shown).map((one) => ({ role: "toolResult", ...one }))], say("the user messages and results of the last request", "最后一次请求里的用户消息和工具结果"));
}, 3);
