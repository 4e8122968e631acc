/** s05, examples: hooks in the tool loop, and where they must not stay. */
import { asks, call, error, loop, register, reply, says, scenario, tool, turn } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, matches } from "../harness/judge.ts";
import { isFields, type Played } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import { checkRequest, checkTurn, resultsOf } from "../harness/turns.ts";
import type { HookFake, Json } from "../player/scenario.ts";
import { afterText, beforeText, handlerText } from "./words.ts";

const echo = register(tool("echo"));
const made = ["one", "two", "three"].map((text, index) => call(`c${index + 1}`, "echo", { text }));
const batch = [asks(made), says("done")];
const answer = { content: "done", stopReason: "stop" };
/** The ids of the calls of step `step` that reached the tool, told by their texts; an input that no call had stands for itself. */
const reached = (played: Played, step?: number): Json[] => played.all("handler", step).map(({ input }) => made.find((one) => isFields(input) && input.text === one.input.text)?.id ?? input);
const everyWhy = say("Whatever way the message ends, its calls run, and no call runs past the hooks.", "不管消息怎么结束，里面的调用都会执行，而且都要经过钩子。");
const recordedText = say("the recorded results", "记下的结果");
const secondRequest = say("the user messages and results of the second request", "第二次请求里的用户消息和工具结果");

clause("s05.7", say("a batch of three, the second is blocked", "一批三个调用，拦下第二个"), async (kit) => {
  const hooks: HookFake = { before: [{ call: "c2", act: { is: "block", reason: "not this one" } }] };
  const played = await kit.play(scenario(echo, loop("go", batch, { hooks })));
  matches(played.all("before").map((seen) => seen.call), made, beforeText, say("Every call of the loop passes the hook, not only the first of a batch.", "循环里的每次调用都要过钩子，不只是一批里的第一个。"));
  matches(reached(played), ["c1", "c3"], handlerText);
  checkTurn(played, 1, { user: "go", results: [{ toolCallId: "c1", content: "one" }, { toolCallId: "c2" }, { toolCallId: "c3", content: "three" }], answer });
  contains(resultsOf(played.history(1))[1]?.content, "not this one", say("the recorded result of the blocked call", "被拦下的调用记下的结果"));
});

clause("s05.7", say("afterToolCall adds to every result", "afterToolCall 在每个结果后面加字"), async (kit) => {
  const hooks: HookFake = { after: [{ act: { is: "appends", text: " (checked)" } }] };
  const played = await kit.play(scenario(echo, loop("go", batch, { hooks })));
  matches(played.all("after").map((seen) => ({ call: seen.call, result: seen.result })), made.map((one) => ({ call: one, result: one.input.text ?? "" })), afterText);
  const results = made.map((one) => ({ toolCallId: one.id, content: `${one.input.text} (checked)` }));
  checkTurn(played, 1, { user: "go", results, answer });
  checkRequest(played.requests(1)[1], [{ role: "user", content: "go" }, ...results.map((one) => ({ role: "toolResult", ...one }))], secondRequest, say("The model reads what the hook made of the results.", "模型读到的，应该是钩子处理过的结果。"));
});

clause("s05.7", say("a second batch after the first", "第一批之后还有第二批"), async (kit) => {
  const hooks: HookFake = { before: [{ act: { is: "block", reason: "closed" } }] };
  const played = await kit.play(scenario(echo, loop("go", [asks([call("c1", "echo")]), asks([call("c2", "echo")]), says("done")], { hooks })));
  equals(reached(played), [], handlerText);
  checkTurn(played, 1, { user: "go", results: [{ toolCallId: "c1" }, { toolCallId: "c2" }], answer });
});

clause("s05.7", say("beforeToolCall mutates the calls it is shown", "beforeToolCall 改动了给它看的调用"), async (kit) => {
  const hooks: HookFake = { before: [{ act: { is: "allow" }, effects: [{ do: "vandalArgs" }] }] };
  const played = await kit.play(scenario(echo, loop("go", batch, { hooks })));
  checkTurn(played, 1, { user: "go", results: made.map((one) => ({ toolCallId: one.id })), answer });
});

clause("s05.7", say("calls in a message that ends with stop", "消息里有调用，却以 stop 结束"), async (kit) => {
  const hooks: HookFake = { before: [{ call: "c1", act: { is: "block", reason: "not this one" } }], after: [{ act: { is: "appends", text: " (checked)" } }] };
  const played = await kit.play(scenario(echo, loop("go", [reply(["bye"], made.slice(0, 2), "stop")], { hooks })));
  matches(reached(played), ["c2"], handlerText, everyWhy);
  matches(resultsOf(played.history(1)), [{ toolCallId: "c1" }, { toolCallId: "c2", content: "two (checked)" }], recordedText, everyWhy);
});

clause("s05.7", say("a call on the last permitted request", "最后一次允许的请求里有调用"), async (kit) => {
  const hooks: HookFake = { before: [{ act: { is: "block", reason: "closed" } }] };
  const played = await kit.play(scenario(echo, loop("go", batch, { hooks, maxTurns: 1 })));
  equals(reached(played), [], handlerText, everyWhy);
});

