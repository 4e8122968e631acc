/** What is alike in a class, kept beside the results: the flags of students whose programs share more than chance gives. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unwritable } from "./book.ts";
import { digestOf } from "./hashes.ts";
import type { Submission } from "./intake/intake.ts";
import { briefly } from "./intake/snapshot.ts";
import type { Flag, Report, Run } from "./record.ts";
import { courseTexts } from "./similar/given.ts";
import { flagOf, similarities } from "./similar/similarities.ts";

type Line = { student: string; flag: Flag };
/** The first line: a hash of all that the others were found from. */
type Head = { of: string };

const name = "alike.jsonl";

/**
 * Compares every program of the class, whichever shard judges it, where any of them has changed, somebody came or went,
 * or the course is another one. @throws Unable where the flags cannot be written
 */
export async function compareClass(folder: string, submissions: Submission[], { upto, limits, tool }: Pick<Run, "upto" | "limits" | "tool">): Promise<void> {
  const { reference, given } = await courseTexts(upto);
  const files = submissions.filter((submission) => !("refused" in submission)).map((submission) => ({ student: submission.student, text: () => textOf(submission, limits) }));
  const of = digestOf([tool, reference, given, files.map(({ student, text }) => [student, digestOf(text())])]);
  if (linesOf(folder)?.some((line) => "of" in line && line.of === of)) return;
  const found = await similarities(files, reference, given);
  writeAlike(folder, found.map((similarity) => ({ student: similarity.student, flag: flagOf(similarity) })), of);
}

/** The judged text; nothing of a submission that is refused. */
const textOf = (submission: Submission, limits: Run["limits"]): string => briefly(submission, limits, (taken) => ("refused" in taken ? "" : readFileSync(taken.file, "utf8")));

/** @param of the hash of what they were found from; none where they were put together @throws Unable */
export function writeAlike(folder: string, lines: Line[], of?: string): void {
  const head: Head[] = of === undefined ? [] : [{ of }];
  try {
    writeFileSync(join(folder, `${name}.new`), [...head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
    renameSync(join(folder, `${name}.new`), join(folder, name));
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** @returns undefined where it is not there or cannot be read */
export const readAlike = (folder: string): Line[] | undefined => linesOf(folder)?.filter((line) => "flag" in line);

function linesOf(folder: string): (Head | Line)[] | undefined {
  try {
    const lines = readFileSync(join(folder, name), "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Head | Line | null);
    return lines.every((line) => line !== null && typeof line === "object") ? lines : undefined;
  } catch {
    return undefined;
  }
}

/** The report with these flags beside its own. */
export function withAlike({ run, rows }: Report, lines: Line[] = []): Report {
  const flags = new Map<string, Flag[]>();
  for (const { student, flag } of lines) flags.set(student, [...(flags.get(student) ?? []), flag]);
  return { run, rows: rows.map((row) => ({ ...row, flags: [...row.flags, ...(flags.get(row.student) ?? [])] })) };
}
