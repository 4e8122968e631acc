/** The commands that judge a submission again. Pure. */
import type { ClauseRow, Row, Run } from "../record.ts";

/** @returns the command for the whole program, or for one clause; undefined where there is no file. CLASS stands for the class's folder. */
export function replayOf({ upto, runs }: Run, { file, seed }: Row, clause?: ClauseRow): string | undefined {
  if (file === undefined) return undefined;
  const parts = ["npm run kata --", "--upto", upto, "--target", `"$CLASS"/${quotedForShell(file.path)}`];
  if (clause !== undefined) parts.push("--only", quotedForShell(clause.id));
  const { replay } = clause ?? {};
  if (replay !== undefined) parts.push("--seed", String(replay.seed), "--path", quotedForShell(replay.path));
  else parts.push("--seed", String(seed), "--runs", String(runs));
  return parts.join(" ");
}

/** One word of a POSIX shell, whatever is in it. */
const quotedForShell = (word: string): string => (/^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
