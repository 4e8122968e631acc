/** s12, examples: what an installed package adds to the registry, the commands and the loader. */
import { asks, call, loop, register, says, scenario, tool } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, holds, startsWith } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Resource, Step } from "../player/scenario.ts";
import { pack, resourcesOf, resourcesText, toolNames } from "./words.ts";

const contents = { guide: "pick the smallest change", tips: "write a test first", about: "the kit package", credits: "by nobody", style: "plain words", hidden: "not listed" };
const kitPackage = pack(contents, { tools: ["guide", "tips"], commands: ["about", "credits"], resources: ["style"] });
const install: Step = { do: "install", package: kitPackage };
const known: Resource = { kind: "agents", name: "AGENTS.md", content: "be brief" };

const behind = say("Each tool and each command goes by the name that the manifest lists, and gives the content behind that very name, whatever it is called with.", "每个工具、每个命令都用清单里列出的名字，给出的就是这个名字对应的内容，不管调用时带了什么参数。");

clause("s12.5", say("a package with two tools", "带两个工具的包"), async (kit) => {
  const played = await kit.play(scenario(install, { do: "specs" }, { do: "execute", call: call("c1", "guide") }, { do: "execute", call: call("c2", "tips") }, { do: "execute", call: call("c3", "hidden") }));
  equals([toolNames(played.value(1))].flat().sort(), ["guide", "tips"], say("the tools of the registry", "registry 里的工具"), say("Tools land in the registry that the runtime was made with.", "工具要注册到创建 runtime 时用的那个 registry。"));
  contains(played.object(2).content, contents.guide, say("the result of the tool guide", "工具 guide 的结果"), behind);
  contains(played.object(3).content, contents.tips, say("the result of the tool tips", "工具 tips 的结果"), behind);
  startsWith(played.object(4).content, "error:", say("the result of a name that the manifest does not list", "调用清单没有列出的名字的结果"));
});

clause("s12.5", say("the next turn calls a package tool, another is blocked by a hook", "下一轮调用一个包工具，另一个被 hook 拦下"), async (kit) => {
  const hooks = { before: [{ call: "c2", act: { is: "block" as const, reason: "not today" } }], after: [{ act: { is: "appends" as const, text: " (seen)" } }] };
  const played = await kit.play(scenario(install, loop("go", [asks([call("c1", "guide"), call("c2", "tips")]), says("done")], { hooks })));
  equals([toolNames(played.requests()[0]?.tools)].flat().sort(), ["guide", "tips"], say("the tools of the request", "请求里的 tools"));
  const why = say("A tool from a package is a tool like any other: every call of it passes the hooks.", "包里的工具就是普通的工具：每次调用都要经过 hook。");
  equals(played.all("before").map(({ call: seen }) => (typeof seen === "object" && seen !== null && !Array.isArray(seen) ? (seen.id ?? null) : null)), ["c1", "c2"], say("the calls that beforeToolCall was asked about", "问过 beforeToolCall 的调用"), why);
  const results = played.history(1).filter((message) => message.role === "toolResult");
  contains(results[0]?.content, contents.guide, say("the result of the call that was let through", "放行的那次调用的结果"));
  contains(results[0]?.content, " (seen)", say("the result of the call that was let through", "放行的那次调用的结果"), why);
  contains(results[1]?.content, "not today", say("the result of the blocked call", "被拦下的那次调用的结果"), why);
});

clause("s12.5", say("two runtimes, the package installed into one", "两个 runtime，包只装进其中一个"), async (kit) => {
  const played = await kit.play(
    scenario({ do: "runtime", runtime: "mine", registry: "mine" }, { do: "runtime", runtime: "other", registry: "other" }, { do: "install", package: kitPackage, runtime: "mine" }, { do: "specs", registry: "mine" }, { do: "specs", registry: "other" }),
  );
  equals([toolNames(played.value(3))].flat().sort(), ["guide", "tips"], say("the tools of the runtime's own registry", "这个 runtime 自己的 registry 里的工具"));
  equals(played.value(4), [], say("the tools of the other registry", "另一个 registry 里的工具"));
});

clause("s12.5", say("the loaded package is mutated after its installation", "安装之后，加载结果被改动"), async (kit) => {
  const played = await kit.play(scenario(install, { do: "vandal", step: 0, what: "args" }, { do: "execute", call: call("c1", "guide") }));
  const { content } = played.object(2);
  holds(typeof content === "string" && content.includes(contents.guide) && !content.includes("vandal"), say(`the result of the tool guide holds ${show(contents.guide)} unchanged`, `工具 guide 的结果原样含有 ${show(contents.guide)}`), say(show(content), show(content)), say("What was installed is yours: keep a copy.", "装进来的东西归你所有：留一份副本。"));
});

