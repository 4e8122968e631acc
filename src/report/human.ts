/** The report for a person: progress by chapter, then the cards. Pure: results in, text out. */
import { clauseOf, neighbour } from "../../spec/harness/chapters.ts";
import type { Language } from "../../spec/harness/text.ts";
import type { ClauseResult } from "../judge.ts";
import { cardLines, headline, placeText, type Rerun } from "./card.ts";
import { finishLines } from "./chain.ts";
import { nextClause, type ChapterResult, type Standing } from "./standing.ts";
import { padEnd, safe, widthOf, wrap, type Terminal } from "./terminal.ts";
import type { Unable } from "../unable.ts";

export type HumanOptions = { language: Language; terminal: Terminal; all: boolean; only: string | undefined; rerun: Rerun; seconds: number; turn?: string[] };

export function humanReport(standing: Standing, options: HumanOptions): string {
  const { language, terminal } = options;
  const lines = ["", ...standing.chapters.map((one) => progressLine(one, standing, language, terminal)), ""];
  const everything = options.all || options.only !== undefined;
  const [first, ...others] = standing.regressions;
  for (const chapter of shownChapters(standing, options)) {
    if (everything || !others.includes(chapter)) lines.push(...chapterLines(chapter, standing, options));
    if (!everything && chapter === first) lines.push(...alsoBroken(first, others, options));
  }
  lines.push(...summary(standing, options), "");
  return lines.join("\n");
}

const titleWidth = 26;
const barWidth = 12;

export function progressLine({ chapter, clauses, held, complete }: Pick<ChapterResult, "chapter" | "held" | "complete"> & { clauses: { length: number } }, standing: Standing, language: Language, terminal: Terminal): string {
  const current = standing.current?.chapter.id === chapter.id;
  const broken = standing.regressions.some((one) => one.chapter.id === chapter.id);
  const filled = Math.round((held / clauses.length) * barWidth);
  const bar = terminal.paint(complete ? "green" : broken ? "red" : "yellow", "█".repeat(filled)) + terminal.paint("dim", "░".repeat(barWidth - filled));
  const sign = complete ? terminal.paint("green", "✓") : broken || current ? terminal.paint("red", "✗") : terminal.paint("dim", "·");
  const count = language === "zh" ? `${held}/${clauses.length} 条` : `${held} of ${clauses.length}`;
  const note = broken ? (language === "zh" ? "  退步" : "  REGRESSION") : current ? (language === "zh" ? "  当前" : "  current") : "";
  return `  ${sign} ${terminal.paint(current ? "bold" : "dim", chapter.id)}  ${padEnd(chapter.title[language], titleWidth)}${bar}  ${count}${terminal.paint(broken ? "red" : "cyan", note)}`;
}

/**
 * The broken earlier chapters first, in their order: a later chapter builds on what the first of them asks for, so that
 * is the likeliest cause. Then the current one. With --all (or --only) every chapter that fails.
 */
function shownChapters(standing: Standing, options: HumanOptions): ChapterResult[] {
  const first = standing.current === undefined ? [] : [...standing.regressions, standing.current];
  if (!options.all && options.only === undefined) return first;
  return [...first, ...standing.chapters.filter((one) => !one.complete && !first.includes(one))];
}

function chapterLines(shown: ChapterResult, standing: Standing, options: HumanOptions): string[] {
  const { language, terminal } = options;
  const { chapter, clauses, held } = shown;
  const regression = standing.regressions.includes(shown);
  const failing = clauses.filter((result) => result.outcome !== "holds");
  if (failing.length === 0) return [];
  const count = language === "zh" ? `${clauses.length} 条中有 ${held} 条成立` : `${held} of ${clauses.length} clauses hold`;
  const title = `${chapter.id} ${chapter.title[language]}`;
  const lead = regression ? `${terminal.paint("red", terminal.paint("bold", language === "zh" ? "退步" : "REGRESSION"))} ` : "";
  const lines = [`${lead}${terminal.paint("bold", title)}   ${terminal.paint("dim", count)}`];
  const everything = options.all || options.only !== undefined;
  if (regression) lines.push(...wrap(regressionNote(chapter.id, standing, language), terminal.width));
  lines.push("");
  const full = everything ? failing : cardsOf(failing);
  for (const result of full) lines.push(...cardLines(result, options.rerun, language, terminal), "");
  const rest = failing.filter((result) => !full.includes(result));
  for (const result of rest) lines.push(...wrap(headline(result, language, terminal), terminal.width).map((line, at) => (at === 0 ? line : `    ${line}`)));
  if (rest.length > 0) lines.push("");
  return lines;
}

/** The clauses that a report without --all tells of in a card. */
export function shownCards(standing: Standing): ClauseResult[] {
  const [earliest] = standing.regressions;
  return [earliest, standing.current].flatMap((chapter) => (chapter === undefined ? [] : cardsOf(chapter.clauses.filter(({ outcome }) => outcome !== "holds"))));
}

/** The first card, and that of the compiler: a type error is often the cause of what the first one tells. */
function cardsOf(failing: ClauseResult[]): ClauseResult[] {
  const [first] = failing;
  const types = failing.find((result) => result.failure?.test.kind === "types" && result.failure.card?.at !== undefined);
  return [first, ...(types === first ? [] : [types])].filter((result) => result !== undefined);
}

