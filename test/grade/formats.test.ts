/** Every output of a grading run, read back by a second parser or held against the schema of the platform that reads it. */
import { Ajv, type ValidateFunction } from "ajv";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { lexer, walkTokens, type Token } from "marked";
import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { say, type Language, type Text } from "../../spec/harness/text.ts";
import { blankSentence } from "../../src/grade/blank.ts";
import type { Report, Row } from "../../src/grade/record.ts";
import { casesOf } from "../../src/grade/formats/cases.ts";
import { classroomJson, classroomOutput } from "../../src/grade/formats/classroom.ts";
import { clausesCsv, gradesCsv, inert } from "../../src/grade/formats/csv.ts";
import { ctrfJson } from "../../src/grade/formats/ctrf.ts";
import { clean, html, idText, markdown, oneLine, quiet } from "../../src/grade/formats/escape.ts";
import { exercismJson } from "../../src/grade/formats/exercism.ts";
import { figuresOf } from "../../src/grade/figures.ts";
import { gradePage } from "../../src/grade/page/page.ts";
import { gradescopeJson } from "../../src/grade/formats/gradescope.ts";
import { junitXml } from "../../src/grade/formats/junit.ts";
import { feedback } from "../../src/grade/formats/markdown.ts";
import { fileNameOf } from "../../src/grade/formats/names.ts";
import { summaryMarkdown, summaryText } from "../../src/grade/formats/summary.ts";
import { percentOf, pointsText } from "../../src/grade/formats/words.ts";
import * as schemas from "./formats-schemas.ts";
import { classOf as reportOfClass } from "./class.ts";
import { classOf, everyVerdict, hostile, hostileRow, hostileRows, reportOf, rowOf, runOf } from "./rows.ts";

const languages: Language[] = ["en", "zh"];
const run = runOf();
/** How many clauses s01 to s03 have. */
const clauses = rowOf({ student: "ada" }).max;
const all = String(clauses);
/** Ten points in all: the first ten clauses. */
const ten = (at: number): number => (at < 10 ? 1 : 0);

/** The reports that every format has to get through. */
const reports: [string, Report][] = [
  ["nobody", reportOf([])],
  ["one student", reportOf([rowOf({ student: "ada" })])],
  ["every verdict", reportOf(everyVerdict())],
  ["fractional weights", reportOf([rowOf({ student: "ada", weight: (at) => (at % 2 === 0 ? 0.1 : 0.7) }), rowOf({ student: "bob", weight: () => 0 })])],
  ["300 students", reportOf(classOf(300))],
  ["hostile words", reportOf(hostileRows())],
];
const small = reports.filter(([name]) => name !== "300 students");
const each = (): [string, Language, Report][] => reports.flatMap(([name, report]) => (small.some(([one]) => one === name) ? languages : (["zh"] as const)).map((language): [string, Language, Report] => [name, language, report]));
const eachRow = (): { row: Row; language: Language }[] => [...small.flatMap(([, { rows }]) => rows), ...classOf(300).slice(0, 60)].flatMap((row) => languages.map((language) => ({ row, language })));

/** A text of any kind: whole Unicode, lone surrogates, controls, and the pieces that mean something somewhere. */
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
  fc.array(fc.constantFrom(...hostile, "`", "```", "\n", "|", "<", "]]>", "&", '"', ",", "::", "=", " ", "\\", "x"), { maxLength: 12 }).map((parts) => parts.join("")),
);

// --- CSV

const table = (text: string): string[][] => parse(text, { bom: true, relax_column_count: false, record_delimiter: "\r\n" }) as string[][];

