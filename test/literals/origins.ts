/** Where a literal is stated: in the scenario, in the dictionary of types, in a clause's sentence. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chapterOf, chaptersUpto, clauseOf } from "../../spec/harness/chapters.ts";
import type { Scenario } from "../../spec/player/scenario.ts";
import { typeWords } from "./syntax.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
export const read = (file: string): string => readFileSync(join(root, file), "utf8");
export const filesIn = (folder: string): string[] => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);

/** What the harness calls the steps of a scenario and the observations of a transcript. */
export const playerWords = new Set(["scenario", "transcript"].flatMap((file) => typeWords(read(`spec/player/${file}.ts`))));

const wordsIn = (text: string): string[] => text.match(/\w+/g) ?? [];

/**
 * The dictionary of types up to a chapter, as a learner reads it: the types of the chapter's README, what the type
 * contracts demand (the words in quotes and backticks of their comments), the exports with their signatures.
 */
export function dictionary(chapter: string): Set<string> {
  const words = new Set<string>();
  for (const { id, adds, types } of chaptersUpto(chapter)) {
    const demands = filesIn(`spec/${id}`).filter((file) => file.endsWith(".test-d.ts")).flatMap((file) => read(file).match(/^\/\/ (?!zh: ).*$/gm) ?? []);
    const quoted = demands.flatMap((line) => line.match(/"[^"]*"|`[^`]*`/g) ?? []);
    const blocks = shownTypes(read(`spec/${id}/README.md`)).map((code) => code.replace(/\/\/.*$/gm, ""));
    for (const text of [...quoted, ...blocks, ...types, ...Object.keys(adds), ...Object.values(adds)]) for (const word of wordsIn(text)) words.add(word);
  }
  return words;
}

/**
 * The reference's declarations that a chapter shows openly. A fold holds whole bodies and a fence without a marker may hold
 * a misstep: what stands there explains no literal.
 */
function shownTypes(readme: string): string[] {
  const open = readme.replace(/<details>[\s\S]*?<\/details>/g, "");
  const shown = [...open.matchAll(/^<!-- (?:code|shape): .* -->\n```ts\n([\s\S]*?)^```/gm)];
  return shown.map(([, code]) => code ?? "");
}

/** How a sentence says a small number. */
const numerals: Record<string, RegExp> = { 1: /\b(once|one|an?|each|every|same|single)\b/, 2: /\b(twice|two)\b/ };

/** The clause that says a text or a number in its sentence: the literal's own, else the first of the chapters so far. */
export function saidBy(clause: string, literal: string | number): string | undefined {
  const everyone = chaptersUpto(chapterOf(clause)).flatMap((chapter) => chapter.clauses.map(({ id }) => id));
  if (typeof literal === "number" && literal < 3) return numerals[literal]?.test(clauseOf(clause).en) === true ? clause : undefined;
  return [clause, ...everyone].find((id) => (typeof literal === "number" ? wordsIn(clauseOf(id).en).includes(String(literal)) : literal.length > 3 && clauseOf(id).en.includes(literal)));
}

/** The texts and numbers of scenarios, how many parts of each kind they have, and what the player itself puts in (spec/player). */
export class Inputs {
  readonly #texts = new Set(["the script has ended", "kata-model"]);
  readonly #numbers = new Set<number>();
  readonly #brief: boolean;

  constructor(scenarios: Scenario[]) {
    this.#brief = scenarios.some(({ brief }) => brief === true);
    for (const { steps } of scenarios) {
      steps.forEach((step, place) => {
        this.#numbers.add(place + 1);
        this.#count(step);
        if (step.do === "vandal") this.#vandal = true;
      });
      this.#count(steps);
      this.#read(steps);
    }
  }

  #vandal = false;

  #read(value: unknown): void {
    if (typeof value === "string") this.#texts.add(value);
    if (typeof value === "number") this.#numbers.add(value);
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) this.#numbers.add(value.length);
    for (const [name, member] of Object.entries(value)) {
      this.#texts.add(name);
      // A tool without a description is described by the player.
      if (name === "name") this.#texts.add(`the tool ${String(member)}`);
      this.#read(member);
    }
  }

  /** How often each kind of part occurs: calls, deltas, turns, registrations. */
  #count(part: object): void {
    const counts = new Map<string, number>();
    const look = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const [name, member] of Object.entries(value)) {
        const kinds = Array.isArray(value) ? [] : typeof member === "string" ? [name, `${name}=${member}`] : [name];
        for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
        look(member);
      }
    };
    look(part);
    for (const count of counts.values()) this.#numbers.add(count);
  }

  /** A long list is recorded in brief, by places; what the step "vandal" changed is -1 or says so. */
  has(literal: string | number): boolean {
    if (this.#brief && (typeof literal === "number" || /^(m?\d+|length|sample)$/.test(literal))) return true;
    if (typeof literal === "number") return this.#numbers.has(literal) || (this.#vandal && literal === -1);
    return this.#texts.has(literal) || (this.#vandal && (literal === "vandal" || (literal.startsWith("vandal ") && this.has(literal.slice(7)))));
  }

  /** Whether a text is made of texts of `shortest` characters or more, one after the other, with line ends between them or not; `more` are further pieces. */
  makes(text: string, shortest: number, more: string[] = []): boolean {
    const pieces = [...[...this.#texts].filter((piece) => piece.length >= shortest), "\n", ...more];
    const reached = [true];
    for (let at = 0; at < text.length; at += 1) {
      if (reached[at] !== true) continue;
      for (const piece of pieces) if (text.startsWith(piece, at)) reached[at + piece.length] = true;
    }
    return reached[text.length] === true;
  }

  /** Whether a text stands somewhere in a text of the scenario. */
  holds(piece: string): boolean {
    return [...this.#texts].some((text) => text.includes(piece)) || (this.#vandal && piece === "vandal ");
  }
}
