/** What the script of the page works on, packed: a class of 300 has some 35,000 results, and its cards share most of their lines. Pure. */
import type { Language, Text } from "../../../spec/harness/text.ts";
import { visible } from "../../trace/plain.ts";
import type { ClauseRow, Report, Row, Status } from "../record.ts";
import { cut } from "./cut.ts";
import { statusWords, verdictLabels, wallWords } from "../words.ts";
import { figure, resultsOf, type Column } from "./columns.ts";
import { replayOf } from "./replay.ts";
import { words } from "./words.ts";

/** The letters of `Student.marks`. */
const letters: Record<Status, string> = { pass: "p", fail: "f", error: "e", timeout: "t", "not-run": "n" };

/** A card: the column, and its lines as places in `lines`. */
type Card = [column: number, lines: number[]];

type Student = {
  /** as it is shown */
  id: string;
  spelled?: string;
  verdict: string;
  sentence: string;
  /** for people; as a number to sort by, -1 where there is none */
  score: string;
  points: number;
  max: string;
  stage: string;
  /** a letter for each column */
  marks: string;
  /** id, score, of, share in percent */
  chapters: [string, string, string, number][];
  /** severity, code, detail */
  flags: [string, string, string][];
  cards: Card[];
  replay?: string;
  prints?: string;
  /** label and value */
  facts: [string, string][];
};

export type PageData = {
  columns: [id: string, chapter: string, sentence: string][];
  /** the lines of all cards, each once */
  lines: string[];
  students: Student[];
  statuses: Record<string, { name: Status; sign: string; word: string }>;
  verdicts: Record<string, string>;
  words: Record<string, string>;
};

export function dataOf(report: Report, columns: Column[], language: Language): PageData {
  const tell = (texts: Record<string, Text>): Record<string, string> => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[language]]));
  const places = new Map<string, number>();
  const placeOf = (line: string): number => {
    const place = places.get(line) ?? places.size;
    places.set(line, place);
    return place;
  };
  const shown = (text: string, limit: "text" | "card" | "prints"): string => visible(cut(text, limit, language));
  const cardOf = (clause: ClauseRow, column: number): Card => {
    const lines = clause.card === undefined ? [] : shown(clause.card[language], "card").split("\n").map(placeOf);
    return [column, lines];
  };
  const studentOf = (row: Row): Student => {
    const results = resultsOf(row);
    const replay = replayOf(row);
    return {
      id: visible(row.student),
      ...(row.spelled === undefined ? {} : { spelled: visible(row.spelled) }),
      verdict: row.verdict,
      sentence: shown(row.sentence[language], "text"),
      score: figure(row.score),
      points: row.score ?? -1,
      max: figure(row.max),
      stage: visible(row.stage ?? "–"),
      marks: columns.map(({ id }) => letters[results.get(id)?.status ?? "not-run"]).join(""),
      chapters: row.chapters.map(({ id, score, max }) => [visible(id), figure(score), figure(max), max > 0 ? Math.round(((score ?? 0) / max) * 100) : 0]),
      flags: row.flags.map(({ severity, code, detail }) => [severity, shown(code, "text"), shown(detail[language], "text")]),
      cards: columns.flatMap(({ id }, column) => {
        const clause = results.get(id);
        return clause === undefined || clause.status === "pass" || (clause.status === "not-run" && clause.card === undefined) ? [] : [cardOf(clause, column)];
      }),
      ...(replay === undefined ? {} : { replay: visible(replay) }),
      ...(row.prints === undefined || row.prints === "" ? {} : { prints: shown(row.prints, "prints") }),
      facts: factsOf(row, language),
    };
  };
  const students = report.rows.map(studentOf);
  return {
    columns: columns.map(({ id, chapter, clause }) => [visible(id), clause === undefined ? words.extra[language] : chapter, clause?.[language] ?? words.own[language]]),
    lines: [...places.keys()],
    students,
    statuses: Object.fromEntries(Object.entries(letters).map(([name, letter]) => [letter, { name: name as Status, sign: statusWords[name as Status].sign, word: statusWords[name as Status][language] }])),
    verdicts: tell(verdictLabels),
    words: tell(words),
  };
}

function factsOf({ file, spelled, seed, wall, ms }: Row, language: Language): [string, string][] {
  const facts: [Text, string][] = [
    ...(spelled === undefined ? [] : [[words.spelled, spelled] satisfies [Text, string]]),
    ...(file === undefined ? [] : [[words.file, `${file.path} · ${file.bytes} B · sha256 ${file.sha256}`] satisfies [Text, string]]),
    ...(file?.others ?? []).map(({ path, sha256 }): [Text, string] => [words.file, `${path} · sha256 ${sha256}`]),
    [words.seed, String(seed)],
    [words.sandbox, wallWords[wall][language]],
    [words.time, `${(ms / 1000).toFixed(1)} s`],
  ];
  return facts.map(([label, value]) => [label[language], visible(value)]);
}

/** JSON that may stand in a script element: nothing in it ends the element or begins a tag or a comment. */
export const embedded = (data: PageData): string => JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