describe("grades.csv", () => {
  test.each(each())("%s in %s: a line for each student, and every cell comes back", (_, language, report) => {
    const text = gradesCsv(report, language);
    const [head = [], ...lines] = table(text);
    expect(head.slice(0, 9)).toEqual(["student", "verdict", "score", "max", "percent", "stage", "s01", "s02", "s03"]);
    expect(head.slice(-5)).toEqual(["flags", "sentence", "sandbox", "seed", "run"]);
    expect(lines.map(([student]) => student)).toEqual(report.rows.map(({ student }) => inert(idText(student))));
    expect(lines.map((line) => line.at(-4))).toEqual(report.rows.map(({ sentence }) => inert(oneLine(sentence[language]))));
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text.endsWith("\r\n")).toBe(true);
  });

  test("no score is an empty cell, of the whole and of each chapter; 0 is a 0", () => {
    const lines = new Map(table(gradesCsv(reportOf(everyVerdict()), "en")).map(([student = "", ...cells]) => [student, cells]));
    expect(lines.get("student-grader-error")?.slice(0, 8)).toEqual(["grader-error", "", all, "", "", "", "", ""]);
    expect(lines.get("student-integrity")?.slice(1, 8)).toEqual(["", all, "", "", "", "", ""]);
    expect(lines.get("student-missing")?.slice(0, 5)).toEqual(["missing", "0", all, "0", ""]);
    expect(lines.get("student-ok")?.slice(0, 5)).toEqual(["ok", all, all, "100", "s03"]);
    expect(table(gradesCsv(reportOf([rowOf({ student: "bob", upto: "s01", verdict: "none" })]), "en"))[1]?.slice(6, 9)).toEqual(["0", "", ""]);
  });

  test("no cell of words begins as a formula does; a number stays a number", () => {
    const cells = table(gradesCsv(reportOf([...hostile.map(hostileRow), rowOf({ student: "-1" })]), "en")).flat();
    expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell)).filter((cell) => cell !== "-7")).toEqual([]);
    expect(cells).toContain("'-1");
    expect(cells).toContain(`'=HYPERLINK("http://example.org?"&A1,"click")6`);
  });

  test("Excel's mark only where it is asked for", () => {
    const report = reportOf([rowOf({ student: "李雷" })]);
    expect(gradesCsv(report, "zh", { bom: true })).toBe(`\ufeff${gradesCsv(report, "zh")}`);
  });

  test("any words: the same cells come back", () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, bom) => {
        const report = reportOf([hostileRow(text)]);
        const [, line = [], ...rest] = table(gradesCsv(report, "en", { bom }));
        expect(rest).toEqual([]);
        expect([line[0], line.at(-4)]).toEqual([inert(idText(hostileRow(text).student)), inert(oneLine(text))]);
        expect(table(clausesCsv(report, { bom }))).toHaveLength(2);
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

test("clauses.csv has the status of each clause, and nothing where there is no such clause", () => {
  const lines = table(clausesCsv(reportOf([rowOf({ student: "ada" }), rowOf({ student: "bob", upto: "s01" }), rowOf({ student: "eve", verdict: "syntax-error" })])));
  expect(lines.map((line) => line.slice(0, 4))).toEqual([["student", "s01.1", "s01.2", "s01.3"], ["ada", "pass", "pass", "fail"], ["bob", "pass", "pass", "fail"], ["eve", "not-run", "not-run", "not-run"]]);
  expect(lines[2]?.at(-1)).toBe("");
});

// --- XML

type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] };

/** @throws Error where the text is not well-formed XML 1.0 */
function xml(text: string): Element {
  const parser = new SaxesParser();
  const top: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [top];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (piece) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  const [root] = top.children;
  if (root === undefined) throw new Error("an empty document");
  return root;
}

describe("JUnit", () => {
  test.each(each())("%s in %s: well-formed, counts that agree, no two cases with one name", (_, language, report) => {
    const text = junitXml(report, language);
    expect(Buffer.byteLength(text)).toBeLessThan(30_000_000);
    const root = xml(text);
    expect(root.name).toBe("testsuites");
    expect(root.children.map(({ attributes }) => attributes.name)).toEqual(report.rows.map(({ student }) => idText(student)));
    const names = root.children.flatMap(({ children }) => children.map(({ attributes }) => `${attributes.classname}\n${attributes.name}`));
    expect(new Set(names).size).toBe(names.length);
    for (const element of [root, ...root.children]) {
      const cases = element === root ? root.children.flatMap(({ children }) => children) : element.children;
      const inside = (tag: string): string => String(cases.filter(({ children }) => children.some(({ name }) => name === tag)).length);
      expect(element.attributes).toMatchObject({ tests: String(cases.length), failures: inside("failure"), errors: inside("error"), skipped: inside("skipped") });
      expect(element.attributes.time).toMatch(/^\d+\.\d{3}$/);
    }
    expect(root.children.flatMap(({ children }) => children).filter(({ children }) => children.filter(({ name }) => name !== "system-out").length > 1)).toEqual([]);
  });

  test("of a row without a score there is an error, no failure and no pass", () => {
    for (const verdict of ["grader-error", "integrity"] as const) {
      const [suite] = xml(junitXml(reportOf([rowOf({ student: "ada", verdict })]), "en")).children;
      expect(suite?.children.map(({ children }) => children.map(({ name, attributes }) => [name, attributes.type]))).toEqual([[["error", verdict]]]);
    }
  });

  test("a clause that our own fault kept from being judged is an error, too", () => {
    const row = rowOf({ student: "ada" });
    const [first, ...others] = row.clauses;
    if (first === undefined) throw new Error("no clause");
    const [suite] = xml(junitXml(reportOf([{ ...row, clauses: [{ ...first, status: "not-run", points: null }, ...others] }]), "en")).children;
    expect(suite?.attributes).toMatchObject({ errors: "1", skipped: "0" });
  });

  test("of a program that could not be judged one case fails, its clauses are skipped", () => {
    const [suite] = xml(junitXml(reportOf([rowOf({ student: "ada", verdict: "syntax-error" })]), "en")).children;
    expect(suite?.attributes).toMatchObject({ tests: String(clauses + 1), failures: "1", errors: "0", skipped: all });
    expect(suite?.attributes.timestamp).toBe("2026-01-31T12:00:05");
  });

  test("any words: well-formed, and as many elements as with plain ones", () => {
    const shape = ({ name, children }: Element): unknown => [name, children.map(shape)];
    const plain = shape(xml(junitXml(reportOf([hostileRow("plain")]), "en")));
    fc.assert(
      fc.property(anyText.filter((text) => oneLine(text) !== ""), (text) => {
        const root = xml(junitXml(reportOf([hostileRow(text)]), "en"));
        expect(shape(root)).toEqual(plain);
        const failure = root.children[0]?.children.at(-1)?.children[0];
        expect(failure?.text).toBe(clean(text));
        expect(root.children[0]?.children[0]?.attributes.file).toBe(clean(`${text}/code.ts`));
      }),
      { seed: 2, numRuns: 300 },
    );
  });
});

