/** What a run is made with: all that its grades depend on, beside the programs and the secret. */
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { digestOf, suiteHash, toolHash } from "./hashes.ts";
import { chapterOf, extraChapter } from "../../spec/harness/chapters.ts";
import type { Submission } from "./intake/intake.ts";
import type { GradeOptions } from "./options.ts";
import type { Run } from "./record.ts";

/** @param submissions of the whole class, all shards together */
export function settingsOf({ upto, runs, seeds, weights, limits, shard, extra }: GradeOptions, submissions: Submission[], wall: Run["wall"]): Omit<Run, "secret"> {
  return {
    v: 1,
    kind: "run",
    id: randomUUID(),
    at: new Date().toISOString(),
    upto,
    runs,
    seeds,
    // Those of later chapters decide nothing here, and may change before these chapters are judged.
    weights: Object.fromEntries(Object.entries(weights).filter(([id]) => chapterOf(id) <= upto || chapterOf(id) === extraChapter?.id)),
    limits,
    wall,
    suite: suiteHash(extra),
    tool: toolHash(),
    versions: { node: process.version, platform: `${process.platform} ${process.arch}`, ...packageVersions() },
    shard,
    students: submissions.length,
    roster: digestOf(submissions.map(({ student }) => student)),
  };
}

function packageVersions(): Omit<Run["versions"], "node" | "platform"> {
  const require = createRequire(import.meta.url);
  const of = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;
  return { vitest: of("vitest"), fastCheck: of("fast-check"), typescript: of("typescript"), esbuild: of("esbuild") };
}
