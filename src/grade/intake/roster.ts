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
 * @param file a table with a header, ids in the column `id`, where it is called `.csv` or `.tsv` or its first line has that
 * column; anything else: one id a line, `#` begins a comment
 * @throws Unable where it cannot be read, has columns and none called `id`, names nobody, or names somebody twice
 */
export function readRoster(file: string): Roster {
  const text = textOf(file);
  const { people, notes } = isTable(file, text) ? table(file, text) : { people: lines(text), notes: [] };
  if (people.length === 0) throw new Unable(say(`The roster ${shown(file)} names nobody.`, `名单 ${shown(file)} 里没有任何人。`));
  const twice = shared(people, ({ id }) => id);
  if (twice.length > 0) {
    const list = twice.map((same) => `\n  ${same.map(({ id }) => shown(id)).join(" · ")}`).join("");
    throw new Unable(say(`The roster ${shown(file)} names some ids more than once (case and Unicode form do not count). Keep one of each:${list}`, `名单 ${shown(file)} 里有重复的 id（不区分大小写和 Unicode 形式）。每个只保留一次：${list}`));
  }
  return { people, notes: [...notes, ...badIds(people)] };
}

const isTable = (file: string, text: string): boolean => /\.[ct]sv$/i.test(file) || titlesOf(rowsOf(text.split(/\r\n|\r|\n/, 1)[0] ?? "")?.[0] ?? []).includes("id");

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
  const titles = titlesOf(head);
  const column = titles.indexOf("id");
  if (column < 0) return listIn(file, rows);
  const people = rest.map((fields) => ({ id: (fields[column] ?? "").trim(), name: fields[titles.indexOf("name")]?.trim() }));
  const without = rest.filter((fields) => (fields[column] ?? "").trim() === "").map((fields) => listed(fields));
  const notes = without.map(({ en, zh }) => say(`A row of the roster has no id, and is passed over: ${en}.`, `名单里有一行没有 id，已略过：${zh}。`));
  return { people: people.filter(({ id }) => id !== ""), notes };
}

/** A table of one column is a list of ids. @throws Unable where there are more, for nobody knows which one holds the ids */
function listIn(file: string, rows: string[][]): Roster {
  const [head = []] = rows;
  const { en, zh } = listed(head);
  if (rows.some((fields) => fields.length > 1)) throw new Unable(say(`The roster ${shown(file)} has no column "id". Its columns are: ${en}. Give the one with the ids the title id.`, `名单 ${shown(file)} 没有名为“id”的列。它的列有：${zh}。请把存放 id 的那一列的标题改成 id。`));
  const people = rows.map(([id = ""]) => ({ id: id.trim(), name: undefined }));
  return { people: people.filter(({ id }) => id !== ""), notes: [say(`The roster is one column without the title "id": every line is taken for an id, the first one, ${en}, as well.`, `名单只有一列，标题不是“id”：每一行都当作 id，包括第一行（${zh}）。`)] };
}

const titlesOf = (head: string[]): string[] => head.map((title) => title.trim().toLowerCase());

const mostListed = 10;

/** Fields as a sentence shows them, the empty ones left out. */
function listed(fields: string[]): Text {
  const full = fields.map((field) => field.trim()).filter((field) => field !== "").map(shown);
  const told = full.length > mostListed ? [...full.slice(0, mostListed), "…"] : full;
  return say(told.join(", "), told.join("、"));
}

/** It can have been handed in all the same: a course system names the folder by the student's name. */
const badIds = (people: Person[]): Text[] =>
  people
    .filter(({ id }) => /[/\\\0]|^\.{1,2}$/.test(id))
    .map(({ id }) => say(`The id ${shown(id)} of the roster can be the name of no folder or file: only a name that a course system made leads to it. Is it right?`, `名单里的 id ${shown(id)} 不能作为目录名或文件名：只有教学平台起的名字能对应到它。没有写错吗？`));
