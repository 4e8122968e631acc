/** s12, properties of installing: any package, once and twice. */
import * as fc from "fast-check";
import { resources } from "../harness/arbitraries.ts";
import { call, scenario } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { contains, equals } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Package, Step } from "../player/scenario.ts";
import { packages } from "./arbitraries.ts";
import { owned, pairsOf, resourcesOf, resourcesText, toolNames } from "./words.ts";

const anyPackage = say("any package", "任意的包");
const install = (given: Package): Step => ({ do: "install", package: given });

property("s12.5", anyPackage, packages, async (kit, given) => {
  const tools = Object.entries(owned(given.contents, given.manifest.tools));
  const played = await kit.play(scenario(install(given), { do: "specs" }, ...tools.map(([name], index): Step => ({ do: "execute", call: call(`c${index}`, name) }))));
  equals([toolNames(played.value(1))].flat().sort(), tools.map(([name]) => name).sort(), say("the tools of the registry", "registry 里的工具"));
  for (const [index, [name, content]] of tools.entries()) contains(played.object(index + 2).content, content, say(`the result of the tool ${show(name)}`, `工具 ${show(name)} 的结果`));
}, 2);

property("s12.6", anyPackage, packages, async (kit, given) => {
  const commands = Object.entries(owned(given.contents, given.manifest.commands));
  const played = await kit.play(scenario(install(given), ...commands.map(([name]): Step => ({ do: "command", name }))));
  for (const [index, [name, content]] of commands.entries()) equals(played.value(index + 1), content, say(`what runCommand(${show(name)}) returns`, `runCommand(${show(name)}) 的返回值`));
}, 2);

property("s12.7", anyPackage, packages, async (kit, given) => {
  const played = await kit.play(scenario(install(given), { do: "load", trust: "trusted" }, { do: "load", trust: "untrusted" }));
  equals(resourcesOf(played.array(1)), pairsOf(owned(given.contents, given.manifest.resources)), resourcesText);
  equals(played.value(2), [], say('what load("untrusted") returns after the installation', '安装之后 load("untrusted") 的返回值'));
}, 2);

const twice = fc.record({ given: packages, known: resources({ maxLength: 2 }), separately: fc.boolean() });

property("s12.8", say("any package, installed once here and twice there", "任意的包，一边装一次，另一边装两次"), twice, async (kit, { given, known, separately }) => {
  const commands = Object.keys(owned(given.contents, given.manifest.commands));
  // A resource that the loader has before the package comes may be replaced or kept: duplicates are free.
  const others = known.filter(({ name }) => !given.manifest.resources.includes(name));
  const side = (name: string, ...installs: Step[]): Step[] => [
    { do: "runtime", runtime: name, registry: name },
    { do: "loader", resources: others, loader: name },
    ...installs,
    { do: "specs", registry: name },
    { do: "load", trust: "trusted", loader: name },
    { do: "load", trust: "untrusted", loader: name },
    ...commands.map((command): Step => ({ do: "command", name: command, runtime: name })),
  ];
  const into = (name: string, times = 1): Step => ({ do: "install", package: given, runtime: name, loader: name, times });
  const second = separately ? side("twice", into("twice"), into("twice")) : side("twice", into("twice", 2));
  const played = await kit.play(scenario(...side("once", into("once")), ...second));
  const left = (end: number, count: number) => Array.from({ length: count }, (_, index) => played.value(end - count + index) ?? null);
  const total = played.transcript.steps.length;
  equals(left(total, 3 + commands.length), left(total - second.length, 3 + commands.length), say("what the second installation left (tools, resources, commands), against the first", "第二次安装之后留下的（工具、资源、命令），与第一次对照"));
}, 2);
