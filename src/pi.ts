/** Pi's own packages: whether they are set up, whether this Node runs them, and what runs with them. Nothing outside of pi/ imports them. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../spec/harness/root.ts";
import { say } from "../spec/harness/text.ts";
import { Unable } from "./unable.ts";

/** @throws Unable where this Node does not run Pi, or a package of pi/package.json is missing or there in another version */
export function checkPi(): void {
  if (!runsPi(process.versions.node)) throw new Unable(say(`Pi runs on Node 22.19 or newer, and on Node 20 from 20.19 on; this is ${process.version}.`, `Pi 需要 Node 22.19 或更新的版本（Node 20 则从 20.19 起）；现在是 ${process.version}。`));
  const own = join(root, "pi");
  const { dependencies } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as { dependencies: Record<string, string> };
  const ready = Object.entries(dependencies).every(([name, version]) => {
    const file = join(own, "node_modules", name, "package.json");
    return existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { version?: string }).version === version;
  });
  if (!ready) throw new Unable(say("Pi is not set up: run `npm run pi:setup` once (about 170 MB), then this command again.", "还没有安装 Pi：请先运行一次 `npm run pi:setup`（约 170 MB），再运行这条命令。"));
}

/** Starts a program of pi/ on this terminal, in a process of its own that ends with this one. @param file below pi/ */
export function startInPi(file: string, words: string[]): ChildProcess {
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), join(root, "pi", file), ...words], { stdio: "inherit" });
  process.on("exit", () => child.kill());
  return child;
}

/** Pi asks for 22.19; its loop, its session and its client were tried on Node 20, too. */
function runsPi(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 19) || major > 22;
}
