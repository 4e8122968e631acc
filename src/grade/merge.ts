/** `kata grade merge`: the results of all shards as one, where they were given by the same rules and nobody is missing. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Terminal } from "../report/terminal.ts";
import { Unable } from "../unable.ts";
import { readAlike, withAlike, writeAlike } from "./alike.ts";
import { Book, bookName, readReport, type Kept } from "./book.ts";
import { summaryText } from "./formats/summary.ts";
import { digestOf } from "./hashes.ts";
import { byCodePoint } from "./intake/names.ts";
import { damageTexts } from "./lines.ts";
import { withMarks } from "./marks.ts";
import { teller } from "./notice.ts";
import type { MergeOptions } from "./options.ts";
import { writeOutputs, writtenText } from "./outputs.ts";
import type { Row, Run } from "./record.ts";

export function mergeCommand({ folders, out, formats, language }: MergeOptions, terminal: Terminal): number {
  if (folders.includes(out)) throw refused(say("--out is one of the folders to merge", "--out 就是要合并的目录之一"));
  const parts = folders.map((folder) => ({ folder, ...readReport(folder) }));
  for (const { folder, damaged } of parts) damageTexts(join(folder, bookName), damaged).forEach(teller(language, terminal));
  const run = sameRun(parts);
  const rows = parts.flatMap((part) => part.rows).sort((a, b) => byCodePoint(a.student, b.student));
  const outdated = parts.flatMap((part) => part.outdated);
  const runs = runsOf(parts, rows);
  checkComplete(run, rows);
  const book = new Book(out);
  try {
    // Their own runs come along, by which a row is replayed and known to hold.
    for (const one of runs) book.add(one);
    book.add(run);
    for (const row of rows) book.add(row);
    book.add({ v: 1, kind: "end", run: run.id, at: new Date().toISOString(), students: rows.map(({ student }) => student), ...(outdated.length === 0 ? {} : { outdated }) });
  } finally {
    book.close();
  }
  const found = folders.map(readAlike);
  // Each shard compares the whole class, so that one of them is enough.
  if (found.every((lines) => lines === undefined)) teller(language, terminal)(say("No shard tells what is alike in the class: their alike.jsonl are missing or cannot be read. Run the command of one shard again, then merge.", "没有一个分片带着全班的相似之处：它们的 alike.jsonl 不在了，或者无法读取。请把任意一个分片的命令再运行一次，然后重新合并。"));
  const alike = new Map(found.flatMap((lines = []) => lines).map((line) => [JSON.stringify(line), line]));
  writeAlike(out, [...alike.values()]);
  const whole = withAlike(withMarks(readReport(out)), readAlike(out));
  const written = writeOutputs(whole, out, formats, language);
  process.stdout.write(summaryText(whole, language));
  process.stdout.write(writtenText(out, written, language));
  return whole.rows.some(({ score }) => score === null) ? 1 : 0;
}

type Part = Kept & { folder: string };

/** What all shards must agree in: with one other rule the grades of a class are no longer of one kind. */
const shared = ["upto", "runs", "secret", "seeds", "weights", "limits", "wall", "suite", "tool", "versions", "students", "roster"] as const satisfies readonly (keyof Run)[];

function sameRun(parts: Part[]): Run {
  const [first] = parts;
  if (first === undefined) throw refused(say("there is nothing to merge", "没有要合并的结果"));
  for (const { run, folder } of parts) {
    const other = shared.find((name) => JSON.stringify(run[name]) !== JSON.stringify(first.run[name]));
    if (other !== undefined) throw refused(say(`${folder} was graded by another \`${other}\` than ${first.folder}`, `${folder} 和 ${first.folder} 的 \`${other}\` 不同`));
    if (run.shard.count !== first.run.shard.count) throw refused(say(`${folder} is a shard of ${run.shard.count}, ${first.folder} of ${first.run.shard.count}`, `${folder} 是 ${run.shard.count} 个分片之一，${first.folder} 是 ${first.run.shard.count} 个之一`));
  }
  const indexes = parts.map(({ run }) => run.shard.index);
  const missing = Array.from({ length: first.run.shard.count }, (_, at) => at + 1).filter((index) => !indexes.includes(index));
  if (new Set(indexes).size < indexes.length) throw refused(say("a shard is there twice", "有分片重复"));
  if (missing.length > 0) throw refused(say(`of ${first.run.shard.count} shards, ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing`, `共 ${first.run.shard.count} 个分片，缺少 ${missing.join("、")}`));
  const { forced: _forced, ...rules } = first.run;
  return { ...rules, id: randomUUID(), at: new Date().toISOString(), shard: { index: 1, count: 1 }, merged: parts.map((part) => part.run.id) };
}

/** The runs that the rows belong to, in the order in which they were. @throws Unable for rows of other rules than those of their shard's run */
function runsOf(parts: Part[], rows: Row[]): Run[] {
  for (const part of parts) {
    const unlike = withMarks(part).rows.filter(({ flags }) => flags.some(({ code }) => code === "rules")).length;
    if (unlike > 0) throw refused(say(`${part.folder} holds rows that were judged by other rules than its run (${unlike}); run its command again without --only`, `${part.folder} 里有 ${unlike} 份不是按那一次的规则评的；请不带 --only 再运行一次它的命令`));
  }
  const wanted = new Set(rows.map(({ run }) => run));
  return parts.flatMap(({ runs }) => runs).filter(({ id }) => wanted.has(id)).sort((a, b) => (a.at < b.at ? -1 : 1));
}

function checkComplete({ students, roster }: Run, rows: Row[]): void {
  if (rows.length !== students || digestOf(rows.map(({ student }) => student)) !== roster) throw refused(say(`the shards hold ${rows.length} rows, the class has ${students} students`, `各分片共有 ${rows.length} 条记录，而班里有 ${students} 名学生`));
}

const refused = ({ en, zh }: Text): Unable => new Unable(say(`These results cannot be merged: ${en}.`, `这些结果无法合并：${zh}。`));
