/** Rows that do not belong with the others of a report: of other rules, or of older files. Each is marked, and told before all else. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bookName, readBook, readReport } from "../../src/grade/book.ts";
import { figuresOf } from "../../src/grade/figures.ts";
import { gradesCsv } from "../../src/grade/formats/csv.ts";
import { summaryMarkdown, summaryText } from "../../src/grade/formats/summary.ts";
import { intake } from "../../src/grade/intake/intake.ts";
import { briefly } from "../../src/grade/intake/snapshot.ts";
import { lineOf } from "../../src/grade/lines.ts";
import { withMarks } from "../../src/grade/marks.ts";
import { mergeCommand } from "../../src/grade/merge.ts";
import { gradePage } from "../../src/grade/page/page.ts";
import { outdatedOf } from "../../src/grade/outdated.ts";
import type { End, Row, Run } from "../../src/grade/record.ts";
import { differences } from "../../src/grade/rules.ts";
import { terminalFor } from "../../src/report/terminal.ts";
import { Unable } from "../../src/unable.ts";
import { classroom, rosterFile, scratch } from "./classroom.ts";
import { rowOf, runOf } from "./rows.ts";

/** A folder of results as the command would have left it. */
function results(lines: (Run | Row | End)[]): string {
  const folder = scratch();
  writeFileSync(join(folder, bookName), lines.map((line) => `${lineOf(line)}\n`).join(""));
  return folder;
}

const end = (run: string, students: string[], outdated?: string[]): End => ({ v: 1, kind: "end", run, at: "2026-01-31T13:00:00.000Z", students, ...(outdated === undefined ? {} : { outdated }) });
const [earlier, later] = [runOf({ id: "earlier", upto: "s01", students: 3 }), runOf({ id: "later", upto: "s02", weights: { "s01.1": 3 }, students: 3 })];
/** Our own fault by the new rules leaves ada the grade that she had by the old ones. */
const mixed = (): string =>
  results([
    earlier,
    ...["ada", "bob", "cy"].map((student) => rowOf({ student, upto: "s01", more: { run: "earlier" } })),
    end("earlier", ["ada", "bob", "cy"]),
    later,
    rowOf({ student: "ada", upto: "s02", verdict: "grader-error", more: { run: "later" } }),
    rowOf({ student: "bob", upto: "s02", more: { run: "later" } }),
    rowOf({ student: "cy", upto: "s02", more: { run: "later" } }),
    end("later", ["ada", "bob", "cy"], ["cy"]),
  ]);

test("scores of different maxima never stand in one table unmarked", () => {
  const report = withMarks(readReport(mixed()));
  expect(report.rows.map(({ student, max, flags }) => [student, max, flags.map(({ code }) => code)])).toEqual([["ada", 9, ["rules"]], ["bob", 19, []], ["cy", 19, ["outdated"]]]);
  expect(report.rows[0]?.flags[0]?.detail.en).toContain("(this run: up to s02, not s01, other weights)");
  expect(report.rows[0]?.flags[0]?.detail.zh).toContain("（这次：检查到 s02，之前是 s01、权重不同）");
  expect(figuresOf(report)).toMatchObject({ kept: 0, marked: { rules: 1, outdated: 1 } });
  expect(gradesCsv(report, "en")).toMatch(/^ada,partial,.*,rules,/m);
  for (const text of [summaryText(report, "en"), summaryMarkdown(report, "en")]) expect(text.replaceAll(/\s+/g, " ")).toMatch(/3 of 3 submissions (?:## )?Before you use these scores (?:- )?1 of 3 were judged by other rules.*1 of 3 have changed their files/);
  expect(summaryMarkdown(report, "zh")).toMatch(/份\n\n## 使用这些分数之前\n\n- 3 份中有 1 份不是按这次的规则评的.*\n- 3 份中有 1 份在评分之后换了文件/);
  for (const [language, words] of [["en", "1 of 3 were judged by other rules"], ["zh", "3 份中有 1 份不是按这次的规则评的"]] as const) {
    const [before = ""] = gradePage(report, language).split('<dl class="numbers">');
    expect(before).toContain(words);
  }
});

test("rows whose run is not in the results have rules that nobody knows", () => {
  const report = withMarks(readReport(results([later, rowOf({ student: "ada", more: { run: "gone" } }), end("later", ["ada"])])));
  expect(report.rows[0]?.flags.map(({ code }) => code)).toEqual(["rules"]);
});

test("a shard with rows of other rules is not merged", () => {
  const folder = mixed();
  const out = join(scratch(), "merged");
  expect(() => mergeCommand({ folders: [folder], out, formats: [], language: "en" }, terminalFor({}, {}))).toThrow(Unable);
  expect(() => mergeCommand({ folders: [folder], out, formats: [], language: "en" }, terminalFor({}, {}))).toThrow(/holds rows that were judged by other rules than its run \(1\)/);
});

test("a row is outdated where the files that are there now are not those it is of", () => {
  const folder = classroom({ "ada.ts": "one", "bob/code.ts": 'import "./a.ts";', "bob/a.ts": "1", "cy.ts": "\0", "eve.ts": "" });
  const { submissions } = intake(folder, { roster: rosterFile("ada\nbob\ncy\ndora\neve\n") });
  const rowsNow = submissions.map((submission): Row => {
    const taken = briefly(submission, runOf().limits, (one) => one);
    return "refused" in taken ? rowOf({ student: submission.student, verdict: taken.refused.verdict, sentence: taken.refused.sentence, more: { file: undefined } }) : rowOf({ student: submission.student, more: { file: taken.handedIn } });
  });
  const out = results([earlier, ...rowsNow, end("earlier", rowsNow.map(({ student }) => student))]);
  const outdated = (): string[] => outdatedOf(intake(folder, { roster: rosterFile("ada\nbob\ncy\ndora\neve\n") }).submissions, readBook(out), out, runOf().limits);
  expect(outdated()).toEqual([]);
  writeFileSync(join(folder, "bob/a.ts"), "2");
  writeFileSync(join(folder, "cy.ts"), "text");
  writeFileSync(join(folder, "dora.ts"), "text");
  rmSync(join(folder, "eve.ts"));
  expect(outdated()).toEqual(["bob", "cy", "dora", "eve"]);
  writeFileSync(join(folder, "bob/a.ts"), "1");
  renameSync(join(folder, "ada.ts"), join(folder, "Ada.ts"));
  expect(outdated()).toEqual(["cy", "dora", "eve"]);
});

test("each rule that differs is told, and nothing where none does", () => {
  const run = runOf();
  const others: [Partial<Run>, string][] = [
    [{ suite: "x" }, "other specs"],
    [{ tool: "x" }, "another version of the kata"],
    [{ upto: "s04" }, "up to s04, not s03"],
    [{ weights: { "s01.1": 2 } }, "other weights"],
    [{ limits: { ...run.limits, scenario: 1 } }, "other limits or number of scenarios"],
    [{ runs: 7 }, "other limits or number of scenarios"],
    [{ seeds: "one" }, "--seeds one, not each"],
    [{ wall: "none" }, "another sandbox"],
    [{ versions: { ...run.versions, node: "1" } }, "other versions of Node or packages"],
  ];
  for (const [other, words] of others) expect(differences(run, runOf(other)).map(({ en }) => en)).toEqual([words]);
  expect(differences(run, runOf({ id: "x", at: "x", secret: "x", shard: { index: 2, count: 3 }, students: 9, roster: "x" }))).toEqual([]);
});
