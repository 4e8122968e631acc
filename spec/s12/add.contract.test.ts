/** s12, examples: a loader that grows. */
import { loop, says, scenario } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkGiven } from "../s07/words.ts";
import type { Resource, Step } from "../player/scenario.ts";

const [first, second, third]: [Resource, Resource, Resource] = [
  { kind: "agents", name: "AGENTS.md", content: "be brief" },
  { kind: "skill", name: "deploy", content: "how to deploy" },
  { kind: "prompt", name: "review", content: "how to review" },
];
const make: Step = { do: "loader", resources: [first] };
const add = (resource: Resource): Step => ({ do: "addResource", resource });
const load: Step = { do: "load", trust: "trusted" };
const last = say("What is added comes after what is there.", "新加的排在已有的后面。");
const loadedText = say('what load("trusted") returns', 'load("trusted") 的返回值');

clause("s12.9", say("two loaders, one of them grows", "两个 loader，只有一个增长"), async (kit) => {
  const played = await kit.play(scenario(make, { do: "loader", resources: [first], loader: "other" }, add(second), { do: "load", trust: "trusted", loader: "other" }, load));
  matches(played.value(3), [first], say('what load("trusted") of the other loader returns', '另一个 loader 的 load("trusted") 的返回值'), say("Only the loader that `add` was called on grows: look for a list outside of the instance.", "只有调用 `add` 的那个 loader 会增长：找一找有没有放在实例之外的列表。"));
  matches(played.value(4), [first, second], loadedText, last);
});

clause("s12.9", say("two resources are added to one", "在一个资源之后又加了两个"), async (kit) => {
  const played = await kit.play(scenario(make, add(second), add(third), load, { do: "load", trust: "untrusted" }));
  matches(played.value(3), [first, second, third], loadedText, last);
  equals(played.value(4), [], say('what load("untrusted") returns', 'load("untrusted") 的返回值'), say("An added resource passes the same door as the others.", "新加的资源要过同一道门。"));
});

clause("s12.9", say("a resource is added between two turns", "两轮之间加了一个资源"), async (kit) => {
  const played = await kit.play(scenario(make, loop("one", [says("ok")], { loader: "main" }), add(second), loop("two", [says("ok")], { loader: "main" })));
  const prompt = String(played.requests(1)[0]?.systemPrompt);
  equals(prompt.includes(second.content), false, say("whether the first turn's prompt holds the resource added later", "第一轮的提示词里是否有后来才加的资源"));
  contains(played.requests(3)[0]?.systemPrompt, second.content, say("the second turn's prompt", "第二轮的提示词"), say("Each turn reads its loader again: what was added since is in it.", "每一轮都重新读 loader：期间加进去的资源也要在里面。"));
});

clause("s12.9", say("the added resource is mutated from outside", "从外部改动加进去的资源"), async (kit) => {
  const played = await kit.play(scenario(make, add(second), { do: "vandal", step: 1, what: "args" }, load));
  matches(played.value(3), [first, second], loadedText, say("`add` is a border: keep a copy of what crosses it.", "`add` 是一道边界：从这里进来的东西要留副本。"));
});

clause("s12.9", say("what load gave is mutated after an addition", "加入之后，load 的结果被改动"), async (kit) => {
  const played = await kit.play(scenario(make, add(second), load, { do: "vandal", step: 2, what: "result" }, load));
  matches(played.value(4), [first, second], loadedText);
});

const both = say("Kind and name together say which resource it is: only one that has both in common is the same.", "kind 和 name 合起来才确定是哪个资源：两样都相同，才算同一个。");

for (const [en, zh, other] of [
  ["two of one name and of different kinds", "同名，kind 不同", { kind: "skill", name: "AGENTS.md", content: "how to deploy" }],
  ["two of one content and of different names", "内容相同，名字不同", { kind: "agents", name: "CLAUDE.md", content: "be brief" }],
] satisfies [string, string, Resource][]) {
  clause("s12.9", say(en, zh), async (kit) => {
    const played = await kit.play(scenario(add(first), add(other), load));
    matches(played.value(2), [first, other], loadedText, both);
  });
}

clause("s12.9", say("the resource given to add, looked at afterwards", "调用之后，再看传给 add 的资源"), async (kit) => checkGiven(kit, add(first), [first]));
