/** A failure card: one clause that does not hold, in the learner's words. */
import { relative } from "node:path";
import type { Place } from "../../spec/harness/broken.ts";
import { chapterOf, extraChapter } from "../../spec/harness/chapters.ts";
import { narrate } from "../../spec/harness/narrate.ts";
import { root } from "../../spec/harness/root.ts";
import type { TestResult } from "../../spec/harness/run.ts";
import type { Language, Text } from "../../spec/harness/text.ts";
import type { ClauseResult } from "../judge.ts";
import { padEnd, safe, widthOf, wrap, type Terminal } from "./terminal.ts";

/** What the commands in a card need to name, beyond the clause. */
export type Rerun = { upto: string; target: string | undefined; seed: number; runs: number | undefined };

const labels: Record<"when" | "expected" | "got" | "differs" | "prints" | "code" | "faq" | "read" | "again", Text> = {
  when: { en: "when", zh: "场景" },
  expected: { en: "expected", zh: "应当" },
  got: { en: "got", zh: "实际" },
  differs: { en: "differs", zh: "差别" },
  prints: { en: "printed", zh: "打印" },
  code: { en: "your code", zh: "你的代码" },
  faq: { en: "more", zh: "详解" },
  read: { en: "read", zh: "参阅" },
  again: { en: "again", zh: "重跑" },
};

const longestPrint = 400;

export function headline(result: ClauseResult, language: Language, terminal: Terminal): string {
  const { clause } = result;
  const keyword = language === "zh" ? { MUST: "必须：", SHOULD: "应该：" }[clause.keyword] : `${clause.keyword} `;
  const sign = result.outcome === "holds" ? terminal.paint("green", "✓") : terminal.paint("red", "✗");
  return `${sign} ${terminal.paint("bold", clause.id)}  ${terminal.paint("dim", clause.rule)}  ${keyword}${clause[language]}`;
}

/** The lines of a card, headline first. */
export function cardLines(result: ClauseResult, rerun: Rerun, language: Language, terminal: Terminal): string[] {
  const { failure } = result;
  const card = failure?.card;
  const lines = wrap(headline(result, language, terminal), terminal.width).map((line, at) => (at === 0 ? line : `    ${line}`));
  if (failure === undefined || card === undefined) return lines;
  const labelWidth = Math.max(...Object.values(labels).map((label) => widthOf(label[language]))) + 2;
  const row = (label: Text, text: string, style?: "dim"): void => {
    for (const [at, line] of wrap(text, terminal.width - 4 - labelWidth).entries()) {
      const lead = padEnd(at === 0 ? label[language] : "", labelWidth);
      lines.push(`    ${terminal.paint("dim", lead)}${style === undefined ? line : terminal.paint(style, line)}`);
    }
  };
  // Places and commands are there to be clicked and copied: they are never broken.
  const whole = (label: Text, text: string): void => void lines.push(`    ${terminal.paint("dim", padEnd(label[language], labelWidth))}${text}`);
  const condition = failure.test.kind === "property" ? `${failure.test.condition[language]} ${language === "zh" ? "（随机场景，已缩小）" : "(a random scenario, shrunk)"}` : failure.test.condition[language];
  row(labels.when, condition);
  if (card.scenario !== undefined) for (const step of narrate(card.scenario, language)) row({ en: "", zh: "" }, safe(step));
  row(labels.expected, safe(card.expected[language]));
  row(labels.got, safe(card.got[language]));
  if (card.differs !== undefined) row(labels.differs, safe(card.differs[language]));
  if (card.why !== undefined) for (const line of wrap(safe(card.why[language]), terminal.width - 4)) lines.push(`    ${terminal.paint("yellow", line)}`);
  if (card.prints !== undefined) row(labels.prints, safe(clip(card.prints.trimEnd())), "dim");
  if (card.at !== undefined) whole(labels.code, placeText(card.at));
  if (card.faq !== undefined) whole(labels.faq, `docs/faq${language === "zh" ? ".zh-CN" : ""}.md#${card.faq}`);
  // A teacher's own clause is in no chapter's text, and its scenario cannot be played at home.
  if (chapterOf(result.clause.id) === extraChapter?.id) return lines;
  whole(labels.read, readmeOf(result.clause.id, language));
  whole(labels.again, terminal.command(againOf(result, failure, rerun)));
  return lines;
}

/** Where the chapter's text treats a clause. */
export const readmeOf = (id: string, language: Language): string => `spec/${chapterOf(id)}/${language === "zh" ? "README.zh-CN.md" : "README.md"}#${id}`;

const clip = (text: string): string => (text.length <= longestPrint ? text : `${text.slice(0, longestPrint)}…`);

/** A path as the learner types it, where it lies in the repository. */
export function placeText(at: Place): string {
  const short = relative(root, at.file);
  return `${short.startsWith("..") ? at.file : short.split("\\").join("/")}:${at.line}`;
}

/** A path as a shell takes it. */
export const quoted = (path: string): string => (/^[\w./\\-]+$/.test(path) ? path : JSON.stringify(path));

/** The words that name a seed in a command: a value that begins with a minus would be taken for an option. */
export const seedWords = (seed: number): string[] => (seed < 0 ? [`--seed=${seed}`] : ["--seed", String(seed)]);

/** The words of the command that judges exactly this case again. */
export function againOf(result: ClauseResult, failure: TestResult, rerun: Rerun): string {
  const parts = ["--upto", rerun.upto, ...(failure.card?.wholeRun === true ? [] : ["--only", result.clause.id])];
  if (rerun.target !== undefined) parts.push("--target", quoted(rerun.target));
  const replay = failure.card?.replay;
  if (replay !== undefined) parts.push(...seedWords(replay.seed), "--path", `${failure.test.index}:${replay.path}`);
  if (rerun.runs !== undefined && replay === undefined) parts.push("--runs", String(rerun.runs));
  return parts.join(" ");
}