// --- JSON

const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });

/** @returns the value; the test fails where it does not fit */
function valid<Value>(check: ValidateFunction<Value>, text: string): Value {
  const value: unknown = JSON.parse(text);
  if (!check(value)) throw new Error(ajv.errorsText(check.errors));
  return value;
}

type Gradescope = { score: number; output: string; tests: { name: string; number?: string; score: number; max_score: number; status: string; output?: string }[] };
type Classroom = { status: string; max_score: number; tests: { name: string; status: string; score: number; message: string | null }[] };
type Exercism = { status: string; message: string | null; tests?: { name: string; status: string; message?: string; output?: string; task_id?: number }[] };
type Ctrf = { results: { summary: Record<string, number>; tests: { status: string }[] } };
const checks = { gradescope: ajv.compile<Gradescope>(schemas.gradescope), classroom: ajv.compile<Classroom>(schemas.classroom), exercism: ajv.compile<Exercism>(schemas.exercism), ctrf: ajv.compile<Ctrf>(schemas.ctrf) };

const close = (left: number, right: number): boolean => Math.abs(left - right) < 1e-3;

describe("Gradescope", () => {
  test("every graded row: valid, and the tests add up to the score and to the maximum", () => {
    for (const { row, language } of eachRow().filter((one) => one.row.score !== null)) {
      const results = valid(checks.gradescope, gradescopeJson(row, run, language));
      const sum = (of: "score" | "max_score"): number => results.tests.reduce((total, one) => total + one[of], 0);
      expect(close(results.score, row.score ?? NaN) && close(sum("score"), results.score) && close(sum("max_score"), row.max), row.student).toBe(true);
      expect(results.tests.map(({ status }) => status === "passed")).toEqual(row.clauses.map(({ status }) => status === "pass"));
    }
  });

  test("a row without a score has neither score nor tests, and says so", () => {
    for (const verdict of ["grader-error", "integrity"] as const) {
      const text = gradescopeJson(rowOf({ student: "ada", verdict }), run, "en");
      const results = JSON.parse(text) as Partial<Gradescope>;
      expect([results.score, results.tests]).toEqual([undefined, undefined]);
      expect(results.output).toContain("no score yet");
      expect(() => valid(checks.gradescope, text)).toThrow();
    }
  });

  test("a teacher's own clause tells its sentence only where the row carries it; flags are not told", () => {
    const extra = [
      { id: "x.open", chapter: "extra", status: "fail" as const, points: 0, max: 2, ms: 1, card: say("the sentence", "这一句") },
      { id: "x.hidden", chapter: "extra", status: "fail" as const, points: 0, max: 2, ms: 1 },
    ];
    const text = gradescopeJson(rowOf({ student: "ada", extra, more: { flags: [{ code: "similar", severity: "review", detail: say("like bob's", "像 bob 的") }] } }), run, "en");
    const { tests } = valid(checks.gradescope, text);
    expect(tests.slice(-2).map(({ name, number, output }) => [name, number, output])).toEqual([["x.open", undefined, "the sentence"], ["x.hidden", undefined, "does not hold"]]);
    expect(text).not.toMatch(/similar|bob/);
  });
});

