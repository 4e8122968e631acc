/** Node, and the packages as package.json and the lockfile want them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../spec/harness/root.ts";
import { say } from "../../spec/harness/text.ts";
import { command, messageOf, type Finding } from "./finding.ts";

type Package = { version?: string; optional?: boolean };
type Wanted = { devDependencies?: Record<string, string> };
type Lock = { packages: Record<string, Package & Wanted> };

export function installFindings(): Finding[] {
  return [node(), ...packages()];
}

/** Newer ones are welcome; older ones never come here: src/kata.mjs refuses them. */
const node = (): Finding => ({ level: "fine", label: command("Node"), text: command(`${process.version}, ${process.platform} ${process.arch}, ${process.execPath}`) });

const label = say("packages", "依赖");
const repair = command("npm ci");

function packages(): Finding[] {
  try {
    const { devDependencies: wanted = {} } = read<Wanted>("package.json");
    const lock = read<Lock>("package-lock.json");
    const found = [...installed(wanted), ...locked(wanted, lock)];
    return found.length === 0 ? [{ level: "fine", label, text: say(`all ${Object.keys(wanted).length} in the versions of package.json; the lockfile agrees`, `${Object.keys(wanted).length} 个都是 package.json 里的版本，与 lockfile 一致`) }] : found;
  } catch (error) {
    return [{ level: "bad", label, text: say(`package.json or package-lock.json cannot be read: ${messageOf(error)}`, `无法读取 package.json 或 package-lock.json：${messageOf(error)}`), repair: command("git restore package.json package-lock.json") }];
  }
}

/** Judging needs these; without the others only our own tests do not run. */
const needed = ["typescript", "esbuild", "fast-check", "string-width"];

function installed(wanted: Record<string, string>): Finding[] {
  return Object.entries(wanted).flatMap(([name, version]): Finding[] => {
    const there = versionOf(name);
    if (there === version) return [];
    const text = there === undefined ? say(`${name} ${version} is missing`, `缺少 ${name} ${version}`) : say(`${name} is ${there}; package.json wants ${version}`, `${name} 是 ${there}，而 package.json 要 ${version}`);
    return [{ level: there === undefined && needed.includes(name) ? "bad" : "odd", label, text, repair }];
  });
}

const versionOf = (name: string): string | undefined => {
  const file = join("node_modules", name, "package.json");
  return existsSync(join(root, file)) ? read<Package>(file).version : undefined;
};

function locked(wanted: Record<string, string>, lock: Lock): Finding[] {
  const own = lock.packages[""]?.devDependencies ?? {};
  const apart = [...new Set([...Object.keys(own), ...Object.keys(wanted)])].filter((name) => own[name] !== wanted[name]);
  if (apart.length > 0) return [{ level: "odd", label, text: say(`package.json and package-lock.json differ on ${apart.join(", ")}`, `package.json 和 package-lock.json 对 ${apart.join("、")} 说法不同`), repair: command("git restore package.json package-lock.json && npm ci") }];
  const made = join("node_modules", ".package-lock.json");
  // Written by npm; another installer does not.
  if (!existsSync(join(root, made))) return [];
  const there = read<Lock>(made).packages;
  const other = Object.entries(lock.packages).filter(([name, { version, optional }]) => name !== "" && (there[name] === undefined ? optional !== true : there[name].version !== version));
  if (other.length === 0) return [];
  const names = other.slice(0, 3).map(([name]) => name.replace(/^.*node_modules\//, "")).join(", ") + (other.length > 3 ? ", …" : "");
  return [{ level: "odd", label, text: say(`installed otherwise than package-lock.json says: ${names}`, `安装的版本与 package-lock.json 不同：${names}`), repair }];
}

const read = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), "utf8")) as T;
