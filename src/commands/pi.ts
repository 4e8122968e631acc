/**
 * `kata pi --upto s07`: the scenarios of the specs on the real Pi, beside the contract and the learner's program. Pi is a
 * package of its own (pi/) that nothing here imports: this checks that it is there, and starts it.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../../spec/harness/root.ts";
import type { Options } from "../cli/options.ts";
import { imageOf, targetOf } from "../cli/target.ts";
import { checkPi } from "../pi.ts";

/** Random scenarios for each property, where the call does not say: Pi adds a third program to each. */
const fewRuns = 20;

/** The exit code is that of pi/main.ts. @throws Unable where Pi is not set up, this Node does not run it, or the program cannot be read */
export async function piCommand(options: Options): Promise<number> {
  checkPi();
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
