/** Why a submission is not judged at all, in the words that its student reads. */
import { say, type Text } from "../../../spec/harness/text.ts";
import type { Verdict } from "../record.ts";
import type { Kind } from "./folder.ts";

/** `program`: there may be one all the same, which cannot be told apart or read. */
export type Refused = { verdict: Verdict; sentence: Text; program?: true };

/** Thrown where a file or a folder on the way to it cannot be judged. */
export class Refusal extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.sentence.en);
    this.refused = refused;
  }
}

const invalid = (en: string, zh: string): Refused => ({ verdict: "invalid-file", sentence: say(en, zh) });
const missing = (en: string, zh: string): Refused => ({ verdict: "missing", sentence: say(en, zh) });
/** Not the student's fault as far as anybody can tell: no score, and it is tried again. */
const ours = (en: string, zh: string): Refused => ({ verdict: "grader-error", sentence: say(en, zh), program: true });

export const nothingCame = missing("Nothing was handed in under this id.", "没有收到用这个 id 提交的文件。");

/** @param near names, already fit to show, of what might have been meant */
export function noCode(near: string[], archives: boolean): Refused {
  const [en, zh] = near.length === 0 ? ["", ""] : [` There is ${near.join(", ")}.`, `里面有 ${near.join("、")}。`];
  if (archives) return missing(`What was handed in has no file code.ts.${en} Archives are not opened: hand in code.ts itself.`, `提交的内容里没有 code.ts 文件。${zh}压缩包不会被打开，请直接提交 code.ts。`);
  return missing(`What was handed in has no file code.ts.${en} Name the program code.ts.`, `提交的内容里没有 code.ts 文件。${zh}请把程序文件命名为 code.ts。`);
}

export const several = (paths: string[]): Refused => ({
  ...invalid(`There is more than one code.ts: ${paths.join(", ")}. Hand in only the one that counts.`, `code.ts 不止一个：${paths.join("、")}。请只提交要评分的那一个。`),
  program: true,
});

/** @param name fit to show */
export function odd(name: string, kind: Kind): Refused {
  if (kind === "folder") return invalid(`${name} is a folder. It has to be a text file.`, `${name} 是一个目录，它应该是文本文件。`);
  if (kind === "link") return invalid(`${name} is a symbolic link, and links are not followed. Hand in the file itself.`, `${name} 是符号链接，评分时不会跟随链接。请提交文件本身。`);
  if (kind === "pipe") return invalid(`${name} is a named pipe (FIFO). It has to be a text file.`, `${name} 是命名管道（FIFO），它应该是文本文件。`);
  if (kind === "socket") return invalid(`${name} is a socket. It has to be a text file.`, `${name} 是套接字（socket），它应该是文本文件。`);
  if (kind === "device") return invalid(`${name} is a device. It has to be a text file.`, `${name} 是设备文件，它应该是普通的文本文件。`);
  return invalid(`${name} is a file. It has to be a folder.`, `${name} 是一个文件，它应该是目录。`);
}

const sizeOf = (bytes: number): string => (bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${Math.ceil(bytes / 1024)} KiB`);

export const tooLarge = (name: string, limit: number): Refused =>
  invalid(`${name} is larger than ${sizeOf(limit)}. A program of this course is far smaller: hand in the source text alone.`, `${name} 超过了 ${sizeOf(limit)}。本课程的程序远没有这么大：请只提交源代码。`);

export const tooMany = (files: number): Refused =>
  invalid(`The program has more than ${files} files of its own. Put it into fewer, code.ts above all.`, `程序自己的文件超过了 ${files} 个。请合并到更少的文件里，主要写在 code.ts 里。`);

export const tooMuch = (limit: number): Refused =>
  invalid(`The files of the program are larger than ${sizeOf(limit)} together.`, `程序的全部文件合起来超过了 ${sizeOf(limit)}。`);

export const wide = (name: string): Refused =>
  invalid(`${name} is saved as UTF-16. Save it as UTF-8: in the editor, "Save with encoding".`, `${name} 是用 UTF-16 保存的。请在编辑器里选择“通过编码保存”，另存为 UTF-8。`);

export const nul = (name: string, line: number): Refused =>
  invalid(`${name} has a NUL byte (line ${line}), which no source text has: it is damaged, or no text at all. Save the program anew as UTF-8.`, `${name} 第 ${line} 行有 NUL 字节，源代码里不会有它：文件损坏了，或者根本不是文本。请把程序重新保存为 UTF-8。`);

export const foreign = (name: string, line: number, guess: string): Refused =>
  invalid(`${name} is not UTF-8 text (line ${line}; it looks like ${guess}). Save it as UTF-8.`, `${name} 不是 UTF-8 文本（第 ${line} 行；看起来是 ${guess}）。请另存为 UTF-8。`);

/** @param code of the system's error: `EACCES` */
export const unreadable = (name: string, code: string): Refused =>
  ours(`${name} cannot be read on the machine that grades (${code}). This costs nothing: ask your teacher.`, `在评分的机器上无法读取 ${name}（${code}）。这不扣分，请告诉老师。`);

export const changed = (name: string): Refused =>
  ours(`${name} changed or went away while it was being read. This costs nothing: it has to be graded again.`, `读取 ${name} 时，它被改动或移走了。这不扣分，需要重新评分。`);
