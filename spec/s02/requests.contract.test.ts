/** s02, examples: how the tools get into a request, and that nothing outside gets into the registry. */
import { assistant, register, says, scenario, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import type { Fields } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import type { Step } from "../player/scenario.ts";
import { reader, specOf, specsText, toolsText, writer } from "./words.ts";

const specs: Step = { do: "specs" };
const withTools = { registry: "main" };

clause("s02.6", say("a turn with a registry of two tools", "带两个工具的 registry 对话一轮"), async (kit) => {
  const played = await kit.play(scenario(register(reader), register(writer), turn("hello", [says("hi")], withTools)));
  matches(played.requests()[0]?.tools, [specOf(reader), specOf(writer)], toolsText, say("What the request does not list does not exist for the model.", "请求里没列出来的工具，对模型来说就不存在。"));
  matches(played.history(-1), [user("hello"), assistant("hi")], say("the history after the turn", "这一轮之后的历史"));
});

clause("s02.6", say("buildProviderInput with a registry", "带 registry 调用 buildProviderInput"), async (kit) => {
  const played = await kit.play(scenario(turn("one", [says("1")]), register(reader), { do: "input", options: withTools }));
  matches(played.object(-1).tools, [specOf(reader)], say("the tools of the input", "输入里的 tools"));
  matches(played.object(-1).messages, [user("one"), { role: "assistant", content: "1" }], say("the messages of the input", "输入里的 messages"), say("Tools come beside the messages, not in their place.", "tools 和 messages 并列，不是取代它。"));
});

clause("s02.6", say("a tool is registered between two turns", "两轮之间注册了一个工具"), async (kit) => {
  const played = await kit.play(scenario(register(reader), turn("one", [says("1")], withTools), register(writer), turn("two", [says("2")], withTools)));
  matches(played.requests(1)[0]?.tools, [specOf(reader)], say("the tools of the first turn's request", "第一轮请求里的 tools"));
  matches(played.requests(3)[0]?.tools, [specOf(reader), specOf(writer)], say("the tools of the second turn's request", "第二轮请求里的 tools"));
});

clause("s02.7", say("a turn without options", "不带 options 对话一轮"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [says("hi")])));
  matches(played.value(), assistant("hi"), say("the answer", "回复"));
  noTools(played.requests()[0]);
});

clause("s02.7", say("buildProviderInput without options", "不带 options 调用 buildProviderInput"), async (kit) => {
  const played = await kit.play(scenario({ do: "input" }));
  noTools(played.object());
});

clause("s02.7", say("options without a registry", "options 里没有 registry"), async (kit) => {
  // An option of a later chapter: the bag grows, and each of its fields may be absent.
  const played = await kit.play(scenario({ do: "input", options: { maxTurns: 3 } }, turn("hello", [says("hi")], { maxTurns: 3 })));
  noTools(played.object(0));
  matches(played.value(1), assistant("hi"), say("the answer", "回复"));
  noTools(played.requests()[0]);
});

clause("s02.7", say("a turn with a registry, then one without", "先带 registry 对话一轮，再不带"), async (kit) => {
  const played = await kit.play(scenario(register(reader), turn("one", [says("1")], withTools), turn("two", [says("2")])));
  matches(played.value(-1), assistant("2"), say("the answer", "回复"));
  noTools(played.requests(-1)[0]);
});

function noTools(input: Fields | undefined): void {
  equals(input?.tools, [], toolsText, say("No registry means no tools: an empty list, not a missing field and not the tools of someone else.", "没有 registry 就是没有工具：应该是空列表，不是缺少这个字段，也不是别处的工具。"));
}

const handles: [string, string, Step[]][] = [
  ["the registered tool is mutated", "注册时传入的工具被改动", [register(reader), { do: "vandal", step: 0, what: "args" }]],
  ["the returned specs are mutated", "返回的 spec 被改动", [register(reader), specs, { do: "vandal", step: 1, what: "result" }]],
  ["the input from buildProviderInput is mutated", "buildProviderInput 给出的输入被改动", [register(reader), { do: "input", options: withTools }, { do: "vandal", step: 1, what: "result" }]],
  ["the provider mutates the input it was given", "provider 改动了它收到的输入", [register(reader), turn("one", [{ ...says("1"), vandal: true }], withTools)]],
];

for (const [en, zh, steps] of handles) {
  clause("s02.8", say(en, zh), async (kit) => {
    const played = await kit.play(scenario(...steps, specs, turn("next", [says("yes")], withTools)));
    const why = say("The registry shares an object with the outside. `input` is an object of its own: a copy of the spec alone still shares it.", "registry 和外面共用了同一个对象。`input` 本身也是对象：只复制 spec 这一层，`input` 还是共用的。");
    matches(played.value(-2), [specOf(reader)], specsText, why);
    matches(played.requests(-1)[0]?.tools, [specOf(reader)], toolsText, why);
  });
}
