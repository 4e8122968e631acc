/** JUnit XML of a class, in the subset that GitLab, Jenkins and the reporters of GitHub all read. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import type { Report, Row } from "../record.ts";
import { within } from "./budget.ts";
import { casesOf, type Case } from "./cases.ts";
import { clip, excerpt, idText, oneLine, xmlAttribute, xmlText } from "./escape.ts";

/** GitLab reads files up to 30 MB. */
const most = 28_000_000;

/**
 * A suite for each student, a case for each clause with `classname="<student>.<chapter>"`: no two cases share class and
 * name, for GitLab drops the later one. A student without a score has one case, with `<error>`.
 */
export const junitXml = (report: Report, language: Language): string => within(most, (longest) => document(report, language, longest));

function document({ rows }: Report, language: Language, longest: number): string {
  const suites = rows.map((row) => ({ row, student: idText(row.student), cases: casesOf(row, language) }));
  const all = suites.flatMap(({ cases }) => cases);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="kata" ${counts(all)}>`,
    ...suites.flatMap(({ row, student, cases }) => [
      `  <testsuite name="${xmlAttribute(student)}" ${counts(cases)} timestamp="${xmlAttribute(timestamp(row.at))}">`,
      ...cases.flatMap((one) => caseLines(row, student, one, longest)),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

function counts(cases: Case[]): string {
  const of = (outcome: Case["outcome"]): number => cases.filter((one) => one.outcome === outcome).length;
  return `tests="${cases.length}" failures="${of("failed")}" errors="${of("error")}" skipped="${of("skipped")}" time="${seconds(cases.reduce((sum, { ms }) => sum + ms, 0))}"`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** Without the zone, as the schema has it: UTC. */
const timestamp = (at: string): string => at.replace(/(?:\.\d+)?Z$/, "");

function caseLines(row: Row, student: string, one: Case, longest: number): string[] {
  const file = row.file === undefined ? "" : ` file="${xmlAttribute(row.file.path)}"`;
  const head = `    <testcase classname="${xmlAttribute(`${student}.${one.chapter}`)}" name="${xmlAttribute(clip(one.name, 300))}" time="${seconds(one.ms)}"${file}`;
  const inside = [...outcomeLines(one, longest), ...(one.chapter === "submission" && row.prints ? [`      <system-out>${xmlText(clip(row.prints, longest))}</system-out>`] : [])];
  return inside.length === 0 ? [`${head}/>`] : [`${head}>`, ...inside, "    </testcase>"];
}

function outcomeLines({ outcome, type, message }: Case, longest: number): string[] {
  if (outcome === "passed") return [];
  const short = xmlAttribute(oneLine(excerpt(message, Math.min(200, longest)).split("\n")[0] ?? ""));
  if (outcome === "skipped") return [`      <skipped message="${short}"/>`];
  const tag = outcome === "error" ? "error" : "failure";
  return [`      <${tag} message="${short}" type="${xmlAttribute(type)}">${xmlText(clip(message, longest))}</${tag}>`];
}
