/**
 * Accounts for every literal that a spec compares with: which it is, what compares it, where it is stated. Two ways see
 * them, and each sees what the other does not: the comparisons tell what they were given while the suite runs (numbers,
 * computed texts, the names of fields), and the syntax tree of the spec files tells what is written in them (the
 * conditions of `holds`, and everything else, compared or not).
 */
import * as fc from "fast-check";
import { chapterOf, chapters } from "../../spec/harness/chapters.ts";
import { dictionary, filesIn, Inputs, playerWords, read, saidBy } from "./origins.ts";
import { leavesOf, type Judging, type Leaf } from "./played.ts";
import { objectWords, typeWords, written, type Written } from "./syntax.ts";

/**
 * `scenario`: it, or the texts it is made of, was put in; `type`: the dictionary has it; `sentence`: a clause says it;
 * `player`: the harness's own word for a step or an observation; `program`: what the program itself gave elsewhere, and
 * written in no spec; `spec`: a word that only the spec's own code makes and reads; `language`: a built-in's name, no,
 * yes and nothing.
 */
export type Origin = "scenario" | "type" | "sentence" | "player" | "program" | "spec" | "language" | "unexplained";

export type Account = { clause: string; literal: string; by: string; origin: Origin; where: string };

const dictionaries = new Map<string, Set<string>>(chapters.map(({ id }) => [id, dictionary(id)]));
const words = (chapter: string): Set<string> => dictionaries.get(chapter) ?? new Set();

export const specFiles = [...chapters.flatMap(({ id }) => filesIn(`spec/${id}`).filter((file) => /(?<!\/clauses|\/scene|-d)\.ts$/.test(file) && !file.includes("/types."))), "spec/harness/turns.ts"];
const sources = new Map(specFiles.map((file) => [file, read(file)]));
const ownWords = new Set(["played", "kit", "broken", "text"].map((name) => read(`spec/harness/${name}.ts`)).concat([...sources.values()]).flatMap((source) => [...objectWords(source), ...typeWords(source)]));
const builtIns = new Set([Array, Array.prototype, String.prototype, Object, JSON, Map.prototype, Set.prototype, Math, Number, RegExp.prototype, fc, fc.Arbitrary.prototype].flatMap((holder) => Object.getOwnPropertyNames(holder)));

/** What only a card uses, to say or to choose its reason: no verdict depends on it. */
const shown = [", which no entry has", "RangeError", "/\\s+/g"];
/** What is written in any spec: a computed text that is none of it comes from the program. */
const writtenTexts = new Set([...sources.values()].flatMap(written).filter(({ as }) => as === "text" || as === "piece").map(({ literal }) => literal));

/** What the comparisons were given. */
export function compared(all: Judging[]): Account[] {
  return all.flatMap((judging) => {
    const inputs = new Inputs(judging.scenarios);
    const given = new Set(judging.transcripts.flatMap(({ steps, timeline }) => textsIn([steps, timeline])));
    return judging.comparisons.flatMap(({ by, expected }) =>
      leavesOf(expected).map((leaf) => {
        const [origin, where] = originOf(leaf, judging.clause, inputs, given);
        return { clause: judging.clause, literal: leaf.as === "field" ? `.${String(leaf.literal)}` : (JSON.stringify(leaf.literal) ?? ""), by, origin, where };
      }),
    );
  });
}

function originOf({ literal, as }: Leaf, clause: string, inputs: Inputs, given: Set<string>): [Origin, string] {
  const chapter = chapterOf(clause);
  if (literal === null || typeof literal === "boolean") return words(chapter).has(String(literal)) ? ["type", `types up to ${chapter}`] : ["language", "whether, or nothing there"];
  if (literal === "" || literal === 0) return ["language", "nothing"];
  if (typeof literal === "string" && words(chapter).has(literal)) return ["type", `types up to ${chapter}`];
  if (inputs.has(literal)) return ["scenario", typeof literal === "string" ? "in the scenario" : "a number or a count of the scenario"];
  const said = saidBy(clause, literal);
  if (said !== undefined && as === "value") return ["sentence", said];
  if (typeof literal === "number") return ["unexplained", ""];
  if (inputs.makes(literal, 1)) return ["scenario", "made of texts of the scenario"];
  const formula = saidBy(clause, "error: <message>");
  if (formula !== undefined && inputs.makes(literal, 1, ["error: "])) return ["sentence", `${formula}, with a text of the scenario`];
  if (as === "field" && playerWords.has(literal)) return ["player", "an observation"];
  if (as === "field" && ownWords.has(literal) && !given.has(literal)) return ["spec", "a member that the spec made"];
  if (as === "value" && given.has(literal) && !writtenTexts.has(literal)) return ["program", "given by the program elsewhere"];
  return ["unexplained", ""];
}

