/** What `kata watch` shows after a save. Pure: verdicts in, lines out. */
import { stripVTControlCharacters } from "node:util";
import type { Chapter } from "../../spec/harness/clause.ts";
import { neighbour } from "../../spec/harness/chapters.ts";
import type { Language } from "../../spec/harness/text.ts";
import type { ClauseResult } from "../judge.ts";
import { keys } from "../watch/keys.ts";
import { cardLines, headline, placeText, type Rerun } from "./card.ts";
import { finishLines } from "./chain.ts";
import { progressLine } from "./human.ts";
import { nextClause, type Standing } from "./standing.ts";
import { safe, wrap, type Terminal } from "./terminal.ts";

export type Screen = { language: Language; terminal: Terminal; rerun: Rerun; /** lines of the terminal, where there is one */ rows?: number; keys: boolean };

/** Clause ids with whether each held, as last known. */
export type Known = Map<string, boolean>;

/** The line above everything: level, file, time of the day. */
export function titleLine(level: string, file: string, time: Date, { language, terminal }: Screen): string {
  const clock = time.toTimeString().slice(0, 8);
  return terminal.paint("dim", `${clock}  ${language === "zh" ? `检查到 ${level}` : `up to ${level}`}  ${file}`);
}

/** The first verdict on one chapter's behaviour; `total` counts the clauses too that nothing has been said of: the compiler's, and the slow ones. */
export function verdictLines({ chapter, clauses, total }: { chapter: Chapter; clauses: ClauseResult[]; total: number }, standing: Standing, before: Known, ms: number, screen: Screen): string[] {
  const { language, terminal } = screen;
  const held = clauses.filter(({ outcome }) => outcome === "holds").length;
  const line = progressLine({ chapter, clauses: { length: total }, held, complete: held === clauses.length }, standing, language, terminal);
  const later = language === "zh" ? " · 其余场景和类型随后" : " · more scenarios and types to come";
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

/** The card of one clause, on a terminal no longer than `room` lines: the end of the scenario goes first, then the ends of the longest parts. */
export function shownCard(result: ClauseResult, { language, terminal, rerun, rows, keys: pressed }: Screen, room: number = (rows ?? Infinity) - 8): string[] {
  const parts = partsOf(cardLines(result, rerun, language, terminal));
  const most = Math.max(10, room - 1);
  const whole = parts.flat().length;
  let cut = parts.map((part) => part.length);
  const total = (): number => cut.reduce((sum, length) => sum + length, 0) + (cut.some((length, at) => length < (parts[at]?.length ?? 0)) ? 1 : 0);
  // The first part is the clause, the second the scenario.
  while (total() > most) {
    const at = (cut[1] ?? 0) > 2 ? 1 : cut.lastIndexOf(Math.max(...cut));
    if ((cut[at] ?? 0) <= 1) break;
    cut = cut.map((length, part) => (part === at ? length - 1 : length));
  }
  const lines = parts.flatMap((part, at) => part.slice(0, cut[at]));
  if (lines.length === whole) return ["", ...lines];
  const missing = whole - lines.length;
  const more = language === "zh" ? `（还有 ${missing} 行${pressed ? "：按 a" : ""}）` : `(${missing} more ${missing === 1 ? "line" : "lines"}${pressed ? ": press a" : ""})`;
  return ["", ...lines, terminal.paint("dim", `    … ${more}`)];
}

/** The lines of a card by what they tell: the clause, the scenario, expected, got and so on. */
function partsOf(lines: string[]): string[][] {
  const parts: string[][] = [];
  let before: LineKind | undefined;
  for (const line of lines) {
    const kind = kindOf(line);
    if (kind === "label" || (kind === "free" && before !== "free")) parts.push([line]);
    else parts.at(-1)?.push(line);
    before = kind;
  }
  return parts;
}

/** `free`: the clause, or a reason, which stand without a label. */
type LineKind = "label" | "more" | "free";

function kindOf(line: string): LineKind {
  const text = stripVTControlCharacters(line);
  if (text.startsWith(" ".repeat(5))) return "more";
  return /^ {4}\S+(?: \S+)? {2,}\S/.test(text) ? "label" : "free";
}

/**
 * What all else adds to the first verdict: further scenarios, the other chapters, the compiler. `focus.told`: what
 * stands on the screen already. `card`: of the clause to meet next, unless it was shown.
 */
export function restLines(standing: Standing, focus: { id: string; told: ClauseResult[] }, card: ClauseResult | undefined, before: Known, screen: Screen): string[] {
  const { language, terminal } = screen;
  const others = standing.chapters.filter(({ chapter }) => chapter.id !== focus.id);
  const types = standing.chapters.filter(({ chapter }) => chapter.id === focus.id).flatMap(({ clauses }) => clauses.filter(({ clause }) => clause.types === true));
  const next = nextClause(standing);
  const heldFirst = focus.told.filter(({ outcome }) => outcome === "holds").length;
  // The count that was told first may have changed.
  const own = standing.chapters.filter(({ chapter, held }) => chapter.id === focus.id && (focus.told.length === 0 || held !== heldFirst));
  const toldOf = new Map(focus.told.filter(({ clause }) => before.has(clause.id)).map(({ clause, outcome }) => [clause.id, outcome === "holds"]));
  const shown = [...own, ...standing.regressions, ...(standing.current === undefined || standing.current.chapter.id === focus.id ? [] : [standing.current])];
  const held = others.filter(({ complete }) => complete).map(({ chapter }) => chapter.id);
  return [
    ...[...new Set(shown)].map((chapter) => progressLine(chapter, standing, language, terminal)),
    ...(held.length === 0 ? [] : [`  ${terminal.paint("green", "✓")} ${terminal.paint("dim", language === "zh" ? `${rangesOf(held, "到")} 成立` : `${rangesOf(held, "to")} ${held.length === 1 ? "holds" : "hold"}`)}`]),
    ...changeLines(standing.chapters.flatMap(({ clauses }) => clauses), new Map([...before, ...toldOf]), screen),
    ...types.filter((result) => result.outcome !== "holds" && result.clause.id !== next?.clause.id).flatMap((result) => [...wrap(headline(result, language, terminal), terminal.width - 4), ...typeErrorLines(result, screen)].map((line, at) => (at === 0 ? `  ${line}` : `      ${line}`))),
    ...(card === undefined ? [] : shownCard(card, screen)),
  ];
}

/** What the compiler says first, and where. */
function typeErrorLines({ failure }: ClauseResult, { language, terminal }: Screen): string[] {
  const card = failure?.card;
  if (card === undefined) return [];
  return [...wrap(safe(card.got[language]), terminal.width - 6).slice(0, 2), ...(card.at === undefined ? [] : [placeText(card.at)])];
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

/** Everything up to the level holds. `first`: it did not before, so there is something to look at; the chain only where the terminal has the lines for it. */
export function completeLines(level: string, first: boolean, { language, terminal, keys: pressed, rows }: Screen): string[] {
  const done = terminal.paint("green", language === "zh" ? `${level} 之前（含）的条款全部成立。` : `Every clause up to ${level} holds.`);
  const onward = language === "zh" ? "按 n 进入下一章" : "press n for the next chapter";
  const next = neighbour(level, 1)?.id;
  const command = terminal.command(`watch --upto ${next ?? level}`);
  const how = next === undefined ? [] : [!pressed ? (language === "zh" ? `下一章：${command}` : `Next: ${command}`) : onward];
  const finish = finishLines(level, language, terminal);
  const fits = finish.length <= (rows ?? Infinity) - 9;
  return ["", done, ...(!first ? [] : fits ? finish : finishLines(level, language, terminal, undefined, [], false)), ...how];
}

/** What is told while the newest text has no verdict yet. */
export const judgingLine = ({ language, terminal }: Pick<Screen, "language" | "terminal">): string =>
  terminal.paint("cyan", language === "zh" ? "  检查中……" : "  judging…");

/** The keys, in one line. */
export const footer = ({ language, terminal }: Pick<Screen, "language" | "terminal">): string =>
  keys.map(({ key, name }) => `${terminal.paint("bold", key)} ${terminal.paint("dim", name[language])}`).join(terminal.paint("dim", "  ·  "));
