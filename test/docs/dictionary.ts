/** The dictionary of EVOLUTION.md: what it declares, and since which chapter. Pure. */
import { shapeOf } from "../../src/docs/declarations.ts";
import { piecesOf } from "../../src/report/changes.ts";

/** The code of section 3. @throws Error where it is not there */
export function dictionaryOf(text: string): string {
  const found = /^## 3\. [\s\S]*?^```ts\n([\s\S]*?)^```$/m.exec(text)?.[1];
  if (found === undefined) throw new Error("section 3 holds no ```ts block");
  return found;
}

/**
 * What a line says: `word`, a declaration's name or a member's or a parameter's, is in `owner` from `chapter` on.
 * `upgraded`: the word was there before, and the line's code is new (U1).
 */
export type Claim = { owner: string; word: string; chapter: string; upgraded: boolean; code: string };
/** A declaration in one way of writing, and what its lines claim. */
export type Entry = { name: string; code: string; claims: Claim[] };

export function entriesOf(dictionary: string): Entry[] {
  // Declarations follow each other without blank lines there.
  const spaced = dictionary.replace(/^export (?:declare )?/gm, "\nexport ");
  return piecesOf(spaced).map(({ name, text }) => ({ name, code: plain(text), claims: text.split("\n").flatMap((line, at) => claimsOf(name, at === 0 ? name : wordOf(line), line)) }));
}

/** `code; // s01; options: s02` and `code; // s03, U1 (what it was)` */
function claimsOf(owner: string, word: string, line: string): Claim[] {
  const [code = "", comment] = line.split(" // ");
  if (comment === undefined) return [];
  return comment.replace(/\(.*/, "").split("; ").map((claim) => {
    const [, more, chapter = "", upgraded] = /^(?:(\w+): )?(s\d\d)(, U1)?/.exec(claim) ?? [];
    return { owner, word: more ?? word, chapter, upgraded: upgraded !== undefined, code: plain(code) };
  });
}

/** The member or the union member in a line: `load`, `"stop"`, `UserMessage`, of an object in a union its telling text. */
const wordOf = (line: string): string => /^\s*\|\s*(?:\{ \w+: )?("?\w+"?)/.exec(line)?.[1] ?? /^\s*(\w+)/.exec(line)?.[1] ?? line;

/** What a reference shows of a declaration to the outside, in one way of writing. @throws Flaw where it has none */
export const shownBy = (source: string, name: string): string => plain(shapeOf(source, name));

export const hasWord = (code: string, word: string): boolean => [...code.matchAll(/"\w+"|\w+/g)].some(([found]) => found === word);

/** No comments, no line ends, no bodies; parameters with a default are optional. */
function plain(code: string): string {
  return code
    .replace(/\s*\/\/.*$/gm, "")
    .replaceAll(" { … }", ";")
    .trim()
    .replace(/^export (?:async )?/, "")
    .replaceAll(/(\w+): (\w+) = \{\}/g, "$1?: $2")
    .replaceAll(/(\w+) = ""/g, "$1?: string")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/,? \)/g, ")")
    .replaceAll("( ", "(")
    .replace("= | ", "= ");
}
