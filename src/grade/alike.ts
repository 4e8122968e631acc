/** What is alike in a class, kept beside the results: the flags of students whose programs share more than chance gives. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unwritable } from "./book.ts";
import { digestOf } from "./hashes.ts";
import type { Submission } from "./intake/intake.ts";
import { snapshot } from "./intake/snapshot.ts";
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
  if (linesOf(folder).some((line) => "of" in line && line.of === of)) return;
  const found = await similarities(files, reference, given);
  writeAlike(folder, found.map((similarity) => ({ student: similarity.student, flag: flagOf(similarity) })), of);
}

/** The judged text; nothing of a submission that is refused. */
function textOf(submission: Submission, limits: Run["limits"]): string {
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-alike-"));
  try {
    const taken = snapshot(submission, join(folder, "one"), limits);
    return "refused" in taken ? "" : readFileSync(taken.file, "utf8");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

export const readAlike = (folder: string): Line[] => linesOf(folder).filter((line) => "flag" in line);

function linesOf(folder: string): (Head | Line)[] {
  try {
    return readFileSync(join(folder, name), "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Head | Line);
  } catch {
    return [];
  }
}

/** The report with these flags beside its own. */
export function withAlike({ run, rows }: Report, lines: Line[]): Report {
  const flags = new Map<string, Flag[]>();
  for (const { student, flag } of lines) flags.set(student, [...(flags.get(student) ?? []), flag]);
  return { run, rows: rows.map((row) => ({ ...row, flags: [...row.flags, ...(flags.get(row.student) ?? [])] })) };
}
