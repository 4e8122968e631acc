/** Who of a class needs a person, most urgent first: the page and the summaries tell the same groups. Pure. */
import type { Text } from "../../spec/harness/text.ts";
import type { Flag, Row } from "./record.ts";
import { attentionTitles } from "./words.ts";

export type Kind = keyof typeof attentionTitles;
/** `details`: what there is to say of the student; `code` where it is a flag's. */
export type Case = { row: Row; details: { code?: string; text: Text }[] };
export type Group = { kind: Kind; title: Text; cases: Case[] };

/** @returns the groups that somebody is in; a student stands in the first that fits, with all that asks for a person */
export function attentionOf(rows: Row[]): Group[] {
  const cases = rows.map((row) => ({ kind: kindOf(row), row, details: detailsOf(row) }));
  const kinds = Object.keys(attentionTitles) as Kind[];
  return kinds.map((kind) => ({ kind, title: attentionTitles[kind], cases: cases.filter((one) => one.kind === kind).map(({ row, details }) => ({ row, details })) })).filter((group) => group.cases.length > 0);
}

const has = ({ flags }: Row, severity: Flag["severity"]): boolean => flags.some((flag) => flag.severity === severity);

function kindOf(row: Row): Kind | undefined {
  const { verdict } = row;
  if (verdict === "integrity" || has(row, "integrity")) return "integrity";
  if (verdict === "grader-error") return "fault";
  if (has(row, "review")) return "review";
  if (verdict === "invalid-file") return "invalid";
  return verdict === "missing" ? "missing" : undefined;
}

/** The severe flags before the others; without any, the sentence. That nothing came says itself. */
function detailsOf({ verdict, flags, sentence }: Row): Case["details"] {
  const asking = (["integrity", "review"] as const).flatMap((severity) => flags.filter((flag) => flag.severity === severity));
  if (asking.length > 0) return asking.map(({ code, detail }) => ({ code, text: detail }));
  return verdict === "missing" ? [] : [{ text: sentence }];
}
