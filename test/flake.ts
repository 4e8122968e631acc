/**
 * `npm run flake`: is a verdict a matter of luck? Right programs must pass and wrong ones must fail whatever the seed, at
 * the number of runs that learners get. `--seeds n` (default 200), `--runs n`, `--json file`, `--what right` or `wrong`, `--only text`:
 * programs whose name or clause has it.
 *
 * An example test plays the same scenarios every time: a wrong program that one of its clause kills is dead under every
 * seed, and is judged once. Only those that random scenarios alone can find are judged seed by seed, without shrinking.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import config from "../kata.config.ts";
import type { Test } from "../spec/harness/clause.ts";
import { makeImage, type Image } from "../spec/harness/image.ts";
import { Lane, runTest, type Replay } from "../spec/harness/run.ts";
import type { Limits } from "../spec/harness/subject.ts";
import { chosen, loadSuite } from "../spec/harness/suite.ts";
import { settingsFrom } from "../src/config.ts";
import { judge } from "../src/judge.ts";
import { allMutants, limits as usual, withMutant } from "./mutants/kill.ts";
import type { Mutant } from "./mutants/mutant.ts";
import { failures, rightPrograms, solution } from "./proof/programs.ts";

const { values } = parseArgs({ options: { seeds: { type: "string" }, json: { type: "string" }, only: { type: "string" }, what: { type: "string" }, runs: { type: "string" } } });
const settings = settingsFrom(config, {});
const runs = values.runs === undefined ? settings.runs : Number(values.runs);
const seeds = Array.from({ length: Number(values.seeds ?? 200) }, (_, index) => index + 1);
/** Of 200 judgements of a wrong program one may miss it. */
const enough = Math.ceil(seeds.length * 0.995);

/** Luck with the seed is the question, not how busy the machine is. */
const limits: Limits = { ...usual, scenario: 60_000, load: 60_000 };

type Row = {
  program: string;
  clause: string;
  /** which tests told: the fixed ones (examples, the compiler), or properties under each seed */
  judged: "fixed" | "property";
  seeds: number;
  /** how often a right program passed, or a wrong one was killed */
  good: number;
  /** the first seed with the other verdict, and what was said then */
  worst?: { seed: number; told: string };
};

/** For tests that must not depend on chance: one that asks for the seed is our fault, and is told as such. */
const chanceless: Replay = {
  get seed(): number {
    throw new Error("a test that is no property reads the seed");
  },
  get runs(): number {
    throw new Error("a test that is no property reads the number of runs");
  },
};

const isProperty = (test: Test): boolean => test.kind === "property";
const noTypes = (): Promise<never> => Promise.reject(new Error("no property asks the compiler"));

/** The first property that fails under a seed, in words; undefined where all hold. */
async function failureOf(tests: Test[], lane: Lane, seed: number): Promise<string | undefined> {
  for (const test of tests) {
    const { outcome, card, error } = await runTest(test, lane, { seed, runs, shrink: false }, noTypes);
    if (outcome === "errs") throw error;
    if (outcome !== "holds") return `${test.clause} ${outcome} (${test.condition.en}): expected ${card?.expected.en ?? ""}; got ${card?.got.en ?? ""}`;
  }
  return undefined;
}

/** A right program: the fixed tests once, the properties under each seed, all on one subject. */
async function right(program: string, file: string, upto: string): Promise<Row> {
  const image = await makeImage(file);
  const tests = chosen(await loadSuite(), upto);
  const row: Row = { program, clause: `-${upto}`, judged: "property", seeds: seeds.length, good: 0 };
  const [fixed] = failures(await judge(image, tests.filter((test) => !isProperty(test)), { upto, replay: chanceless, limits, lanes: 1 }));
  if (fixed !== undefined) return { ...row, judged: "fixed", worst: { seed: 0, told: fixed } };
  const lane = new Lane(image, limits);
  try {
    for (const seed of seeds) {
      const told = await failureOf(tests.filter(isProperty), lane, seed);
      if (told === undefined) row.good += 1;
      else row.worst ??= { seed, told };
    }
  } finally {
    lane.close();
  }
  return row;
}

/** A wrong program under the tests of its own clause; each seed has a subject of its own, as it has for a learner. */
async function wrong(mutant: Mutant, image: Image): Promise<Row> {
  const { name: program, clause, from: upto } = mutant;
  const tests = chosen(await loadSuite(), upto, clause);
  const fixed = await judge(image, tests.filter((test) => !isProperty(test)), { upto, replay: chanceless, limits, lanes: 1 });
  const failure = fixed.find(({ outcome }) => outcome !== "holds");
  if (failure?.outcome === "errs") throw failure.failure?.error;
  if (failure !== undefined) return { program, clause, judged: "fixed", seeds: seeds.length, good: seeds.length };
  const row: Row = { program, clause, judged: "property", seeds: seeds.length, good: 0 };
  for (const seed of seeds) {
    const lane = new Lane(image, limits);
    try {
      if ((await failureOf(tests.filter(isProperty), lane, seed)) === undefined) row.worst ??= { seed, told: "it survives" };
      else row.good += 1;
    } finally {
      lane.close();
    }
  }
  return row;
}

const only = values.only ?? "";
const rightOnes = [
  ...["s02", "s06", "s10", "s12"].map((id) => ({ program: `the reference of ${id}`, file: solution(id), upto: id })),
  ...rightPrograms.map(({ name, file, upto }) => ({ program: `the variant ${name}`, file, upto })),
];
const mutants = await allMutants();
const jobs: (() => Promise<Row>)[] = [
  ...rightOnes.filter(({ program }) => values.what !== "wrong" && program.includes(only)).map(({ program, file, upto }) => () => right(program, file, upto)),
  ...mutants.filter(({ name, clause }) => values.what !== "right" && (name.includes(only) || clause.includes(only))).map((mutant) => () => withMutant(mutant, (image) => wrong(mutant, image))),
];

const isRight = (row: Row): boolean => row.clause.startsWith("-");
const isGood = (row: Row): boolean => row.good >= (isRight(row) ? row.seeds : enough);

function tell(row: Row): void {
  const share = `${String(row.good).padStart(4)} of ${row.seeds}`;
  console.log(`${isGood(row) ? "     " : "LUCK "} ${row.clause.padEnd(7)} ${row.judged.padEnd(8)} ${share}  ${row.program}${row.worst === undefined ? "" : `   seed ${row.worst.seed}: ${row.worst.told}`}`);
}

const started = performance.now();
const rows: Row[] = [];
await Promise.all(
  [1, 2].map(async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const row = await job();
      rows.push(row);
      tell(row);
    }
  }),
);

const [passing, killed] = [rows.filter(isRight), rows.filter((row) => !isRight(row))];
const sum = (list: Row[]): string => `${list.reduce((total, row) => total + row.good, 0)} of ${list.reduce((total, row) => total + row.seeds, 0)}`;
const byChance = killed.filter(({ judged }) => judged === "property");
console.log(`\nright programs: ${passing.length}, passed ${sum(passing)} times`);
console.log(`wrong programs: ${killed.length}, killed ${sum(killed)} times; ${killed.length - byChance.length} by examples or the compiler, ${byChance.length} by properties alone (${sum(byChance)})`);
console.log(`${seeds.length} seeds, ${runs} runs a property, ${((performance.now() - started) / 60_000).toFixed(1)} minutes; ${rows.filter((row) => !isGood(row)).length} verdicts depend on luck`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ seeds: seeds.length, runs, rows }, null, 2)}\n`);
process.exitCode = rows.every(isGood) ? 0 : 1;
