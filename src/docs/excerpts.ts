/**
 * What a marker shows of a command's output: `kata trace s04; from: 2  One; to: history; exit: 1`. With
 * `; edit: A becomes B` the command judges the reference with one piece exchanged, as if it were the learner's file. Pure.
 */
import { Flaw } from "./flaw.ts";

export type Edit = { find: string; put: string };
export type Call = { command: string; edit?: Edit };
export type Excerpt = Call & { from?: string; to?: string; exit: number };
export type Ran = { output: string; code: number | null };

/** They write to folders, or wait for keys. */
const unfit = ["start", "reset", "restore", "watch", "grade"];

/** @throws Flaw for anything but a kata command that only reads */
export function excerptOf(argument: string): Excerpt {
  const [command = "", ...parts] = argument.split(/; (?=(?:from|to|exit|edit): )/);
  const [program, name = ""] = command.split(" ");
  if (program !== "kata") throw new Flaw(`only kata commands are run for documents, not ${JSON.stringify(command)}`);
  if (unfit.includes(name)) throw new Flaw(`kata ${name} writes files or waits for keys, so no document runs it`);
  const given = Object.fromEntries(parts.map((part) => [part.slice(0, part.indexOf(":")), part.slice(part.indexOf(":") + 2)]));
  const { from, to, exit = "0", edit } = given;
  if (exit !== "0" && exit !== "1" && exit !== "2") throw new Flaw(`exit is 0, 1 or 2, not ${exit}`);
  return { command, exit: Number(exit), ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), ...(edit === undefined ? {} : { edit: editOf(edit, command) }) };
}

function editOf(text: string, command: string): Edit {
  const [find = "", put, ...more] = text.split(" becomes ");
  if (find === "" || put === undefined || more.length > 0) throw new Flaw("an edit is written `edit: A becomes B`");
  if (!command.includes(" --target solution") || editedChapter(command) === undefined) throw new Flaw("an edit needs a command that names a chapter and `--target solution`");
  return { find, put };
}

/** The chapter whose reference a command is about. */
export const editedChapter = (command: string): string | undefined => / (?:--upto|--only|trace|compare|list) (s\d\d)\b/.exec(command)?.[1];

/** What a card says of a hang, in both languages. */
const stopped = /it was still running and was stopped|它一直没有结束/;

/** The lines of an output that an excerpt keeps. @throws Flaw where the command failed, or a text is not in its output */
export function excerptFrom({ output, code }: Ran, { command, from, to, exit }: Excerpt): string {
  if (code !== exit) throw new Flaw(`\`${command}\` ended with exit code ${code ?? "none (it took too long)"}, not ${exit}${exit === 0 ? "; where that is meant, add `; exit: 1`" : ""}: ${output.trim().split("\n")[0] ?? ""}`);
  if (stopped.test(output)) throw new Flaw(`\`${command}\` tells of a scenario that was stopped at its time limit, which depends on the machine: try again when it has less to do`);
  const lines = output.replaceAll("\r\n", "\n").split("\n").map((line) => line.trimEnd());
  const start = from === undefined ? 0 : lines.findIndex((line) => line.includes(from));
  if (start < 0) throw new Flaw(`\`${command}\` prints no line with ${JSON.stringify(from)}`);
  const end = to === undefined ? lines.length : lines.findIndex((line, at) => at > start && line.includes(to));
  if (end < 0) throw new Flaw(`\`${command}\` prints no line with ${JSON.stringify(to)} after that`);
  const kept = lines.slice(start, end).join("\n").replace(/^\n+/, "").trimEnd();
  if (kept === "") throw new Flaw(`\`${command}\` prints nothing there`);
  return kept;
}

/** Two outputs that differ in times alone are one: what was written before stays. */
export const steady = (before: string, now: string): string => (withoutTimes(before) === withoutTimes(now) ? before : now);

const withoutTimes = (text: string): string => text.replaceAll(/(?<![\d.])\d+\.\d s\b/g, "T s");
