/** All that needs a person, most urgent first. Pure. */
import type { Language, Text } from "../../../spec/harness/text.ts";
import { plain } from "../../trace/plain.ts";
import type { Report, Row } from "../record.ts";
import { cut } from "./cut.ts";
import { linkHtml } from "./link.ts";
import { words } from "./words.ts";

/** `details`: what there is to say of the student. */
type Case = { row: Row; details: string[] };
type Group = { kind: string; title: Text; cases: Case[] };

/** A case stands in the first group that it fits, and a flag is told once. */
export function groupsOf({ rows }: Report, language: Language): Group[] {
  const details = (row: Row, severity: string): string[] => row.flags.filter((flag) => flag.severity === severity).map(({ code, detail }) => `${code}: ${detail[language]}`);
  const cases = (pick: (row: Row) => boolean, tell: (row: Row) => string[]): Case[] => rows.filter(pick).map((row) => ({ row, details: tell(row) }));
  const sentence = ({ sentence: text }: Row): string[] => [text[language]];
  const flagged = (row: Row, severity: string): boolean => row.flags.some((flag) => flag.severity === severity);
  return [
    { kind: "integrity", title: words.integrity, cases: cases((row) => row.verdict === "integrity" || flagged(row, "integrity"), (row) => (flagged(row, "integrity") ? details(row, "integrity") : sentence(row))) },
    { kind: "fault", title: words.fault, cases: cases(({ verdict }) => verdict === "grader-error", sentence) },
    { kind: "review", title: words.review, cases: cases((row) => flagged(row, "review"), (row) => details(row, "review")) },
    { kind: "invalid", title: words.invalid, cases: cases(({ verdict }) => verdict === "invalid-file", sentence) },
    { kind: "missing", title: words.missing, cases: cases(({ verdict }) => verdict === "missing", () => []) },
  ].filter(({ cases: found }) => found.length > 0);
}

export function attentionHtml(report: Report, language: Language): string {
  const groups = groupsOf(report, language);
  const body = groups.length === 0 ? `<p class="calm">✓ ${words.nothing[language]}</p>` : `<div class="groups">\n${groups.map((group) => groupHtml(group, language)).join("\n")}\n</div>`;
  return `<section class="attention" aria-labelledby="h-attention">
<h2 id="h-attention">${words.attention[language]}</h2>
${body}
</section>`;
}

/** As many cases as are shown at once; the others fold. */
const shown = 6;
const shownNames = 24;

function groupHtml({ kind, title, cases }: Group, language: Language): string {
  const names = cases.every(({ details }) => details.length === 0);
  const first = names ? shownNames : shown;
  const list = (some: Case[]): string => `<ul${names ? ' class="names"' : ""}>${some.map(({ row, details }) => `<li>${linkHtml(row.student)}${details.map((detail) => ` <span class="detail">${plain(cut(detail, "line", language))}</span>`).join("")}</li>`).join("")}</ul>`;
  const rest = cases.length <= first ? "" : `<details><summary>${language === "zh" ? `${words.more.zh} ${cases.length - first}` : `${cases.length - first} ${words.more.en}`}</summary>${list(cases.slice(first))}</details>`;
  return `<div class="group ${kind}"><h3><b class="count">${cases.length}</b> ${title[language]}</h3>${list(cases.slice(0, first))}${rest}</div>`;
}
