/** Which chapter a line of the reference comes from: mutants are counted by the chapter that wrote what they change. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chaptersUpto } from "../../spec/harness/chapters.ts";
import { declarationsOf, type Declaration } from "../ladder/declarations.ts";

export type Place = {
  /** the top-level declaration the line belongs to */
  declaration: string;
  /** its text, without the white space around it */
  line: string;
  /** the first chapter whose declaration of that name has this line */
  chapter: string;
};

const sources = new Map<string, string>();

/** The reference of one chapter, as text. */
export function referenceOf(level: string): string {
  const source = sources.get(level) ?? readFileSync(fileURLToPath(new URL(`../../solution/${level}/code.ts`, import.meta.url)), "utf8");
  sources.set(level, source);
  return source;
}

const declarations = new Map<string, Map<string, Declaration>>();

function declarationsAt(level: string): Map<string, Declaration> {
  const found = declarations.get(level) ?? declarationsOf(referenceOf(level));
  declarations.set(level, found);
  return found;
}

/** The text of one declaration of a chapter's reference; undefined where there is none of that name. */
export const declarationText = (level: string, name: string): string | undefined => declarationsAt(level).get(name)?.text;

/** Where line `number` (from 1) of a chapter's reference belongs. @throws Error for a line outside of all declarations */
export function placeOf(level: string, number: number): Place {
  const source = referenceOf(level);
  const line = source.split("\n")[number - 1]?.trim() ?? "";
  for (const { name, text } of declarationsAt(level).values()) {
    const first = source.slice(0, source.indexOf(text)).split("\n").length;
    if (number < first || number >= first + text.split("\n").length) continue;
    const chapter = chaptersUpto(level).find(({ id }) => linesOf(id, name).includes(line));
    return { declaration: name, line, chapter: chapter?.id ?? level };
  }
  throw new Error(`line ${number} of solution/${level}/code.ts belongs to no declaration`);
}

const linesOf = (level: string, name: string): string[] => (declarationText(level, name) ?? "").split("\n").map((line) => line.trim());
