/** How points, clauses and chapters are told, alike in all formats and on the page. Pure. */
import { chapters, extraChapter } from "../../../spec/harness/chapters.ts";
import type { Clause } from "../../../spec/harness/clause.ts";
import { say, type Language } from "../../../spec/harness/text.ts";
import type { ClauseRow, Row } from "../record.ts";
import { statusWords } from "../words.ts";
import { excerpt, oneLine } from "./escape.ts";

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

/** `60–<70 %`, `100 %`, `0 %`: the scores of a bar. */
export const barLabel = (low: number, high: number): string => (low === 100 ? "100 %" : high <= 0.1 ? "0 %" : `${low < 1 ? ">0" : low}–<${high} %`);

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
