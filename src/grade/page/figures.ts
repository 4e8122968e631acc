/** What the page counts: columns, scores, stages, and how often each clause fails. Pure. */
import { chaptersUpto } from "../../../spec/harness/chapters.ts";
import type { Clause } from "../../../spec/harness/clause.ts";
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

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The results of a student by clause. */
export const resultsOf = (row: Row): Map<string, ClauseRow> => new Map(row.clauses.map((clause) => [clause.id, clause]));

export type Scores = { known: number[]; mean: number; median: number; max: number };

/** Of the students that have a score. `mean` and `median` are NaN where nobody has one. */
export function scoresOf(rows: Row[]): Scores {
  const known = rows.flatMap(({ score }) => (score === null ? [] : [score])).sort((one, other) => one - other);
  const middle = (known.length - 1) / 2;
  return {
    known,
    mean: known.reduce((sum, score) => sum + score, 0) / known.length,
    median: ((known[Math.floor(middle)] ?? NaN) + (known[Math.ceil(middle)] ?? NaN)) / 2,
    max: Math.max(0, ...rows.map(({ max }) => max)),
  };
}

/** How many students have a score in each tenth: 0 to under 10 %, … 90 to 100 %. */
export function tenthsOf(rows: Row[]): number[] {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (const { score, max } of rows) {
    if (score === null) continue;
    const at = Math.max(0, Math.min(9, Math.floor((max > 0 ? score / max : 0) * 10 + 1e-9)));
    tenths[at] = (tenths[at] ?? 0) + 1;
  }
  return tenths;
}

/** How many students with a score end at each stage, none first. */
export const stagesOf = ({ run, rows }: Report): { id: string | null; students: number }[] =>
  [null, ...chaptersUpto(run.upto).map(({ id }) => id)].map((id) => ({ id, students: rows.filter(({ stage, score }) => stage === id && score !== null).length }));

/** `judged`: the students whose program was judged by the clause. */
export type Difficulty = { column: Column; judged: number; failing: number; timeouts: number };

/** How hard each clause is for the class, hardest first; of equal ones, the one that comes first in the course. */
export function difficultiesOf({ rows }: Report, columns: Column[]): Difficulty[] {
  const found = new Map(columns.map((column): [string, Difficulty] => [column.id, { column, judged: 0, failing: 0, timeouts: 0 }]));
  for (const { clauses } of rows) {
    for (const { id, status } of clauses) {
      const one = found.get(id);
      if (one === undefined || status === "not-run") continue;
      one.judged += 1;
      if (status !== "pass") one.failing += 1;
      if (status === "timeout") one.timeouts += 1;
    }
  }
  return [...found.values()].sort((one, other) => shareOf(other) - shareOf(one));
}

export const shareOf = ({ judged, failing }: Difficulty): number => (judged === 0 ? 0 : failing / judged);

/** A number for people: a tenth where it is no whole number; a dash where there is none. */
export const figure = (value: number | null): string => (value === null || Number.isNaN(value) ? "–" : String(Math.round(value * 10) / 10));
