/** s08, examples: a loader and the prompt built from resources. */
import { scenario } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import { say, type Text } from "../harness/text.ts";
import type { Resource } from "../player/scenario.ts";
import { checkGiven } from "../s07/words.ts";
import { checkPrompt, loadText, promptText, resource } from "./words.ts";

const several = [resource("style", "two spaces"), resource("review", "read twice", "skill"), resource("AGENTS.md", "be kind", "agents"), resource("fix", "fix it", "prompt")];

clause("s08.1", say("four resources of all kinds", "四份资源，各种 kind 都有"), async (kit) => {
  const played = await kit.play(scenario({ do: "loader", resources: several }, { do: "load" }, { do: "load" }));
  matches(played.value(1), several, loadText, say("Every resource, of whatever kind, in the order in which the loader was given them.", "不管什么 kind，每份资源都要给出，顺序就是传给 loader 时的顺序。"));
  matches(played.value(2), several, say("the resources from the second load()", "第二次 load() 给出的资源"), say("Loading is reading: it takes nothing away.", "load 只是读取，不会拿走什么。"));
});

clause("s08.1", say("the same name twice", "同一个名字出现两次"), async (kit) => {
  const twins = [resource("style", "one"), resource("style", "two", "skill"), resource("style", "one")];
  const played = await kit.play(scenario({ do: "loader", resources: twins }, { do: "load" }));
  matches(played.value(1), twins, loadText, say("The loader hands on what it was given; it does not decide which one counts.", "loader 只负责转交，不负责挑选哪一份算数。"));
});

clause("s08.1", say("no resources", "没有资源"), async (kit) => {
  const played = await kit.play(scenario({ do: "loader", resources: [] }, { do: "load" }));
  equals(played.value(1), [], loadText);
});

const handles: [Text, number, "args" | "result", Text][] = [
  [say("the resources given to the constructor are mutated later", "传给构造函数的资源后来被改动"), 0, "args", say("The loader still holds the caller's own resources: copy them on the way in, the list and each resource in it.", "loader 里存的还是调用方自己的资源：放进来时要复制，列表和里面的每份资源都要。")],
  [say("the resources from load are mutated", "load 给出的资源被改动"), 1, "result", say("load gave away the loader's own resources: copy them on the way out, the list and each resource in it.", "load 把 loader 自己的资源交了出去：返回时要复制，列表和里面的每份资源都要。")],
];

for (const [condition, step, what, why] of handles) {
  clause("s08.2", condition, async (kit) => {
    const played = await kit.play(scenario({ do: "loader", resources: several }, { do: "load" }, { do: "vandal", step, what }, { do: "load" }));
    matches(played.value(3), several, loadText, why);
  });
}

clause("s08.2", say("two loaders side by side", "两个 loader 并存"), async (kit) => {
  const [first, second] = [[resource("a", "A")], [resource("b", "B")]];
  const played = await kit.play(scenario({ do: "loader", resources: first }, { do: "loader", resources: second, loader: "other" }, { do: "load" }, { do: "load", loader: "other" }));
  const why = say("Each loader has resources of its own: look for a list outside of the instance.", "每个 loader 有自己的资源：找一找有没有放在实例之外的列表。");
  matches(played.value(2), first, say("the resources of the first loader", "第一个 loader 的资源"), why);
  matches(played.value(3), second, say("the resources of the second loader", "第二个 loader 的资源"), why);
});

clause("s08.2", say("the resources given to the constructor, looked at afterwards", "创建之后，再看传给构造函数的资源"), async (kit) => checkGiven(kit, { do: "loader", resources: several }, [several]));

clause("s08.2", say("the resources given to buildSystemPrompt, looked at afterwards", "调用之后，再看传给 buildSystemPrompt 的资源"), async (kit) => checkGiven(kit, { do: "prompt", resources: several }, [several]));

const hard: [Text, Resource[]][] = [
  [say("one resource", "一份资源"), [resource("style", "two spaces")]],
  [say("four resources of mixed kinds", "四份资源，kind 交错"), several],
  [say("names out of alphabetical order", "名字不按字母顺序"), [resource("<<z>>", "<<last>>"), resource("<<a>>", "<<first>>")]],
  [say("white space at both ends", "两头带空白"), [resource(" style ", "\n  indented\n\n")]],
  [say("one name, two contents", "同名的两份资源"), [resource("style", "<<one>>"), resource("style", "<<two>>")]],
  [say("a name without a content", "有名字，没有内容"), [resource("<<first>>", "two spaces"), resource("<<bare>>", "")]],
  [say("a content of 20,000 characters", "两万个字符的内容"), [resource("long", "y".repeat(20_000)), resource("<<short>>", "<<the end>>")]],
  [say("texts with $&, quotes and tags", "带 $&、引号和标签的文字"), [resource("$1 <b>", 'cost: $& $$ "x" & </agents> \\n')]],
];

for (const [condition, resources] of hard) {
  clause("s08.3", condition, async (kit) => {
    const played = await kit.play(scenario({ do: "prompt", resources }));
    checkPrompt(played.value(), resources, promptText);
  });
}

clause("s08.4", say("buildSystemPrompt([])", "buildSystemPrompt([])"), async (kit) => {
  const played = await kit.play(scenario({ do: "prompt", resources: [] }));
  equals(played.value(), "", promptText, say("No heading, no empty section: nothing.", "不要标题，不要空段落，什么都不要。"));
});
