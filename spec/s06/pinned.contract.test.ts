/** s06, examples: tools that change in the middle of a turn. */
import { asks, call, loop, register, says, scenario, tool, turn } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkRequest, checkTurn } from "../harness/turns.ts";
import type { Effect, HookFake, ToolFake } from "../player/scenario.ts";
import { checkEveryRequest, checkTools, specOf } from "./words.ts";

const doing = (...effects: Effect[]): ToolFake => ({ name: "work", input: { text: "what to do" }, acts: [{ effects, gives: { is: "text", text: "worked" } }] });
const late: ToolFake = { name: "late", description: "came late", input: { a: "b" } };
const read: ToolFake = { name: "read", description: "reads", input: { path: "which" } };
const better: ToolFake = { name: "read", description: "reads better", input: { file: "which" } };
const plain = doing();

const script = [asks([call("c1", "work")]), asks([call("c2", "work")]), says("done")];
const next = say("the tools of the next turn", "下一轮的 tools");
const nextWhy = say("The change was made in the turn before. From the next turn on everybody sees it.", "改动是上一轮做的，从下一轮起就该看到了。");

clause("s06.3", say("a tool registers another tool", "一个工具注册了另一个工具"), async (kit) => {
  const played = await kit.play(scenario(register(doing({ do: "register", tool: late })), loop("go", script)));
  checkEveryRequest(played.requests(1), 3, [specOf(plain)]);
});

clause("s06.3", say("a tool replaces another tool", "一个工具替换了另一个工具"), async (kit) => {
  const played = await kit.play(scenario(register(read), register(doing({ do: "register", tool: better })), loop("go", script)));
  checkEveryRequest(played.requests(2), 3, [specOf(read), specOf(plain)]);
});

clause("s06.3", say("a hook registers another tool", "钩子注册了另一个工具"), async (kit) => {
  const hooks: HookFake = { before: [{ act: { is: "allow" }, effects: [{ do: "register", tool: late }] }] };
  const played = await kit.play(scenario(register(plain), loop("go", script, { hooks })));
  checkEveryRequest(played.requests(1), 3, [specOf(plain)]);
});

clause("s06.3", say("the turn began without any tool, and a hook registers one", "这一轮开始时没有工具，钩子注册了一个"), async (kit) => {
  const hooks: HookFake = { before: [{ act: { is: "block", reason: "no" }, effects: [{ do: "register", tool: late }] }] };
  const played = await kit.play(scenario(loop("go", script, { hooks })));
  checkEveryRequest(played.requests(0), 3, []);
});

clause("s06.4", say("a tool registered by a tool, then another loop", "工具注册了工具，然后再来一轮循环"), async (kit) => {
  const played = await kit.play(scenario(register(doing({ do: "register", tool: late })), loop("go", script), loop("again", [says("fine")])));
  checkTools(played.requests(2)[0], [specOf(plain), specOf(late)], next, nextWhy);
});

clause("s06.4", say("a tool replaced by a tool, then runOneTurn and buildProviderInput", "工具替换了工具，然后是 runOneTurn 和 buildProviderInput"), async (kit) => {
  const registry = { registry: "main" };
  const played = await kit.play(
    scenario(register(read), register(doing({ do: "register", tool: better })), loop("go", script), turn("again", [says("fine")], registry), { do: "input", options: registry }),
  );
  checkTools(played.requests(3)[0], [specOf(better), specOf(plain)], next, nextWhy);
  checkTools(played.object(4), [specOf(better), specOf(plain)], say("the tools of buildProviderInput after the turn", "这一轮之后 buildProviderInput 给出的 tools"), nextWhy);
});

clause("s06.4", say("a tool replaced between two loops", "两轮循环之间替换了一个工具"), async (kit) => {
  const played = await kit.play(scenario(register(read), loop("go", [says("fine")]), register(better), loop("again", [says("fine")])));
  checkTools(played.requests(3)[0], [specOf(better)], next, say("The number of tools is the same, the tool is not: each turn looks again.", "工具个数没变，工具却变了：每一轮都要重新看一次。"));
});

clause("s06.4", say("a tool registered between two loops", "两轮循环之间注册了一个工具"), async (kit) => {
  const played = await kit.play(scenario(register(plain), loop("go", script), register(late), loop("again", [says("fine")])));
  checkTools(played.requests(3)[0], [specOf(plain), specOf(late)], next, nextWhy);
});

clause("s06.4", say("two registries side by side", "两个 registry 并存"), async (kit) => {
  const played = await kit.play(scenario(register(plain), register(read, "other"), loop("go", script), loop("again", [says("fine")], { registry: "other" })));
  checkTools(played.requests(3)[0], [specOf(read)], next, say("Each turn takes its tools from the registry it was given.", "每一轮的工具都来自这一轮传入的 registry。"));
});

clause("s06.5", say("two batches of results", "两批工具结果"), async (kit) => {
  const played = await kit.play(scenario(register(plain), loop("go", script)));
  const results = ["c1", "c2"].map((toolCallId) => ({ toolCallId, content: "worked" }));
  const grown = [{ role: "user", content: "go" }, ...results.map((one) => ({ role: "toolResult", ...one }))];
  for (const nth of [1, 2, 3]) {
    checkRequest(played.requests(1)[nth - 1], grown.slice(0, nth), say(`the user messages and results of request ${nth}`, `第 ${nth} 次请求里的用户消息和工具结果`), say("The snapshot holds the tools still, not the conversation.", "快照固定的是工具，不是对话。"));
  }
  checkTurn(played, 1, { user: "go", results, answer: { content: "done", stopReason: "stop" } });
});

clause("s06.5", say("a second turn on the same state", "同一个 state 上的第二轮"), async (kit) => {
  const played = await kit.play(scenario(register(plain), loop("go", [asks([call("c1", "work")]), says("done")]), loop("again", [says("fine")])));
  checkRequest(played.requests(2)[0], [{ role: "user", content: "go" }, { role: "toolResult", toolCallId: "c1", content: "worked" }, { role: "user", content: "again" }], say("the user messages and results of the second turn's request", "第二轮请求里的用户消息和工具结果"));
  const messages = played.requests(2)[0]?.messages;
  matches(Array.isArray(messages) ? messages.at(-2) : undefined, { role: "assistant", content: "done" }, say("the message before the new user message", "新的用户消息之前的那条消息"));
});