describe("GitHub Classroom", () => {
  /** What its reporter's code does: the console's total, and the grade. */
  const totals = ({ tests, max_score }: Classroom): [number, number] => [(tests.filter(({ status }) => status === "pass").length / tests.length) * max_score, tests.reduce((sum, { score }) => sum + score, 0)];

  test("every graded row: valid, small, two equal whole totals", () => {
    for (const { row, language } of eachRow().filter((one) => one.row.score !== null)) {
      const text = classroomJson(row, run, language) ?? "";
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(96 * 1024);
      const results = valid(checks.classroom, text);
      const [console, grade] = totals(results);
      expect(grade).toBeCloseTo(console, 9);
      expect(Number.isInteger(grade)).toBe(true);
      expect(results.status === "pass").toBe(row.max > 0 && row.score === row.max);
    }
  });

  test("whole weights: the grade is the score, of all points", () => {
    const row = rowOf({ student: "ada", weight: (at) => at % 4 });
    const results = valid(checks.classroom, classroomJson(row, run, "en") ?? "");
    expect([...totals(results), results.max_score]).toEqual([row.score, row.score, row.max]);
  });

  test("fractional weights: percents, rounded down", () => {
    const row = rowOf({ student: "ada", weight: (at) => (at === 0 ? 0.01 : 0.1), status: (at) => (at === 0 ? "fail" : "pass") });
    const results = valid(checks.classroom, classroomJson(row, run, "en") ?? "");
    expect([...totals(results), results.max_score]).toEqual([99, 99, 100]);
  });

  test("nothing handed in: 0 of the points, as tests", () => {
    const row = { ...rowOf({ student: "ada", verdict: "missing" }), clauses: [], chapters: [] };
    const results = valid(checks.classroom, classroomJson(row, run, "en") ?? "");
    expect([...totals(results), results.max_score, results.tests[0]?.message]).toEqual([0, 0, clauses, "This is missing."]);
  });

  test("a score that something else decided on wins over the clauses", () => {
    const row: Row = { ...rowOf({ student: "ada", verdict: "policy" }), score: 0 };
    expect(totals(valid(checks.classroom, classroomJson(row, run, "en") ?? ""))).toEqual([0, 0]);
  });

  test("the whole course with 100 kB of message each stays below 96 KiB", () => {
    for (const language of languages) {
      const text = classroomJson(rowOf({ student: "ada", upto: "s12", verdict: "none", card: say('"\\'.repeat(50_000), "错".repeat(50_000)) }), runOf({ upto: "s12" }), language) ?? "";
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(96 * 1024);
      valid(checks.classroom, text);
    }
  });

  test("the step's output is one line of base64; of a row without a score there is none", () => {
    const row = rowOf({ student: "李雷", card: say("::error::x", "##teamcity[x") });
    const output = classroomOutput(row, run, "zh") ?? "";
    expect(output).toMatch(/^result=[A-Za-z0-9+/]+=*\n$/);
    expect(Buffer.byteLength(output)).toBeLessThan(131_071);
    expect(Buffer.from(output.slice(7), "base64").toString("utf8")).toBe(classroomJson(row, run, "zh"));
    expect(["grader-error" as const, "integrity" as const].map((verdict) => classroomOutput(rowOf({ student: "ada", verdict }), run, "en"))).toEqual([undefined, undefined]);
  });

  test("no line of a name or a message is a command to the CI", () => {
    for (const row of hostileRows()) {
      const { tests } = valid(checks.classroom, classroomJson(row, run, "en") ?? "");
      expect(tests.flatMap(({ name, message }) => `${name}\n${message ?? ""}`.split("\n")).filter((line) => /^\s*::|##\w*\[/.test(line))).toEqual([]);
    }
  });
});

describe("Exercism", () => {
  test("every row: valid, in the order of the clauses, an error exactly where nothing ran or there is no score", () => {
    for (const { row, language } of eachRow()) {
      const text = exercismJson(row, run, language);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(500_000);
      const results = valid(checks.exercism, text);
      const none = row.score === null || row.clauses.every(({ status }) => status === "not-run");
      expect([results.status === "error", results.tests === undefined]).toEqual([none, none]);
      if (!none) expect(results.tests?.map(({ status }) => status === "pass")).toEqual(row.clauses.map(({ status }) => status === "pass"));
    }
  });

  test("the whole course with 16 kB of message each stays below 500 kB; a message without words gives the status", () => {
    const long = exercismJson(rowOf({ student: "ada", upto: "s12", verdict: "none", card: say("x".repeat(16_000), "x") }), run, "en");
    valid(checks.exercism, long);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(500_000);
    const blank = valid(checks.exercism, exercismJson(rowOf({ student: "ada", verdict: "none", card: say("\u001b[31m \n", "x") }), run, "en"));
    expect(blank.tests?.[0]?.message).toBe("does not hold");
  });

  test("the prints of a program are cut at 500 characters, with the words of the platform", () => {
    const results = valid(checks.exercism, exercismJson(rowOf({ student: "ada", more: { prints: "x".repeat(501) } }), run, "en"));
    expect(results.tests?.[0]?.output).toMatch(/^x+…\nOutput was truncated\. Please limit to 500 chars$/);
    expect(results.tests?.map(({ task_id }) => task_id).at(-1)).toBe(3);
  });
});

test.each(each())("CTRF, %s in %s: valid, counts that agree", (_, language, report) => {
  const { results } = valid(checks.ctrf, ctrfJson(report, language));
  const { tests, summary } = results;
  const count = (status: string): number => tests.filter((one) => one.status === status).length;
  expect(summary).toMatchObject({ tests: tests.length, passed: count("passed"), failed: count("failed"), skipped: count("skipped"), other: count("other") });
  expect(tests).toHaveLength(report.rows.flatMap((row) => casesOf(row, language)).length);
});

test("any words: valid JSON of every kind", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...languages), (text, language) => {
      const row = hostileRow(text);
      valid(checks.gradescope, gradescopeJson(row, run, language));
      valid(checks.classroom, classroomJson(row, run, language) ?? "");
      valid(checks.ctrf, ctrfJson(reportOf([row]), language));
      valid(checks.exercism, exercismJson(row, run, language));
    }),
    { seed: 3, numRuns: 200 },
  );
});

