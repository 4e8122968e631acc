/** Files written so that they stay written, and what a disk refuses, said in a sentence. Synchronous: Ctrl-C waits for the end of it. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { say } from "../spec/harness/text.ts";
import { Unable } from "./unable.ts";

/** Writes a new file and reads it back. @throws where there is one already, or where it cannot be written whole */
export function writeNew(file: string, bytes: Uint8Array, mode = 0o666): void {
  const handle = openSync(file, "wx", mode);
  try {
    writeFileSync(handle, bytes);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (!readFileSync(file).equals(bytes)) throw new Error(`${file} does not read as it was written`);
}

/** Makes the names in a folder as lasting as the files: after a power cut they are there. Windows has no such call. */
export function settle(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } catch (error) {
    // Some file systems sync their folders themselves and refuse the call.
    if (!["EINVAL", "ENOTSUP"].includes(codeOf(error))) throw error;
  } finally {
    closeSync(handle);
  }
}

/** Makes a folder and those above it, one after the other: node's own recursive call never ends where none can be made, as below /proc. @throws what the system says */
export function makeFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
  }
}

/** Removes what this process made and nothing needs; where the disk refuses, it stays, and `kata doctor` tells of it. */
export function discard(place: string): void {
  try {
    rmSync(place, { recursive: true, force: true });
  } catch {
    // Told by the doctor.
  }
}

export const codeOf = (error: unknown): string => (error as Partial<NodeJS.ErrnoException> | undefined)?.code ?? "";

/** What the disk refused, in a sentence, with what became of the learner's files. */
export function refused(error: unknown, rest: { en: string; zh: string }): Unable {
  if (error instanceof Unable) return error;
  const { message, path } = error as NodeJS.ErrnoException;
  const place = path ?? "workspace/";
  const code = codeOf(error);
  if (["ENOSPC", "EDQUOT"].includes(code)) return new Unable(say(`The disk is full. ${rest.en} Free some space and run it again.`, `磁盘满了。${rest.zh}请腾出空间后再运行一次。`));
  if (["EACCES", "EPERM", "EROFS"].includes(code)) return new Unable(say(`${place} cannot be read or written (${code}). ${rest.en} Make it writable and run it again.`, `${place} 无法读写（${code}）。${rest.zh}请改成可写后再运行一次。`));
  if (code === "EBUSY") return new Unable(say(`Another program holds ${place}. ${rest.en} Close it there and run it again.`, `${place} 正被另一个程序占用。${rest.zh}请在那里关闭它，再运行一次。`));
  return new Unable(say(`The disk refused: ${message}. ${rest.en}`, `磁盘拒绝了操作：${message}。${rest.zh}`));
}

export const untouched = say("Nothing was changed.", "什么都没有改动。");
