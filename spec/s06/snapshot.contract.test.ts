/** s06, examples: what a snapshot holds, and what it does not. */
import { asks, assistant, call, loop, register, says, scenario, tool, toolResult, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { holds, matches } from "../harness/judge.ts";
import type { Fields } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import { checkTools, snapshotText } from "./words.ts";

type Spec = { name: string; description: string; input: Record<string, string> };
const messages = [user("read it"), assistant("", "toolUse"), toolResult("c1", "the text"), assistant("it says: the text")];
const shown = messages.map(({ stopReason, ...message }) => message);
const tools: Spec[] = [
  { name: "read", description: "reads a file", input: { path: "the file", line: "where to begin" } },
  { name: "toString", description: "", input: {} },
];

clause("s06.1", say("a history with a tool call in it, and two tools", "带一次工具调用的历史，加上两个工具"), async (kit) => {
  const played = await kit.play(scenario({ do: "snapshot", messages, tools }));
  matches(played.value(), { messages: shown, tools }, snapshotText);
  checkTools(played.object(), tools, say("the tools of the snapshot", "快照里的 tools"));
});

clause("s06.1", say("no message, no tool", "没有消息，也没有工具"), async (kit) => {
  const played = await kit.play(scenario({ do: "snapshot", messages: [], tools: [] }));
  matches(played.value(), { messages: [], tools: [] }, snapshotText);
});

clause("s06.1", say("one snapshot after another", "先后拍两次快照"), async (kit) => {
  const played = await kit.play(scenario({ do: "snapshot", messages, tools }, { do: "snapshot", messages: [user("other")], tools: [] }));
  matches(played.value(1), { messages: [user("other")], tools: [] }, snapshotText, say("A snapshot knows what it was made from and nothing of the one before.", "快照只知道自己是由什么拍成的，和上一个快照无关。"));
});

/** The model of every state in the specs: it must not turn up anywhere else. */
const model = "kata-model";

function checkNoModel(seen: Fields, what: string, zh: string): void {
  const found = Object.hasOwn(seen, "model") ? say("a member `model`", "`model` 字段") : JSON.stringify(seen).includes(model) ? say(`the text ${model}`, model) : undefined;
  holds(
    found === undefined,
    say(`${what} without the model`, `${zh}里没有 model`),
    say(`${what} with ${found?.en}`, `${zh}里出现了 ${found?.zh}`),
    say("Which model answers is a setting of the session, not a part of the conversation.", "由哪个模型回答是会话的设置，不是对话的内容。"),
  );
}

clause("s06.7", say("the requests of a turn and of a loop", "单轮对话和循环里的请求"), async (kit) => {
  const played = await kit.play(scenario(register(tool("echo")), turn("hello", [says("hi")]), loop("go", [asks([call("c1", "echo", { text: "x" })]), says("done")])));
  for (const request of played.requests()) checkNoModel(request, "a request", "请求");
});

clause("s06.7", say("buildProviderInput and createTurnSnapshot", "buildProviderInput 和 createTurnSnapshot"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [says("hi")]), { do: "input" }, { do: "snapshot", messages, tools }));
  checkNoModel(played.object(1), "an input", "输入");
  checkNoModel(played.object(2), "a snapshot", "快照");
});