// --- Markdown and plain text

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  walkTokens(lexer(text, { gfm: true }), (token) => void tokens.push(token));
  return tokens;
}
const kinds = (text: string): string[] => tokensOf(text).map(({ type }) => type).filter((type) => !["text", "escape", "space", "codespan"].includes(type));

describe("feedback", () => {
  test("every row: no HTML, no link, no image; a card is a block of its own, with all its words", () => {
    for (const { row, language } of eachRow()) {
      const tokens = tokensOf(feedback(row, run, language));
      expect(tokens.map(({ type }) => type).filter((type) => ["html", "link", "image", "blockquote", "hr"].includes(type)), row.student.slice(0, 80)).toEqual([]);
      expect(tokens.filter(({ type }) => type === "heading").length).toBeLessThanOrEqual(6);
    }
  });

  test("a card cannot end its block", () => {
    const card = "✗ s01.3\n```\n<b>free</b>\n`````\n# heading";
    const blocks = tokensOf(feedback(rowOf({ student: "ada", card: say(card, card) }), run, "en")).filter((token) => token.type === "code");
    expect(blocks.filter((token) => "text" in token && token.text === card)).toHaveLength(3);
  });

  test("any words: the same structure as with plain ones", () => {
    const plain = kinds(feedback(hostileRow("plain"), run, "en"));
    fc.assert(
      fc.property(anyText.filter((text) => oneLine(text) !== ""), (text) => {
        expect(kinds(feedback(hostileRow(text), run, "en"))).toEqual(plain);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  test("it tells the score, what holds, the next clause, and how to see more", () => {
    const row = rowOf({ student: "ada", weight: ten, status: (at) => (at < 9 ? "pass" : "fail") });
    const english = feedback(row, run, "en");
    for (const words of ["# Feedback for `ada`", "**9 of 10 points (90 %)**. Everything up to s01 holds.", "| ✓ s01 Agent core | 9 of 9 | all | 9 / 9 |", "## What to do next\n\n**s02.1** MUST ", "npm run kata -- hint s02.1", "npm run kata -- --upto s02\n", "npm run kata -- --upto s03 --seed=-7 --runs 60 --all"]) expect(english).toContain(words);
    const chinese = feedback(row, run, "zh");
    for (const words of ["# 反馈：`ada`", "**10 分中得 9 分（90%）**。到 s01 为止全部成立。", "## 下一步\n\n**s02.1** 必须：", "spec/s02/README.zh-CN.md#s02.1", "npm run kata -- --upto s02\n"]) expect(chinese).toContain(words);
  });

  test("without a score it says that this is not 0, and names no points", () => {
    for (const verdict of ["grader-error", "integrity"] as const) {
      const text = feedback(rowOf({ student: "ada", verdict }), run, "en");
      expect(text).toContain("There is no score yet. That is not a score of 0.");
      expect(text).not.toMatch(/ of \d+ points|What holds/);
    }
  });

  test("of a program that could not be judged it says what happened, what to do and whom to ask, and nothing of clauses", () => {
    for (const verdict of ["missing", "invalid-file", "syntax-error", "load-error", "load-timeout", "out-of-memory", "crashed", "output-limit", "policy"] as const) {
      const row = rowOf({ student: "ada", verdict, sentence: say("It is so.", "是这样。"), status: () => "not-run" });
      const [english, chinese] = [feedback(row, run, "en"), feedback(row, run, "zh")];
      for (const words of ["**0 of 29 points (0 %)**. No clause could be judged.", "It is so.", "## What to do\n", "ask your teacher, and give them these lines", `verdict: \`${verdict}\``]) expect(english).toContain(words);
      for (const words of ["**29 分中得 0 分（0%）**。没有条款可以评判。", "是这样。", "## 怎么办\n", "请去问老师"]) expect(chinese).toContain(words);
      for (const text of [english, chinese]) {
        expect(text).not.toMatch(/s0[1-3]\.\d|--seed|--all|kata -- hint/);
        expect(text.split("npm run kata")).toHaveLength(["missing", "invalid-file"].includes(verdict) ? 1 : 2);
        expect(text.split("\n").length).toBeLessThan(26);
      }
    }
  });

  test("flags and the run's secret are never told to a student", () => {
    const row = rowOf({ student: "ada", more: { flags: [{ code: "similar", severity: "review", detail: say("like bob's", "像 bob 的") }] } });
    for (const language of languages) for (const text of [feedback(row, run, language), gradescopeJson(row, run, language), classroomJson(row, run, language), exercismJson(row, run, language)]) expect(text).not.toMatch(/similar|bob|anybody's eyes/);
  });
});

/** A teacher's own clauses, before those of the course. */
const own = (hold: boolean): Row => {
  const card = say("what the teacher asks for", "老师要求的");
  const row = rowOf({ student: "ada", verdict: hold ? "ok" : "partial", extra: ["x.a", "x.b"].map((id) => ({ id, chapter: "extra", status: "fail", points: 0, max: 2, ms: 1, card })) });
  return { ...row, clauses: [...row.clauses.slice(-2), ...row.clauses.slice(0, -2)] };
};

test("a teacher's own clauses come after those of the course, each with its card; nobody is sent to judge them at home", () => {
  const [partial, held] = [feedback(own(false), run, "en"), feedback(own(true), run, "en")];
  expect(partial).toContain("## What to do next\n\n**s01.3** MUST ");
  expect(partial.split("what the teacher asks for")).toHaveLength(3);
  expect(held).toContain("## What to do next\n\n**x.a** (2 points)\n\n```text\nwhat the teacher asks for\n```");
  expect(held).toContain("npm run kata -- --upto s03\n");
  for (const text of [partial, held]) expect(text).toContain("Your teacher's own clauses are not judged there.");
  expect(held).not.toMatch(/first card|every card/);
  expect(feedback(rowOf({ student: "ada" }), run, "en")).not.toContain("Your teacher's own clauses");
});

test("a flag of one kind is named once in a cell, with its count", () => {
  const flags = ["similar", "prints", "similar", "similar"].map((code) => ({ code, severity: "review" as const, detail: say("x", "x") }));
  expect(gradesCsv(reportOf([rowOf({ student: "ada", more: { flags } })]), "en")).toContain(",similar(3) prints,");
});

test("nobody is promised a card where every clause holds, nor a place where there is none", () => {
  const ok = rowOf({ student: "ada", verdict: "ok" });
  expect(feedback(ok, run, "en")).not.toMatch(/first card|every card/);
  expect(feedback(ok, run, "zh")).not.toMatch(/卡片/);
  const hung = rowOf({ student: "ada", verdict: "load-timeout", status: () => "not-run" });
  expect(feedback(hung, run, "en")).not.toContain("with the place");
  expect(feedback(hung, run, "en")).toContain("outside of all functions");
  expect(feedback(hung, run, "zh")).toContain("所有函数之外");
});

test("what is not exported is told once, by one card, and by a line for each further clause", () => {
  const lack = (id: string, what: string): Text => say(`✗ ${id}  R8  MUST be so\n    when       one turn\n    expected   At s01 code.ts exports \`${what}(state,\n               output)\`\n    got        yours exports nothing\n    read       spec/s01/README.md#${id}\n    again      npm run kata -- --only ${id}`, `✗ ${id}\n    实际      你导出了：什么都没有`);
  const row = rowOf({ student: "ada", verdict: "none", upto: "s01" });
  const clauses = row.clauses.map((clause, at) => ({ ...clause, card: lack(clause.id, at === 3 ? "another" : "runOneTurn") }));
  const [english, chinese] = [feedback({ ...row, clauses }, run, "en"), feedback({ ...row, clauses }, run, "zh")];
  expect(english.split("yours exports nothing")).toHaveLength(3);
  expect(chinese.split("你导出了")).toHaveLength(3);
  expect(english.match(/^- \*\*s01\.\d\*\* MUST .* \(for the same reason as s01\.[14]\)$/gm)).toHaveLength(7);
  expect(chinese.match(/（原因同 s01\.1）$/gm)).toHaveLength(7);
});

test("a file without a program is told so", () => {
  for (const text of ["", "\ufeff"]) expect(blankSentence(text)?.en, JSON.stringify(text)).toMatch(/^The file is empty\./);
  for (const text of ["\n", " \r\n\t", "\ufeff\r\n", "// mine", "/* one */ // two\r\n\n/** three */", "/* open /* */\n"]) expect(blankSentence(text)?.en, JSON.stringify(text)).toMatch(/nothing but blanks and comments/);
  for (const text of ["0", "/* */ x /* */", "// a\nx", "/* never closed", "//", '"//"', "#!/usr/bin/env node\n"]) expect(blankSentence(text) === undefined, JSON.stringify(text)).toBe(text !== "//");
});

describe("summary", () => {
  test.each(each())("%s in %s: no HTML, no command to a CI, no raw control", (_, language, report) => {
    const page = tokensOf(summaryMarkdown(report, language));
    expect(page.map(({ type }) => type).filter((type) => ["html", "link", "image", "table", "blockquote"].includes(type))).toEqual([]);
    const text = summaryText(report, language);
    expect(text.split("\n").filter((line) => /^\s*::|##\w*\[|[\u0000-\u001f\u007f-\u009f\u202e]/.test(line))).toEqual([]);
    expect(text).not.toContain("anybody's eyes");
  });

  test("any words: the same structure as with plain ones", () => {
    const plain = kinds(summaryMarkdown(reportOf([hostileRow("plain")]), "en"));
    fc.assert(
      fc.property(anyText, (text) => {
        expect(kinds(summaryMarkdown(reportOf([hostileRow(text)]), "en"))).toEqual(plain);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test("every figure comes from the rows", () => {
    const rows = [rowOf({ student: "ada", verdict: "ok", weight: ten }), rowOf({ student: "bob", weight: ten, status: (at) => (at === 4 ? "fail" : "pass") }), rowOf({ student: "cy", verdict: "grader-error" }), rowOf({ student: "dan", verdict: "missing", more: { run: "earlier" } })];
    const figures = figuresOf(reportOf(rows, { students: 6 }));
    expect(figures.verdicts).toEqual([{ verdict: "ok", count: 1 }, { verdict: "partial", count: 1 }, { verdict: "missing", count: 1 }, { verdict: "grader-error", count: 1 }]);
    expect(figures.middle).toEqual({ mean: 63.3, median: 90 });
    expect(figures.bars.map(({ count }) => count)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(figures.hardest).toEqual([{ id: "s01.5", failing: 1, begun: 2, failingOfAll: 1, all: 2, timeouts: 0 }]);
    expect([figures.absent, figures.kept, figures.scored]).toEqual([2, 1, 3]);
  });

  test("hard is what those fail who have begun its chapter", () => {
    const rows = ["ada", "bob", "cy"].map((student) => rowOf({ student, upto: "s02", status: (_, id) => (id === "s01.2" || id.startsWith("s02") ? "fail" : "pass") }));
    expect(figuresOf(reportOf(rows)).hardest.slice(0, 2)).toEqual([{ id: "s01.2", failing: 3, begun: 3, failingOfAll: 3, all: 3, timeouts: 0 }, { id: "s02.1", failing: 0, begun: 0, failingOfAll: 3, all: 3, timeouts: 0 }]);
  });

  test("the least score above 0 is not 0", () => {
    expect(figuresOf(reportOf([{ ...rowOf({ student: "ada" }), score: 1, max: 1000 }])).bars.map(({ count }) => count).slice(-2)).toEqual([1, 0]);
  });

  test("each bar counts its own: no score is lost between two of them", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 280 }), { minLength: 1 }), (scores) => {
        const { bars } = figuresOf(reportOf(scores.map((score) => ({ ...rowOf({ student: "ada" }), score: score / 10 }))));
        expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(scores.length);
      }),
      { seed: 6, numRuns: 30 },
    );
  });

  test("what needs a person comes first, the urgent before the rest, and nobody twice", () => {
    const flag = (...severities: ("info" | "review" | "integrity")[]) => ({ flags: severities.map((severity) => ({ code: "similar", severity, detail: say(`${severity} detail`, `${severity} 说明`) })) });
    const rows = [rowOf({ student: "ada", more: flag("review") }), rowOf({ student: "bob", more: flag("review", "integrity") }), rowOf({ student: "cy", more: flag("info") }), rowOf({ student: "dan", verdict: "missing" }), rowOf({ student: "eve", verdict: "missing" }), rowOf({ student: "fay", verdict: "grader-error" })];
    const told = ["Integrity: no score until somebody has looked (1)", "  bob  similar: integrity detail", "  bob  similar: review detail", "", "The grader's own fault: grade again (1)", "  fay  This is grader-error.", "", "To be looked at (1)", "  ada  similar: review detail", "", "Missing (2)", "  dan, eve", "", "For information", "  similar: 1"];
    expect(summaryText(reportOf(rows), "en").split("\n").slice(0, 17)).toEqual(["Grades up to s03: 6 of 6 submissions", "", ...told]);
    expect(summaryMarkdown(reportOf(rows), "zh")).toContain("## 请看一看（1）\n\n- `ada`：similar：review 说明");
    expect(summaryText(reportOf([rowOf({ student: "ada" })]), "en")).toContain("Needs a person\n  Nothing: no flag asks for a look");
  });

  test("the page counts as the summary does: who needs a person, each bar, each clause", () => {
    for (const language of languages) {
      const report = reportOfClass(200);
      const [page, summary] = [gradePage(report, language), summaryMarkdown(report, language)];
      const groups = [...page.matchAll(/<h3><b class="count">(\d+)<\/b> (.*?)<\/h3>/g)].map(([, count, title]) => (language === "zh" ? `${title}（${count}）` : `${title} (${count})`));
      expect(groups.length).toBe(5);
      expect([...summary.matchAll(/^## (.*[)）])$/gm)].map(([, title]) => title)).toEqual(groups);
      const { bars } = figuresOf(report);
      const drawn = [...(/class="chart scores".*?<\/figure>/s.exec(page)?.[0] ?? "").matchAll(/class="value"[^>]*>(\d+)</g)].map(([, count]) => Number(count));
      expect(drawn).toEqual(bars.toReversed().flatMap(({ count }) => (count === 0 ? [] : [count])));
      expect([...summary.matchAll(/(\d+) █/g)].map(([, count]) => Number(count))).toEqual(drawn.toReversed());
      const hard = [...summary.matchAll(/^- `([^`]+)`[:：] ?(\d+\/\d+) \((\d+\/\d+)\)/gm)].map(([, ...parts]) => parts);
      expect(hard.length).toBe(10);
      expect([...page.matchAll(/data-clause="([^"]+)".*?<b>(\d+\/\d+)<\/b> \((\d+\/\d+)\)/g)].slice(0, 10).map(([, ...parts]) => parts)).toEqual(hard);
    }
  });

  test("a bar of nobody is not drawn", () => {
    expect(summaryText(reportOf([rowOf({ student: "ada", verdict: "ok" })]), "en").split("\n").filter((line) => /^ +(?:>?\d+–<)?\d+ % /.test(line))).toEqual([`        100 %    1 ${"█".repeat(40)}`]);
  });
});

// --- the parts

describe("the name of a student's file", () => {
  const ids = ["ada", "Ada", "ADA", "ada.", "ada ", " ada", "a/b", "a\\b", "../x", "..", ".", "", "con", "CON", "con.x", "nul", "com1", "-rf", "a\u0000", "😀", "😀😀", "é", "e\u0301x", "ß", "ss", "ﬀ", "ff", "李雷", "x".repeat(255), `${"x".repeat(254)}y`, "李".repeat(85), "$(rm)", "`x`", "a b", "a'b", "\ud800", "\ud801", "ada=1", "\u3164", "\u115f", "ア", "ｱ", "K", "\u212a", "a\u202eb"];

  test("ids that every system takes stay as they are", () => {
    expect(["ada", "20231234567", "jane.doe", "a_b-c", "李雷"].map(fileNameOf)).toEqual(["ada", "20231234567", "jane.doe", "a_b-c", "李雷"]);
    expect(fileNameOf("Zhang San")).toMatch(/^Zhang-San=[0-9a-f]{32}$/);
    expect(fileNameOf("../x")).toMatch(/^x=[0-9a-f]{32}$/);
  });

  const sound = (name: string): boolean => name !== "" && !/[\u0000-\u001f\u007f<>:"/\\|?*]|^[-. ]|[. ]$/.test(name) && !/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i.test(name) && Buffer.byteLength(name) <= 140 && !/[\p{Surrogate}\p{Default_Ignorable_Code_Point}]/u.test(name);
  const folded = (name: string): string => name.normalize("NFKD").toUpperCase().toLowerCase();

  test("every name is sound, and no two ids share one", () => {
    expect(ids.map(fileNameOf).filter((name) => !sound(name))).toEqual([]);
    const distinct = new Set(ids.map((id) => id.normalize("NFC")));
    expect(new Set([...ids].map((id) => folded(fileNameOf(id)))).size).toBe(distinct.size);
  });

  test("any two ids", () => {
    const id = fc.oneof(anyText, fc.constantFrom(...ids), fc.string({ unit: fc.constantFrom("a", "A", "=", ".", "-", "1", "李", "e\u0301", "é") }));
    fc.assert(
      fc.property(id, id, (left, right) => {
        const [one, other] = [fileNameOf(left), fileNameOf(right)];
        expect([sound(one), sound(other)]).toEqual([true, true]);
        expect(folded(one) === folded(other)).toBe(left.normalize("NFC") === right.normalize("NFC"));
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});

test("percents: rounded down, 100 only for all, none where nothing is to be scored", () => {
  const percents = [{ score: 1, max: 3 }, { score: 99.999, max: 100 }, { score: 0.1 + 0.2, max: 0.3 }, { score: 29, max: 100 }, { score: 0, max: 5 }, { score: null, max: 5 }, { score: 0, max: 0 }, { score: 0.7999999999999999, max: 1 }];
  expect(percents.map(percentOf)).toEqual([33.3, 99.9, 100, 29, 0, null, null, 80]);
  expect([0.1 + 0.2, 1e-7, 12, 2.5].map(pointsText)).toEqual(["0.3", "0", "12", "2.5"]);
});

test("the words of others, for a line, a page and a console", () => {
  expect(html(`<a href="x">'&`)).toBe("&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
  expect(clean("\u001b[31mred\u001b[0m\r\n\u0000\ud800")).toBe("red\n\\u0000\\ud800");
  expect(markdown("- a*b*\n# <b>")).toBe("\\- a\\*b\\* \\# \\<b\\>");
  expect(quiet("::error::x\n  ::warning::\na ##teamcity[x\nstd::vector")).toBe(": :error::x\n  : :warning::\na # #teamcity[x\nstd::vector");
  expect([idText("ada"), idText("a\u0000")]).toEqual(["ada", expect.stringMatching(/^a\\u0000~[0-9a-f]{8}$/)]);
});
