/** Packages in short, what is loaded of them, and what s12 compares, in words. */
import { isFields } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import type { Json, Package } from "../player/scenario.ts";

type Listed = Partial<Package["manifest"]>;

export const pack = (contents: Record<string, string>, { name = "kit", tools = [], commands = [], resources = [] }: Listed): Package => ({ manifest: { name, tools, commands, resources }, contents });

/** Manifest and own contents in common. Made from entries, so that `__proto__` is a name here as well. */
export const owned = (contents: Record<string, string>, names: string[]): Record<string, string> =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(contents, name)).map((name) => [name, contents[name] ?? ""]));

/** The names and contents of loaded resources; the order in which a package brings its names is free. */
export const resourcesOf = (loaded: Json[]): Json => loaded.map((one): Json => (isFields(one) ? [one.name ?? null, one.content ?? null] : one)).sort(byText);
export const pairsOf = (contents: Record<string, string>): Json => Object.entries(contents).map(([name, content]): Json => [name, content]).sort(byText);

const byText = (a: Json, b: Json): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The names of the tools in a list of specs. */
export const toolNames = (specs: Json | undefined): Json => (Array.isArray(specs) ? specs.map((spec) => (isFields(spec) ? (spec.name ?? null) : null)) : null);

export const pickText = say("what pick returns", "pick 的返回值");
export const resourcesText = say('the resources after the installation, by load("trusted")', '安装之后 load("trusted") 得到的资源');
