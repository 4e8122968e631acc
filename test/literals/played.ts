/** What the specs compare with while they judge the reference, told by the comparisons themselves (spec/harness/judge.ts). */
import * as fc from "fast-check";
import type { Test } from "../../spec/harness/clause.ts";
import { makeImage } from "../../spec/harness/image.ts";
import { witnessComparisons, type Comparison } from "../../spec/harness/judge.ts";
import type { Kit } from "../../spec/harness/kit.ts";
import { Lane } from "../../spec/harness/run.ts";
import { loadSuite } from "../../spec/harness/suite.ts";
import type { Json, Scenario } from "../../spec/player/scenario.ts";
import type { Transcript } from "../../spec/player/transcript.ts";
import { limits } from "../mutants/kill.ts";
import { solution } from "../proof/programs.ts";

/** One judging of one body: an example, or a property with one generated value. */
export type Judging = { clause: string; kind: Test["kind"]; scenarios: Scenario[]; transcripts: Transcript[]; comparisons: Comparison[] };

/**
 * Judges the reference of s12 with all examples, and with `runs` values a property, one after the other, so that it is
 * known which scenario a comparison belongs to. The clauses of the compiler are left out: their literals are the
 * dictionary itself.
 */
export async function judgings(runs: number, seed: number): Promise<Judging[]> {
  const done: Judging[] = [];
  const lane = new Lane(await makeImage(solution("s12")), limits);
  try {
    for (const test of await loadSuite()) {
      if (test.kind === "types") continue;
      const start = (): Kit => {
        const judging: Judging = { clause: test.clause, kind: test.kind, scenarios: [], transcripts: [], comparisons: [] };
        done.push(judging);
        witnessComparisons((comparison) => judging.comparisons.push(comparison));
        return kitOf(lane, judging, start, { runs, seed });
      };
      await test.body(start());
    }
  } finally {
    witnessComparisons(() => undefined);
    lane.close();
  }
  return done.filter(({ scenarios }) => scenarios.length > 0);
}

function kitOf(lane: Lane, judging: Judging, start: () => Kit, { runs, seed }: { runs: number; seed: number }): Kit {
  const play: Kit["play"] = async (scenario, patience) => {
    const played = await lane.play(scenario, () => true, patience);
    judging.scenarios.push(scenario);
    judging.transcripts.push(played.transcript);
    return played;
  };
  return {
    program: { exports: lane.image.exports, load: () => lane.warm().loaded() },
    types: () => Promise.reject(new Error("the compiler judges no literals")),
    play,
    // The reference on a busy machine: plenty of time, and no second try.
    playLong: (scenarioOf, count) => play(scenarioOf(count), 30),
    async forAll(arbitrary, judge, cost) {
      for (const value of fc.sample(arbitrary, { seed, numRuns: Math.max(1, Math.ceil(runs / cost)) })) await judge(start(), value);
    },
  };
}

export type Leaf = { literal: string | number | boolean | null; as: "value" | "field" };

/** The leaves of a value, the names of its members among them. */
export function leavesOf(value: Json): Leaf[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value !== "object" || value === null) return [{ literal: value, as: "value" }];
  return Object.entries(value).flatMap(([name, member]): Leaf[] => [{ literal: name, as: "field" }, ...leavesOf(member)]);
}