clause("s05.7", say("a turn without a registry", "不带 registry 的一轮"), async (kit) => {
  const hooks: HookFake = { before: [{ act: { is: "block", reason: "closed today" } }] };
  const played = await kit.play(scenario({ ...turn("go", [asks([call("c1", "echo")]), says("done")], { hooks }), by: "runEventedToolLoop" }));
  contains(resultsOf(played.history(0))[0]?.content, "closed today", say("the recorded result of the blocked call", "被拦下的调用记下的结果"), say("Each option counts by itself: hooks need no registry to be asked.", "每个选项各管各的：没有 registry，钩子照样要问。"));
});

const crashes: [string, string, HookFake, string[]][] = [
  ["beforeToolCall throws on the first of three calls", "三个调用，beforeToolCall 在第一个上抛错", { before: [{ call: "c1", act: { is: "throws", thrown: error("guard down") } }] }, ["c2", "c3"]],
  ["afterToolCall throws on the first of three calls", "三个调用，afterToolCall 在第一个上抛错", { after: [{ call: "c1", act: { is: "throws", thrown: error("censor down") } }] }, ["c1", "c2", "c3"]],
];

for (const [en, zh, hooks, ran] of crashes) {
  clause("s05.8", say(en, zh), async (kit) => {
    const played = await kit.play(scenario(echo, loop("go", batch, { hooks }), loop("again", [says("still here")])));
    matches(reached(played), ran, handlerText, say("A hook failed on one call. The other calls of the batch must not suffer for it.", "钩子只在一次调用上失败，同一批的其他调用不该受牵连。"));
    const results: { toolCallId: string; content?: string }[] = [{ toolCallId: "c1" }, { toolCallId: "c2", content: "two" }, { toolCallId: "c3", content: "three" }];
    checkTurn(played, 1, { user: "go", results, answer });
    checkRequest(played.requests(1)[1], [{ role: "user", content: "go" }, ...results.map((one) => ({ role: "toolResult", ...one }))], secondRequest);
    matches(played.value(2), { role: "assistant", content: "still here", stopReason: "stop" }, say("the answer of the next turn", "下一轮的回复"));
  });
}

const block: HookFake = { before: [{ act: { is: "block", reason: "no" } }], after: [{ act: { is: "returns", text: "replaced" } }] };
const wrappedWhy = say("This turn came without hooks; something still holds those of an earlier turn.", "这一轮没有带钩子，却有什么东西还留着之前的钩子。");

clause("s05.9", say("a turn with hooks, then one without", "先有一轮带钩子，下一轮不带"), async (kit) => {
  const played = await kit.play(scenario(echo, loop("go", [asks([call("c1", "echo", { text: "one" })]), says("done")], { hooks: block }), loop("again", [asks([call("c2", "echo", { text: "two" })]), says("done")])));
  matches(reached(played, 2), ["c2"], handlerText, wrappedWhy);
  matches(resultsOf(played.history(2)).at(-1), { role: "toolResult", toolCallId: "c2", content: "two" }, say("the last recorded result", "最后记下的结果"), wrappedWhy);
});

clause("s05.9", say("registry.run and getSpecs after hooked calls", "带钩子的调用之后，直接用 registry.run 和 getSpecs"), async (kit) => {
  const one = call("c1", "echo", { text: "one" });
  const played = await kit.play(scenario(echo, { do: "execute", call: one, hooks: block }, loop("go", [asks([one]), says("done")], { hooks: block }), { do: "run", call: one }, { do: "specs" }));
  equals(played.value(3), "one", say("what registry.run returns", "registry.run 的返回值"), say("`run` runs the tool and nothing else. Hooks stand around it, in executeToolCall.", "`run` 只管执行工具。钩子套在它外面，写在 executeToolCall 里。"));
  equals(played.all("before", 3).length + played.all("after", 3).length, 0, say("the number of hooks asked by registry.run", "registry.run 触发钩子的次数"), say("`run` runs the tool and nothing else. Hooks stand around it, in executeToolCall.", "`run` 只管执行工具。钩子套在它外面，写在 executeToolCall 里。"));
  matches(played.array(4), [{ name: "echo" }], say("the specs of the registry", "registry 的 spec"));
});

clause("s05.9", say("hooks of one call, then a call with none", "一次调用带钩子，下一次不带"), async (kit) => {
  const played = await kit.play(scenario(echo, { do: "execute", call: call("c1", "echo", { text: "one" }), hooks: block }, { do: "execute", call: call("c2", "echo", { text: "two" }) }));
  matches(played.value(2), { role: "toolResult", toolCallId: "c2", content: "two" }, say("what the second executeToolCall returns", "第二次 executeToolCall 的返回值"), say("This call came without hooks; something still holds those of an earlier call.", "这次调用没有带钩子，却有什么东西还留着之前的钩子。"));
});