/** One card is enough of a change that broke many chapters: the others are named. */
function alsoBroken(first: ChapterResult, others: ChapterResult[], { language, terminal }: HumanOptions): string[] {
  if (others.length === 0) return [];
  const ids = others.map(({ chapter }) => chapter.id).join(language === "zh" ? "、" : ", ");
  const text = language === "zh" ? `${ids} 也不再成立：先修好 ${first.chapter.id}。` : `${ids} no longer ${others.length === 1 ? "holds" : "hold"} either: repair ${first.chapter.id} first.`;
  return [...wrap(terminal.paint("red", text), terminal.width), ""];
}

function regressionNote(id: string, standing: Standing, language: Language): string {
  const now = standing.current?.chapter.id ?? "";
  return language === "zh" ? `这是 ${id} 的内容，${now} 建立在它之上：先让它成立。` : `${now} builds on this: what ${id} asks for must hold, too.`;
}

function summary(standing: Standing, options: HumanOptions): string[] {
  const { language, terminal } = options;
  const all = standing.chapters.flatMap(({ clauses }) => clauses);
  const held = all.filter((result) => result.outcome === "holds").length;
  const time = `${options.seconds.toFixed(1)} s`;
  const first = standing.chapters[0]?.chapter.id ?? "";
  const last = standing.chapters.at(-1)?.chapter.id ?? "";
  const range = first === last ? first : language === "zh" ? `${first} 到 ${last}` : `${first} to ${last}`;
  if (held === all.length) {
    const one = all.length === 1 ? all[0]?.clause.id : undefined;
    const english = one === undefined ? `All ${held} clauses of ${range} hold.` : `${one} holds.`;
    const text = language === "zh" ? (one === undefined ? `${range} 的 ${held} 条条款全部成立。` : `${one} 成立。`) : english;
    const finish = options.only === undefined ? ["", ...finishLines(last, language, terminal, options.rerun.target, options.turn)] : [];
    const next = nextStep(standing, options);
    return [`${terminal.paint("green", text)} ${terminal.paint("dim", time)}`, ...finish, ...(finish.length > 0 && next.length > 0 ? [""] : []), ...next];
  }
  const [only] = all;
  const single = all.length === 1 && only !== undefined;
  const english = single ? `${only.clause.id} does not hold.` : `${held} of ${all.length} clauses of ${range} hold.`;
  const text = language === "zh" ? (single ? `${only.clause.id} 不成立。` : `${range} 的 ${all.length} 条条款中有 ${held} 条成立。`) : english;
  return [`${text} ${terminal.paint("dim", time)}`, ...nextStep(standing, options)];
}

/** What to do next, in one line: read the chapter, meet the first clause, or go on to the next chapter. */
function nextStep(standing: Standing, options: HumanOptions): string[] {
  const { language, terminal } = options;
  const readme = language === "zh" ? "README.zh-CN.md" : "README.md";
  const { current } = standing;
  if (options.only !== undefined) {
    const id = standing.chapters[0]?.chapter.id;
    if (current !== undefined || id === undefined) return [];
    return [`${language === "zh" ? "接着看整章：" : "The whole chapter again: "}${terminal.command(`--upto ${id}`)}`];
  }
  if (current === undefined) {
    const last = standing.chapters.at(-1)?.chapter.id ?? "s12";
    const next = neighbour(last, 1)?.id;
    // What finishing the last chapter says has been said.
    if (next === undefined) return [];
    const command = terminal.command(`--upto ${next}`);
    return [language === "zh" ? `下一步：读 spec/${next}/${readme}，然后运行 ${command}` : `Next: read spec/${next}/${readme}, then ${command}`];
  }
  const failing = nextClause(standing);
  if (failing === undefined) return [];
  const id = failing.chapter;
  const goal = clauseOf(failing.clause.id)[language];
  const text = language === "zh" ? `下一步：${failing.clause.id}，${goal}（spec/${id}/${readme}）` : `Next: ${failing.clause.id}, ${goal} (spec/${id}/${readme})`;
  return wrap(text, terminal.width);
}

/** The sentence for a run that could not be made, with the source line where there is one. */
export function unableReport(unable: Unable, language: Language, terminal: Terminal): string {
  const lines = wrap(`${terminal.paint("red", "✗")} ${safe(unable.sentence[language])}`, terminal.width);
  const { at } = unable;
  if (at !== undefined) {
    lines.push(`  ${placeText(at)}:${at.column}`);
    if (at.text !== "") {
      const number = String(at.line);
      const [before, after] = windowAround(at.text, at.column);
      lines.push(`  ${terminal.paint("dim", `${number} |`)} ${safe(before + after)}`);
      lines.push(`  ${" ".repeat(number.length)} ${terminal.paint("dim", "|")} ${" ".repeat(widthOf(safe(before)))}${terminal.paint("red", "^")}`);
    }
  }
  if (unable.prints !== "") lines.push(`  ${language === "zh" ? "打印" : "printed"}  ${safe(unable.prints.slice(0, 300).trimEnd())}`);
  return `${lines.join("\n")}\n`;
}

/** What stands before and after a column (from 1), cut from a long source line. */
function windowAround(text: string, column: number): [string, string] {
  const flat = text.replaceAll("\t", " ");
  const start = column > 60 ? column - 40 : 0;
  return [flat.slice(start, column - 1), flat.slice(column - 1, start + 70)];
}

/** The first clause result that is our own fault. */
export const ownFault = (results: ClauseResult[]): ClauseResult | undefined => results.find((result) => result.outcome === "errs");
