/** A class in figures: what the page and the summaries are made of, so that both count alike. Pure. */
import { chaptersUpto } from "../../spec/harness/chapters.ts";
import { isGraded, percentOf } from "./formats/words.ts";
import { verdicts, type Report, type Row, type Verdict, type Wall } from "./record.ts";

export type Figures = {
  /** verdicts that came up, in the order of the record */
  verdicts: { verdict: Verdict; count: number }[];
  /** rows that have a score: only these count below */
  scored: number;
  /** of the scores in percent; null where there are none */
  middle: { mean: number; median: number } | null;
  /** from 100 % down: `low` to below `high`, 100 alone and 0 alone */
  bars: { low: number; high: number; count: number }[];
  /** how many end at each stage, those without one first */
  stages: { id: string | null; count: number }[];
  /** hardest first; clauses that nobody fails are left out */
  hardest: Hardness[];
  /** flags that ask for nothing, by their codes */
  notes: { code: string; count: number }[];
  walls: { wall: Wall; count: number }[];
  /** rows that an earlier run judged, which still hold */
  kept: number;
  /** rows that do not: given by other rules; of files that have changed since */
  marked: { rules: number; outdated: number };
  /** of the class, not in the report: another shard, or not done yet */
  absent: number;
};

/** `failing` of the `begun` who hold something of its chapter; `failingOfAll`, out of time `timeouts` of them, of `all` who were judged by it. */
export type Hardness = { id: string; failing: number; begun: number; failingOfAll: number; all: number; timeouts: number };

export function figuresOf({ run, rows }: Report): Figures {
  const graded = rows.filter(isGraded);
  const percents = graded.map(percentOf).filter((percent) => percent !== null).sort((left, right) => left - right);
  return {
    verdicts: verdicts.map((verdict) => ({ verdict, count: rows.filter((row) => row.verdict === verdict).length })).filter(({ count }) => count > 0),
    scored: graded.length,
    middle: middleOf(percents),
    bars: bounds.map(([low, high]) => ({ low, high, count: percents.filter((percent) => percent >= low && percent < high).length })),
    stages: [null, ...chaptersUpto(run.upto).map(({ id }) => id)].map((id) => ({ id, count: graded.filter(({ stage }) => stage === id).length })),
    hardest: hardestOf(graded),
    notes: counted(rows.flatMap(({ flags }) => flags.filter(({ severity }) => severity === "info").map(({ code }) => code))).map(([code, count]) => ({ code, count })),
    walls: counted(rows.map(({ wall }) => wall)).map(([wall, count]) => ({ wall, count })),
    kept: rows.filter((row) => ![run.id, ...(run.merged ?? [])].includes(row.run) && !isMarked(row, "rules") && !isMarked(row, "outdated")).length,
    marked: { rules: rows.filter((row) => isMarked(row, "rules")).length, outdated: rows.filter((row) => isMarked(row, "outdated")).length },
    absent: Math.max(0, run.students - rows.length),
  };
}

const isMarked = ({ flags }: Row, mark: string): boolean => flags.some(({ code }) => code === mark);

/** 100; 90 to below 100; … 10 to below 20; above 0 to below 10; 0. Percents have one decimal. */
const bounds: [number, number][] = [[100, Infinity], ...[90, 80, 70, 60, 50, 40, 30, 20, 10].map((low): [number, number] => [low, low + 10]), [0.1, 10], [0, 0.1]];

/** @param percents in ascending order */
function middleOf(percents: number[]): Figures["middle"] {
  const half = percents.length / 2;
  const [low, high] = [percents[Math.ceil(half) - 1], percents[Math.floor(half)]];
  if (low === undefined || high === undefined) return null;
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  return { mean: rounded(percents.reduce((sum, percent) => sum + percent, 0) / percents.length), median: rounded((low + high) / 2) };
}

/** A clause of a chapter that nobody has begun is not hard, it is far away: those come last. */
function hardestOf(graded: Row[]): Hardness[] {
  const found = new Map<string, Hardness>();
  for (const row of graded) {
    const begun = new Set(row.clauses.filter(({ status }) => status === "pass").map(({ chapter }) => chapter));
    for (const { id, chapter, status } of row.clauses) {
      if (status === "not-run") continue;
      const entry = found.get(id) ?? { id, failing: 0, begun: 0, failingOfAll: 0, all: 0, timeouts: 0 };
      found.set(id, entry);
      const fails = status === "pass" ? 0 : 1;
      entry.all += 1;
      entry.failingOfAll += fails;
      entry.timeouts += status === "timeout" ? 1 : 0;
      if (!begun.has(chapter)) continue;
      entry.begun += 1;
      entry.failing += fails;
    }
  }
  return [...found.values()].filter(({ failingOfAll }) => failingOfAll > 0).sort((left, right) => right.failing - left.failing || right.failingOfAll - left.failingOfAll);
}

function counted<Value>(values: Value[]): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}