/** What is written in the spec files. `all` tells the scenarios of each clause. */
export const inSource = (all: Judging[]): Account[] => specFiles.flatMap((file) => fileAccounts(file, sources.get(file) ?? "", all));

/** What is written in one spec file. */
export function fileAccounts(file: string, source: string, all: Judging[]): Account[] {
  const chapter = /s\d\d/.exec(file)?.[0] ?? "s12";
  const near = all.filter((judging) => file.includes("/harness/") || chapterOf(judging.clause) === chapter);
  const inputs = inputsOf(near);
  // Generated texts hold every letter, so any text is made of them: those of the examples must do, of the clause where it is known.
  const examples = near.filter(({ kind }) => kind === "example");
  const found = written(source);
  const tags = new Set([...typeWords(source), ...found.filter(({ made }) => made).map(({ literal }) => literal)]);
  const owners = new Map([undefined, ...new Set(found.map(({ clause }) => clause))].map((clause) => [clause, inputsOf(examples.filter((judging) => clause === undefined || judging.clause === clause))]));
  return found.map((one) => {
    const makes = (text: string, more: string[] = []): boolean => owners.get(one.clause)?.makes(text, one.clause === undefined ? 2 : 1, more) === true;
    const [origin, where] = sourceOf(one, chapter, inputs, makes, tags);
    const literal = one.as === "name" ? `.${one.literal}` : one.as === "pattern" || one.as === "number" ? one.literal : JSON.stringify(one.literal);
    return { clause: one.clause ?? chapter, literal, by: `${file}:${one.line}`, origin, where };
  });
}

const inputsOf = (judgings: Judging[]): Inputs => new Inputs(judgings.flatMap(({ scenarios }) => scenarios));

function sourceOf({ as, literal, clause, made }: Written, chapter: string, inputs: Inputs, makes: (text: string, more?: string[]) => boolean, tags: Set<string>): [Origin, string] {
  if (made) return ["scenario", "given to a generator"];
  if (as === "name") {
    if (words(chapter).has(literal)) return ["type", `types up to ${chapter}`];
    if (playerWords.has(literal)) return ["player", "scenarios and transcripts"];
    if (ownWords.has(literal)) return ["spec", "a member that the specs or the harness declare"];
    return builtIns.has(literal) ? ["language", "a built-in"] : ["unexplained", ""];
  }
  if (literal === "" || literal === "0" || literal === "null") return ["language", "nothing"];
  if (as === "number") return inputs.has(Number(literal)) ? ["scenario", "a number or a count of the scenarios"] : ["unexplained", ""];
  if (as === "pattern") return shown.includes(literal) ? ["spec", "for the reason on a card"] : ["unexplained", ""];
  if (words(chapter).has(literal)) return ["type", `types up to ${chapter}`];
  if (playerWords.has(literal)) return ["player", "scenarios and transcripts"];
  if (inputs.has(literal)) return ["scenario", "in the scenarios of the chapter"];
  if (/^".*"$/.test(literal) && inputs.has(literal.slice(1, -1))) return ["scenario", "a text of the scenarios, as JSON"];
  if (as === "piece" && inputs.holds(literal)) return ["scenario", "a part of a text of the scenarios"];
  if (shown.includes(literal)) return ["spec", "said on a card"];
  if (tags.has(literal)) return ["spec", "a tag of the spec's own"];
  const stated = chapters.find(({ id }) => id === chapter)?.clauses[0]?.id ?? "s01.1";
  const said = saidBy(clause ?? stated, literal);
  if (said !== undefined) return ["sentence", said];
  if (makes(literal)) return ["scenario", "made of texts of the scenarios"];
  const formula = saidBy(clause ?? stated, "error: <message>");
  return formula !== undefined && makes(literal, ["error: "]) ? ["sentence", `${formula}, with a text of the scenarios`] : ["unexplained", ""];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

/** Accounts that say the same, once, with their number; generated and computed texts of a clause are one line. */
export function summed(accounts: Account[]): (Account & { times: number })[] {
  const found = new Map<string, Account & { times: number }>();
  for (const account of accounts) {
    const computed = ["scenario", "program"].includes(account.origin) && account.literal.startsWith('"') && !writtenTexts.has(String(JSON.parse(account.literal)));
    const line = computed ? { ...account, literal: "(texts made while it runs)" } : account;
    const key = JSON.stringify([line.clause, line.literal, line.by, line.origin, line.where]);
    const known = found.get(key);
    if (known === undefined) found.set(key, { ...line, times: 1 });
    else known.times += 1;
  }
  return [...found.values()];
}
