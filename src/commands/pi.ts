/**
 * `kata pi --upto s07`: the scenarios of the specs on the real Pi, beside the contract and the learner's program. Pi is a
 * package of its own (pi/) that nothing here imports: this checks that it is there, and starts it.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../spec/harness/root.ts";
import { say } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { imageOf, targetOf } from "../cli/target.ts";
import { Unable } from "../unable.ts";

/** Random scenarios for each property, where the call does not say: Pi adds a third program to each. */
const fewRuns = 20;

/** The exit code is that of pi/main.ts. @throws Unable where Pi is not set up, this Node does not run it, or the program cannot be read */
export async function piCommand(options: Options): Promise<number> {
  if (!runsPi(process.versions.node)) throw new Unable(say(`Pi runs on Node 22.19 or newer, and on Node 20 from 20.19 on; this is ${process.version}.`, `Pi 需要 Node 22.19 或更新的版本（Node 20 则从 20.19 起）；现在是 ${process.version}。`));
  checkSetUp();
  await imageOf(targetOf(options));
  const { upto, target, seed, runs, runsNamed, limits, language, asked, only } = options;
  const order = { upto, target, seed, runs: runsNamed ? runs : fewRuns, limits, language, asked, only };
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), join(root, "pi", "main.ts"), JSON.stringify(order)], { stdio: "inherit" });
    // A signal that ends this process ends that one as well.
    const stop = (): void => void child.kill();
    process.once("exit", stop);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      process.removeListener("exit", stop);
      if (code === null) reject(new Error(`pi/main.ts was ended by ${signal ?? "nobody"}`));
      else resolve(code);
    });
  });
}

/** Pi asks for 22.19; its loop and its session were tried on Node 20, too. */
function runsPi(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 19) || major > 22;
}

/** @throws Unable where a package of pi/package.json is missing, or there in another version */
function checkSetUp(): void {
  const own = join(root, "pi");
  const { dependencies } = JSON.parse(readFileSync(join(own, "package.json"), "utf8")) as { dependencies: Record<string, string> };
  const ready = Object.entries(dependencies).every(([name, version]) => {
    const file = join(own, "node_modules", name, "package.json");
    return existsSync(file) && (JSON.parse(readFileSync(file, "utf8")) as { version?: string }).version === version;
  });
  if (!ready) throw new Unable(say("Pi is not set up: run `npm run pi:setup` once (about 170 MB), then this command again.", "还没有安装 Pi：请先运行一次 `npm run pi:setup`（约 170 MB），再运行这条命令。"));
}
