/** What the body of a test may use: the program can only be played, never touched. */
import type { Arbitrary } from "fast-check";
import type { Scenario } from "../player/scenario.ts";
import type { Program } from "../player/transcript.ts";
import type { First } from "./long.ts";
import type { Played } from "./played.ts";
import type { TypeReport } from "./typecheck.ts";

export type Kit = {
  program: { exports: string[]; load(): Promise<Program> };
  /**
   * Plays a scenario. An escaped error or an argument that is not plain data fails at once. `patience` multiplies the
   * time limit, for scenarios that cost a right program a good part of it.
   */
  play(scenario: Scenario, patience?: number): Promise<Played>;
  /**
   * Plays a scenario whose cost should grow like `count`. Where it takes longer than three limits, parts of it are timed
   * on the same machine: if they grow like their count, the machine is slow and the whole gets its time; if they grow like
   * its square, the hang stands. With `first`, a smaller count is played before, and is the answer where the whole could
   * tell no more: its times say that the whole would be in time, and `even` that the program does nothing else with more.
   */
  playLong(scenarioOf: (count: number) => Scenario, count: number, first?: First): Promise<Played>;
  /** Judges generated values, several side by side, each with a kit of its own; shrinks the first that fails. `cost` divides the number of runs. */
  forAll<Value>(arbitrary: Arbitrary<Value>, judge: (kit: Kit, value: Value) => Promise<void>, cost: number): Promise<void>;
  types(): Promise<TypeReport>;
};
