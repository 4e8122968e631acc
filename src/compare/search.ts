/** Looks for a scenario in which two programs differ: those of the specs, the fixed and the random ones, clause by clause. */
import type { Card } from "../../spec/harness/broken.ts";
import type { Test } from "../../spec/harness/clause.ts";
import { Astray, runTest, type Replay } from "../../spec/harness/run.ts";
import type { Scenario } from "../../spec/player/scenario.ts";
import { TooLong, type Pair } from "./pair.ts";

/** A scenario that tells the two apart; `replay` finds a random one again, as small as shrinking made it. */
export type Found = { test: Test; scenario: Scenario; replay?: NonNullable<Card["replay"]> };

/** @throws Error for a fault of our own */
export async function search(pair: Pair, tests: Test[], replay: Replay, onTest: (done: number) => void = () => undefined): Promise<Found | undefined> {
  for (const [done, test] of tests.entries()) {
    onTest(done);
    const result = await runTest(test, pair, replay, () => Promise.reject(new Error("the compiler is not asked")));
    if (result.outcome === "holds" || result.error instanceof TooLong || result.error instanceof Astray) continue;
    const { scenario, replay: found } = result.card ?? {};
    if (result.outcome === "errs") throw result.error;
    // A test that plays nothing judges the import: that is no comparison.
    if (scenario === undefined) continue;
    return { test, scenario, ...(found === undefined ? {} : { replay: found }) };
  }
  return undefined;
}

/** The tests that play scenarios; the compiler's play none. */
export const playedTests = (tests: Test[]): Test[] => tests.filter((test) => test.kind !== "types");
