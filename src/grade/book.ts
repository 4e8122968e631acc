/**
 * `results.jsonl`: what a folder of results knows. Lines are only ever added, each in one write; one that cannot be read
 * is left out and told. Of the rows only their places are kept in memory: a class may be large.
 */
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, readSync, unlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { say, type Text } from "../../spec/harness/text.ts";
import { codeOf, makeFolder } from "../disk.ts";
import { Unable } from "../unable.ts";
import { damageOf, lineOf, parsed, type Damage } from "./lines.ts";
import type { End, Report, Row, Run, Verdict } from "./record.ts";

export const bookName = "results.jsonl";

/** Where a row stands in the file, in bytes, and what is asked of it most. */
export type Entry = { key: string; verdict: Verdict; seed: number; run: string; offset: number; length: number };

/** What was written so far. `rows`: of each student the row that counts. `damaged`: lines that are left out. */
export type Contents = { runs: Run[]; ends: End[]; rows: Map<string, Entry>; damaged: Damage[] };

/** The report of a folder, with all runs of it, and whose files had changed since their row was given. */
export type Kept = Report & { runs: Run[]; outdated: string[]; damaged: Damage[] };

/** @throws Unable where there is a file that cannot be read */
export function readBook(folder: string): Contents {
  const contents: Contents = { runs: [], ends: [], rows: new Map(), damaged: [] };
  const file = join(folder, bookName);
  if (!existsSync(file)) return contents;
  let number = 0;
  for (const { line, offset, length } of linesOf(file)) {
    number += 1;
    if (line.trim() === "") continue;
    const entry = parsed(line);
    if (entry === undefined) contents.damaged.push(damageOf(line, number));
    else if (entry.kind === "run") contents.runs.push(entry);
    else if (entry.kind === "end") contents.ends.push(entry);
    // A fault of ours says nothing about a student: it never takes the place of a grade.
    else if (!(entry.verdict === "grader-error" && contents.rows.has(entry.student))) {
      const { key, verdict, seed, run } = entry;
      contents.rows.set(entry.student, { key, verdict, seed, run, offset, length });
    }
  }
  return contents;
}

/** The row at a place. */
export function rowAt(folder: string, { offset, length }: Entry): Row {
  const handle = openSync(join(folder, bookName), "r");
  try {
    const bytes = Buffer.alloc(length);
    readSync(handle, bytes, 0, length, offset);
    const row = parsed(bytes.toString("utf8"));
    if (row?.kind !== "row") throw new Error(`${join(folder, bookName)} was changed while it was read`);
    return row;
  } finally {
    closeSync(handle);
  }
}

/** The last run that came to its end, with the rows of its students. @throws Unable where there is none, or a row is missing */
export function readReport(folder: string): Kept {
  if (!existsSync(join(folder, bookName))) throw new Unable(say(`${folder} holds no results: there is no ${bookName}.`, `${folder} 里没有评分结果：找不到 ${bookName}。`));
  const { runs, ends, rows, damaged } = readBook(folder);
  const end = ends.at(-1);
  const run = runs.find(({ id }) => id === end?.run);
  if (end === undefined || run === undefined) throw new Unable(say(`${folder} holds no run that came to its end. Run the same command again: it goes on from there.`, `${folder} 里没有一次完整的评分。请再运行同一条命令，它会接着做。`));
  return {
    run,
    runs,
    outdated: end.outdated ?? [],
    damaged,
    rows: end.students.map((student) => {
      const entry = rows.get(student);
      if (entry === undefined) throw new Unable(say(`${folder} has no row of ${JSON.stringify(student)}: its ${bookName} was changed.`, `${folder} 里没有 ${JSON.stringify(student)} 的记录：${bookName} 被改动过。`));
      return rowAt(folder, entry);
    }),
  };
}

const chunk = 1 << 20;

/** The last line counts where it is whole, although nothing ends it: an editor may have taken that away. */
function* linesOf(file: string): Generator<{ line: string; offset: number; length: number }> {
  const handle = attempt(file, () => openSync(file, "r"));
  try {
    const bytes = Buffer.alloc(chunk);
    let rest = Buffer.alloc(0);
    let offset = 0;
    const next = (): number => attempt(file, () => readSync(handle, bytes));
    for (let read = next(); read > 0; read = next()) {
      rest = Buffer.concat([rest, bytes.subarray(0, read)]);
      for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
        yield { line: rest.toString("utf8", 0, end), offset, length: end };
        rest = rest.subarray(end + 1);
        offset += end + 1;
      }
    }
    if (rest.length > 0) yield { line: rest.toString("utf8"), offset, length: rest.length };
  } finally {
    closeSync(handle);
  }
}

function attempt<T>(file: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (codeOf(error) === "") throw error;
    throw new Unable(say(`${file} cannot be read: ${codeOf(error)}.`, `无法读取 ${file}：${codeOf(error)}。`));
  }
}

/** A place that takes no results. @param error what the system said */
export function unwritable(place: string, error: unknown): Unable {
  const code = codeOf(error);
  const { en, zh } = remedies[code] ?? say("Name", "请");
  return new Unable(say(`Nothing can be written to ${place} (${code}). ${en} another folder with --out.`, `无法写入 ${place}（${code}）。${zh}用 --out 换一个目录。`));
}

const full = say("The disk is full: make room, or name", "磁盘满了：请腾出空间，或者");
const locked = say("Make it writable, or name", "请改成可写，或者");
const taken = say("There is a file in its place: name", "那里已经有一个文件：请");
const remedies: Record<string, Text> = { ENOSPC: full, EDQUOT: full, EACCES: locked, EPERM: locked, EROFS: locked, EEXIST: taken, ENOTDIR: taken };

export class Book {
  readonly #folder: string;
  readonly #handle: number;
  readonly #lock: string;

  /** Opens the book of a folder to write, and keeps other runs out. @throws Unable where another one writes, or nothing can be written */
  constructor(folder: string) {
    this.#folder = folder;
    this.#lock = join(folder, ".grading");
    try {
      makeFolder(folder);
      lock(this.#lock);
      this.#handle = openSync(join(folder, bookName), "a+");
    } catch (error) {
      if (error instanceof Unable) throw error;
      throw unwritable(folder, error);
    }
    if (!endsWithNewline(this.#handle)) writeSync(this.#handle, "\n");
  }

  /** @throws Unable where the disk takes no more: what was written before stays */
  add(entry: Run | Row | End): void {
    try {
      writeSync(this.#handle, `${lineOf(entry)}\n`);
    } catch (error) {
      throw unwritable(this.#folder, error);
    }
  }

  close(): void {
    fsyncSync(this.#handle);
    closeSync(this.#handle);
    unlinkSync(this.#lock);
  }
}

function endsWithNewline(handle: number): boolean {
  const { size } = fstatSync(handle);
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(handle, last, 0, 1, size - 1) === 1 && last[0] === 0x0a);
}

/** A file with the number of the process that writes. One whose process is gone was left by an interrupted run. */
function lock(file: string): void {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    const owner = Number(readFileSync(file, "utf8"));
    if (isAlive(owner)) throw new Unable(say(`Another run (process ${owner}) is writing there. Wait for it, or end it.`, `另一次运行（进程 ${owner}）正在写这个目录。请等它结束，或者先结束它。`));
    unlinkSync(file);
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
