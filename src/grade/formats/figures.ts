/** A class in figures: what the summaries are made of. Pure. */
import { verdicts, type Flag, type Report, type Row, type Verdict, type Wall } from "../record.ts";
import { isGraded, percentOf } from "./words.ts";

export type Figures = {
  /** verdicts that came up, in the order of the record */
  verdicts: { verdict: Verdict; count: number }[];
  /** of the scores in percent; null where there are none */
  middle: { mean: number; median: number } | null;
  /** from 100 % down: `low` to below `high`, 100 alone and 0 alone */
  bars: { low: number; high: number; count: number }[];
  /** `failing` of the `begun` who hold something of its chapter, and of all who were judged; hardest first */
  hardest: { id: string; failing: number; begun: number; failingOfAll: number; all: number }[];
  /** integrity before review; those for information only by code */
  flags: { student: string; flag: Flag }[];
  notes: { code: string; count: number }[];
  /** rows without a score, those to be looked at before those to be graded again */
  unscored: Row[];
  walls: { wall: Wall; count: number }[];
  /** rows that an earlier run judged, which still hold */
  kept: number;
  /** of the class, not in the report: another shard, or not done yet */
  absent: number;
};

export function figuresOf({ run, rows }: Report): Figures {
  const percents = rows.map(percentOf).filter((percent) => percent !== null).sort((left, right) => left - right);
  const severe = (severity: Flag["severity"]): Figures["flags"] => rows.flatMap((row) => row.flags.filter((flag) => flag.severity === severity).map((flag) => ({ student: row.student, flag })));
  const unscored = rows.filter((row) => !isGraded(row));
  return {
    verdicts: verdicts.map((verdict) => ({ verdict, count: rows.filter((row) => row.verdict === verdict).length })).filter(({ count }) => count > 0),
    middle: middleOf(percents),
    bars: bounds.map(([low, high]) => ({ low, high, count: percents.filter((percent) => percent >= low && percent < high).length })),
    hardest: hardestOf(rows),
    flags: [...severe("integrity"), ...severe("review")],
    notes: counted(severe("info").map(({ flag }) => flag.code)).map(([code, count]) => ({ code, count })),
    unscored: [...unscored.filter(({ verdict }) => verdict !== "grader-error"), ...unscored.filter(({ verdict }) => verdict === "grader-error")],
    walls: counted(rows.map(({ wall }) => wall)).map(([wall, count]) => ({ wall, count })),
    kept: rows.filter((row) => row.run !== run.id).length,
    absent: Math.max(0, run.students - rows.length),
  };
}

/** 100; 90 to below 100; … 10 to below 20; above 0 to below 10; 0. Percents have one decimal. */
const bounds: [number, number][] = [[100, Infinity], ...[90, 80, 70, 60, 50, 40, 30, 20, 10].map((low): [number, number] => [low, low === 90 ? 100 : low + 10]), [0.1, 10], [0, 0.1]];

/** @param percents in ascending order */
function middleOf(percents: number[]): Figures["middle"] {
  const half = percents.length / 2;
  const [low, high] = [percents[Math.ceil(half) - 1], percents[Math.floor(half)]];
  if (low === undefined || high === undefined) return null;
  const rounded = (value: number): number => Math.round(value * 10) / 10;
  return { mean: rounded(percents.reduce((sum, percent) => sum + percent, 0) / percents.length), median: rounded((low + high) / 2) };
}

/** A clause of a chapter that nobody has begun is not hard, it is far away: those come last. */
function hardestOf(rows: Row[]): Figures["hardest"] {
  const found = new Map<string, Figures["hardest"][number]>();
  for (const row of rows.filter(isGraded)) {
    const begun = new Set(row.clauses.filter(({ status }) => status === "pass").map(({ chapter }) => chapter));
    for (const { id, chapter, status } of row.clauses) {
      if (status === "not-run") continue;
      const entry = found.get(id) ?? { id, failing: 0, begun: 0, failingOfAll: 0, all: 0 };
      found.set(id, entry);
      const fails = status === "pass" ? 0 : 1;
      entry.all += 1;
      entry.failingOfAll += fails;
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
