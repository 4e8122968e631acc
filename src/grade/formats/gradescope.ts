/** Gradescope's `results.json` of one submission. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import type { ClauseRow, Row, Run } from "../record.ts";
import { within } from "./budget.ts";
import { clean, clip, excerpt, idText } from "./escape.ts";
import { clauseMessage, clauseTitle, isGraded, nextClause, inLanguage, scoreText } from "./words.ts";

const most = 4_000_000;

/**
 * `score` is the grade and overrides the sum of the tests, which is the same. What `extra_data` holds students do not see;
 * flags are the teacher's and are not in it.
 *
 * A row without a score has neither `score` nor `tests`. Gradescope takes such a file for "the autograder failed to
 * execute correctly" and records no score, where `"score": 0` would be one; `output` says why to whoever opens the file.
 * The command that writes it should exit with 3 or so, too.
 */
export const gradescopeJson = (row: Row, run: Run, language: Language): string => within(most, (longest) => document(row, run, language, longest));

function document(row: Row, run: Run, language: Language, longest: number): string {
  const results = {
    ...(isGraded(row) ? { score: tidy(row.score) } : {}),
    execution_time: Math.round(row.ms) / 1000,
    output: excerpt(outputOf(row, language), 4000),
    output_format: "text",
    test_output_format: "text",
    test_name_format: "text",
    stdout_visibility: "hidden",
    extra_data: { student: idText(row.student), verdict: row.verdict, stage: row.stage, seed: row.seed, runs: run.runs, wall: row.wall, key: row.key, suite: run.suite, run: row.run },
    ...(isGraded(row) ? { tests: row.clauses.map((clause) => testOf(row, clause, language, longest)) } : {}),
  };
  return `${JSON.stringify(results)}\n`;
}

function testOf(row: Row, clause: ClauseRow, language: Language, longest: number) {
  const passed = clause.status === "pass";
  const number = /^s0*(\d+)\.(\d+)$/.exec(clause.id);
  return {
    name: clip(clauseTitle(clause, language), 300),
    ...(number === null ? {} : { number: `${number[1]}.${number[2]}` }),
    score: tidy(clause.points ?? 0),
    max_score: tidy(clause.max),
    status: passed ? "passed" : "failed",
    ...(passed ? {} : { output: excerpt(clauseMessage(row, clause, language), longest) }),
    tags: [clean(clause.chapter)],
  };
}

/** What stands above the tests. */
function outputOf(row: Row, language: Language): string {
  const say = inLanguage(language);
  const next = nextClause(row);
  return [
    ...(isGraded(row) ? [scoreText(row, language)] : [say("This submission has no score yet; that is not a score of 0.", "这份提交还没有分数；这不等于 0 分。")]),
    row.sentence[language],
    ...(isGraded(row) && next !== undefined ? [say(`Next: ${clauseTitle(next, language)}`, `下一步：${clauseTitle(next, language)}`)] : []),
  ].join("\n");
}

/** Without the rest that binary fractions leave. */
const tidy = (points: number): number => Number(points.toFixed(4));
