/** `kata grade merge`: the results of all shards as one, where they were given by the same rules and nobody is missing. */
import { say, type Text } from "../../spec/harness/text.ts";
import { Unable } from "../unable.ts";
import { readAlike, withAlike, writeAlike } from "./alike.ts";
import { Book, readReport } from "./book.ts";
import { summaryText } from "./formats/summary.ts";
import { digestOf } from "./hashes.ts";
import { byCodePoint } from "./intake/names.ts";
import type { MergeOptions } from "./options.ts";
import { writeOutputs, writtenText } from "./outputs.ts";
import type { Report, Row, Run } from "./record.ts";

export function mergeCommand({ folders, out, formats, language }: MergeOptions): number {
  if (folders.includes(out)) throw refused(say("--out is one of the folders to merge", "--out 就是要合并的目录之一"));
  const parts = folders.map((folder) => ({ folder, ...readReport(folder) }));
  const run = sameRun(parts);
  const rows = parts.flatMap((part) => part.rows).sort((a, b) => byCodePoint(a.student, b.student));
  checkComplete(run, rows);
  const book = new Book(out);
  try {
    book.add(run);
    for (const row of rows) book.add(row);
    book.add({ v: 1, kind: "end", run: run.id, at: new Date().toISOString(), students: rows.map(({ student }) => student) });
  } finally {
    book.close();
  }
  const alike = new Map(folders.flatMap(readAlike).map((line) => [JSON.stringify(line), line]));
  writeAlike(out, [...alike.values()]);
  const whole = withAlike(readReport(out), readAlike(out));
  const written = writeOutputs(whole, out, formats, language);
  process.stdout.write(summaryText(whole, language));
  process.stdout.write(writtenText(out, written, language));
  return whole.rows.some(({ score }) => score === null) ? 1 : 0;
}

/** What all shards must agree in: with one other rule the grades of a class are no longer of one kind. */
const shared = ["upto", "runs", "secret", "seeds", "weights", "limits", "wall", "suite", "tool", "versions", "students", "roster"] as const satisfies readonly (keyof Run)[];

function sameRun(parts: (Report & { folder: string })[]): Run {
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
  return { ...first.run, shard: { index: 1, count: 1 } };
}

function checkComplete({ students, roster }: Run, rows: Row[]): void {
  if (rows.length !== students || digestOf(rows.map(({ student }) => student)) !== roster) throw refused(say(`the shards hold ${rows.length} rows, the class has ${students} students`, `各分片共有 ${rows.length} 条记录，而班里有 ${students} 名学生`));
}

const refused = ({ en, zh }: Text): Unable => new Unable(say(`These results cannot be merged: ${en}.`, `这些结果无法合并：${zh}。`));
