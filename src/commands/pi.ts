/**
 * `kata pi --upto s07`: the scenarios of the specs on the real Pi, beside the contract and the learner's program. Pi is a
 * package of its own (pi/) that nothing here imports: this checks that it is there, and starts it.
 */
import { once } from "node:events";
import type { Options } from "../cli/options.ts";
import { imageOf, targetOf } from "../cli/target.ts";
import { checkPi, startInPi } from "../pi.ts";

/** Random scenarios for each property, where the call does not say: Pi adds a third program to each. */
const fewRuns = 20;

/** The exit code is that of pi/main.ts. @throws Unable where Pi is not set up, this Node does not run it, or the program cannot be read */
export async function piCommand(options: Options): Promise<number> {
  checkPi();
  await imageOf(targetOf(options));
  const { upto, target, seed, runs, runsNamed, limits, language, asked, only } = options;
  const order = { upto, target, seed, runs: runsNamed ? runs : fewRuns, limits, language, asked, only };
  const [code, signal] = (await once(startInPi("main.ts", [JSON.stringify(order)]), "close")) as [number | null, NodeJS.Signals | null];
  if (code === null) throw new Error(`pi/main.ts was ended by ${signal ?? "nobody"}`);
  return code;
}
