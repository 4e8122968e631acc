/** Where the learner stands: which chapter is the current one, which earlier ones are broken. Pure. */
import { chapters, chaptersUpto } from "../../spec/harness/chapters.ts";
import type { Chapter } from "../../spec/harness/clause.ts";
import { reached } from "../../spec/harness/typecheck.ts";
import type { ClauseResult } from "../judge.ts";

export type ChapterResult = { chapter: Chapter; clauses: ClauseResult[]; held: number; complete: boolean };

export type Standing = {
  chapters: ChapterResult[];
  /** the chapter the learner works on: complete itself only when earlier ones are broken; undefined when all that was judged holds */
  current: ChapterResult | undefined;
  /** chapters before the current one that no longer hold */
  regressions: ChapterResult[];
};

/** @param exports the program's runtime exports: a chapter is reached when all of its own are there */
export function standingOf(results: ClauseResult[], exports: string[]): Standing {
  const judged = chapters
    .map((chapter): ChapterResult => {
      const clauses = results.filter((result) => result.chapter === chapter.id);
      const held = clauses.filter((result) => result.outcome === "holds").length;
      return { chapter, clauses, held, complete: held === clauses.length };
    })
    .filter(({ clauses }) => clauses.length > 0);
  const current = currentOf(judged, exports);
  const before = current === undefined ? [] : judged.slice(0, judged.indexOf(current));
  return { chapters: judged, current, regressions: before.filter(({ complete }) => !complete) };
}

function currentOf(judged: ChapterResult[], exports: string[]): ChapterResult | undefined {
  if (judged.every(({ complete }) => complete)) return undefined;
  const names = chaptersUpto(reached(exports)).map((chapter) => chapter.id);
  let at = judged.findLastIndex(({ chapter }) => names.includes(chapter.id));
  // A chapter without exports of its own is reached with the one before it: it is current only when that one holds.
  while (at > 0 && Object.keys(judged[at]?.chapter.adds ?? {}).length === 0 && judged[at - 1]?.complete === false) at -= 1;
  const top = judged[at];
  if (top === undefined) return judged[0];
  return top.complete ? (judged[at + 1] ?? top) : top;
}

/** The clause to meet next, or undefined where all that was judged holds: the earliest one that is broken, for later ones build on it. */
export const nextClause = ({ current, regressions }: Standing): ClauseResult | undefined =>
  [...regressions, current].flatMap((chapter) => chapter?.clauses ?? []).find((result) => result.outcome !== "holds");
