/** What a chapter adds to the reference, by the types, classes and functions it touches. Pure: two texts in, lines out. */
import { structuredPatch } from "diff";
import type { Language } from "../../spec/harness/text.ts";
import { wrapCode } from "./code.ts";
import { padEnd, widthOf, type Terminal } from "./terminal.ts";

/** A declaration with the comment before it; what stands between declarations has no name. `line` counts from 1. */
type Piece = { name: string; section: string; text: string; line: number };

export type Sides = { before: string; after: string; language: Language; terminal: Terminal; colour: boolean; file: string };

const section = /^\/\/ --- (.*) ---$/;
const declaration = /^(?:export )?(?:async )?(function|class|type|interface|const|let) ([\w$]+)/m;

/** The new declarations first, then the changed ones, then those that are gone. */
export function changeLines(sides: Sides): string[] {
  const { before, after, language } = sides;
  const [old, now] = [piecesOf(before), piecesOf(after)];
  const known = new Map(old.map((piece) => [piece.name, piece] as const));
  const kept = new Set(now.map((piece) => piece.name));
  const added = now.filter((piece) => !known.has(piece.name));
  const changed = now.flatMap((piece) => {
    const was = known.get(piece.name);
    return was === undefined || was.text === piece.text ? [] : [{ piece, was }];
  });
  const gone = old.filter((piece) => !kept.has(piece.name));
  const zh = language === "zh";
  return [
    ...group(zh ? "新增" : "new", added.map((piece) => ({ piece, code: lineByLine(piece.text, "+") })), sides),
    ...group(zh ? "有改动" : "changed", changed.map(({ piece, was }) => ({ piece, code: hunks(was.text, piece.text) })), sides),
    ...group(zh ? "去掉" : "gone", gone.map((piece) => ({ piece, code: lineByLine(piece.text, "-") })), sides),
  ];
}

/** One line of code: added, removed, unchanged, or left out. */
type Line = { sign: "+" | "-" | " " | "…"; text: string };

function group(title: string, changes: { piece: Piece; code: Line[] }[], { terminal, colour, file }: Sides): string[] {
  if (changes.length === 0) return [];
  const lines = [terminal.paint("bold", `${title} (${changes.length})`), ""];
  let shown = "";
  for (const { piece, code } of changes) {
    if (piece.section !== shown) lines.push(terminal.paint("cyan", piece.section), "");
    shown = piece.section;
    const place = `${file}:${piece.line}`;
    const label = labelOf(piece);
    const gap = Math.max(2, terminal.width - widthOf(label) - widthOf(place));
    lines.push(`${terminal.paint("bold", label)}${padEnd("", gap)}${terminal.paint("dim", place)}`, ...code.flatMap((line) => drawn(line, terminal, colour)), "");
  }
  return lines;
}

function labelOf({ text, name }: Piece): string {
  const found = declaration.exec(text);
  return found === null ? "…" : `${found[1]} ${name}`;
}

/** Colour tells what is new, so that the code can be copied as it stands; without colour a sign in front tells it. */
function drawn({ sign, text }: Line, terminal: Terminal, colour: boolean): string[] {
  const lines = sign === "…" ? ["…"] : wrapCode(text, terminal.width - 2);
  const style = sign === "+" ? "green" : sign === "-" ? "red" : "dim";
  return lines.map((line) => {
    if (line === "") return "";
    const lead = colour || sign === "…" ? "  " : `${sign} `;
    return `${lead}${terminal.paint(style, line)}`.trimEnd();
  });
}

const lineByLine = (text: string, sign: Line["sign"]): Line[] => text.split("\n").map((line): Line => ({ sign, text: line }));

/** The changed lines of a declaration with three lines around them. */
function hunks(was: string, is: string): Line[] {
  const found = structuredPatch("", "", `${was}\n`, `${is}\n`, "", "", { context: 3 }).hunks;
  const end = is.split("\n").length;
  return found.flatMap((hunk, at): Line[] => {
    const start: Line[] = hunk.newStart > 1 || at > 0 ? [{ sign: "…", text: "" }] : [];
    const rest: Line[] = at === found.length - 1 && hunk.newStart + hunk.newLines <= end ? [{ sign: "…", text: "" }] : [];
    const code = hunk.lines.map((line): Line => ({ sign: line.startsWith("+") ? "+" : line.startsWith("-") ? "-" : " ", text: line.slice(1) }));
    return [...start, ...code, ...rest];
  });
}

/** A program of the reference's style, cut at the blank lines between its declarations. */
export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  let title = "";
  let current: { from: number; lines: string[] } | undefined;
  const close = (): void => {
    if (current === undefined) return;
    const text = current.lines.join("\n").trimEnd();
    pieces.push({ name: declaration.exec(text)?.[2] ?? text, section: title, text, line: current.from });
    current = undefined;
  };
  const lines = source.split("\n");
  for (const [at, line] of lines.entries()) {
    const heading = section.exec(line);
    if (heading !== null) {
      close();
      title = heading[1] ?? "";
    } else if (current !== undefined && (line === "" || /^[\s})]/.test(line) || lines[at - 1] !== "")) {
      current.lines.push(line);
    } else if (line !== "") {
      close();
      current = { from: at + 1, lines: [line] };
    }
  }
  close();
  return pieces;
}
