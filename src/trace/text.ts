/** A trace for a terminal: rails for the lanes, arrows between them, words beside them, the history at the end. Pure. */
import type { Language } from "../../spec/harness/text.ts";
import { padEnd, safe, widthOf, wrap, type Style, type Terminal } from "../report/terminal.ts";
import { drawn } from "./history.ts";
import { shortNames, type Lane } from "./lanes.ts";
import type { Kind, Row, Trace } from "./model.ts";

const styles: Partial<Record<Kind, Style>> = { request: "cyan", answer: "bold", history: "green", note: "yellow", trouble: "red" };

/** Columns from one rail to the next, and to the first one. */
const step = 5;
const first = 2;

/** @param heading the chapter, as `s04  Evented tool loop` */
export function traceText(trace: Trace, heading: string, language: Language, terminal: Terminal): string {
  const lines = ["", terminal.paint("bold", heading), ...wrap(trace.title[language], terminal.width)];
  for (const [index, caption] of trace.captions.entries()) {
    const rows = trace.rows.filter((row) => row.part === index);
    if (rows.length === 0) continue;
    lines.push("", ...indented(`${index + 1}  `, safe(caption[language]), terminal.width), terminal.paint("dim", header(trace.lanes, language)));
    for (const row of rows) lines.push(...rowLines(row, trace.lanes, language, terminal));
  }
  if (trace.entries.length > 0) lines.push("", terminal.paint("bold", language === "zh" ? "历史" : "history"), ...historyLines(trace, language, terminal));
  return `${lines.join("\n")}\n`;
}

export function header(lanes: Lane[], language: Language): string {
  return ` ${lanes.map((lane) => padEnd(shortNames[lane][language], step)).join("")}`.trimEnd();
}

/** The columns that the rails leave for words. */
export const labelWidth = (lanes: Lane[], terminal: Terminal): number => terminal.width - first - step * (lanes.length - 1) - 4;

/** One row: its arrow and label, and further lines beside empty rails. */
export function rowLines(row: Row, lanes: Lane[], language: Language, terminal: Terminal): string[] {
  const width = labelWidth(lanes, terminal);
  const style = styles[row.kind];
  const label = wrap(safe(row.label[language]), width).map((text) => (style === undefined ? text : terminal.paint(style, text)));
  const more = row.more.flatMap((text) => indented("  ", safe(text[language]), width)).map((text) => terminal.paint("dim", text));
  return [...label, ...more].map((text, at) => `${at === 0 ? rails(row, lanes, terminal) : terminal.paint("dim", plainRails(lanes))}   ${text}`);
}

const plainRails = (lanes: Lane[]): string => " ".repeat(first) + lanes.map(() => "│").join(" ".repeat(step - 1));

function rails(row: Row, lanes: Lane[], terminal: Terminal): string {
  const [from, to] = [lanes.indexOf(row.from), lanes.indexOf(row.to)].map((lane) => first + step * lane) as [number, number];
  const chars = [...plainRails(lanes)];
  const style = styles[row.kind];
  if (from === to) {
    chars[from] = row.kind === "trouble" ? "✗" : row.kind === "note" ? "!" : "●";
    return painted(chars, from, from, style, terminal);
  }
  const [low, high] = from < to ? [from, to] : [to, from];
  chars[from] = from < to ? "├" : "┤";
  for (let at = low + 1; at < high; at += 1) chars[at] = "─";
  if (from < to) chars[high - 1] = "▶";
  else chars[low + 1] = "◀";
  return painted(chars, low, high, style, terminal);
}

/** The part from `low` to `high` in the row's colour, the rails beside it dim. */
function painted(chars: string[], low: number, high: number, style: Style | undefined, terminal: Terminal): string {
  const [before, middle, after] = [chars.slice(0, low), chars.slice(low, high + 1), chars.slice(high + 1)].map((part) => part.join("")) as [string, string, string];
  return `${terminal.paint("dim", before)}${style === undefined ? middle : terminal.paint(style, middle)}${terminal.paint("dim", after)}`;
}

/** The last entry of the current path is marked where the history is a tree. */
export function historyLines({ entries, tree, rows }: Trace, language: Language, terminal: Terminal): string[] {
  const leaf = tree ? (rows.at(-1)?.leaf ?? -1) : -1;
  return drawn(entries).flatMap(({ at, rail }) => {
    const mark = at === leaf ? `  ${terminal.paint("cyan", language === "zh" ? "◀ 叶子" : "◀ leaf")}` : "";
    const lines = indented(`  ${rail}`, safe(entries[at]?.text ?? ""), terminal.width - 8, rail.replace("├─", "│ ").replace("└─", "  "));
    return lines.map((line, index) => (index === lines.length - 1 ? `${line}${mark}` : line));
  });
}

/** A text behind a lead; its further lines stand below the first one. */
function indented(lead: string, text: string, width: number, below?: string): string[] {
  const rest = below === undefined ? " ".repeat(widthOf(lead)) : `  ${below}`;
  return wrap(text, width - widthOf(lead)).map((line, at) => (at === 0 ? lead : rest) + line);
}