clause("s12.5", say("a tool that is there already stays", "原有的工具还在"), async (kit) => {
  const played = await kit.play(scenario(register(tool("echo")), install, { do: "specs" }));
  equals([toolNames(played.value(2))].flat().sort(), ["echo", "guide", "tips"], say("the tools of the registry", "registry 里的工具"));
});

clause("s12.6", say("a package with two commands", "带两个命令的包"), async (kit) => {
  const played = await kit.play(scenario(install, { do: "command", name: "about" }, { do: "command", name: "credits" }, { do: "command", name: "hidden" }));
  equals(played.value(1), contents.about, say('what runCommand("about") returns', 'runCommand("about") 的返回值'), behind);
  equals(played.value(2), contents.credits, say('what runCommand("credits") returns', 'runCommand("credits") 的返回值'), behind);
  startsWith(played.value(3), "error:", say("what a command that the manifest does not list returns", "清单没有列出的命令的返回值"));
});

clause("s12.6", say("the loaded package is mutated after its installation", "安装之后，加载结果被改动"), async (kit) => {
  const played = await kit.play(scenario(install, { do: "vandal", step: 0, what: "args" }, { do: "command", name: "about" }));
  equals(played.value(2), contents.about, say('what runCommand("about") returns', 'runCommand("about") 的返回值'), say("What was installed is yours: keep a copy.", "装进来的东西归你所有：留一份副本。"));
});

clause("s12.7", say("a loader with a resource of its own", "本来就有一个资源的 loader"), async (kit) => {
  const played = await kit.play(scenario({ do: "loader", resources: [known] }, install, { do: "load", trust: "trusted" }, { do: "load", trust: "untrusted" }));
  equals(resourcesOf(played.array(2)), [["AGENTS.md", "be brief"], ["style", contents.style]], resourcesText, say("Each resource of the package is added, and what the loader had stays.", "包的每个资源都加进来，loader 原有的都还在。"));
  equals(played.value(3), [], say('what load("untrusted") returns after the installation', '安装之后 load("untrusted") 的返回值'), say("To install a package is not to trust a project: its resources pass the same door.", "安装包不等于信任项目：包的资源要过同一道门。"));
});

clause("s12.7", say("a trusted and an untrusted turn after the installation", "安装之后，信任和不信任各来一轮"), async (kit) => {
  const played = await kit.play(scenario(install, loop("one", [says("ok")], { loader: "main", trust: "trusted" }), loop("two", [says("ok")], { loader: "main", trust: "untrusted" })));
  contains(played.requests(1)[0]?.systemPrompt, contents.style, say("the systemPrompt of the trusted turn", "信任的一轮的 systemPrompt "));
  equals(played.requests(2)[0]?.systemPrompt, "", say("the systemPrompt of the untrusted turn", "不信任的一轮的 systemPrompt"));
});

clause("s12.7", say("the loaded package is mutated after its installation", "安装之后，加载结果被改动"), async (kit) => {
  const played = await kit.play(scenario(install, { do: "vandal", step: 0, what: "args" }, { do: "load", trust: "trusted" }));
  equals(resourcesOf(played.array(2)), [["style", contents.style]], resourcesText);
});

const again = say("A second installation finds everything in its place and changes nothing.", "第二次安装时，一切都已就位，什么都不会变。");

for (const [en, zh, steps] of [
  ["the same loaded package installed twice", "同一份加载结果装两次", [{ do: "install", package: kitPackage, times: 2 }]],
  ["the package loaded and installed, and both again", "加载、安装，然后整个再来一遍", [install, install]],
] satisfies [string, string, Step[]][]) {
  clause("s12.8", say(en, zh), async (kit) => {
    const played = await kit.play(scenario({ do: "loader", resources: [known] }, ...steps, { do: "specs" }, { do: "load", trust: "trusted" }, { do: "command", name: "about" }, loop("go", [says("ok")], { loader: "main" })));
    const at = steps.length + 1;
    equals([toolNames(played.value(at))].flat().sort(), ["guide", "tips"], say("the tools of the registry", "registry 里的工具"), again);
    equals(resourcesOf(played.array(at + 1)), [["AGENTS.md", "be brief"], ["style", contents.style]], resourcesText, again);
    equals(played.value(at + 2), contents.about, say('what runCommand("about") returns', 'runCommand("about") 的返回值'), again);
    const prompt = String(played.requests(at + 3)[0]?.systemPrompt);
    equals(prompt.split(contents.style).length - 1, 1, say("how often the resource stands in the prompt", "这个资源在提示词里出现的次数"), again);
  });
}
