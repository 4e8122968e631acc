/** The words and figures that several formats share, in both languages. Pure. */
import { chapters, extraChapter } from "../../../spec/harness/chapters.ts";
import type { Clause } from "../../../spec/harness/clause.ts";
import { say, type Language, type Text } from "../../../spec/harness/text.ts";
import type { ClauseRow, Row, Status, Verdict, Wall } from "../record.ts";
import { excerpt, oneLine } from "./escape.ts";

export const verdictWords: Record<Verdict, Text> = {
  ok: say("every clause holds", "条款全部成立"),
  partial: say("some clauses hold", "部分条款成立"),
  none: say("no clause holds yet", "还没有条款成立"),
  missing: say("nothing was handed in", "没有交文件"),
  "invalid-file": say("the file cannot be read as a program", "文件无法当作程序读取"),
  "syntax-error": say("the program has a syntax error", "程序有语法错误"),
  "load-error": say("the program throws while it is loaded", "程序在加载时抛出了错误"),
  "load-timeout": say("the program does not finish loading in time", "程序没有在限定时间内加载完"),
  "out-of-memory": say("the program takes more memory than there is for it", "程序用的内存超过了限额"),
  crashed: say("the program ends its own process", "程序结束了自己的进程"),
  "output-limit": say("the program prints more than is kept", "程序打印的内容超过了限额"),
  policy: say("the program imports what it must not", "程序导入了不允许导入的东西"),
  integrity: say("no score until a person has looked at it", "人工查看之前没有分数"),
  "grader-error": say("not graded, by our own fault", "没有评分，是评分程序自己的问题"),
};

export const statusWords: Record<Status, Text> = {
  pass: say("holds", "成立"),
  fail: say("does not hold", "不成立"),
  error: say("the program ended while this was judged", "评判这一条时程序意外结束"),
  timeout: say("the program did not finish in time", "程序没有在限定时间内结束"),
  "not-run": say("was not judged", "没有评判"),
};

export const wallWords: Record<Wall, Text> = {
  bwrap: say("a sandbox (bubblewrap)", "沙箱（bubblewrap）"),
  docker: say("a container (docker)", "容器（docker）"),
  podman: say("a container (podman)", "容器（podman）"),
  node: say("node's permission flags: against accidents, not against intent", "Node 的权限参数：防意外，不防有意为之"),
  none: say("nothing but a process of its own", "只有一个单独的进程"),
};

/** English or Chinese, by the language of the output. */
export const inLanguage =
  (language: Language) =>
  (en: string, zh: string): string =>
    language === "zh" ? zh : en;

/** A number of points: at most four decimals, never an exponent, no rest of binary fractions. */
export const pointsText = (points: number): string => String(Number(points.toFixed(4)));

/** Percent, rounded down to one decimal so that less than all never looks like all; null where there is no score, or nothing to score. */
export function percentOf({ score, max }: { score: number | null; max: number }): number | null {
  if (score === null || !(max > 0)) return null;
  return score >= max ? 100 : Math.min(99.9, Math.floor((score / max) * 1000 + 1e-6) / 10);
}

/** `35.5 of 105 points (33.8 %)`. @param graded a row with a score */
export function scoreText({ score, max }: { score: number; max: number }, language: Language): string {
  const percent = percentOf({ score, max });
  const share = percent === null ? "" : inLanguage(language)(` (${percent} %)`, `（${percent}%）`);
  return inLanguage(language)(`${pointsText(score)} of ${pointsText(max)} points${share}`, `${pointsText(max)} 分中得 ${pointsText(score)} 分${share}`);
}

export const isGraded = (row: Row): row is Row & { score: number } => row.score !== null;

/** A teacher's own clauses are known where they are judged; who merges or compares results knows their ids only. */
const known = new Map([...chapters, ...(extraChapter === undefined ? [] : [extraChapter])].flatMap((chapter) => chapter.clauses.map((clause) => [clause.id, clause] as const)));

/** The clause with this id; undefined of a teacher's own that is not known here. */
export const courseClause = (id: string): Clause | undefined => known.get(id);

/** `s04 Evented tool loop`; a teacher's own clauses have a name of ours. */
export function chapterTitle(id: string, language: Language): string {
  const title = id === "extra" ? say("your teacher's own clauses", "老师自己的条款") : chapters.find((chapter) => chapter.id === id)?.title;
  if (title === undefined) return id;
  return id === "extra" ? title[language] : `${id} ${title[language]}`;
}

/** `s04.3 report each call to …`. */
export function clauseTitle({ id }: { id: string }, language: Language): string {
  const clause = courseClause(id);
  return clause === undefined ? oneLine(id) : `${id} ${clause[language]}`;
}

/** Why a clause gives no points: its card, or else its status in words, with the sentence of the whole where it was not judged. */
export function clauseMessage(row: Row, clause: ClauseRow, language: Language): string {
  const card = clause.card?.[language] ?? "";
  if (oneLine(excerpt(card, 200)) !== "") return card;
  const words = statusWords[clause.status][language];
  return clause.status === "not-run" ? `${words}${inLanguage(language)(": ", "：")}${row.sentence[language]}` : words;
}

/** The ids of chapters in the order of the course, a teacher's own last. */
export const inOrder = (ids: Iterable<string>): string[] => [...new Set(ids)].sort((left, right) => placeOf(left) - placeOf(right) || (left < right ? -1 : 1));
const placeOf = (id: string): number => {
  const at = chapters.findIndex((chapter) => chapter.id === id);
  return at < 0 ? chapters.length : at;
};

/** What to do next: the first clause that does not hold, the course's before a teacher's own; undefined where the program could not be judged, or all holds. */
export function nextClause({ clauses }: Row): ClauseRow | undefined {
  const open = clauses.filter(({ status }) => status !== "pass");
  if (open.length > 0 && clauses.every(({ status }) => status === "not-run")) return undefined;
  return open.find(({ chapter }) => chapter !== "extra") ?? open[0];
}
