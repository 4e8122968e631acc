/** s08, examples: the prompt on its way into the requests of turns. */
import { asks, assistant, call, loop, register, says, scenario, tool, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, holds, matches } from "../harness/judge.ts";
import { checkRequest } from "../harness/turns.ts";
import { say } from "../harness/text.ts";
import type { Step } from "../player/scenario.ts";
import { checkPrompt, historyText, promptOf, requestMessages, requestPromptText, resource } from "./words.ts";

const rules = [resource("<<style>>", "<<two spaces>>"), resource("<<review>>", "<<read twice>>", "skill")];
const loader: Step = { do: "loader", resources: rules };
const withLoader = { loader: "main" };
const look = register(tool("look", "seen"));
const spec = { name: "look", description: "the tool look", input: {} };
const twice = [asks([call("c1", "look")]), asks([call("c2", "look")]), says("done")];

clause("s08.5", say("buildProviderInput with a loader", "带 loader 调用 buildProviderInput"), async (kit) => {
  const played = await kit.play(scenario(loader, look, turn("a", [says("1")]), { do: "input", options: { ...withLoader, registry: "main" } }));
  const input = played.object(3);
  checkPrompt(input.systemPrompt, rules, say("the systemPrompt of the input", "输入里的 systemPrompt"));
  matches(input, { messages: [user("a"), { role: "assistant", content: "1" }], tools: [spec] }, say("messages and tools of the input", "输入里的 messages 和 tools"), say("A new field stands beside the old ones, it replaces none (R1).", "新字段和旧字段并列，不会取代它们（R1）。"));
});

clause("s08.5", say("one turn with a loader", "带 loader 对话一轮"), async (kit) => {
  const played = await kit.play(scenario(loader, look, turn("a", [says("1")], { ...withLoader, registry: "main" })));
  const [request] = played.requests();
  checkPrompt(request?.systemPrompt, rules, requestPromptText);
  matches(request?.messages, [user("a")], requestMessages);
  matches(request?.tools, [spec], say("the tools of the request", "请求里的 tools"));
});

clause("s08.5", say("a loop of three requests with a loader", "带 loader 的循环，共三次请求"), async (kit) => {
  const played = await kit.play(scenario(loader, look, loop("a", twice, withLoader)));
  const requests = played.requests();
  equals(requests.length, 3, say("the number of requests", "请求次数"));
  for (const [index, request] of requests.entries()) {
    checkPrompt(request.systemPrompt, rules, promptOf(index));
    matches(request.tools, [spec], say("the tools of the request", "请求里的 tools"));
  }
});

clause("s08.6", say("the provider mutates its inputs during the turn", "provider 在这一轮里改动它收到的输入"), async (kit) => {
  const played = await kit.play(scenario(loader, look, loop("a", twice.map((reply) => ({ ...reply, vandal: true })), withLoader)));
  const prompts = played.requests().map((request) => request.systemPrompt ?? null);
  checkPrompt(prompts[0], rules, promptOf(0));
  equals(prompts, [prompts[0] ?? null, prompts[0] ?? null, prompts[0] ?? null], say("the systemPrompts of the three requests", "三次请求的 systemPrompt"), say("Give each request an input of its own, made from the snapshot.", "每次请求都用快照新做一份输入。"));
});

clause("s08.6", say("two turns with different loaders", "两轮用不同的 loader"), async (kit) => {
  const others = [resource("<<other>>", "<<four spaces>>")];
  for (const make of [turn, loop]) {
    const played = await kit.play(scenario(loader, { do: "loader", resources: others, loader: "other" }, make("a", [says("1")], withLoader), make("b", [says("2")], { loader: "other" })));
    const [first, second] = played.requests().map((request) => request.systemPrompt);
    checkPrompt(first, rules, say("the systemPrompt of the first turn", "第一轮的 systemPrompt"));
    checkPrompt(second, others, say("the systemPrompt of the second turn", "第二轮的 systemPrompt"), say("The second turn was given a loader of its own. A prompt that is kept from the turn before tells of another project.", "第二轮给的是另一个 loader。留着上一轮的 prompt，讲的就是别的项目。"));
    holds(typeof second === "string" && !second.includes("<<two spaces>>"), say("the second turn's systemPrompt has nothing of the first loader", "第二轮的 systemPrompt 里没有第一个 loader 的内容"), say(String(second), String(second)));
  }
});

