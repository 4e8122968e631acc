/** The turns of a trace in a few lines: who was asked what, and what came of it, one line each. Pure. */
import { say, type Language, type Text } from "../../spec/harness/text.ts";
import { safe, widthOf, type Terminal } from "../report/terminal.ts";
import type { Row, Trace } from "./model.ts";
import { header, labelWidth, rowLines } from "./text.ts";

/** The scene's preparations are left out. @param most lines, the header among them */
export function compactText(trace: Trace, most: number, language: Language, terminal: Terminal): string[] {
  const width = labelWidth(trace.lanes, terminal);
  const lines = trace.rows.flatMap((row, at) => {
    if (!tells(row) || allowed(row, trace.rows[at + 1])) return [];
    const label = cut(told(row, trace.rows[at + 1])[language], width);
    return rowLines({ ...row, label: say(label, label), more: [] }, trace.lanes, language, terminal).slice(0, 1);
  });
  const room = most - 1;
  const shown = lines.length > room ? [...lines.slice(0, room - 1), terminal.paint("dim", `  … +${lines.length - room + 1}`)] : lines;
  return [terminal.paint("dim", header(trace.lanes, language)), ...shown];
}

/** Pieces of a stream and the growing history stay out; what a mode logs is the end of a turn. */
const tells = ({ kind, from, part }: Row): boolean => part > 0 && (["call", "request", "answer", "note", "trouble"].includes(kind) || from === "mode");

/** That a hook lets a call pass is no news: the call is the next line. */
const allowed = (row: Row, next: Row | undefined): boolean => row.to === "hooks" && next?.label.en === "allow";

/** A call with what came back, where that is the next row. */
function told(row: Row, next: Row | undefined): Text {
  const { label, kind, from, to, shown } = row;
  if (shown !== undefined) return say(`${label.en}: ${shown.summary.en}`, `${label.zh}：${shown.summary.zh}`);
  if (kind !== "call" || from !== "core" || next?.kind !== "reply" || next.from !== to) return label;
  const [given] = row.more;
  const whole = given === undefined ? label : say(`${label.en} ${given.en}`, `${label.zh} ${given.zh}`);
  return say(`${whole.en} → ${next.label.en}`, `${whole.zh} → ${next.label.zh}`);
}

function cut(text: string, width: number): string {
  const whole = safe(text).replaceAll("\n", " ");
  if (widthOf(whole) <= width) return whole;
  let kept = "";
  for (const char of whole) {
    if (widthOf(kept + char) > width - 1) break;
    kept += char;
  }
  return `${kept.trimEnd()}…`;
}
