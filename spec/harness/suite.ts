/** The spec files as data: every test they open, in the order of chapters. A file is loaded once in a process. */
import { extra } from "../extra.ts";
import { specs, typeSpecs } from "../files.ts";
import { chapterOf, chapters, chaptersUpto, counts, extraChapter } from "./chapters.ts";
import { collectInto, type Test } from "./clause.ts";

const opened: Test[] = [];
let loaded: Promise<void> = Promise.resolve();
const known = new Set<string>();

/** All tests of the chapters up to `upto`, by clause. */
export async function loadSuite(upto = "s12"): Promise<Test[]> {
  collectInto((test) => opened.push(test));
  loaded = loaded.then(() => load(upto));
  await loaded;
  const order = new Map([...chapters, ...(extraChapter === undefined ? [] : [extraChapter])].flatMap((chapter) => chapter.clauses).map((clause, index) => [clause.id, index]));
  return opened
    .filter((test) => counts(test.clause, upto))
    .sort((a, b) => (order.get(a.clause) ?? 0) - (order.get(b.clause) ?? 0) || a.index - b.index);
}

async function load(upto: string): Promise<void> {
  const needed = [["types", [typeSpecs]] as const, ...chaptersUpto(upto).map(({ id }) => [id, specs[id] ?? []] as const), ["extra", extra.files] as const];
  for (const [name, files] of needed) {
    if (known.has(name)) continue;
    known.add(name);
    for (const file of files) await file();
  }
}

/** The tests of the chapters up to `upto`, of one chapter (`s04`) or one clause (`s04.3`) where `only` is given. */
export const chosen = (tests: Test[], upto: string, only?: string): Test[] =>
  tests.filter((test) => counts(test.clause, upto) && (only === undefined || test.clause === only || chapterOf(test.clause) === only));
