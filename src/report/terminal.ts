/** Colour, width and wrapping for whatever the output is: a terminal, a pipe, a file. */
import stringWidth from "string-width";
import type { Language } from "../../spec/harness/text.ts";

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

const codes: Record<Style, [number, number]> = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] };

export type Terminal = {
  width: number;
  paint(style: Style, text: string): string;
  /** The command to copy for `kata` and these words; it answers in the language in which it is told. */
  command(words: string): string;
};

/**
 * @param stream where the text goes @param environment NO_COLOR and FORCE_COLOR decide before the stream does
 * @param asked the language, where only the call asks for it: commands have to ask for it as well
 */
export function terminalFor(stream: { isTTY?: boolean; columns?: number }, environment: NodeJS.ProcessEnv, asked?: Language): Terminal {
  const forced = (environment.FORCE_COLOR ?? "") !== "" && environment.FORCE_COLOR !== "0";
  const refused = (environment.NO_COLOR ?? "") !== "" || environment.TERM === "dumb";
  const colour = forced || (stream.isTTY === true && !refused);
  return {
    width: Math.max(40, Math.min(stream.columns ?? 80, 100)),
    paint: (style, text) => (colour && text !== "" ? `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m` : text),
    command: (words) => kataCommand(asked === undefined ? words : `${words} --lang ${asked}`),
  };
}

export const kataCommand = (words: string): string => `npm run kata -- ${words}`;

/**
 * What a program printed or threw, made safe to show: escape sequences, control characters and lone surrogates are
 * spelled out, so that a program cannot draw on the terminal.
 */
export const safe = (text: string): string =>
  text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const widthOf = (text: string): number => (plainText.test(text) ? text.length : stringWidth(text));
/** Most of what is told: each character is a column. */
const plainText = /^[\x20-\x7e]*$/;

export const padEnd = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));

/**
 * Breaks a text into lines of at most `width` columns: where `breaks` says, else anywhere. Full-width characters count
 * twice, colours nothing.
 */
export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, width));
}

/**
 * Where a line may be broken: after a space, a comma and Chinese punctuation, and before an opening bracket, which stays
 * with what it opens; the bracket of a colour's code opens nothing.
 */
const breaks = /(?<=\s)(?<![{[]\s)(?!\s*[}\]])|(?<=,)|(?<![{[\u001b])(?=[{[])|(?<=[\u3001\u3002\uff0c\uff1a\uff1b])/;

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  let columns = 0;
  const push = (piece: string): void => {
    current += piece;
    columns += widthOf(piece);
  };
  for (const piece of line.split(breaks)) {
    if (columns + widthOf(piece.trimEnd()) > width && current !== "") {
      lines.push(current.trimEnd());
      current = "";
      columns = 0;
    }
    if (widthOf(piece.trimEnd()) <= width) {
      push(piece);
      continue;
    }
    for (const char of piece.match(/\u001b\[\d+m|[^]/gu) ?? []) {
      if (columns + widthOf(char) > width) {
        lines.push(current);
        current = "";
        columns = 0;
      }
      push(char);
    }
  }
  lines.push(current.trimEnd());
  return lines;
}
