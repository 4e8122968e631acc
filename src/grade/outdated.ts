/** Who of a class has handed in other files by now than those that their row is of. */
import { rowAt, type Contents } from "./book.ts";
import { isSameText } from "./hashes.ts";
import type { Submission } from "./intake/intake.ts";
import { briefly } from "./intake/snapshot.ts";
import type { GradeLimits, Row } from "./record.ts";

/** @param submissions as they are now @param out the folder of the results @returns ids, in the order of the submissions */
export function outdatedOf(submissions: Submission[], { rows }: Contents, out: string, limits: GradeLimits): string[] {
  return submissions.flatMap((submission) => {
    const entry = rows.get(submission.student);
    return entry === undefined || isCurrent(rowAt(out, entry), submission, limits) ? [] : [submission.student];
  });
}

/** A row that our own fault left without a file says nothing of files, and a file that cannot be read now says nothing either. */
const isCurrent = (row: Row, submission: Submission, limits: GradeLimits): boolean =>
  row.verdict === "grader-error" ||
  briefly(submission, limits, (taken) => ("refused" in taken ? taken.refused.verdict === "grader-error" || (row.file === undefined && row.sentence.en === taken.refused.sentence.en) : isSameText(row.file, taken.handedIn)));
