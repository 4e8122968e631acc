/** Packages in short, what is loaded of them, and what s12 compares, in words. */
import { equals } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say, type Text } from "../harness/text.ts";
import type { Json, Package } from "../player/scenario.ts";

type Listed = Partial<Package["manifest"]>;

export const pack = (contents: Record<string, string>, { name = "kit", tools = [], commands = [], resources = [] }: Listed): Package => ({ manifest: { name, tools, commands, resources }, contents });

/** Manifest and own contents in common. Made from entries, so that `__proto__` is a name here as well. */
export const owned = (contents: Record<string, string>, names: string[]): Record<string, string> =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(contents, name)).map((name) => [name, contents[name] ?? ""]));

/** Judges that a record has what `names` lists and `contents` owns; the reason is read off the difference. */
export function checkOwned(found: Json | undefined, contents: Record<string, string>, names: string[], what: Text): void {
  const due = owned(contents, names);
  equals(found, due, what, reasonFor(isFields(found) ? Object.keys(found) : [], due, names));
}

function reasonFor(found: string[], due: Record<string, string>, names: string[]): Text {
  const extra = found.find((name) => !Object.hasOwn(due, name));
  if (extra !== undefined && !names.includes(extra)) return say(`Nobody asked for ${show(extra)}: what the list does not name stays where it is.`, `没有人要 ${show(extra)}：名单里没有的，就留在原处。`);
  if (extra !== undefined && extra in {}) return stolen;
  if (extra !== undefined) return say(`${show(extra)} is listed, and the contents do not have it: a missing content leaves no entry.`, `名单里有 ${show(extra)}，contents 里却没有：缺少的内容不留下任何项。`);
  const lost = Object.keys(due).find((name) => !found.includes(name));
  if (lost === undefined) return say("A content is handed on as it is, under its own name.", "内容原样放在它自己的名字下面。");
  if (lost in {}) return say(`The package owns the name ${show(lost)}: it is a content like any other, and needs an entry of its own.`, `${show(lost)} 这个名字是包自己的：它和别的内容没有区别，也要有自己的一项。`);
  if (due[lost] === "") return say("An empty text is a content like any other.", "空字符串也是内容，和别的内容没有区别。");
  return say(`${show(lost)} is listed, and the contents own it: it is there, whatever the other lists say.`, `名单里有 ${show(lost)}，contents 也确实拥有它：它就该在，不管别的名单怎么写。`);
}

export const stolen = say("Every object inherits this name. A package that lists it must not reach what is behind it.", "每个对象都会继承这个名字。包列出了它，也不能拿到它背后的东西。");

/** The names and contents of loaded resources; the order in which a package brings its names is free. */
export const resourcesOf = (loaded: Json[]): Json => loaded.map((one): Json => (isFields(one) ? [one.name ?? null, one.content ?? null] : one)).sort(byText);
export const pairsOf = (contents: Record<string, string>): Json => Object.entries(contents).map(([name, content]): Json => [name, content]).sort(byText);

const byText = (a: Json, b: Json): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The names of the tools in a list of specs. */
export const toolNames = (specs: Json | undefined): Json => (Array.isArray(specs) ? specs.map((spec) => (isFields(spec) ? (spec.name ?? null) : null)) : null);

export const pickText = say("what pick returns", "pick 的返回值");
export const resourcesText = say('the resources after the installation, by load("trusted")', '安装之后 load("trusted") 得到的资源');
