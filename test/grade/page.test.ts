/** The page of a class: what it counts, what stands in it without a script, and that nothing in a report becomes markup. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { say } from "../../spec/harness/text.ts";
import { attentionOf } from "../../src/grade/attention.ts";
import { figuresOf } from "../../src/grade/figures.ts";
import { columnsOf, figure } from "../../src/grade/page/columns.ts";
import type { PageData } from "../../src/grade/page/data.ts";
import { gradePage, gradePageStart } from "../../src/grade/page/page.ts";
import { replayOf } from "../../src/grade/page/replay.ts";
import { verdicts, type Report, type Row } from "../../src/grade/record.ts";
import { tagsOf } from "../trace/markup.ts";
import { classOf } from "./class.ts";

const languages = ["en", "zh"] as const;
const count = (text: string, part: string): number => text.split(part).length - 1;

function dataIn(page: string): PageData {
  const [, json = ""] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json) as PageData;
}

/** The n-th row, which is there. */
function rowAt({ rows }: Report, at: number): Row {
  const row = rows[at];
  if (row === undefined) throw new Error(`no row ${at}`);
  return row;
}

describe("the class of the tests", () => {
  test("is always the same, has every verdict, and fails more in later chapters", () => {
    expect(classOf(120)).toEqual(classOf(120));
    const { rows } = classOf(400);
    expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(verdicts.filter((verdict) => verdict !== "none")));
    const holding = (chapter: string): number => rows.reduce((sum, row) => sum + (row.chapters.find(({ id }) => id === chapter)?.pass ?? 0) / (row.chapters.find(({ id }) => id === chapter)?.max ?? 1), 0);
    expect(holding("s01")).toBeGreaterThan(holding("s06"));
    expect(holding("s06")).toBeGreaterThan(holding("s12"));
  });
});

