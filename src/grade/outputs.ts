/** Writes what a report is read in: files for a person, for a spreadsheet, for the platforms. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Language } from "../../spec/harness/text.ts";
import { place } from "../cli/values.ts";
import { codeOf, makeFolder } from "../disk.ts";
import { unwritable } from "./book.ts";
import { classroomJson, classroomOutput } from "./formats/classroom.ts";
import { clausesCsv, gradesCsv } from "./formats/csv.ts";
import { ctrfJson } from "./formats/ctrf.ts";
import { exercismJson } from "./formats/exercism.ts";
import { gradescopeJson } from "./formats/gradescope.ts";
import { junitXml } from "./formats/junit.ts";
import { feedback } from "./formats/markdown.ts";
import { fileNameOf } from "./formats/names.ts";
import { summaryMarkdown } from "./formats/summary.ts";
import { gradePage } from "./page/page.ts";
import { safe } from "../report/terminal.ts";
import type { Report, Row, Run } from "./record.ts";

export const formats = ["csv", "markdown", "html", "junit", "gradescope", "classroom", "exercism", "ctrf"] as const;
export type Format = (typeof formats)[number];

type Whole = (report: Report, language: Language) => string;
/** undefined: of this row there is no such file, and one of an earlier run goes away */
type Each = (row: Row, run: Run, language: Language) => string | undefined;

const wholes: Record<Format, Record<string, Whole>> = {
  csv: { "grades.csv": gradesCsv, "clauses.csv": (report) => clausesCsv(report) },
  markdown: { "summary.md": summaryMarkdown },
  html: { "report.html": gradePage },
  junit: { "junit.xml": junitXml },
  gradescope: {},
  classroom: {},
  exercism: {},
  ctrf: { "ctrf.json": ctrfJson },
};

const eaches: Record<Format, Record<string, Each>> = {
  csv: {},
  markdown: { "feedback/*.md": feedback },
  html: {},
  junit: {},
  gradescope: { "gradescope/*.json": gradescopeJson },
  classroom: { "classroom/*.json": classroomJson, "classroom/*.output": classroomOutput },
  exercism: { "exercism/*.json": exercismJson },
  ctrf: {},
};

/** Writes the files of these formats; gives their paths below the folder, those of students as one with `*`. */
export function writeOutputs(report: Report, folder: string, wanted: Format[], language: Language): string[] {
  const written: string[] = [];
  for (const format of wanted) {
    for (const [path, text] of Object.entries(wholes[format])) {
      put(join(folder, path), text(report, language));
      written.push(path);
    }
    for (const [path, text] of Object.entries(eaches[format])) {
      for (const row of report.rows) put(join(folder, path.replace("*", fileNameOf(row.student))), text(row, report.run, language));
      written.push(path);
    }
  }
  return written;
}

/** `Written to grades: grades.csv, …`, the folder as one would type it. */
export function writtenText(folder: string, written: string[], language: Language): string {
  const short = relative(place("."), folder);
  const told = /^\.\.[\\/]\.\./.test(short) ? folder : short || ".";
  return `\n${language === "zh" ? "写入" : "Written to"} ${safe(told)}: ${[...written, "results.jsonl"].join(", ")}\n`;
}

/** Written aside and renamed: nobody reads half a file. @throws Unable */
function put(file: string, text: string | undefined): void {
  if (text === undefined) {
    rmSync(file, { force: true });
    return;
  }
  try {
    makeFolder(dirname(file));
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  } catch (error) {
    if (codeOf(error) === "") throw error;
    throw unwritable(file, error);
  }
}
