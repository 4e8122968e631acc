/** The columns of the page's map, and what stands in them. Pure. */
import { chaptersUpto } from "../../../spec/harness/chapters.ts";
import type { Clause } from "../../../spec/harness/clause.ts";
import { pointsText } from "../formats/words.ts";
import type { ClauseRow, Report, Row } from "../record.ts";

/** A column of the map: a clause of the course, or (`clause` undefined) one of the teacher's own. */
export type Column = { id: string; chapter: string; clause: Clause | undefined };

/** The clauses of the chapters up to `upto` in their order, then all others that were judged, by id. */
export function columnsOf({ run, rows }: Report): Column[] {
  const own = chaptersUpto(run.upto).flatMap((chapter) => chapter.clauses.map((clause): Column => ({ id: clause.id, chapter: chapter.id, clause })));
  const known = new Set(own.map(({ id }) => id));
  const others = new Map<string, Column>();
  for (const { clauses } of rows) for (const { id, chapter } of clauses) if (!known.has(id)) others.set(id, { id, chapter, clause: undefined });
  return [...own, ...[...others.values()].sort((one, other) => compare(one.chapter, other.chapter) || compare(one.id, other.id))];
}

/** `x.10` comes after `x.9`. */
const compare = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

/** The results of a student by clause. */
export const resultsOf = (row: Row): Map<string, ClauseRow> => new Map(row.clauses.map((clause) => [clause.id, clause]));

/** A number of points; a dash where there is none. */
export const figure = (points: number | null): string => (points === null ? "–" : pointsText(points));
