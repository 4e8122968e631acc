/** What `kata watch` shows after a save. Pure: verdicts in, lines out. */
import type { Chapter } from "../../spec/harness/clause.ts";
import type { Language } from "../../spec/harness/text.ts";
import type { ClauseResult } from "../judge.ts";
import { keys } from "../watch/keys.ts";
import { cardLines, headline, type Rerun } from "./card.ts";
import { finishLines } from "./chain.ts";
import { progressLine } from "./human.ts";
import { nextClause } from "./overview.ts";
import type { Standing } from "./standing.ts";
import { wrap, type Terminal } from "./terminal.ts";

export type Screen = { language: Language; terminal: Terminal; rerun: Rerun; /** lines of the terminal, where there is one */ rows?: number; keys: boolean };

/** Clause ids with whether each held, as last known. */
export type Known = Map<string, boolean>;

/** The line above everything: level, file, time of the day. */
export function titleLine(level: string, file: string, time: Date, { language, terminal }: Screen): string {
  const clock = time.toTimeString().slice(0, 8);
  return terminal.paint("dim", `${clock}  ${language === "zh" ? `检查到 ${level}` : `up to ${level}`}  ${file}`);
}

/** The verdict on one chapter's behaviour; `total` counts the clauses of the compiler too, which has not spoken yet. */
export function verdictLines({ chapter, clauses, total }: { chapter: Chapter; clauses: ClauseResult[]; total: number }, standing: Standing, before: Known, ms: number, screen: Screen): string[] {
  const { language, terminal } = screen;
  const held = clauses.filter(({ outcome }) => outcome === "holds").length;
  const line = progressLine({ chapter, clauses: { length: total }, held, complete: held === clauses.length }, standing, language, terminal);
  const later = total === clauses.length ? "" : language === "zh" ? " · 类型稍后" : " · types to come";
  return [line, terminal.paint("dim", `    ${Math.round(ms)} ms${later}`), ...changeLines(clauses, before, screen)];
}

/** Which clauses hold that did not, and the other way round. Nothing is said of a clause judged for the first time. */
export function changeLines(results: ClauseResult[], before: Known, { language, terminal }: Pick<Screen, "language" | "terminal">): string[] {
  const changed = results.filter(({ clause, outcome }) => before.has(clause.id) && before.get(clause.id) !== (outcome === "holds"));
  const named = (holds: boolean): string => changed.filter(({ outcome }) => (outcome === "holds") === holds).map(({ clause }) => clause.id).join(" ");
  const [better, worse] = [named(true), named(false)];
  return [
    ...(better === "" ? [] : wrap(`    ${terminal.paint("green", language === "zh" ? "+ 新成立：" : "+ newly held:")} ${better}`, terminal.width)),
    ...(worse === "" ? [] : wrap(`    ${terminal.paint("red", language === "zh" ? "- 不再成立：" : "- newly broken:")} ${worse}`, terminal.width)),
  ];
}

/** The card of one clause; on a terminal not longer than leaves the rest of the screen to be seen. */
export function shownCard(result: ClauseResult, { language, terminal, rerun, rows }: Screen): string[] {
  const lines = ["", ...cardLines(result, rerun, language, terminal)];
  const room = Math.max(10, (rows ?? Infinity) - 8);
  if (lines.length <= room) return lines;
  // The last lines are places and commands.
  return [...lines.slice(0, room - 4), terminal.paint("dim", "    …"), ...lines.slice(-3)];
}

/** What the earlier chapters and the compiler add to the first verdict. `card`: of the clause to meet next, unless it was shown. */
export function restLines(standing: Standing, focus: string, card: ClauseResult | undefined, before: Known, screen: Screen): string[] {
  const { language, terminal } = screen;
  const others = standing.chapters.filter(({ chapter }) => chapter.id !== focus);
  const types = standing.chapters.filter(({ chapter }) => chapter.id === focus).flatMap(({ clauses }) => clauses.filter(({ clause }) => clause.types === true));
  const next = nextClause(standing);
  const shown = [...standing.regressions, ...(standing.current === undefined || standing.current.chapter.id === focus ? [] : [standing.current])];
  const held = others.filter(({ complete }) => complete).map(({ chapter }) => chapter.id);
  return [
    ...shown.map((chapter) => progressLine(chapter, standing, language, terminal)),
    ...(held.length === 0 ? [] : [`  ${terminal.paint("green", "✓")} ${terminal.paint("dim", language === "zh" ? `${rangesOf(held, "到")} 成立` : `${rangesOf(held, "to")} ${held.length === 1 ? "holds" : "hold"}`)}`]),
    ...changeLines([...others.flatMap(({ clauses }) => clauses), ...types], before, screen),
    ...types.filter((result) => result.outcome !== "holds" && result.clause.id !== next?.clause.id).flatMap((result) => wrap(headline(result, language, terminal), terminal.width - 4).map((line, at) => (at === 0 ? `  ${line}` : `      ${line}`))),
    ...(card === undefined ? [] : shownCard(card, screen)),
  ];
}

/** `s01 s02 s03 s05` as "s01 to s03, s05". */
function rangesOf(ids: string[], to: string): string {
  const runs: string[][] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run !== undefined && Number(id.slice(1)) === Number(run.at(-1)?.slice(1)) + 1) run.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => (run.length === 1 ? run[0] : `${run[0]} ${to} ${run.at(-1)}`)).join(", ");
}

/** Everything up to the level holds. `first`: it did not before, so there is something to look at. */
export function completeLines(level: string, first: boolean, { language, terminal, keys: pressed }: Screen): string[] {
  const done = terminal.paint("green", language === "zh" ? `${level} 之前（含）的条款全部成立。` : `Every clause up to ${level} holds.`);
  const onward = language === "zh" ? "按 n 进入下一章" : "press n for the next chapter";
  const command = `npm run kata -- watch --upto ${following(level) ?? level}`;
  const how = following(level) === undefined ? [] : [!pressed ? (language === "zh" ? `下一章：${command}` : `Next: ${command}`) : onward];
  return ["", done, ...(first ? finishLines(level, language, terminal) : []), ...how];
}

/** The chapter after, or undefined at the last one. */
export const following = (level: string): string | undefined => (level === "s12" ? undefined : `s${String(Number(level.slice(1)) + 1).padStart(2, "0")}`);

/** The keys, in one line. */
export const footer = ({ language, terminal }: Pick<Screen, "language" | "terminal">): string =>
  keys.map(({ key, name }) => `${terminal.paint("bold", key)} ${terminal.paint("dim", name[language])}`).join(terminal.paint("dim", "  ·  "));
