/** The generated part of the chapter READMEs: the table of clauses, between two marker lines. Pure. */
import type { Chapter } from "../../spec/harness/clause.ts";
import type { Language } from "../../spec/harness/text.ts";
import { Flaw } from "./flaw.ts";

const startMark = "<!-- clauses:start -->";
const endMark = "<!-- clauses:end -->";

/** One row a clause, with the anchor that failure cards name. */
export function clauseTable(chapter: Chapter, language: Language): string {
  const head = language === "zh" ? ["| 条款 | 规则 | 要求 |", "|---|---|---|"] : ["| clause | rule | demand |", "|---|---|---|"];
  const keyword = { MUST: language === "zh" ? "必须：" : "MUST ", SHOULD: language === "zh" ? "应该：" : "SHOULD " };
  const rule = (name: string): string => (name === "contract" && language === "zh" ? "契约" : name);
  return [...head, ...chapter.clauses.map((clause) => `| <a id="${clause.id}"></a>${clause.id} | ${rule(clause.rule)} | ${keyword[clause.keyword]}${clause[language]} |`)].join("\n");
}

/** The text with the table between its markers. @throws Flaw where the markers are not there, once each and in order */
export function withTable(text: string, table: string): string {
  const start = text.indexOf(startMark);
  const end = text.indexOf(endMark);
  if (start < 0 || end < start || text.indexOf(startMark, start + 1) >= 0 || text.indexOf(endMark, end + 1) >= 0) {
    throw new Flaw(`the lines ${startMark} and ${endMark} must stand in it once each, in this order`);
  }
  return `${text.slice(0, start + startMark.length)}\n${table}\n${text.slice(end)}`;
}
