/**
 * Texts that somebody else wrote (ids, messages, prints), made safe for what they are put into. Every function takes
 * plain text and gives text that cannot end the place where it stands.
 */
import { createHash } from "node:crypto";
import { stripVTControlCharacters } from "node:util";
import { safe } from "../../report/terminal.ts";

const spelled = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Text of any number of lines: colours and other terminal sequences are gone, what is left of control characters and
 * lone surrogates is spelled out (`\u0000`). All of it may stand in XML 1.0 and in JSON; lines end with "\n".
 */
export const clean = (text: string): string => safe(stripVTControlCharacters(text).replace(/\r\n?/g, "\n")).replace(/[\ufffe\uffff]/g, spelled);

/** The same in one line. */
export const oneLine = (text: string): string => clean(text).replace(/\s+/g, " ").trim();

/** The first `most` characters (UTF-16 units), with "…" where more was there. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, Math.max(0, most - 1));
  return `${kept.replace(/[\ud800-\udbff]$/, "")}…`.slice(0, most);
}

/** The beginning of a long text, made clean. */
export const excerpt = (text: string, most: number): string => clip(clean(clip(text, most)), most);

/** A student's id in one line, nothing dropped: an id that had to be spelled out carries eight digits of its hash, so that no two look the same. */
export function idText(student: string): string {
  const text = safe(student).replace(/[\t\n\ufffe\uffff]/g, spelled);
  return text === student ? text : `${text}~${digest(student).slice(0, 8)}`;
}

/** sha256 of an id; lone surrogates, which UTF-8 does not know, count as what they are. */
export const digest = (text: string): string => createHash("sha256").update(JSON.stringify(text)).digest("hex");

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\n": "&#10;", "\t": "&#9;" };

/** Text between two tags of XML; no CDATA, so that nothing can end it. */
export const xmlText = (text: string): string => clean(text).replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** The value of an XML attribute, without its quotes; its line breaks outlast a parser. */
export const xmlAttribute = (text: string): string => clean(text).replace(/[&<>"'\n\t]/g, (char) => entities[char] ?? char);

/** Text between two tags of HTML, or the value of a quoted attribute. */
export const html = xmlText;

/** One line of Markdown that shows the text as it is: no markup, no HTML, no link, no list. */
export const markdown = (text: string): string =>
  oneLine(text)
    .replace(/[\\`*_{}[\]<>#!|~&$^@]|:(?=\/\/)/g, "\\$&")
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replace(/^[-+=]/, "\\$&")
    .replace(/^(\d+)([.)])/, "$1\\$2");

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** The lines of a fenced block of code. The fence is longer than any row of backticks inside. */
export function codeBlock(text: string): string[] {
  const body = clean(text);
  const fence = "`".repeat(Math.max(3, longestRun(body) + 1));
  return [`${fence}text`, ...body.split("\n"), fence];
}

/** Code within a line. Not for a table: the column sign means different things to different parsers there. */
export function codeSpan(text: string): string {
  const body = oneLine(text);
  if (body === "") return "–";
  const ticks = "`".repeat(longestRun(body) + 1);
  return body.startsWith("`") || body.endsWith("`") ? `${ticks} ${body} ${ticks}` : `${ticks}${body}${ticks}`;
}

/**
 * Lines for a console that a CI reads: what GitHub (`::error::`), Azure (`##vso[`) or TeamCity (`##teamcity[`) would take
 * for a command is pulled apart by a space.
 */
export const quiet = (text: string): string => text.replace(/^([^\S\n]*):(?=:)/gm, "$1: ").replace(/##(?=\w*\[)/g, "# #");
