/** The report for programs; its shape is documented in docs/json.md and only grows. Pure. */
import { narrate } from "../../spec/harness/narrate.ts";
import type { Text } from "../../spec/harness/text.ts";
import type { Outcome } from "../../spec/harness/run.ts";
import type { ClauseResult } from "../judge.ts";
import type { Unable } from "../unable.ts";
import { againOf, type Rerun } from "./card.ts";
import type { Standing } from "./standing.ts";
import { kataCommand } from "./terminal.ts";

export type JsonReport = {
  version: 1;
  /** absolute path of the program judged */
  target: string;
  upto: string;
  seed: number;
  runs: number;
  exitCode: number;
  /** the current chapter, null when every judged one is complete */
  current: string | null;
  regressions: string[];
  /** points of the clauses that hold, and of all: one each, or the weight in kata.config.ts */
  score: number;
  max: number;
  chapters: { id: string; title: Text; held: number; clauses: number }[];
  /** in the order of the chapters' lists */
  clauses: JsonClause[];
  /** only where the program could not be judged; then `clauses` is empty */
  unable?: { sentence: Text; file?: string; line?: number; column?: number; source?: string; prints: string };
};

export type JsonClause = {
  id: string;
  chapter: string;
  rule: string;
  keyword: "MUST" | "SHOULD";
  sentence: Text;
  outcome: Outcome;
  points: number;
  /** milliseconds, all tests of the clause */
  ms: number;
  failure?: {
    condition: Text;
    expected: Text;
    got: Text;
    /** how the two differ, one difference a line */
    differs?: Text;
    why?: Text;
    /** the scenario: in words, and as data */
    story?: { en: string[]; zh: string[] };
    scenario?: unknown;
    file?: string;
    line?: number;
    prints?: string;
    again: string;
  };
};

export type JsonOptions = { weights: Record<string, number>; target: string; upto: string; seed: number; runs: number; rerun: Rerun };

export function jsonReport(standing: Standing, exitCode: number, options: JsonOptions): JsonReport {
  const clauses = standing.chapters.flatMap((chapter) => chapter.clauses.map((result) => jsonClause(result, options)));
  const sum = (counted: JsonClause[]): number => counted.reduce((total, { points }) => total + points, 0);
  return {
    ...head(options, exitCode),
    score: sum(clauses.filter(({ outcome }) => outcome === "holds")),
    max: sum(clauses),
    current: standing.current?.chapter.id ?? null,
    regressions: standing.regressions.map(({ chapter }) => chapter.id),
    chapters: standing.chapters.map((one) => ({ id: one.chapter.id, title: one.chapter.title, held: one.held, clauses: one.clauses.length })),
    clauses,
  };
}

export function jsonUnable(unable: Unable, options: JsonOptions): JsonReport {
  const { at } = unable;
  return {
    ...head(options, 2),
    unable: {
      sentence: unable.sentence,
      ...(at === undefined ? {} : { file: at.file, line: at.line, column: at.column, source: at.text }),
      prints: unable.prints,
    },
  };
}

const head = (options: JsonOptions, exitCode: number): JsonReport => ({
  version: 1,
  target: options.target,
  upto: options.upto,
  seed: options.seed,
  runs: options.runs,
  exitCode,
  current: null,
  regressions: [],
  score: 0,
  max: 0,
  chapters: [],
  clauses: [],
});

function jsonClause(result: ClauseResult, { rerun, weights }: JsonOptions): JsonClause {
  const { clause, failure } = result;
  const card = failure?.card;
  return {
    id: clause.id,
    chapter: result.chapter,
    rule: clause.rule,
    keyword: clause.keyword,
    sentence: { en: clause.en, zh: clause.zh },
    outcome: result.outcome,
    points: weights[clause.id] ?? 1,
    ms: Math.round(result.ms),
    ...(failure === undefined || card === undefined
      ? {}
      : {
          failure: {
            condition: failure.test.condition,
            expected: card.expected,
            got: card.got,
            ...(card.differs === undefined ? {} : { differs: card.differs }),
            ...(card.why === undefined ? {} : { why: card.why }),
            ...(card.scenario === undefined ? {} : { story: { en: narrate(card.scenario, "en"), zh: narrate(card.scenario, "zh") }, scenario: card.scenario }),
            ...(card.at === undefined ? {} : { file: card.at.file, line: card.at.line }),
            ...(card.prints === undefined ? {} : { prints: card.prints }),
            again: kataCommand(againOf(result, failure, rerun)),
          },
        }),
  };
}
