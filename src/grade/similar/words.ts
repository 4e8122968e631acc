/** A program as the words that two programs are compared by: what renaming, types, comments and layout do not change. */
import { transform } from "esbuild";
import jsTokens from "js-tokens";
import { SourceMap, type SourceMapPayload } from "node:module";

export type Words = {
  words: string[];
  /** the line of the program, from 1, on which the word at this index stands. @throws where lines were not asked for */
  line(at: number): number;
};

/** Four times the longest reference. On much longer texts of brackets alone esbuild runs out of stack and ends for good. */
const largest = 65_536;
/** What a program of that size has at most; the rest of a longer one is not compared. */
const most = 50_000;

/**
 * esbuild takes the types out and writes each statement in one way (quotes, braces, `!== undefined`). What it cannot
 * parse is read as it stands, types and all: js-tokens never fails.
 * @param lines whether lines will be asked for: the source map costs as much as all the rest
 */
export async function wordsOf(text: string, lines = false): Promise<Words> {
  const plain = await plainOf(text, lines);
  const words: string[] = [];
  const places: { line: number; column: number }[] = [];
  let line = 0;
  let column = 0;
  let previous = "";
  for (const token of jsTokens(plain.code)) {
    const word = wordOf(token.type, token.value, previous);
    if (word !== "") {
      words.push(word);
      places.push({ line, column });
      // `{ text }` is `{ text: t }` after renaming: both are one name.
      if (word === "name" && words.at(-2) === ":" && words.at(-3) === "name") {
        words.splice(-2);
        places.splice(-2);
      }
      previous = token.value;
      if (words.length === most) break;
    }
    const broken = token.value.split("\n");
    line += broken.length - 1;
    column = broken.length === 1 ? column + token.value.length : broken.at(-1)!.length;
  }
  let map: SourceMap | undefined;
  return {
    words,
    line(at) {
      const place = places[at]!;
      if (!lines) throw new Error("the words were read without their lines");
      if (plain.map === "") return place.line + 1;
      map ??= new SourceMap(JSON.parse(plain.map) as SourceMapPayload);
      const entry = map.findEntry(place.line, place.column);
      return "originalLine" in entry ? entry.originalLine + 1 : place.line + 1;
    },
  };
}

/** `map`: empty where the code is the text itself, or where no lines were asked for. */
async function plainOf(text: string, lines: boolean): Promise<{ code: string; map: string }> {
  if (text.length > largest) return { code: text, map: "" };
  try {
    return await transform(text, { loader: "ts", minifySyntax: true, sourcemap: lines && "external", sourcesContent: false, logLevel: "silent", tsconfigRaw: {} });
  } catch {
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
