/** What is drawn on a terminal of 80 columns and 24 rows, with colours. Pure. */
import { stripVTControlCharacters as plain } from "node:util";
import { expect, test } from "vitest";
import { chapterOf, chapters, clauseOf } from "../../spec/harness/chapters.ts";
import { say } from "../../spec/harness/text.ts";
import type { ClauseResult } from "../../src/judge.ts";
import { clauseList } from "../../src/report/overview.ts";
import { nextClause, standingOf } from "../../src/report/standing.ts";
import { terminalFor, widthOf, wrap } from "../../src/report/terminal.ts";
import { completeLines, shownCard, type Screen } from "../../src/report/watch.ts";

const coloured = terminalFor({ isTTY: true, columns: 80 }, {});
const bare = terminalFor({ columns: 80 }, {});

test.each([
  ["a heading", ({ paint }: typeof bare) => `${paint("red", "✗")} ${paint("bold", "s03.6")}  ${paint("dim", "rule")}  MUST ${"say so, ".repeat(20)}[a, b] ${"{ c }".repeat(9)}`],
  ["one long word", ({ paint }: typeof bare) => `${paint("bold", "x".repeat(200))} ${paint("dim", "参".repeat(90))}`],
])("%s breaks in colour where it breaks without", (_name, text) => {
  const lines = wrap(text(coloured), coloured.width);
  expect(lines.map(plain)).toEqual(wrap(text(bare), bare.width));
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80);
});

test("a bracket stays with what it opens and closes", () => {
  const text = 'the content of the reply is { type: "text", text: "abc" } in [ { role: "user" } ]';
  expect(wrap(text, 30)).toEqual(["the content of the reply is", '{ type: "text", text: "abc" }', 'in [ { role: "user" } ]']);
});

const verdict = (id: string, outcome: ClauseResult["outcome"]): ClauseResult => ({ clause: clauseOf(id), chapter: chapterOf(id), outcome, tests: [], ms: 0 });
const screen = (rows?: number): Screen => ({ language: "en", terminal: coloured, keys: true, rerun: { upto: "s02", target: undefined, seed: 1, runs: undefined }, ...(rows === undefined ? {} : { rows }) });

test("a card that is too long for the screen loses the end of the scenario, and neither expected, got, differs nor the places", () => {
  const words = (name: string) => say(`${name} ${"and so on ".repeat(20)}`, name);
  const failure = {
    test: { clause: "s02.6", condition: say("a long scenario", "长场景"), kind: "example" as const, index: 1, body: async () => undefined },
    outcome: "fails" as const,
    ms: 0,
    card: { expected: words("this"), got: words("that"), differs: words("these"), why: say("Look there.", "看那里。"), scenario: { steps: Array.from({ length: 12 }, () => ({ do: "turn" as const, by: "runOneTurn" as const, input: "hello", replies: [] })) }, at: { file: "code.ts", line: 3, column: 1 } },
  };
  const result = { ...verdict("s02.6", "fails"), failure };
  const whole = shownCard(result, screen()).map(plain);
  for (const rows of [24, 30]) {
    const lines = shownCard(result, screen(rows)).map(plain);
    expect(lines.length).toBeLessThanOrEqual(rows - 8);
    for (const label of ["when", "expected", "got", "differs", "Look there", "your code", "read", "again"]) expect(lines.some((line) => line.startsWith(`    ${label}`)), label).toBe(true);
    expect(lines.at(-1)).toBe(`    … (${whole.length - lines.length + 1} more lines: press a)`);
  }
});

test("the end of a chapter is drawn where there are lines for it, and told where there are not", () => {
  const drawn = (rows?: number): boolean => completeLines("s09", true, screen(rows)).some((line) => line.includes("◀ s09"));
  expect([drawn(), drawn(50), drawn(24)]).toEqual([true, true, false]);
  for (const { id } of chapters) expect(completeLines(id, true, screen(24)).length).toBeLessThan(22);
});

const ids = (chapter: string): string[] => chapters.find(({ id }) => id === chapter)?.clauses.map(({ id }) => id) ?? [];
const standing = standingOf([...ids("s01"), ...ids("s02"), ...ids("s03")].map((id) => verdict(id, id < "s03" && id !== "s01.3" && id !== "s02.2" ? "holds" : "fails")), ["createState", "runOneTurn", "ToolRegistry"]);

test("the clause to meet next is the earliest that does not hold", () => {
  expect(nextClause(standing)?.clause.id).toBe("s01.3");
});

test("the list fits 80 columns, and a chapter that is not begun is not wrong", () => {
  for (const language of ["en", "zh"] as const) {
    const lines = plain(clauseList(standing.chapters, standing, language, coloured)).split("\n");
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => /^ {4}[✗·]/.test(line)).map((line) => line.slice(4, 12).trim())).toEqual(["✗ s01.3", "✗ s02.2", ...ids("s03").map((id) => `· ${id}`)]);
  }
});