clause("s08.6", say("createTurnSnapshot with and without a prompt", "createTurnSnapshot 带和不带 prompt"), async (kit) => {
  const given = { do: "snapshot" as const, messages: [user("a")], tools: [spec] };
  const played = await kit.play(scenario({ ...given, systemPrompt: "be kind" }, given));
  matches(played.value(0), { systemPrompt: "be kind", messages: [user("a")], tools: [spec] }, say("the snapshot", "快照"));
  matches(played.value(1), { systemPrompt: "", messages: [user("a")], tools: [spec] }, say("the snapshot made from messages and tools alone", "只用 messages 和 tools 做的快照"), say("The third argument is new, so a call without it goes on working.", "第三个参数是新加的，不传它的调用要照常工作。"));
});

clause("s08.7", say("one turn and a loop with a loader", "带 loader 的一轮对话和一个循环"), async (kit) => {
  const played = await kit.play(scenario(loader, look, turn("a", [says("1")], withLoader), loop("b", twice, withLoader), { do: "input", options: withLoader }));
  for (const [what, messages] of [
    ...played.requests().map((request, index) => [say(`the messages of request ${index + 1}`, `第 ${index + 1} 次请求里的 messages`), request.messages] as const),
    [say("the messages of the input", "输入里的 messages"), played.object(4).messages] as const,
    [historyText, played.history(3)] as const,
  ]) {
    const text = JSON.stringify(messages);
    const leak = rules.flatMap(({ name, content }) => [name, content]).find((part) => text.includes(part));
    holds(leak === undefined, say(`${what.en} without anything from the resources`, `${what.zh}里没有资源的内容`), say(`${leak} is in them`, `里面有 ${leak}`), say("What the project says belongs into systemPrompt; messages are what was said in the conversation.", "项目的话放进 systemPrompt，messages 只放对话里说过的话。"));
  }
  matches(played.requests(2)[0]?.messages, [user("a")], requestMessages);
  matches(played.history(2), [user("a"), assistant("1")], historyText);
  checkRequest(played.requests(3)[0], [user("a"), user("b")], say("user messages and results in the loop's first request", "循环第一次请求里的用户消息和工具结果"));
});

const empty = say("Without resources the field is there all the same, and it is the empty string.", "没有资源时，这个字段照样要有，值是空字符串。");

clause("s08.8", say("turns without options and without a loader", "不带选项、不带 loader 的对话"), async (kit) => {
  const played = await kit.play(scenario(look, turn("a", [says("1")]), loop("b", [asks([call("c1", "look")]), says("2")]), { do: "input" }));
  for (const request of [...played.requests(), played.object(3)]) equals(request.systemPrompt, "", requestPromptText, empty);
});

clause("s08.8", say("a turn without a loader after one with it", "先带 loader 一轮，再不带 loader 一轮"), async (kit) => {
  for (const make of [turn, loop]) {
    const played = await kit.play(scenario(loader, make("a", [says("1")], withLoader), make("b", [says("2")])));
    equals(played.requests(2)[0]?.systemPrompt, "", requestPromptText, say("A loader is given turn by turn; the turn before leaves none behind.", "loader 是每轮单独给的，上一轮不会留下来。"));
  }
});

clause("s08.8", say("a loader without resources", "loader 里没有资源"), async (kit) => {
  const played = await kit.play(scenario({ do: "loader", resources: [] }, turn("a", [says("1")], withLoader)));
  equals(played.requests()[0]?.systemPrompt, "", requestPromptText, empty);
});
