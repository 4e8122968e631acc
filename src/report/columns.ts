/** Two texts side by side, or one above the other where the terminal is narrow. Pure. */
import { padEnd, wrap, type Terminal } from "./terminal.ts";

/** Below this many columns two texts stand one above the other. */
const narrow = 60;
const rule = " │ ";

export type Row = { left: string[]; right: string[]; differs: boolean };

export const sideBySide = ({ width }: Terminal): boolean => width >= narrow;

/** @param heads the names of the two sides */
export function columns(rows: Row[], heads: [string, string], terminal: Terminal): string[] {
  if (sideBySide(terminal)) return rows.flatMap((row) => wide(row, terminal));
  return rows.flatMap((row) => stacked(row, heads, terminal));
}

/** The head of two columns; nothing where they are stacked. */
export function headOf(heads: [string, string], terminal: Terminal): string[] {
  if (!sideBySide(terminal)) return [];
  const width = columnOf(terminal);
  return [`  ${terminal.paint("bold", padEnd(heads[0], width))}${terminal.paint("dim", rule)}${terminal.paint("bold", heads[1])}`, terminal.paint("dim", `  ${"─".repeat(width)}─┼─${"─".repeat(width)}`)];
}

const columnOf = ({ width }: Terminal): number => Math.floor((width - 2 - rule.length) / 2);

function wide({ left, right, differs }: Row, terminal: Terminal): string[] {
  const width = columnOf(terminal);
  const [lefts, rights] = [left, right].map((texts) => texts.flatMap((text) => item(text, width)));
  const count = Math.max(lefts?.length ?? 0, rights?.length ?? 0);
  return Array.from({ length: count }, (_, at) => {
    const [mine, theirs] = [padEnd(lefts?.[at] ?? "", width), rights?.[at] ?? ""];
    const sign = differs ? terminal.paint("red", at === 0 ? "≠ " : "  ") : "  ";
    const painted = differs ? [terminal.paint("red", mine), terminal.paint("green", theirs)] : [mine, theirs];
    return `${sign}${painted[0]}${terminal.paint("dim", rule)}${painted[1]}`.trimEnd();
  });
}

function stacked({ left, right, differs }: Row, [mine, theirs]: [string, string], terminal: Terminal): string[] {
  const block = (head: string, texts: string[], style: "red" | "green"): string[] => [
    `${differs ? terminal.paint("red", "≠ ") : "  "}${terminal.paint("dim", head)}`,
    ...texts.flatMap((text) => item(text, terminal.width - 4)).map((line) => `    ${differs ? terminal.paint(style, line) : line}`),
  ];
  return [...block(mine, left, "red"), ...block(theirs, right, "green")];
}

/** A text in lines; those after the first are set in. */
const item = (text: string, width: number): string[] => wrap(text, width - 2).map((line, at) => (at === 0 ? line : `  ${line}`));
