/** Judging whole programs in our own tests. */
import { fileURLToPath } from "node:url";
import { makeImage } from "../../spec/harness/image.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import { judge, type ClauseResult } from "../../src/judge.ts";
import { limits } from "../mutants/kill.ts";

export const solution = (id: string): string => fileURLToPath(new URL(`../../solution/${id}/code.ts`, import.meta.url));

export async function judgeFile(file: string, upto: string, options: { seed?: number; runs?: number; only?: string } = {}): Promise<ClauseResult[]> {
  const tests = loadSuite().then((suite) => chosen(suite, upto, options.only));
  return judge(await makeImage(file), tests, { upto, replay: { seed: options.seed ?? 42, runs: options.runs ?? 100 }, limits, lanes: 2 });
}

/** What does not hold, with the words of its card: an empty list is a pass, anything else explains itself. */
export const failures = (results: ClauseResult[]): string[] =>
  results.flatMap(({ clause, outcome, failure }) =>
    outcome === "holds" ? [] : [`${clause.id} ${outcome} (${failure?.test.condition.en ?? ""}): expected ${failure?.card?.expected.en ?? ""}; got ${failure?.card?.got.en ?? ""}`],
  );
