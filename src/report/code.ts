/** TypeScript lines broken to a width so that what is copied from the terminal is still the same program. Pure. */
import { widthOf } from "./terminal.ts";

/** A break is made at a space after one of these, outside of texts and comments: there a line end means nothing. */
const before = /[,({[=>&|?+;]/;

/** @param line one line of code @returns lines of at most `width` columns, as far as there are places to break at */
export function wrapCode(line: string, width: number): string[] {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const comment = /^\s*\/\/ /.exec(line)?.[0];
  if (comment !== undefined) return fill(line.slice(comment.length).split(/(?<= )/), comment, comment, width);
  return fill(piecesOf(line.slice(indent.length)), indent, `${indent}    `, width);
}

/** Puts as many pieces on a line as there is room for. */
function fill(pieces: string[], first: string, others: string, width: number): string[] {
  const lines: string[] = [];
  let current = first;
  let empty = true;
  for (const piece of pieces) {
    if (!empty && widthOf(`${current}${piece}`.trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = others;
    }
    current += piece;
    empty = false;
  }
  return [...lines, current.trimEnd()];
}

/** A line of code, cut where it may be broken. */
function piecesOf(code: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let quote = "";
  for (let at = 0; at < code.length; at += 1) {
    const char = code[at] ?? "";
    if (quote !== "") {
      if (char === "\\") at += 1;
      else if (char === quote) quote = "";
    } else if (/["'`]/.test(char)) quote = char;
    else if (code.startsWith("//", at)) break;
    else if (char === " " && before.test(code[at - 1] ?? "")) {
      pieces.push(code.slice(from, at + 1));
      from = at + 1;
    }
  }
  return [...pieces, code.slice(from)];
}
