/**
 * `results.jsonl`: what a folder of results knows. Lines are only ever added, each in one write; an interrupted one is
 * ended by the next run and read over.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, readSync, fstatSync, unlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { say } from "../../spec/harness/text.ts";
import { codeOf } from "../disk.ts";
import { Unable } from "../unable.ts";
import type { Row, Run } from "./record.ts";

export const bookName = "results.jsonl";

/** What was written so far. `rows`: of each student the row that counts. */
export type Contents = { runs: Run[]; rows: Map<string, Row> };

/** @throws Unable where there is a file that cannot be read */
export function readBook(folder: string): Contents {
  const runs: Run[] = [];
  const rows = new Map<string, Row>();
  for (const line of linesOf(join(folder, bookName))) {
    const entry = parsed(line);
    if (entry?.kind === "run") runs.push(entry);
    // A fault of ours says nothing about a student: it never takes the place of a grade.
    if (entry?.kind === "row" && !(entry.verdict === "grader-error" && rows.has(entry.student))) rows.set(entry.student, entry);
  }
  return { runs, rows };
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw new Unable(say(`${file} cannot be read: ${codeOf(error)}.`, `无法读取 ${file}：${codeOf(error)}。`));
  }
}

/** undefined: a line that an interrupted run did not finish, or an empty one. */
function parsed(line: string): Run | Row | undefined {
  try {
    const entry = JSON.parse(line) as Run | Row | null;
    return typeof entry === "object" && entry !== null && entry.v === 1 ? entry : undefined;
  } catch {
    return undefined;
  }
}

export class Book {
  readonly #handle: number;
  readonly #lock: string;

  /** Opens the book of a folder to write, and keeps other runs out. @throws Unable where another one writes, or nothing can be written */
  constructor(folder: string) {
    this.#lock = join(folder, ".grading");
    try {
      mkdirSync(folder, { recursive: true });
      lock(this.#lock);
      this.#handle = openSync(join(folder, bookName), "a+");
    } catch (error) {
      if (error instanceof Unable) throw error;
      throw new Unable(say(`Nothing can be written to ${folder}: ${codeOf(error)}.`, `无法写入 ${folder}：${codeOf(error)}。`));
    }
    if (!endsWithNewline(this.#handle)) writeSync(this.#handle, "\n");
  }

  add(entry: Run | Row): void {
    writeSync(this.#handle, `${JSON.stringify(entry)}\n`);
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
