/** s02, examples: what a registry says of its tools, and that two of them are two. */
import { register, says, scenario, tool, turn } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, holds, matches } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { say, type Text } from "../harness/text.ts";
import type { Step, ToolFake } from "../player/scenario.ts";
import { reader, specOf, specsText, toolsText, writer } from "./words.ts";

const specs: Step = { do: "specs" };

clause("s02.1", say("a registry that nothing was registered in", "什么都没注册的 registry"), async (kit) => {
  const played = await kit.play(scenario(specs));
  equals(played.value(), [], specsText);
});

clause("s02.1", say("three tools, not in alphabetical order", "三个工具，不按字母顺序"), async (kit) => {
  const played = await kit.play(scenario(register(writer), register(reader), register(tool("ask")), specs));
  matches(played.value(-1), [specOf(writer), specOf(reader), specOf(tool("ask"))], specsText);
});

clause("s02.1", say("asked twice, with a registration in between", "问两次，中间又注册了一个"), async (kit) => {
  const played = await kit.play(scenario(register(reader), specs, register(writer), specs));
  matches(played.value(1), [specOf(reader)], specsText);
  matches(played.value(3), [specOf(reader), specOf(writer)], specsText, say("A list that was made once and kept does not see the tools registered later.", "列表做好一次就一直沿用，后来注册的工具就看不到了。"));
});

clause("s02.2", say("a tool with two inputs and one with none", "一个工具有两项输入，另一个没有输入"), async (kit) => {
  const played = await kit.play(scenario(register(reader), register(tool("now")), specs));
  matches(played.value(-1), [specOf(reader), specOf(tool("now"))], specsText);
  const inputs = played.array(-1).map((spec) => (isFields(spec) ? (spec.input ?? null) : null));
  equals(
    inputs,
    [reader.input ?? {}, {}],
    say("the `input` of each spec", "每份 spec 的 `input`"),
    say("`input` tells the model what to pass: each name with its description, no more and no less.", "模型靠 `input` 知道要传什么：每个输入名和它的说明，一个不能多，一个不能少。"),
  );
});

clause("s02.3", say("the first of two tools is registered again", "两个工具中的第一个再次注册"), async (kit) => {
  const newReader: ToolFake = { name: "read", description: "reads a file or a web page", input: { url: "where to read from" } };
  const played = await kit.play(scenario(register(reader), register(writer), register(newReader), specs));
  const why = say("One name is one tool: the new one takes the place of the old one in the list, its old input goes with it.", "一个名字只对应一个工具：新的占据旧的位置，旧的 input 也一并换掉。");
  played.returned(2);
  matches(played.value(-1), [specOf(newReader), specOf(writer)], specsText, why);
  const [first] = played.array(-1);
  equals(isFields(first) ? first.input : null, newReader.input ?? {}, say("the `input` of the replaced tool", "被替换的工具的 `input`"), why);
});

clause("s02.4", say("the specs of two tools", "两个工具的 spec"), async (kit) => {
  const played = await kit.play(scenario(register(reader), register(writer), specs));
  matches(played.value(-1), [specOf(reader), specOf(writer)], specsText);
});

clause("s02.4", say("registering and describing a tool", "注册和描述一个工具"), async (kit) => {
  const played = await kit.play(scenario(register(reader), specs, { do: "input", options: { registry: "main" } }));
  played.array(1);
  played.object(2);
  const called = played.all("handler").length;
  holds(
    called === 0,
    say("no handler is called", "没有调用 handler"),
    say(`handlers were called ${called} times`, `调用了 ${called} 次 handler`),
    say("A handler may delete files: it runs when the model asked for it, never to find out what it is.", "handler 可能会删文件：只有模型要求时才运行，不能为了弄清它是什么就运行。"),
  );
});

const inherited = say("Any string is a name. A plain object as a dictionary has inherited members.", "任何字符串都是名字。普通对象当字典，会带上继承来的成员。");
const numeric = say("Any string is a name. A plain object as a dictionary sorts names that look like numbers.", "任何字符串都是名字。普通对象当字典，会把像数字的名字重新排序。");
const unusual = say("Any string is a name: the empty one, too, and each stays as it is.", "任何字符串都是名字，空字符串也是，而且每个都要原样保留。");
const hostile: [string, string, string[], Text][] = [
  ["names that every object already has", "每个对象本来就有的名字", ["__proto__", "constructor", "toString", "hasOwnProperty"], inherited],
  ["names that look like numbers, and others", "像数字的名字和别的名字", ["b", "2", "a", "0"], numeric],
  ["an empty name, a blank, an emoji, a line break", "空名字、空格、emoji、带换行的名字", ["", " ", "😀", "a\nb"], unusual],
];

for (const [en, zh, names, why] of hostile) {
  clause("s02.5", say(en, zh), async (kit) => {
    const played = await kit.play(scenario(...names.map((name) => register(tool(name))), specs));
    for (const at of names.keys()) played.returned(at);
    matches(played.value(-1), names.map((name) => specOf(tool(name))), specsText, why);
  });
}

clause("s02.9", say("a tool in one registry, another tool in the other", "两个 registry 各有一个工具"), async (kit) => {
  const other: ToolFake = { name: "read", description: "reads the mail" };
  const played = await kit.play(
    scenario(register(reader, "left"), register(other, "right"), { do: "specs", registry: "left" }, { do: "specs", registry: "right" }, turn("hello", [says("hi")], { registry: "left" }), turn("hello", [says("hi")], { registry: "right" })),
  );
  matches(played.value(2), [specOf(reader)], say("the specs of the registry left", "left 这个 registry 的 spec"));
  matches(played.value(3), [specOf(other)], say("the specs of the registry right", "right 这个 registry 的 spec"));
  matches(played.requests(4)[0]?.tools, [specOf(reader)], toolsText);
  matches(played.requests(5)[0]?.tools, [specOf(other)], toolsText);
});
