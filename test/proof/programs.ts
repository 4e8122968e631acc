/** Judging whole programs in our own tests. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeImage } from "../../spec/harness/image.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import { judge, type ClauseResult } from "../../src/judge.ts";
import { limits } from "../mutants/kill.ts";

const variants = fileURLToPath(new URL("../variants/", import.meta.url));

/** Right programs of other hands and styles, with the level each claims: `facts.s10.ts` stands at s10, `lean.ts` at s12. */
export const rightPrograms = readdirSync(variants)
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, file: `${variants}${name}`, upto: /\.(s\d\d)\.ts$/.exec(name)?.[1] ?? "s12" }));

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
