/** A class in the Common Test Report Format, whose schema is a draft: keys it does not know would make the file invalid. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import type { Report } from "../record.ts";
import { within } from "./budget.ts";
import { casesOf, type Case } from "./cases.ts";
import { clean, clip, excerpt, idText, oneLine } from "./escape.ts";

const most = 28_000_000;

/** `other` is what could not be graded: neither passed nor failed. */
const statuses = { passed: "passed", failed: "failed", error: "other", skipped: "skipped" } as const;

/** One report for the whole class; the suite of a test is its student and its chapter, its points are in `extra`. */
export const ctrfJson = (report: Report, language: Language): string => within(most, (longest) => document(report, language, longest));

function document({ run, rows }: Report, language: Language, longest: number): string {
  const cases = rows.flatMap((row) => casesOf(row, language).map((one) => ({ row, one })));
  const count = (outcome: Case["outcome"]): number => cases.filter(({ one }) => one.outcome === outcome).length;
  const start = Date.parse(run.at) || 0;
  const report = {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    results: {
      tool: { name: "kata", extra: { tool: run.tool, suite: run.suite } },
      summary: {
        tests: cases.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: 0,
        other: count("error"),
        start,
        stop: Math.max(start, ...rows.map((row) => Date.parse(row.at) || 0)),
      },
      tests: cases.map(({ row, one }) => ({
        name: clip(oneLine(one.name), 300),
        status: statuses[one.outcome],
        duration: Math.max(0, Math.round(one.ms)),
        suite: [idText(row.student), one.chapter],
        ...(one.message === "" ? {} : { message: excerpt(one.message, longest) }),
        rawStatus: one.type,
        ...(row.file === undefined ? {} : { filePath: clean(row.file.path) }),
        extra: { points: one.points, max: one.max },
      })),
      extra: { run: run.id },
    },
  };
  return `${JSON.stringify(report)}\n`;
}