describe("figures", () => {
  const { run } = classOf(1);
  const rows = ([[0, 10, null], [5, 10, "s01"], [10, 10, "s02"], [null, 10, "s01"]] as const).map(([score, max, stage]): Row => ({ ...rowAt(classOf(1), 0), score, max, stage }));

  test("a student without a score counts in no mean, no bar and no stage", () => {
    const { scored, middle, bars, stages } = figuresOf({ run: { ...run, upto: "s02" }, rows });
    expect([scored, middle]).toEqual([3, { mean: 50, median: 50 }]);
    expect(bars.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
    expect(stages).toEqual([{ id: null, count: 1 }, { id: "s01", count: 1 }, { id: "s02", count: 1 }]);
  });

  test("of an even number the median is between the two in the middle; of nobody there is none", () => {
    expect(figuresOf({ run, rows: rows.slice(0, 2) }).middle).toEqual({ mean: 25, median: 25 });
    expect(figuresOf({ run, rows: [] }).middle).toBeNull();
    expect([figure(2.25), figure(4), figure(null)]).toEqual(["2.25", "4", "–"]);
  });

  test("hardest first; a clause that was not run counts for nobody, a student without a score neither", () => {
    const statuses = [["fail", 0], ["timeout", 0], ["pass", 1], ["not-run", 0], ["fail", null]] as const;
    const report: Report = { run: { ...run, upto: "s01" }, rows: statuses.map(([status, score]): Row => ({ ...rowAt(classOf(1), 0), score, clauses: [{ id: "s01.2", chapter: "s01", status, points: 0, max: 1, ms: 1 }, { id: "s01.3", chapter: "s01", status: "pass", points: 1, max: 1, ms: 1 }, { id: "x.tidy", chapter: "extra", status: "error", points: 0, max: 1, ms: 1 }] })) };
    expect(columnsOf(report).map(({ id }) => id).slice(-2)).toEqual(["s01.9", "x.tidy"]);
    expect(figuresOf(report).hardest).toEqual([{ id: "s01.2", failing: 2, begun: 3, failingOfAll: 2, all: 3, timeouts: 1 }, { id: "x.tidy", failing: 0, begun: 0, failingOfAll: 4, all: 4, timeouts: 0 }]);
  });

  test("who needs a person, most urgent first, nobody twice", () => {
    const groups = attentionOf(classOf(100).rows);
    expect(groups.map(({ kind }) => kind)).toEqual(["integrity", "fault", "review", "invalid", "missing"]);
    expect(groups[0]?.cases[0]?.details).toEqual([{ code: "escaped", text: say("a process outlived the program: node -e setInterval(…)", "有一个进程在程序结束后还活着：node -e setInterval(…)") }]);
    const students = groups.flatMap(({ cases }) => cases.map(({ row }) => row.student));
    expect(new Set(students).size).toBe(students.length);
    expect(attentionOf([])).toEqual([]);
  });

  test("a replay is one line for a shell, whatever the folder is called", () => {
    const row: Row = { ...rowAt(classOf(1), 0), student: "it's $(rm) `x`", file: { path: "x/code.ts", sha256: "", bytes: 1 } };
    expect(replayOf(row)).toBe(`npm run kata -- grade "$CLASS" --out "$GRADES" --replay 'it'\\''s $(rm) \`x\`'`);
    expect(replayOf({ ...row, file: undefined })).toBeUndefined();
    // What it was graded with is asked for again: the roster that led to the id, the teacher's own clauses.
    expect(replayOf({ ...row, student: "Ana", spelled: "ana" })).toBe('npm run kata -- grade "$CLASS" --out "$GRADES" --replay Ana');
    expect(replayOf({ ...row, student: "ana", spelled: "Ana Lee_1_assignsubmission_file_" })).toBe('npm run kata -- grade "$CLASS" --roster "$ROSTER" --out "$GRADES" --replay ana');
    expect(replayOf({ ...row, student: "-ana", clauses: [...row.clauses, { id: "x.1", chapter: "extra", status: "pass", points: 1, max: 1, ms: 0 }] })).toBe(`npm run kata -- grade "$CLASS" --extra "$EXTRA" --out "$GRADES" --replay='-ana'`);
  });
});

describe.each(languages)("the page (%s)", (language) => {
  test("is well-formed, and has all that it shows without a script", () => {
    const report = classOf(100);
    const page = gradePage(report, language);
    const tags = tagsOf(page);
    expect(page.startsWith(gradePageStart)).toBe(true);
    expect(tags.filter(({ name, attributes }) => name === "tr" && attributes.includes("id=")).length).toBe(100);
    expect(tags.filter(({ name }) => name === "rect").length).toBeGreaterThan(23);
    for (const { student } of report.rows) expect(page).toContain(`<bdi>${student}</bdi>`);
    expect(tags.filter(({ attributes }) => attributes.includes("data-clause")).length).toBe(figuresOf(report).hardest.length);
    expect(tags.filter(({ attributes }) => attributes.includes('role="alert"'))).toEqual([]);
  });

  test("has the data of each student for its script, and the secret of the seeds nowhere", () => {
    const report = classOf(30);
    const page = gradePage(report, language);
    const { students, columns, lines } = dataIn(page);
    expect(columns.length).toBe(116);
    expect(students.map(({ id }) => id)).toEqual(report.rows.map(({ student }) => student));
    for (const [at, { marks, cards }] of students.entries()) {
      const { clauses } = rowAt(report, at);
      expect([...marks].filter((mark) => mark === "p").length).toBe(clauses.filter(({ status }) => status === "pass").length);
      const shown = cards.map(([, places]) => places.map((place) => lines[place]).join("\n"));
      expect(shown).toEqual(clauses.flatMap(({ card }) => (card === undefined ? [] : [card[language]])));
    }
    expect(page).not.toContain(report.run.secret);
  });

  test("may load nothing and run nothing but its own script", () => {
    const page = gradePage(classOf(10), language);
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(policy).toContain(`style-src ${hash(/<style>(.*?)<\/style>/s.exec(page)?.[1] ?? "")}`);
    expect(policy).toContain(`script-src ${hash(/<script>(.*?)<\/script>/s.exec(page)?.[1] ?? "")}`);
    for (const { attributes } of tagsOf(page)) {
      expect(attributes).not.toMatch(/ (?:on[a-z]+|style|src|action)=/);
      expect(attributes).not.toMatch(/ href="(?!#)/);
    }
    expect(page).not.toMatch(/https?:|innerHTML|insertAdjacent|document\.write/);
  });

  test("says loudly that there was no sandbox, and that it shows a part", () => {
    for (const wall of ["node", "none"] as const) expect(gradePage(classOf(3, { wall }), language)).toContain('class="banner" role="alert"');
    expect(gradePage(classOf(3, { shard: { index: 2, count: 4 } }), language)).toContain('class="banner part"');
    for (const wall of ["bwrap", "docker", "podman"] as const) expect(gradePage(classOf(3, { wall }), language)).not.toContain("banner\"");
  });

  test("of nobody is a page, too", () => {
    const page = gradePage({ ...classOf(1), rows: [] }, language);
    tagsOf(page);
    expect(dataIn(page).students).toEqual([]);
  });
});

/** A class of one kind in which every text that a student, a program or a teacher can choose is `text`. */
function hostileClass(text: string): Report {
  const { run, rows } = classOf(10);
  const both = say(text, text);
  return {
    run,
    rows: rows.map((row): Row => ({
      ...row,
      student: text,
      spelled: text,
      sentence: both,
      prints: `x${text}`,
      stage: row.stage === null ? null : text,
      file: { path: text, sha256: text, bytes: 1 },
      chapters: row.chapters.map((chapter) => ({ ...chapter, id: text })),
      clauses: [...row.clauses.map((clause) => ({ ...clause, ...(clause.card === undefined ? {} : { card: both }), ...(clause.replay === undefined ? {} : { replay: { seed: 1, path: text } }) })), { id: `x.${text}`, chapter: text, status: "fail", points: 0, max: 1, ms: 1, card: both }],
      flags: [{ code: text, severity: "review", detail: both }],
    })),
  };
}

/** What must stand nowhere in a page: control characters (but line breaks and tabs), marks that turn the direction, half characters. */
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** All texts in a value of plain data. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The tags of a page with the names of their attributes. */
const shapeOf = (page: string): string => tagsOf(page).map(({ name, attributes }) => name + attributes.replace(/="[^"]*"/g, "")).join("\n");
const tame = shapeOf(gradePage(hostileClass("tame"), "en"));

function expectInert(text: string): void {
  const page = gradePage(hostileClass(text), "en");
  expect(shapeOf(page)).toBe(tame);
  expect(unseen.exec(page)?.[0]).toBeUndefined();
  expect(count(page, "</script")).toBe(2);
  expect(count(page, "<script")).toBe(2);
  expect(count(page, "<!--")).toBe(1);
  const { students, lines } = dataIn(page);
  expect(students.length).toBe(10);
  expect(unseen.exec([...lines, ...students.flatMap(textsOf)].join(""))?.[0]).toBeUndefined();
}

describe("hostile strings stay text", () => {
  test.each([
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "<img src=x onerror=alert(2)>",
    "\" onclick='alert(3)' x=\"",
    "\u0000\u001b[31m\u0007\u202e\u2066\u200f\u2028\u2029\u061c",
    "\ud800 \udc00",
    "__proto__",
    "%E0%A4%A&student=x#clause=s01.1",
    "`${1}` ]]> &lt; &amp;",
    "",
  ])("%j", expectInert);

  test("a text of 100 kB is cut, and a page stays small", () => {
    const { run, rows } = classOf(10);
    const long = "<b>&\u0000".repeat(20_000);
    const both = say(long, long);
    const page = gradePage({ run, rows: rows.map((row) => ({ ...row, sentence: both, prints: long, clauses: row.clauses.map((clause) => ({ ...clause, card: both })), flags: [{ code: "long", severity: "review", detail: both }] })) }, "en");
    const { students, lines } = dataIn(page);
    for (const { sentence, prints = "", flags } of students) for (const text of [sentence, prints, flags[0]?.[2] ?? ""]) expect(text.endsWith("… cut here")).toBe(true);
    expect(lines.length).toBe(2);
    expect(page.length).toBeLessThan(2_000_000);
  });

  test("whatever the text is", () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));
    const pieces = fc.array(fc.oneof(fc.string({ unit: "binary" }), units, fc.constantFrom("<", ">", "&", "\"", "'", "`", "</script", "<!--", "-->", "\n", "\\u003c", "`a`")), { maxLength: 6 }).map((some) => some.join(""));
    fc.assert(fc.property(pieces, expectInert), { numRuns: 40 });
  });
});
