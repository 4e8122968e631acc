/** The list of a class: who should have handed something in. Its text is compared, and never becomes a part of a path. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { say, type Text } from "../../../spec/harness/text.ts";
import { Unable } from "../../unable.ts";
import { shared, shown } from "./names.ts";
import { rowsOf } from "./table.ts";

/** `id` in NFC, as the roster spells it. */
export type Person = { id: string; name: string | undefined };
export type Roster = { people: Person[]; notes: Text[] };

/**
 * @param file `.csv`: a table with a header, ids in the column `id`, else in the first; anything else: one id a line, `#` begins a comment
 * @throws Unable where it cannot be read, names nobody, or names somebody twice
 */
export function readRoster(file: string): Roster {
  const text = textOf(file);
  const { people, notes } = /\.csv$/i.test(file) ? table(file, text) : { people: lines(text), notes: [] };
  if (people.length === 0) throw new Unable(say(`The roster ${shown(file)} names nobody.`, `名单 ${shown(file)} 里没有任何人。`));
  const twice = shared(people, ({ id }) => id);
  if (twice.length > 0) {
    const list = twice.map((same) => `\n  ${same.map(({ id }) => shown(id)).join(" · ")}`).join("");
    throw new Unable(say(`The roster ${shown(file)} names some ids more than once (case and Unicode form do not count). Keep one of each:${list}`, `名单 ${shown(file)} 里有重复的 id（不区分大小写和 Unicode 形式）。每个只保留一次：${list}`));
  }
  return { people, notes };
}

function textOf(file: string): string {
  const bytes = bytesOf(file);
  if (!isUtf8(bytes) || bytes.includes(0)) throw new Unable(say(`The roster ${shown(file)} is not UTF-8 text. Save it as UTF-8 (in a spreadsheet: "CSV UTF-8").`, `名单 ${shown(file)} 不是 UTF-8 文本。请另存为 UTF-8（在表格软件里选“CSV UTF-8”）。`));
  return bytes.toString("utf8").replace(/^\ufeff/, "").normalize("NFC");
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { message } = error as Error;
    throw new Unable(say(`The roster ${shown(file)} cannot be read: ${message}.`, `无法读取名单 ${shown(file)}：${message}。`));
  }
}

const lines = (text: string): Person[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((id) => id !== "")
    .map((id) => ({ id, name: undefined }));

function table(file: string, text: string): Roster {
  // Excel's own first line, which names the separator.
  const rows = rowsOf(text.replace(/^sep=.\r?\n/i, ""));
  if (rows === undefined) throw new Unable(say(`The roster ${shown(file)} opens a quote that is never closed.`, `名单 ${shown(file)} 里有一个引号没有闭合。`));
  const [head = [], ...rest] = rows;
  const titles = head.map((title) => title.trim().toLowerCase());
  const column = Math.max(0, titles.indexOf("id"));
  const people = rest.map((fields) => ({ id: (fields[column] ?? "").trim(), name: fields[titles.indexOf("name")]?.trim() })).filter(({ id }) => id !== "");
  const first = shown(head[0] ?? "");
  const notes = titles.includes("id") ? [] : [say(`The roster has no column "id": its first one is taken, and its first line, ${first}, is taken for the title.`, `名单里没有名为“id”的一列：取第一列，并把第一行（${first}）当作标题。`)];
  return { people, notes };
}
