/** The spec files as data: every test they open, in the order of chapters. Loaded once in a process. */
import { readdir } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";
import { chapterOf, chapters } from "./chapters.ts";
import { collectInto, type Test } from "./clause.ts";

const specFolder = fileURLToPath(new URL("../", import.meta.url));
let loading: Promise<Test[]> | undefined;

/** All tests of all chapters, by clause. */
export function loadSuite(): Promise<Test[]> {
  return (loading ??= load());
}

async function load(): Promise<Test[]> {
  const tests: Test[] = [];
  collectInto((test) => tests.push(test));
  for (const file of await specFiles()) await import(pathToFileURL(file).href);
  const order = new Map(chapters.flatMap((chapter) => chapter.clauses).map((clause, index) => [clause.id, index]));
  return tests.sort((a, b) => (order.get(a.clause) ?? 0) - (order.get(b.clause) ?? 0));
}

/** Absolute paths of the spec files, up to a chapter. */
export async function specFiles(upto = "s12"): Promise<string[]> {
  const files = [join(specFolder, "types.test.ts")];
  for (const { id } of chapters) {
    if (id > upto) break;
    for (const name of (await readdir(join(specFolder, id))).sort()) if (name.endsWith(".test.ts")) files.push(join(specFolder, id, name));
  }
  return files;
}

/** The tests of the chapters up to `upto`, of one chapter (`s04`) or one clause (`s04.3`) where `only` is given. */
export const chosen = (tests: Test[], upto: string, only?: string): Test[] =>
  tests.filter((test) => chapterOf(test.clause) <= upto && (only === undefined || test.clause === only || chapterOf(test.clause) === only));
