/**
 * The verdicts of the last run, kept for commands that only ask where the learner stands. Of the very same program,
 * specs and draw they are still true; anything else, a missing or a broken file among it, is "not known".
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chapterOf, clauseOf } from "../spec/harness/chapters.ts";
import type { Image } from "../spec/harness/image.ts";
import { root } from "../spec/harness/root.ts";
import type { Outcome } from "../spec/harness/run.ts";
import type { ClauseResult } from "./judge.ts";

type Draw = { upto: string; seed: number; runs: number };

const folder = join(root, "node_modules", ".cache", "pi-kata");
const file = join(folder, "verdicts.json");
const workspace = join(root, "workspace");
const outcomes: string[] = ["holds", "fails", "hangs", "dies"] satisfies Outcome[];

/** Keeps the verdicts of a whole run. Where nothing can be written, nothing is kept. */
export function remember(image: Image, draw: Draw, results: ClauseResult[]): void {
  const verdicts = Object.fromEntries(results.map(({ clause, outcome }) => [clause.id, outcome]));
  try {
    mkdirSync(folder, { recursive: true });
    const aside = `${file}.${process.pid}`;
    writeFileSync(aside, JSON.stringify({ key: keyOf(image, draw), verdicts }));
    renameSync(aside, file);
  } catch {
    // A cache that cannot be written costs time and nothing else.
  }
}

/** The verdicts of this program, without their cards; undefined where they are not known. */
export function recall(image: Image, draw: Draw): ClauseResult[] | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, "utf8")) as { key: string; verdicts: Record<string, Outcome> };
    if (kept.key !== keyOf(image, draw)) return undefined;
    return Object.entries(kept.verdicts).map(([id, outcome]) => {
      if (!outcomes.includes(outcome)) throw new Error("not a verdict");
      return { clause: clauseOf(id), chapter: chapterOf(id), outcome, tests: [], ms: 0 };
    });
  } catch {
    return undefined;
  }
}

/** @throws Error for a program outside of the learner's folder: what else lies beside it is nobody's business here */
function keyOf(image: Image, { upto, seed, runs }: Draw): string {
  const home = dirname(image.file);
  if (home !== workspace) throw new Error("not the learner's own file");
  // Types may come from files that the bundle does not need, so every source counts.
  const sources = readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !/^backups[\\/]/.test(name));
  // The kata is one bundle, specs included: another bundle, other verdicts.
  const files = [fileURLToPath(import.meta.url), ...sources.sort().map((name) => join(home, name))];
  const stamps = files.map((name) => [name, statSync(name).mtimeMs, statSync(name).size]);
  return createHash("sha256").update(JSON.stringify([stamps, process.version, upto, seed, runs, image.code])).digest("hex");
}
