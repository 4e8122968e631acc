/** Exercism's `results.json`, version 3, of one submission. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import type { ClauseRow, Row, Run, Status } from "../record.ts";
import { within } from "./budget.ts";
import { clean, clip, excerpt } from "./escape.ts";
import { clauseMessage, clauseTitle, isGraded } from "./words.ts";

/** Bytes of the file; characters of the message, of a test's output. */
const most = 500_000;
const longestMessage = 65_535;
const longestOutput = 500;
const truncated = "\nOutput was truncated. Please limit to 500 chars";

const results: Record<Status, "pass" | "fail" | "error"> = { pass: "pass", fail: "fail", error: "error", timeout: "error", "not-run": "error" };

/**
 * `error` is for a submission of which no test ran, with the reason as `message`; a row without a score is one, too.
 * The task of a test is its chapter, so that `s03` is 3.
 */
export const exercismJson = (row: Row, _run: Run, language: Language): string => within(most, (longest) => `${JSON.stringify(document(row, language, longest))}\n`);

function document(row: Row, language: Language, longest: number) {
  const { clauses } = row;
  const ran = clauses.some(({ status }) => status !== "not-run");
  if (!isGraded(row) || !ran) return { version: 3, status: "error", message: excerpt(row.sentence[language], longestMessage) };
  return {
    version: 3,
    status: clauses.every(({ status }) => status === "pass") ? "pass" : "fail",
    message: null,
    tests: clauses.map((clause, at) => testOf(row, clause, language, longest, at === 0 ? row.prints : undefined)),
  };
}

/** @param prints those of the whole submission: nothing tells which test they came from, so they go with the first one */
function testOf(row: Row, clause: ClauseRow, language: Language, longest: number, prints: string | undefined) {
  const chapter = /^s(\d+)$/.exec(clause.chapter);
  return {
    name: clip(clauseTitle(clause, language), 300),
    status: results[clause.status],
    // Never empty: a test that does not pass has to say why.
    ...(clause.status === "pass" ? {} : { message: excerpt(clauseMessage(row, clause, language), Math.max(longest, 40)) }),
    ...(prints === undefined || prints === "" ? {} : { output: outputOf(prints) }),
    ...(chapter === null ? {} : { task_id: Number(chapter[1]) }),
  };
}

function outputOf(prints: string): string {
  const text = clean(prints);
  return text.length <= longestOutput ? text : `${clip(text, longestOutput - truncated.length)}${truncated}`;
}
