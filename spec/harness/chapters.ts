/** The twelve chapters in order, and the ways to find one by a name. */
import { chapter as s01 } from "../s01/clauses.ts";
import { chapter as s02 } from "../s02/clauses.ts";
import { chapter as s03 } from "../s03/clauses.ts";
import { chapter as s04 } from "../s04/clauses.ts";
import { chapter as s05 } from "../s05/clauses.ts";
import { chapter as s06 } from "../s06/clauses.ts";
import { chapter as s07 } from "../s07/clauses.ts";
import { chapter as s08 } from "../s08/clauses.ts";
import { chapter as s09 } from "../s09/clauses.ts";
import { chapter as s10 } from "../s10/clauses.ts";
import { chapter as s11 } from "../s11/clauses.ts";
import { chapter as s12 } from "../s12/clauses.ts";
import { extra } from "../extra.ts";
import type { Chapter, Clause } from "./clause.ts";

export const chapters: Chapter[] = [s01, s02, s03, s04, s05, s06, s07, s08, s09, s10, s11, s12];

/** The chapter of a teacher's own clauses, `x`, where there is one: it stands beside the course and is no part of it. */
export const extraChapter: Chapter | undefined = extra.chapter;

const clauses = new Map([...chapters, ...(extraChapter === undefined ? [] : [extraChapter])].flatMap((chapter) => chapter.clauses.map((clause) => [clause.id, clause] as const)));

/** @throws Error for an id that no chapter declares: a fault of a spec file */
export function clauseOf(id: string): Clause {
  const found = clauses.get(id);
  if (found === undefined) throw new Error(`no chapter declares the clause ${id}`);
  return found;
}

/** `s04.3` belongs to `s04`. */
export const chapterOf = (clauseId: string): string => clauseId.split(".")[0] ?? clauseId;

/** Whether a clause counts where a program is judged up to a chapter: a teacher's own ones always do. */
export const counts = (clauseId: string, upto: string): boolean => chapterOf(clauseId) === extraChapter?.id || chapterOf(clauseId) <= upto;

/** The chapters from s01 to `upto`. */
export const chaptersUpto = (upto: string): Chapter[] => chapters.slice(0, chapters.findIndex((chapter) => chapter.id === upto) + 1);

/** The chapter right before a chapter, or right after it; undefined beyond the ends. */
export const neighbour = (id: string, step: -1 | 1): Chapter | undefined => chapters[chapters.findIndex((chapter) => chapter.id === id) + step];

/** The chapter that adds an export or a member (`ToolRegistry.run`), and its signature. */
export function signatureOf(name: string): { chapter: string; signature: string } {
  const chapter = chapters.find((one) => Object.hasOwn(one.adds, name));
  return { chapter: chapter?.id ?? "s01", signature: chapter?.adds[name] ?? name };
}
