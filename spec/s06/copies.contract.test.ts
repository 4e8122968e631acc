/** s06, examples: somebody mutates what the core was given or has shown. */
import { asks, call, loop, register, says, scenario, turn } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { say } from "../harness/text.ts";
import { checkRequest, checkTurn } from "../harness/turns.ts";
import type { Effect, Step, ToolFake } from "../player/scenario.ts";
import { checkEveryRequest, checkTools, copyWhy, specOf, toolsOf } from "./words.ts";

const read: ToolFake = { name: "read", description: "reads", input: { path: "which" } };
const doing = (...effects: Effect[]): ToolFake => ({ name: "work", input: { text: "what to do" }, acts: [{ effects, gives: { is: "text", text: "worked" } }] });
const specs = [specOf(read), specOf(doing())];

const registry = { registry: "main" };
const script = [asks([call("c1", "work", { text: "a" }), call("c2", "work", { text: "b" })]), asks([call("c3", "work", { text: "c" })]), says("done")];
const results = ["c1", "c2", "c3"].map((toolCallId) => ({ toolCallId, content: "worked" }));
const shown = (count: number) => [{ role: "user", content: "go" }, ...results.slice(0, count).map((one) => ({ role: "toolResult", ...one }))];
const messagesOf = (nth: number) => say(`the user messages and results of request ${nth}`, `第 ${nth} 次请求里的用户消息和工具结果`);

// Steps 0 and 1 register, step 2 gives the specs, step 3 an input, step 4 is the turn itself.
const midTurn: [string, string, Effect[]][] = [
  ["the tool object that was registered", "注册时传入的工具对象", [{ do: "vandal", step: 0, what: "args" }]],
  ["the specs that getSpecs returned", "getSpecs 返回的 spec", [{ do: "vandal", step: 2, what: "result" }]],
  ["an input that buildProviderInput returned", "buildProviderInput 返回的输入", [{ do: "vandal", step: 3, what: "result" }]],
  ["the events that the provider sent", "provider 发来的事件", [{ do: "vandal", step: 4, what: "args" }]],
  ["its own input", "它自己的 input", [{ do: "vandalArgs" }]],
];

for (const [en, zh, effects] of midTurn) {
  clause("s06.2", say(`a tool mutates ${en}`, `工具改动了${zh}`), async (kit) => {
    const played = await kit.play(scenario(register(read), register(doing(...effects)), { do: "specs" }, { do: "input", options: registry }, loop("go", script)));
    checkEveryRequest(played.requests(4), 3, specs, copyWhy);
    for (const [at, count] of [0, 2, 3].entries()) checkRequest(played.requests(4)[at], shown(count), messagesOf(at + 1), copyWhy);
    checkTurn(played, 4, { user: "go", results, answer: { content: "done", stopReason: "stop" } });
  });
}

clause("s06.2", say("the provider mutates every request it is given", "provider 每次都改动收到的请求"), async (kit) => {
  const played = await kit.play(scenario(register(read), register(doing()), loop("go", script.map((reply) => ({ ...reply, vandal: true })))));
  checkEveryRequest(played.requests(2), 3, specs, say("The provider changed the request it got, and the next request changed with it: give a copy each time.", "provider 改了收到的请求，下一次请求也跟着变了：每次都要给一份副本。"));
  for (const [at, count] of [0, 2, 3].entries()) checkRequest(played.requests(2)[at], shown(count), messagesOf(at + 1), copyWhy);
  checkTurn(played, 2, { user: "go", results, answer: { content: "done", stopReason: "stop" } });
});

const spoils: [string, string, Step[]][] = [
  ["the registered tool is mutated", "注册的工具对象被改动", [{ do: "vandal", step: 0, what: "args" }]],
  ["the specs from getSpecs are mutated", "getSpecs 返回的 spec 被改动", [{ do: "specs" }, { do: "vandal", step: 1, what: "result" }]],
  ["the input from buildProviderInput is mutated", "buildProviderInput 返回的输入被改动", [{ do: "input", options: registry }, { do: "vandal", step: 1, what: "result" }]],
  ["a provider has mutated an earlier request", "之前的请求被 provider 改动过", [turn("earlier", [{ ...says("hi"), vandal: true }], registry)]],
];

for (const [en, zh, steps] of spoils) {
  clause("s06.6", say(en, zh), async (kit) => {
    const played = await kit.play(scenario(register(read), ...steps, turn("hello", [says("hi")], registry), loop("go", [says("done")])));
    checkTools(played.requests(-2)[0], [specOf(read)], say("the tools of runOneTurn's request", "runOneTurn 请求里的 tools"), copyWhy);
    checkTools(played.requests(-1)[0], [specOf(read)], toolsOf(1), copyWhy);
  });
}
