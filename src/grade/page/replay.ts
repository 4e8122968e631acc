/** The command that judges a submission again. Pure. */
import { folded } from "../intake/names.ts";
import type { Row } from "../record.ts";

/**
 * Behind the same wall, and against the row that is kept; undefined where there is no file. CLASS stands for the class's
 * folder, GRADES for that of the results, ROSTER and EXTRA for what was given where the row cannot do without.
 */
export function replayOf({ file, student, spelled, clauses }: Row): string | undefined {
  if (file === undefined) return undefined;
  const roster = spelled === undefined || folded(spelled) === folded(student) ? "" : ' --roster "$ROSTER"';
  const extra = clauses.some(({ chapter }) => chapter === "extra") ? ' --extra "$EXTRA"' : "";
  return `npm run kata -- grade "$CLASS"${roster}${extra} --out "$GRADES" --replay${student.startsWith("-") ? "=" : " "}${quotedForShell(student)}`;
}

/** One word of a POSIX shell, whatever is in it. */
const quotedForShell = (word: string): string => (/^[\w./:][\w./:-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
