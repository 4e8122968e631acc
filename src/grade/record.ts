/**
 * What a grading run leaves behind, as plain data: `results.jsonl` has one `Run` line for each time the command was
 * started, one `Row` line for each verdict, in the order in which they came, and an `End` line where the run came to its
 * end. The last row of a student counts.
 */
import type { Text } from "../../spec/harness/text.ts";

/** One word for a whole submission. The first three were graded, the last one is our own fault. */
export const verdicts = [
  /** every clause holds; some; none */
  "ok",
  "partial",
  "none",
  /** on the roster, and no file came */
  "missing",
  /** no text file of the size a program may have: a folder, a link, a pipe, not UTF-8, too large */
  "invalid-file",
  "syntax-error",
  /** the import threw; did not end in time; took all memory; ended the process */
  "load-error",
  "load-timeout",
  "out-of-memory",
  "crashed",
  /** more was printed than is kept */
  "output-limit",
  /** it imports what a program must not */
  "policy",
  /** something tried to reach beyond its program: no score until a person has looked */
  "integrity",
  "grader-error",
] as const;
export type Verdict = (typeof verdicts)[number];

/** `error`: the program ended or ran out of memory while the clause was judged. `not-run`: the program could not be judged at all, or our own fault. */
export type Status = "pass" | "fail" | "error" | "timeout" | "not-run";

/** A clause of one submission. `points` is 0 or `max`; `null` where it was not run by our own fault. */
export type ClauseRow = {
  /** `s04.3`; of a teacher's own clauses `x.` and a name */
  id: string;
  /** `s04`; `extra` */
  chapter: string;
  status: Status;
  points: number | null;
  max: number;
  /** milliseconds */
  ms: number;
  /** of a clause that does not pass: the card that a learner would see, plain lines of 78 columns at most, without colour, joined by "\n" */
  card?: Text;
  /** of a random scenario: replays exactly this one */
  replay?: { seed: number; path: string };
};

/** Something that a person should look at; never a penalty. `code` is a fixed word: `prints`, `similar`, `policy`, `escaped` … */
export type Flag = { code: string; severity: "info" | "review" | "integrity"; detail: Text };

/** How strong the wall around a submission was. `node`: node's permission flags, against accidents only. `none`: a process of its own, nothing else. */
export type Wall = "bwrap" | "docker" | "podman" | "node" | "none";

export type GradeLimits = {
  /** milliseconds: one scenario, the import, a whole submission */
  scenario: number;
  load: number;
  submission: number;
  /** MiB: V8's heap; all memory of the process */
  memory: number;
  data: number;
  /** bytes: a file that comes in; what is kept of what is printed */
  file: number;
  output: number;
};

/**
 * The program, below the class folder, with slashes; its sha256 and size are those of the file itself, as any tool tells
 * them. `others`: the files that it could import, where there are any.
 */
export type HandedIn = { path: string; sha256: string; bytes: number; others?: { path: string; sha256: string }[] };

export type Row = {
  v: 1;
  kind: "row";
  /** the id in the form it is compared by (NFC); how the folder spells it where that differs */
  student: string;
  spelled?: string;
  /** what was judged; undefined where there was nothing that could be */
  file?: HandedIn;
  /** sha256 of all that the verdict depends on: two rows with one key are of the same question */
  key: string;
  verdict: Verdict;
  /** what the student is told in one sentence */
  sentence: Text;
  /** null: not graded (`grader-error`, `integrity`) */
  score: number | null;
  max: number;
  /** the highest chapter that holds with all before it; null where not even s01 does */
  stage: string | null;
  chapters: ChapterRow[];
  clauses: ClauseRow[];
  flags: Flag[];
  seed: number;
  wall: Wall;
  /** milliseconds in all */
  ms: number;
  /** ISO 8601, UTC */
  at: string;
  /** the run it belongs to */
  run: string;
  /** the beginning of what it printed, safe to show */
  prints?: string;
};

export type ChapterRow = { id: string; score: number | null; max: number; pass: number; fail: number; error: number; timeout: number; notRun: number };

/** The settings of a run: what is needed to reproduce a grade, and to see that something has changed. */
export type Run = {
  v: 1;
  kind: "run";
  /** random; names the run in its rows */
  id: string;
  at: string;
  upto: string;
  runs: number;
  /** the seeds of the submissions are derived from it; `one` gives the same one to all */
  secret: string;
  seeds: "each" | "one";
  weights: Record<string, number>;
  limits: GradeLimits;
  wall: Wall;
  /** sha256 of the files that judge: spec/ (and --extra); src/ and the lockfile */
  suite: string;
  tool: string;
  versions: { node: string; platform: string; vitest: string; fastCheck: string; typescript: string; esbuild: string };
  shard: { index: number; count: number };
  /** how many submissions the whole class has, all shards together; sha256 of their ids */
  students: number;
  roster: string;
  /** of `--force`: sha256 of the ids that it judges again, by which the same command goes on after an interruption */
  forced?: string;
  /** of `merge`: the runs of the shards */
  merged?: string[];
};

/**
 * A run came to its end: whoever is in its part of the class has a row, here or further up. `students`: their ids, in
 * order. `outdated`: those of them whose files had changed since their row was given, where there are any.
 */
export type End = { v: 1; kind: "end"; run: string; at: string; students: string[]; outdated?: string[] };

/** What every output is made of: the last run, and the row that counts of each student, in the order of their ids. */
export type Report = { run: Run; rows: Row[] };
