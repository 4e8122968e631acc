/** Tables for a spreadsheet: RFC 4180, CRLF, and no cell that a spreadsheet would run. Pure. */
import { chaptersUpto } from "../../../spec/harness/chapters.ts";
import type { Language } from "../../../spec/harness/text.ts";
import type { Report } from "../record.ts";
import { idText, oneLine } from "./escape.ts";
import { inOrder, percentOf, pointsText } from "./words.ts";

/** `bom`: a mark at the start, without which Excel takes UTF-8 for something else. */
export type CsvOptions = { bom?: boolean };

type Cell = string | number | null;

/**
 * `grades.csv`: a line for each student. An empty cell means "not graded", never 0. A student's id that begins with a
 * formula's sign has an apostrophe before it; other ids are as they are, so that a program can join on them.
 */
export function gradesCsv(report: Report, language: Language, options: CsvOptions = {}): string {
  const { run, rows } = report;
  const chapters = inOrder([...chaptersUpto(run.upto).map(({ id }) => id), ...rows.flatMap((row) => row.chapters.map(({ id }) => id))]);
  const head = ["student", "verdict", "score", "max", "percent", "stage", ...chapters, "flags", "sentence", "sandbox", "seed", "run"];
  const lines = rows.map((row): Cell[] => {
    const scores = new Map(row.chapters.map(({ id, score }) => [id, score]));
    return [
      idText(row.student),
      row.verdict,
      row.score,
      row.max,
      percentOf(row),
      row.stage,
      // Without a score of the whole there is none of a part.
      ...chapters.map((id) => (row.score === null ? null : (scores.get(id) ?? null))),
      flagsText(row.flags.map(({ code }) => oneLine(code))),
      oneLine(row.sentence[language]),
      row.wall,
      row.seed,
      row.run,
    ];
  });
  return csv([head, ...lines], options);
}

/** Each code once; `similar(3)`: three of that kind. */
function flagsText(codes: string[]): string {
  const count = (code: string): number => codes.filter((one) => one === code).length;
  return [...new Set(codes)].map((code) => (count(code) === 1 ? code : `${code}(${count(code)})`)).join(" ");
}

/** `clauses.csv`: students by clauses, with the status of each; empty where a student has no such clause. */
export function clausesCsv(report: Report, options: CsvOptions = {}): string {
  const ids = new Map<string, string[]>();
  for (const chapter of inOrder(report.rows.flatMap((row) => row.clauses.map((clause) => clause.chapter)))) ids.set(chapter, []);
  const seen = new Set<string>();
  for (const { id, chapter } of report.rows.flatMap((row) => row.clauses)) {
    if (!seen.has(id)) ids.get(chapter)?.push(id);
    seen.add(id);
  }
  const columns = [...ids.values()].flat();
  const lines = report.rows.map((row): Cell[] => {
    const statuses = new Map(row.clauses.map(({ id, status }) => [id, status]));
    return [idText(row.student), ...columns.map((id) => statuses.get(id) ?? null)];
  });
  return csv([["student", ...columns.map(oneLine)], ...lines], options);
}

const csv = (lines: Cell[][], { bom = false }: CsvOptions): string => `${bom ? "\ufeff" : ""}${lines.map((line) => `${line.map(cellText).join(",")}\r\n`).join("")}`;

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return pointsText(cell);
  const text = inert(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A formula, even behind spaces or in full width, becomes text. */
export const inert = (text: string): string => (/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text);
