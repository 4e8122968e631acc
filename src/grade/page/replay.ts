/** The command that judges a submission again. Pure. */
import type { Row } from "../record.ts";

/** Behind the same wall, and against the row that is kept; undefined where there is no file. CLASS stands for the class's folder, GRADES for that of the results. */
export const replayOf = ({ file, student }: Row): string | undefined =>
  file === undefined ? undefined : `npm run kata -- grade "$CLASS" --out "$GRADES" --replay ${quotedForShell(student)}`;

/** One word of a POSIX shell, whatever is in it. */
const quotedForShell = (word: string): string => (/^[\w./:][\w./:-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
