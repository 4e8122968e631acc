/** `kata compare`: right programs of other hands show no difference to the reference, wrong ones do. Lines of code stay the program they were. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import { makeImage } from "../../spec/harness/image.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import { Pair, reachedBy } from "../../src/compare/pair.ts";
import { playedTests, search } from "../../src/compare/search.ts";
import { piecesOf } from "../../src/report/changes.ts";
import { wrapCode } from "../../src/report/code.ts";
import { allMutants, limits, sourceOf } from "../mutants/kill.ts";
import { rightPrograms, solution } from "../proof/programs.ts";

/** The clause whose scenario tells a program from the reference of a chapter, and whether the story has an end; undefined: none does. */
async function differs(file: string, upto: string, options: { seed: number; runs: number; only?: string }): Promise<{ clause: string; told: boolean } | undefined> {
  const pair = new Pair(await makeImage(file), await makeImage(solution(upto)), limits);
  try {
    const found = await search(pair, playedTests(chosen(await loadSuite(upto), upto, options.only)), options);
    if (found === undefined) return undefined;
    const { difference, yours } = await pair.tell(found.scenario);
    return { clause: found.test.clause, told: difference?.facts.at(-1)?.same === false || yours instanceof Error };
  } finally {
    pair.close();
  }
}

test.each(rightPrograms)("no difference: $name", async ({ file, upto }) => {
  expect(await differs(file, upto, { seed: 7, runs: 12 })).toBeUndefined();
});

/** One wrong program of each chapter, by its name. */
const wrong = [
  "s01.2 failed answers are left out of requests",
  "s02.1 specs are sorted by name",
  "s03.1 every delta becomes a message of its own",
  "s04.1 only the first call of a message is run",
  "s05.1 beforeToolCall is shown the input only",
  "s06.1 a tool result in a snapshot has lost the id of its call",
  "s07.1 append does not move the leaf",
  "s08.1 load empties the loader",
  "s09.1 the tools of extensions are kept in a list that nobody reads",
  "s10.1 PrintMode trims what it prints",
  "s11.1 agents files are loaded whatever the trust",
  "s12.1 an empty content counts as missing",
];

test.each(wrong)("a difference: %s", async (title) => {
  const mutant = (await allMutants()).find(({ clause, name }) => `${clause} ${name}` === title);
  if (mutant === undefined) throw new Error(`no wrong program "${title}"`);
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-compare-"));
  try {
    const file = join(folder, "code.ts");
    writeFileSync(file, await sourceOf(mutant));
    expect(await differs(file, mutant.from, { seed: 42, runs: 60, only: mutant.clause })).toEqual({ clause: mutant.clause, told: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a program that lacks a chapter is compared up to the one before", async () => {
  const image = await makeImage(solution("s04"));
  expect(reachedBy(image, "s06")).toMatchObject({ reached: { id: "s04" }, missing: { name: "executeToolCall", chapter: "s05" } });
  expect(reachedBy(image, "s03")).toMatchObject({ reached: { id: "s03" } });
  expect(reachedBy({ ...image, exports: [] }, "s03").reached).toBeUndefined();
});

const sources = chapters.map(({ id }) => [id, readFileSync(solution(id), "utf8")] as const);
const compiled = (source: string): string => transformSync(source, { loader: "ts", minifyWhitespace: true }).code;

test.each(sources)("%s: broken to any width it is the same program", (_id, source) => {
  for (const width of [38, 58, 78]) expect(compiled(source.split("\n").flatMap((line) => wrapCode(line, width)).join("\n"))).toBe(compiled(source));
});

test.each(sources)("%s: its pieces are all of it", (_id, source) => {
  const kept = (text: string): string[] => text.split("\n").filter((line) => line !== "" && !line.startsWith("// ---"));
  expect(piecesOf(source).flatMap(({ text }) => kept(text))).toEqual(kept(source));
  const names = piecesOf(source).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
