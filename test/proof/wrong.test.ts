/** Nothing wrong passes: the chapter before, the starter, an empty file, and every mutant. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import { loadSuite } from "../../spec/harness/suite.ts";
import { allMutants, judgeMutant, wordsOf } from "../mutants/kill.ts";
import { judgeFile, solution } from "./programs.ts";

test.each(chapters.slice(1).map(({ id }, index) => [chapters[index]?.id ?? "", id] as const))("the reference of %s fails clauses of %s only, and all of them", async (before, id) => {
  const results = await judgeFile(solution(before), id, { runs: 20 });
  const failing = results.filter(({ outcome }) => outcome !== "holds").map(({ clause }) => clause.id);
  expect(failing).toEqual(chapters.find((chapter) => chapter.id === id)?.clauses.map((clause) => clause.id));
});

const scratch = mkdtempSync(join(tmpdir(), "pi-kata-wrong-"));
const files = {
  starter: fileURLToPath(new URL("../../src/starter/code.ts", import.meta.url)),
  empty: join(scratch, "empty.ts"),
};
writeFileSync(files.empty, "");

test.each(Object.entries(files))("the %s file scores exactly zero", async (_name, file) => {
  const results = await judgeFile(file, "s12");
  expect(results.filter(({ outcome }) => outcome === "holds").map(({ clause }) => clause.id)).toEqual([]);
  expect(results.every(({ failure }) => failure?.card?.expected.en.startsWith("At s") === true)).toBe(true);
});

const mutants = await allMutants();

test.concurrent.each(mutants.map((mutant) => [mutant.clause, mutant.name, mutant] as const))("%s kills: %s", async (clause, _name, mutant) => {
  const [result] = await judgeMutant(mutant, { only: clause });
  expect(result?.outcome, "the mutant survives").not.toBe("holds");
  expect(result?.outcome, wordsOf(result)).not.toBe("errs");
  expect(wordsOf(result)).toContain(mutant.says);
});

test("every clause kills something, and every clause has a test", async () => {
  const suite = await loadSuite();
  const clauses = chapters.flatMap((chapter) => chapter.clauses.map(({ id }) => id));
  expect(clauses.filter((id) => !mutants.some((mutant) => mutant.clause === id))).toEqual([]);
  expect(clauses.filter((id) => !suite.some((opened) => opened.clause === id))).toEqual([]);
});

test("mutants are told apart by their names, and each chapter has at least six", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  for (const { id } of chapters) expect(mutants.filter(({ clause }) => clause.startsWith(`${id}.`)).length, id).toBeGreaterThanOrEqual(6);
});
