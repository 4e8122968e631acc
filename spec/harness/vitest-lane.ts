/** One subject a vitest worker: this module is loaded once a worker, the setup file once a spec file. */
import { inject } from "vitest";
import type { Test } from "./clause.ts";
import { Lane, runTest, type TestResult } from "./run.ts";
import { Unloadable } from "./subject.ts";
import { checkTypes, type TypeReport } from "./typecheck.ts";
import { unusableFor } from "./unloadable.ts";

const program = inject("program");
const lane = "image" in program ? new Lane(program.image, inject("limits")) : undefined;
let report: Promise<TypeReport> | undefined;
/** why the program cannot be judged: told once, it holds for every test */
let unusable = "image" in program ? undefined : program.unusable;
/** clauses with a test that hung or ended the process: each further test of one may cost the whole limit */
const stopped = new Set<string>();

/** A test of this clause did not end, so the others of it are left out. */
export const isStopped = (clause: string): boolean => stopped.has(clause);

/** The verdict of a test, or the lines that say why there can be none. */
export async function run(test: Test): Promise<TestResult | string[]> {
  if (unusable !== undefined || lane === undefined) return unusable ?? [];
  const result = await runTest(test, lane, inject("replay"), () => (report ??= checkTypes(lane.image, inject("upto"))));
  if (result.error instanceof Unloadable) return (unusable = unusableFor(lane.image, result.error).lines);
  if (result.outcome === "hangs" || result.outcome === "dies") stopped.add(test.clause);
  return result;
}
