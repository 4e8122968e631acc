/** s12, examples: what is picked from a package, and what loading leaves untouched. */
import { scenario } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, holds, matches, startsWith } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Package } from "../player/scenario.ts";
import { checkGiven, explained } from "../s07/words.ts";
import { checkLoaded } from "./loaded.ts";
import { checkOwned, pack, pickText, stolen } from "./words.ts";

const contents = { a: "text a", b: "text b", c: "text c" };

const picks: [string, string, Record<string, string>, string[]][] = [
  ["two names out of three", "三个里面挑两个", contents, ["c", "a"]],
  ["a name that the contents lack", "contents 里没有的名字", contents, ["b", "missing"]],
  ["a name asked for twice", "同一个名字点了两次", contents, ["b", "b"]],
  ["no names", "没有点任何名字", contents, []],
  ["an empty text under the name", "名字下面是空字符串", { a: "", b: "text b" }, ["a"]],
];

for (const [en, zh, given, names] of picks) {
  clause("s12.1", say(en, zh), async (kit) => {
    const played = await kit.play(scenario({ do: "pick", contents: given, names }));
    checkOwned(played.value(), given, names, pickText);
  });
}

const inherited = ["toString", "constructor", "hasOwnProperty", "__proto__", "valueOf"];

for (const name of inherited) {
  clause("s12.2", say(`${name} is listed and not owned`, `列出了 ${name}，但 contents 并不拥有它`), async (kit) => {
    const given = pack(contents, { tools: [name, "a"], commands: [name], resources: [name, "b"] });
    const played = await kit.play(scenario({ do: "pick", contents, names: ["a", name] }, { do: "loadPackage", package: given }));
    checkOwned(explained(stolen, () => played.value(0)), contents, ["a", name], pickText);
    checkLoaded(played, given, 1);
  });

  clause("s12.2", say(`${name} is listed and owned`, `列出了 ${name}，contents 也确实拥有它`), async (kit) => {
    const given = Object.fromEntries([["a", "text a"], [name, "mine"]]);
    const played = await kit.play(scenario({ do: "pick", contents: given, names: [name] }));
    checkOwned(played.value(), given, [name], pickText);
  });
}

const packages: [string, string, Package][] = [
  ["a manifest that lists some of the contents", "清单只列出一部分内容", pack(contents, { name: "some", tools: ["a"], resources: ["b"] })],
  ["a manifest that lists nothing", "清单什么都没列", pack(contents, { name: "none" })],
  ["a manifest that lists what is not there", "清单列出了不存在的内容", pack(contents, { tools: ["a", "x"], commands: ["y"], resources: ["z", "c"] })],
  ["a name in all three kinds", "同一个名字出现在三类里", pack(contents, { tools: ["a"], commands: ["a"], resources: ["a"] })],
  ["a name twice in one kind", "同一类里列了两次", pack(contents, { tools: ["a", "a", "b"] })],
  ["kinds in which the names differ", "三类的名字各不相同", pack(contents, { tools: ["a"], commands: ["b"], resources: ["c"] })],
];

for (const [en, zh, given] of packages) {
  clause("s12.3", say(en, zh), async (kit) => checkLoaded(await kit.play(scenario({ do: "loadPackage", package: given })), given));
}

clause("s12.4", say("contents that look like code", "看起来像代码的内容"), async (kit) => {
  const given = pack({ prints: 'console.log("run")', throws: '(() => { throw new Error("run") })()' }, { tools: ["prints", "throws"], commands: ["prints"], resources: ["throws"] });
  const played = await kit.play(scenario({ do: "loadPackage", package: given }));
  const [print] = played.all("print");
  holds(print === undefined, say("nothing is printed while the package loads", "加载包时什么都不打印"), say(`printed ${show(print?.text)}`, `打印了 ${show(print?.text)}`), say("A content is a text. Whoever loads a package only wants to look at it.", "内容就是文本。加载一个包，可能只是想看看。"));
  checkLoaded(played, given);
});

clause("s12.4", say("a package that is loaded and not installed", "只加载、不安装"), async (kit) => {
  const given = pack(contents, { tools: ["a"], commands: ["b"], resources: ["c"] });
  const played = await kit.play(scenario({ do: "runtime" }, { do: "loader", resources: [] }, { do: "loadPackage", package: given }, { do: "specs" }, { do: "command", name: "b" }, { do: "load", trust: "trusted" }));
  checkLoaded(played, given, 2);
  equals(played.value(3), [], say("the tools of the registry", "registry 里的工具"));
  startsWith(played.value(4), "error:", say('what runCommand("b") returns', 'runCommand("b") 的返回值'));
  equals(played.value(5), [], say("the resources of the loader", "loader 里的资源"));
});

clause("s12.4", say("two packages with one name", "两个同名的包"), async (kit) => {
  const [first, second] = [pack({ a: "version 1" }, { tools: ["a"] }), pack({ a: "version 2", b: "new" }, { tools: ["a"], resources: ["b"] })];
  const played = await kit.play(scenario({ do: "loadPackage", package: first }, { do: "loadPackage", package: second }));
  checkLoaded(played, first, 0);
  checkLoaded(played, second, 1);
});

clause("s12.4", say("what was loaded is mutated, and the package loaded again", "加载结果被改动之后，再加载一次"), async (kit) => {
  const given = pack(contents, { tools: ["a"], commands: ["b"], resources: ["c"] });
  const played = await kit.play(scenario({ do: "loadPackage", package: given }, { do: "vandal", step: 0, what: "result" }, { do: "loadPackage", package: given }));
  checkLoaded(played, given, 2);
});

clause("s12.1", say("what pick gave is mutated, and asked for again", "pick 的结果被改动之后，再挑一次"), async (kit) => {
  const step = { do: "pick", contents, names: ["a"] } as const;
  const played = await kit.play(scenario({ ...step, names: ["a"] }, { do: "vandal", step: 0, what: "result" }, { ...step, names: ["a", "b"] }));
  matches(played.value(2), { a: "text a", b: "text b" }, pickText);
});

const mixed = pack({ b: "2", a: "1" }, { tools: ["b", "x", "a"], commands: ["b"], resources: ["a", "x"] });

clause("s12.1", say("what pick was given, looked at afterwards", "调用之后，再看传给 pick 的参数"), async (kit) => checkGiven(kit, { do: "pick", contents, names: ["c", "x", "a"] }, [contents, ["c", "x", "a"]]));

clause("s12.4", say("the package given to loadPackage, looked at afterwards", "调用之后，再看传给 loadPackage 的包"), async (kit) => checkGiven(kit, { do: "loadPackage", package: mixed }, [mixed]));
