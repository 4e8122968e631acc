/** The result of one grader step for GitHub Classroom's autograding reporter. Pure. */
import { Buffer } from "node:buffer";
import type { Language } from "../../../spec/harness/text.ts";
import type { ClauseRow, Row, Run, Status } from "../record.ts";
import { within } from "./budget.ts";
import { clip, excerpt, quiet } from "./escape.ts";
import { clauseMessage, clauseTitle, inLanguage, isGraded, percentOf } from "./words.ts";

/** Bytes before base64: an environment variable above 131,071 bytes cannot be passed on. */
const most = 96 * 1024;
/** Above so many points the tests stand for percents. */
const mostPoints = 300;

type Test = { name: string; status: "pass" | "fail" | "error"; score: number; message: string | null; test_code: string; filename: string; line_no: number; duration: number };

/**
 * The reporter makes two totals: its table counts (passes / tests) × `max_score`, the grade that Classroom stores is the
 * sum of the tests' `score`. Both agree, and are whole numbers as Classroom needs them, because each test is one point
 * here: a clause of weight 3 is three tests, one of weight 0 none. Where weights are fractions, or more than 300 points
 * in all, the tests are the 100 percents of the score, rounded down.
 *
 * @returns undefined of a row without a score: any result, an empty one too, would be sent as a grade. The step then
 * sets no output and has to fail, so that the reporter does not run.
 */
export function classroomJson(row: Row, run: Run, language: Language): string | undefined {
  if (!isGraded(row)) return undefined;
  return within(most, (longest) => {
    const tests = testsOf(row, run, language, longest);
    const status = tests.every((test) => test.status === "pass") ? "pass" : "fail";
    return JSON.stringify({ version: 1, status, max_score: tests.length, tests });
  });
}

/** The line for the file that `GITHUB_OUTPUT` names: `result=` and the JSON in base64. undefined as above. */
export function classroomOutput(row: Row, run: Run, language: Language): string | undefined {
  const json = classroomJson(row, run, language);
  return json === undefined ? undefined : `result=${Buffer.from(json).toString("base64")}\n`;
}

const results: Record<Status, Test["status"]> = { pass: "pass", fail: "fail", error: "error", timeout: "error", "not-run": "fail" };

function testsOf(row: Row & { score: number }, run: Run, language: Language, longest: number): Test[] {
  const { clauses } = row;
  const sum = (counted: ClauseRow[]): number => counted.reduce((total, { max }) => total + max, 0);
  const simple = clauses.every(({ max }) => Number.isSafeInteger(max)) && row.max > 0 && row.max <= mostPoints;
  // The clauses tell the score, unless something else decided on it.
  const told = sum(clauses) === row.max && sum(clauses.filter(({ status }) => status === "pass")) === row.score;
  if (simple && told) return clauses.flatMap((clause) => pointsOf(row, clause, language, longest));
  return percentsOf(row, run, language, longest);
}

/** A test for each point of a clause; the first one has its message. */
function pointsOf(row: Row, clause: ClauseRow, language: Language, longest: number): Test[] {
  const title = clip(quiet(clauseTitle(clause, language)), Math.max(50, Math.min(200, longest)));
  return Array.from({ length: clause.max }, (_, at) => ({
    name: clause.max === 1 ? title : `${title} (${at + 1}/${clause.max})`,
    ...outcome(results[clause.status], at === 0 ? clauseMessage(row, clause, language) : "", longest),
    duration: at === 0 ? Math.max(0, Math.round(clause.ms)) : 0,
  }));
}

/** The score alone, without clauses: points where they are whole numbers, as of a submission that never came, else percents. */
function percentsOf(row: Row & { score: number }, run: Run, language: Language, longest: number): Test[] {
  const simple = [row.score, row.max].every(Number.isSafeInteger) && row.max > 0 && row.max <= mostPoints;
  const count = simple ? row.max : 100;
  const passed = simple ? row.score : Math.floor(percentOf(row) ?? 0);
  const name = inLanguage(language)(simple ? "point" : "percent", simple ? "分" : "百分之");
  return Array.from({ length: count }, (_, at) => ({
    name: `${run.upto} ${name} ${at + 1}`,
    ...outcome(at < passed ? "pass" : "fail", at === passed ? row.sentence[language] : "", longest),
    duration: 0,
  }));
}

/** The reporter prints names and messages to its console: nothing in them may be a command of the CI. */
const outcome = (status: Test["status"], message: string, longest: number): Omit<Test, "name" | "duration"> => ({
  status,
  score: status === "pass" ? 1 : 0,
  message: status === "pass" || message === "" || longest === 0 ? null : clip(quiet(excerpt(message, longest)), longest),
  test_code: "",
  filename: "",
  line_no: 0,
});
