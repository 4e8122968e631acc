/** Whether the bytes of a file are text that can be judged: UTF-8. A byte order mark, CRLF and an empty file are fine. */
import { isUtf8 } from "node:buffer";
import { foreign, nul, Refusal, wide } from "./refusals.ts";

/** @param label the file's name, fit to show @throws Refusal which says what it is instead, as far as can be told */
export function checkText(bytes: Buffer, label: string): void {
  if (isWide(bytes)) throw new Refusal(wide(label));
  const at = bytes.indexOf(0);
  if (at >= 0) throw new Refusal(nul(label, lineAt(bytes, at)));
  if (isUtf8(bytes)) return;
  throw new Refusal(foreign(label, firstBadLine(bytes), looksPaired(bytes) ? "GBK" : "Latin-1"));
}

/** UTF-16 and UTF-32: by their mark, or since every second byte of a program in ASCII is NUL, and hardly any other one. */
function isWide(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "fffe" || mark === "feff" || bytes.subarray(0, 4).toString("hex") === "0000feff") return true;
  if (!bytes.includes(0)) return false;
  const nuls = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [few = 0, many = 0] = nuls.toSorted((a, b) => a - b);
  return many > 1 && many > bytes.length / 8 && few < many / 8;
}

const lineAt = (bytes: Buffer, at: number): number => bytes.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** GBK writes a Chinese character in two high bytes; an accented Latin letter is one, and mostly stands alone. */
function looksPaired(bytes: Buffer): boolean {
  const runs = bytes.toString("latin1").match(/[\x80-\xff]+/g) ?? [];
  const even = runs.filter((run) => run.length % 2 === 0).length;
  return even * 2 > runs.length;
}
