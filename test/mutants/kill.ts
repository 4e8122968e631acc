/** Makes wrong programs and judges them: shared by the test, the matrix and whoever writes a new mutant. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { noteLines } from "../../spec/harness/broken.ts";
import { makeImage, type Image } from "../../spec/harness/image.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import type { Limits } from "../../spec/harness/subject.ts";
import { judge, type ClauseResult } from "../../src/judge.ts";
import type { Mutant } from "./mutant.ts";

export const limits: Limits = { scenario: 2000, load: 5000, memory: 256 };
const here = fileURLToPath(new URL("./", import.meta.url));
const solutions = fileURLToPath(new URL("../../solution/", import.meta.url));

/** Every mutant of test/mutants/sNN.ts. */
export async function allMutants(): Promise<Mutant[]> {
  const files = (await readdir(here)).filter((name) => /^s\d\d\.ts$/.test(name)).sort();
  const loaded = await Promise.all(files.map((name) => import(pathToFileURL(join(here, name)).href) as Promise<{ mutants: Mutant[] }>));
  return loaded.flatMap((module) => module.mutants);
}

/** The source of a mutant. @throws Error where an edit's text does not stand exactly once in the reference */
export async function sourceOf(mutant: Mutant): Promise<string> {
  let source = await readFile(join(solutions, mutant.from, "code.ts"), "utf8");
  for (const { find, put } of mutant.edits) {
    const pieces = source.split(find);
    if (pieces.length !== 2) throw new Error(`"${mutant.name}": ${JSON.stringify(find)} stands ${pieces.length - 1} times in solution/${mutant.from}/code.ts`);
    source = pieces.join(put);
  }
  return source;
}

/** Makes the program of a mutant, for as long as `use` takes. */
export async function withMutant<Result>(mutant: Mutant, use: (image: Image) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "pi-kata-mutant-"));
  try {
    const file = join(folder, "code.ts");
    await writeFile(file, await sourceOf(mutant));
    return await use(await makeImage(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Judges a mutant: its own clause (`only`), or all clauses up to the chapter it is made from. */
export async function judgeMutant(mutant: Mutant, options: { only?: string; runs?: number; seed?: number; lanes?: number } = {}): Promise<ClauseResult[]> {
  const tests = chosen(await loadSuite(), mutant.from, options.only);
  return withMutant(mutant, (image) => judge(image, tests, { upto: mutant.from, replay: { seed: options.seed ?? 42, runs: options.runs ?? 100 }, limits, lanes: options.lanes ?? 1 }));
}

/** The English words of a clause's failure card. */
export function wordsOf(result: ClauseResult | undefined): string {
  const card = result?.failure?.card;
  return card === undefined ? "" : [card.expected.en, card.got.en, ...noteLines(card)].join("\n");
}
