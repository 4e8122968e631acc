/** From Stryker's report to what we say of it. Pure functions. */
import { placeOf } from "./introduced.ts";

/** What we read of the JSON that Stryker writes; lines and columns count from 1. */
export type StrykerReport = {
  files: Record<string, { source: string; mutants: StrykerMutant[] }>;
  /** Stryker gives the tests numbers of its own */
  testFiles?: Record<string, { tests: { id: string; name: string }[] }>;
};
type Position = { line: number; column: number };
type StrykerMutant = {
  mutatorName: string;
  replacement?: string;
  status: "Killed" | "Survived" | "NoCoverage" | "Timeout" | "RuntimeError" | "CompileError" | "Ignored" | "Pending";
  statusReason?: string;
  killedBy?: string[];
  location: { start: Position; end: Position };
};

/** A mutant with its place in the reference, told without line numbers. */
export type Judged = {
  level: string;
  chapter: string;
  declaration: string;
  /** the source line where the mutated text starts, without the white space around it */
  line: string;
  /** the mutated text and what stands in its place, white space run together */
  original: string;
  replacement: string;
  mutator: string;
  /** `killed`: a test failed. `timeout`: it did not end in time. `survived`: no test tells it from the reference. `failed`: it could not be judged */
  verdict: "killed" | "timeout" | "survived" | "failed";
  /** the test that killed it, by its clause and condition, or what went wrong */
  by: string;
  at: number;
};

const verdicts: Record<StrykerMutant["status"], Judged["verdict"]> = {
  Killed: "killed",
  Timeout: "timeout",
  Survived: "survived",
  NoCoverage: "survived",
  RuntimeError: "failed",
  CompileError: "failed",
  Ignored: "failed",
  Pending: "failed",
};

export const runTogether = (text: string): string => text.replace(/\s+/g, " ").trim();

/** All mutants of a report, by their place. */
export function judgedOf(level: string, report: StrykerReport): Judged[] {
  const names = new Map(Object.values(report.testFiles ?? {}).flatMap(({ tests }) => tests.map(({ id, name }) => [id, name] as const)));
  return Object.values(report.files)
    .flatMap(({ source, mutants }) => mutants.map((mutant) => judged(level, source, mutant, names)))
    .sort((a, b) => a.at - b.at);
}

function judged(level: string, source: string, mutant: StrykerMutant, names: Map<string, string>): Judged {
  const { start, end } = mutant.location;
  const verdict = verdicts[mutant.status];
  return {
    level,
    ...placeOf(level, start.line),
    original: runTogether(source.slice(offsetOf(source, start), offsetOf(source, end))),
    replacement: runTogether(mutant.replacement ?? ""),
    mutator: mutant.mutatorName,
    verdict,
    by: verdict === "killed" ? (mutant.killedBy ?? []).map((id) => names.get(id) ?? id).join("; ") : (mutant.statusReason ?? ""),
    at: start.line,
  };
}

function offsetOf(source: string, { line, column }: Position): number {
  const before = source.split("\n").slice(0, line - 1);
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
}

/** One line of the table: the mutants of one level that one chapter's lines gave. */
export type Row = { level: string; chapter: string; mutants: number; killed: number; timeout: number; equivalent: number; survived: number; failed: number };

/** Rows by level and chapter, each level ending with its sum (chapter `all`). `excused`: the survivors that are listed. */
export function rowsOf(judgedMutants: Judged[], excused: Set<Judged>): Row[] {
  const rows: Row[] = [];
  for (const level of new Set(judgedMutants.map((one) => one.level))) {
    const own = judgedMutants.filter((one) => one.level === level);
    for (const chapter of [...new Set(own.map((one) => one.chapter))].sort()) rows.push(rowOf(level, chapter, own.filter((one) => one.chapter === chapter), excused));
    rows.push(rowOf(level, "all", own, excused));
  }
  return rows;
}

function rowOf(level: string, chapter: string, own: Judged[], excused: Set<Judged>): Row {
  const count = (verdict: Judged["verdict"]): number => own.filter((one) => one.verdict === verdict && !excused.has(one)).length;
  const equivalent = own.filter((one) => excused.has(one)).length;
  return { level, chapter, mutants: own.length, killed: count("killed"), timeout: count("timeout"), equivalent, survived: count("survived"), failed: count("failed") };
}

/** Of the mutants that a spec could kill, how many percent it does; a hang is a kill. */
export const scoreOf = ({ mutants, killed, timeout, equivalent }: Row): number => (mutants === equivalent ? 100 : (100 * (killed + timeout)) / (mutants - equivalent));

export function tableOf(rows: Row[]): string {
  const head = ["level", "chapter", "mutants", "killed", "timeout", "equivalent", "survived", "failed", "score"];
  const body = rows.map((row) => [row.level, row.chapter, row.mutants, row.killed, row.timeout, row.equivalent, row.survived, row.failed, `${scoreOf(row).toFixed(1)}%`].map(String));
  const widths = head.map((name, column) => Math.max(name.length, ...body.map((cells) => cells[column]?.length ?? 0)));
  return [head, ...body].map((cells) => cells.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ")).join("\n");
}

/** A survivor as one reads it, and as an entry of equivalent.ts begins. */
export const told = ({ level, declaration, line, original, replacement, mutator, at, verdict, by }: Judged): string =>
  `${level}/code.ts:${at}  ${verdict}  ${mutator} in ${declaration}${by === "" ? "" : `  (${by})`}\n    line         ${line}\n    original     ${original}\n    replacement  ${replacement}`;
