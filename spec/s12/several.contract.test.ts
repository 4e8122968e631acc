/** s12, examples: packages installed next to each other and over what is there, and what an installation leaves alone. */
import { call, loop, register, says, scenario, tool } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, holds } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Package, Step } from "../player/scenario.ts";
import { owned, pack, resourcesOf, resourcesText, toolNames } from "./words.ts";

const kitPackage = pack({ guide: "pick the smallest change", style: "plain words" }, { tools: ["guide"], commands: ["guide"], resources: ["style"] });
const install = (given: Package): Step => ({ do: "install", package: given });
const replaced = say("A name that is registered again replaces what was there, whoever registers it.", "同名再注册就是替换，不管由谁来注册。");

clause("s12.5", say("a tool of the package's name is there already", "已经有一个同名的工具"), async (kit) => {
  const played = await kit.play(scenario(register(tool("guide", "old text")), install(kitPackage), { do: "run", call: call("c1", "guide") }));
  contains(played.value(2), "pick the smallest change", say("the result of the tool guide", "工具 guide 的结果"), replaced);
});

clause("s12.6", say("a command of the package's name is there already", "已经有一个同名的命令"), async (kit) => {
  const old: Step = { do: "use", extension: { acts: [{ do: "command", name: "guide", gives: { is: "text", text: "old text" } }] } };
  const played = await kit.play(scenario(old, install(kitPackage), { do: "command", name: "guide" }));
  equals(played.value(2), "pick the smallest change", say('what runCommand("guide") returns', 'runCommand("guide") 的返回值'), replaced);
});

clause("s12.5", say("the loaded package, looked at after its installation", "安装之后，再看加载结果"), async (kit) => {
  const played = await kit.play(scenario({ do: "loadPackage", package: kitPackage }, install(kitPackage), { do: "look", step: 1, what: "args" }));
  const [, given] = played.array(2);
  const fields = isFields(given) ? given : {};
  const why = say("To install is to read: the loaded package can be installed once more, into another runtime.", "安装只是读取：同一份加载结果还可以装进别的 runtime。");
  const { contents, manifest } = kitPackage;
  for (const kind of ["tools", "commands", "resources"] as const) equals(fields[kind], owned(contents, manifest[kind]), say(`the ${kind} of the loaded package`, `加载结果的 ${kind}`), why);
  const strange = Object.keys(fields).find((name) => !Object.hasOwn(played.object(0), name));
  holds(strange === undefined, say("the loaded package has no member that loadPackage did not give it", "加载结果里没有 loadPackage 之外的人加进去的成员"), say(show(strange), show(strange)), why);
});

clause("s12.7", say("an untrusted turn after the installation, its whole request", "安装之后不信任的一轮，查看整个请求"), async (kit) => {
  const played = await kit.play(scenario(install(kitPackage), loop("go", [says("ok")], { loader: "main", trust: "untrusted" })));
  const request = JSON.stringify(played.requests(1));
  holds(
    request.includes('"guide"') && !request.includes("plain words"),
    say("a request with the package's tool and without its resource", "请求里有包的工具，没有包的资源"),
    say(show(request), show(request)),
    say("A resource comes in through the loader and nowhere else: not in the description of a tool either.", "资源只能从 loader 进来，工具的 description 里也不能带。"),
  );
});

clause("s12.8", say("two packages with one name in one runtime", "同一个 runtime 里装两个同名的包"), async (kit) => {
  const [first, second] = [pack({ a: "text a" }, { tools: ["a"], resources: ["a"] }), pack({ b: "text b" }, { tools: ["b"], commands: ["b"], resources: ["b"] })];
  const played = await kit.play(scenario(install(first), install(second), { do: "specs" }, { do: "command", name: "b" }, { do: "load", trust: "trusted" }));
  const why = say("What is the same is decided tool by tool, command by command and resource by resource, not by the package's name.", "是不是同一个，要按每个工具、命令、资源分别判断，不能按包名判断。");
  equals([toolNames(played.value(2))].flat().sort(), ["a", "b"], say("the tools of the registry", "registry 里的工具"), why);
  equals(played.value(3), "text b", say('what runCommand("b") returns', 'runCommand("b") 的返回值'), why);
  equals(resourcesOf(played.array(4)), [["a", "text a"], ["b", "text b"]], resourcesText, why);
});

clause("s12.8", say("one package into two loaders with one runtime", "同一个 runtime，同一个包装进两个 loader"), async (kit) => {
  const played = await kit.play(scenario(install(kitPackage), { do: "install", package: kitPackage, loader: "other" }, { do: "load", trust: "trusted", loader: "other" }));
  equals(resourcesOf(played.array(2)), [["style", "plain words"]], resourcesText, say("The second loader has seen nothing of this package yet.", "第二个 loader 还没见过这个包。"));
});
