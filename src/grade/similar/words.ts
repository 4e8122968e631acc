/** A program as the words that two programs are compared by: what renaming, types, comments and layout do not change. */
import { transform, type TransformFailure } from "esbuild";
import jsTokens from "js-tokens";
import { SourceMap, type SourceMapPayload } from "node:module";

export type Words = {
  words: string[];
  /** the line of the program, from 1, on which each word stands; only where it was asked for */
  lines?: number[];
};

/** Four times the longest reference. On much longer texts of brackets alone esbuild runs out of stack and ends for good. */
const largest = 65_536;
/** What a program of that size has at most; the rest of a longer one is not compared. */
const most = 50_000;

/**
 * esbuild takes the types out and writes each statement in one way (quotes, braces, `!== undefined`). What it cannot
 * parse is read as it stands, types and all: js-tokens never fails.
 * @param lines whether the lines are needed: the source map costs as much as all the rest
 */
export async function wordsOf(text: string, lines = false): Promise<Words> {
  const plain = await plainOf(text, lines);
  const words: string[] = [];
  /** where each word begins in the plain code */
  const places: number[] = [];
  let place = 0;
  let previous = "";
  for (const { type, value } of jsTokens(plain.code)) {
    const word = wordOf(type, value, previous);
    if (word !== "") {
      words.push(word);
      places.push(place);
      // `{ text }` is `{ text: t }` after renaming: both are one name.
      if (word === "name" && words.at(-2) === ":" && words.at(-3) === "name") {
        words.length -= 2;
        places.length -= 2;
      }
      previous = value;
      if (words.length === most) break;
    }
    place += value.length;
  }
  if (!lines) return { words };
  const lineOf = linesOf(plain);
  return { words, lines: places.map(lineOf) };
}

/** From a place in the plain code to the line of the program. */
function linesOf({ code, map }: Plain): (place: number) => number {
  const starts = [0, ...Array.from(code.matchAll(/\n/g), ({ index }) => index + 1)];
  const source = map === "" ? undefined : new SourceMap(JSON.parse(map) as SourceMapPayload);
  let row = 0;
  return (place) => {
    while (row + 1 < starts.length && starts[row + 1]! <= place) row++;
    const entry = source?.findEntry(row, place - starts[row]!);
    return entry !== undefined && "originalLine" in entry ? entry.originalLine + 1 : row + 1;
  };
}

type Plain = { code: string; map: string };

/** `map`: empty where the code is the text itself, or where no lines were asked for. */
async function plainOf(text: string, lines: boolean): Promise<Plain> {
  if (text.length > largest) return { code: text, map: "" };
  try {
    return await transform(text, { loader: "ts", minifySyntax: true, sourcemap: lines && "external", sourcesContent: false, logLevel: "silent", tsconfigRaw: {} });
  } catch (error) {
    // Without errors of the text it is esbuild that has ended, and the rest of the class would be read in another way.
    if ((error as Partial<TransformFailure>).errors === undefined) throw error;
    return { code: text, map: "" };
  }
}

/** What a word is compared as; empty: not at all. */
function wordOf(type: string, value: string, previous: string): string {
  switch (type) {
    case "IdentifierName":
      return keywords.has(value) && previous !== "." && previous !== "?." ? value : "name";
    case "PrivateIdentifier":
      return "name";
    case "StringLiteral":
    case "NoSubstitutionTemplate":
      return "text";
    case "NumericLiteral":
      return "number";
    case "TemplateHead":
    case "TemplateMiddle":
    case "TemplateTail":
    case "RegularExpressionLiteral":
      return type;
    case "Punctuator":
      return value === ";" || value === "," ? "" : value;
    default:
      return "";
  }
}

const keywords = new Set(
  ("async await break case catch class const continue default delete do else export extends finally for from function get if import in " +
    "instanceof let new null of return set static super switch this throw true false try typeof undefined var void while with yield").split(" "),
);
