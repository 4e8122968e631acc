/**
 * `npm run shrink`: what becomes of counterexamples. Every wrong program that a property of its clause kills: how long
 * shrinking takes, from the first failure to the card, and what is left of the scenario. `--seed n`, `--runs n`,
 * `--only text` (in the clause or the name), `--show` (the scenarios in words), `--json file`.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import config from "../kata.config.ts";
import type { Test } from "../spec/harness/clause.ts";
import type { Image } from "../spec/harness/image.ts";
import { narrate } from "../spec/harness/narrate.ts";
import { Lane, runTest, type TestResult } from "../spec/harness/run.ts";
import { chosen, loadSuite } from "../spec/harness/suite.ts";
import type { Scenario } from "../spec/player/scenario.ts";
import { settingsFrom } from "../src/config.ts";
import { allMutants, limits, withMutant } from "./mutants/kill.ts";

const { values } = parseArgs({ options: { seed: { type: "string" }, runs: { type: "string" }, only: { type: "string" }, show: { type: "boolean" }, json: { type: "string" } } });
const settings = settingsFrom(config, {});
const replay = { seed: Number(values.seed ?? settings.seed), runs: Number(values.runs ?? settings.runs) };
const only = values.only ?? "";
/** Milliseconds to the card, and characters of JSON in its scenario, that nobody should have to bear. */
const most = { ms: 5000, characters: 2000 };

type Row = { program: string; test: string; ms: number; before: number; after: number; steps: number; scenario: Scenario };

const noTypes = (): Promise<never> => Promise.reject(new Error("no property asks the compiler"));

async function failed(image: Image, test: Test, shrink: boolean): Promise<TestResult | undefined> {
  const lane = new Lane(image, limits);
  try {
    await lane.warm().loaded();
    const result = await runTest(test, lane, shrink ? replay : { ...replay, shrink: false }, noTypes);
    return result.outcome === "fails" ? result : undefined;
  } finally {
    lane.close();
  }
}

const size = (scenario: Scenario): number => JSON.stringify(scenario).length;

const suite = await loadSuite();
const mutants = (await allMutants()).filter(({ name, clause }) => name.includes(only) || clause.includes(only));
const rows: Row[] = [];
for (const mutant of mutants) {
  const tests = chosen(suite, mutant.from, mutant.clause).filter((test) => test.kind === "property");
  if (tests.length === 0) continue;
  await withMutant(mutant, async (image) => {
    for (const test of tests) {
      const first = await failed(image, test, false);
      if (first?.card?.scenario === undefined) continue;
      const last = await failed(image, test, true);
      if (last?.card?.scenario === undefined) throw new Error(`${test.clause}.${test.index} kills "${mutant.name}" only at times`);
      const { scenario } = last.card;
      // The way to the first failure is the same both times.
      rows.push({ program: mutant.name, test: `${test.clause}:${test.index}`, ms: Math.max(0, last.ms - first.ms), before: size(first.card.scenario), after: size(scenario), steps: scenario.steps.length, scenario });
      if (process.stderr.isTTY) process.stderr.write(`\r${rows.length} `);
    }
  });
}
if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");

function table(title: string, list: Row[]): void {
  console.log(`${title}\n      ms  before   after  steps`);
  for (const { program, test, ms, before, after, steps, scenario } of list) {
    console.log(`${ms.toFixed(0).padStart(8)}${String(before).padStart(8)}${String(after).padStart(8)}${String(steps).padStart(7)}  ${test.padEnd(8)} ${program}`);
    if (values.show === true) for (const line of narrate(scenario, "en")) console.log(`           ${line}`);
  }
  console.log("");
}

const shown = only === "" ? 15 : rows.length;
table("the slowest", rows.toSorted((a, b) => b.ms - a.ms).slice(0, shown));
table("the largest", rows.toSorted((a, b) => b.after - a.after).slice(0, shown));
const beyond = rows.filter((row) => row.ms > most.ms || row.after > most.characters);
const total = (pick: (row: Row) => number): string => {
  const sorted = rows.map(pick).sort((a, b) => a - b);
  return `median ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)}, most ${(sorted.at(-1) ?? 0).toFixed(0)}`;
};
console.log(`${rows.length} counterexamples; ms: ${total(({ ms }) => ms)}; characters: ${total(({ after }) => after)}; steps: ${total(({ steps }) => steps)}`);
console.log(`${beyond.length} beyond ${most.ms} ms or ${most.characters} characters${beyond.map(({ test, program }) => `\n  ${test} ${program}`).join("")}`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ ...replay, rows }, null, 2)}\n`);
process.exitCode = beyond.length === 0 ? 0 : 1;
