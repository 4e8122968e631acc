/** A class as test cases, for the formats that CI systems read: JUnit and CTRF. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import type { ClauseRow, Row } from "../record.ts";
import { oneLine } from "./escape.ts";
import { clauseMessage, clauseTitle, inLanguage, isGraded } from "./words.ts";
import { verdictWords } from "../words.ts";

/** `error`: nobody's failure, a person has to look. `skipped`: the program could not be judged, which another case tells. */
export type Outcome = "passed" | "failed" | "error" | "skipped";

export type Case = {
  /** the chapter; `submission` of the case that stands for the whole */
  chapter: string;
  /** unique within a student */
  name: string;
  outcome: Outcome;
  /** the status or the verdict behind it */
  type: string;
  /** empty where it passed */
  message: string;
  ms: number;
  points: number | null;
  max: number;
};

/**
 * The cases of one student. The first one tells whether the submission could be judged at all; of a row without a score
 * it is the only one, for what was found then counts for nothing.
 */
export function casesOf(row: Row, language: Language): Case[] {
  const judged = row.clauses.some(({ status }) => status !== "not-run");
  const whole = { chapter: "submission", name: inLanguage(language)("the submission can be graded", "提交可以评分"), type: row.verdict, ms: 0, points: null, max: 0 };
  const told = `${verdictWords[row.verdict][language]}\n${row.sentence[language]}`;
  if (!isGraded(row)) return [{ ...whole, outcome: "error", message: told, ms: row.ms }];
  const first: Case = judged || row.verdict === "ok" ? { ...whole, outcome: "passed", message: "" } : { ...whole, outcome: "failed", message: told };
  return [first, ...row.clauses.map((clause) => caseOf(row, clause, language))];
}

function caseOf(row: Row, clause: ClauseRow, language: Language): Case {
  const { chapter, status, ms, points, max } = clause;
  return {
    chapter: oneLine(chapter),
    name: clauseTitle(clause, language),
    outcome: outcomeOf(clause),
    type: status,
    message: status === "pass" ? "" : clauseMessage(row, clause, language),
    ms,
    points,
    max,
  };
}

function outcomeOf({ status, points }: ClauseRow): Outcome {
  if (status === "pass") return "passed";
  if (status !== "not-run") return "failed";
  return points === null ? "error" : "skipped";
}
