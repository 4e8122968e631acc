/** Compares the survivors of a run with those that equivalent.ts explains. Pure functions. */
import { declarationText } from "./introduced.ts";
import { runTogether, type Judged } from "./report.ts";

/** Mutants that no spec must kill, and why. An entry means every mutant of these levels that fits it. */
export type Equivalent = {
  levels: string[];
  declaration: string;
  /** the source line where the mutated text starts, without the white space around it */
  line: string;
  /** the mutated text and what Stryker puts in its place, white space run together */
  original: string;
  replacement: string;
  /** which one, from 1, where the line has several mutants that read the same */
  nth?: number;
  /** why a right program may do this, or why no program can tell */
  reason: string;
  /** words of section 7 of EVOLUTION.md that set it free; without them the mutant is the same program */
  free?: string;
};

export type Comparison = {
  /** survivors that an entry explains */
  excused: Set<Judged>;
  /** survivors that none explains, and mutants that could not be judged */
  unexplained: Judged[];
  /** entries that no longer say the truth, each with what is wrong */
  stale: string[];
};

/** Entries are compared for the levels that were run only. */
export function compare(judged: Judged[], entries: Equivalent[]): Comparison {
  const excused = new Set<Judged>();
  const stale: string[] = [];
  for (const entry of entries) {
    for (const level of entry.levels) {
      const own = judged.filter((one) => one.level === level);
      if (own.length === 0) continue;
      const name = `${level} ${entry.declaration}: ${entry.original} -> ${entry.replacement}`;
      const fitting = own.filter((one) => fits(one, entry));
      const meant = entry.nth === undefined ? fitting : fitting.slice(entry.nth - 1, entry.nth);
      if (meant.length === 0) stale.push(`${name}: there is no such mutant`);
      for (const one of meant) {
        if (one.verdict !== "survived") stale.push(`${name}: ${one.verdict}${one.by === "" ? "" : ` (${one.by})`}`);
        else if (excused.has(one)) stale.push(`${name}: listed twice`);
        else excused.add(one);
      }
    }
  }
  return { excused, unexplained: judged.filter((one) => (one.verdict === "survived" || one.verdict === "failed") && !excused.has(one)), stale };
}

const fits = (one: Judged, entry: Equivalent): boolean =>
  one.declaration === entry.declaration && one.line === entry.line && one.original === entry.original && one.replacement === entry.replacement;

/** What can be told without a run: entries whose text no longer stands in the reference. */
export function lostEntries(entries: Equivalent[]): string[] {
  return entries.flatMap(({ levels, declaration, line, original }) =>
    levels
      .filter((level) => {
        const text = declarationText(level, declaration);
        return text === undefined || !text.split("\n").some((one) => one.trim() === line) || !runTogether(text).includes(original);
      })
      .map((level) => `${level} ${declaration}: ${original}`),
  );
}
