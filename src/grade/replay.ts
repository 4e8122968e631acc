/** `kata grade <folder> --replay <id>`: one verdict once more, by the very rules and scenarios of the row that is kept. */
import { say, type Text } from "../../spec/harness/text.ts";
import { safe, wrap, type Terminal } from "../report/terminal.ts";
import { Unable } from "../unable.ts";
import { bookName, readBook } from "./book.ts";
import { feedback } from "./formats/markdown.ts";
import { isSameText, suiteHash, toolHash } from "./hashes.ts";
import { intake } from "./intake/intake.ts";
import { folded } from "./intake/names.ts";
import { damageTexts } from "./lines.ts";
import { teller } from "./notice.ts";
import type { GradeOptions } from "./options.ts";
import { Pool } from "./pool.ts";
import type { HandedIn, Row, Run } from "./record.ts";
import { rulesOf } from "./rules.ts";
import { keptRow } from "./run.ts";
import { chooseWall } from "./wall/choice.ts";

/** Nothing is written. Exit codes: 0 the same verdict, 1 another one. */
export async function replayCommand(options: GradeOptions, id: string, terminal: Terminal): Promise<number> {
  const { out, language } = options;
  const { runs, damaged } = readBook(out);
  damageTexts(bookName, damaged).forEach(teller(language, terminal));
  const kept = keptRow(out, id);
  const run = runs.find((one) => one.id === kept.run);
  if (run === undefined) throw new Unable(say(`${out} does not say by which rules ${id} was graded.`, `${out} 里没有记录 ${id} 是按什么规则评分的。`));
  const submission = intake(options.folder, options.roster === undefined ? {} : { roster: options.roster }).submissions.find(({ student }) => folded(student) === folded(id));
  if (submission === undefined && kept.verdict === "missing") throw new Unable(say(`${id} handed in nothing: there is nothing to judge again.`, `${id} 没有交文件，没有可以重做的。`));
  if (submission === undefined) throw new Unable(say(`Nobody here has the id ${JSON.stringify(id)}.`, `这里没有 id 为 ${JSON.stringify(id)} 的学生。`));
  refuseOtherClauses(kept, options);
  const lines = changedSince(run, options).map((text) => text[language]);
  const { plan } = await chooseWall(run.wall, run.limits, options.image);
  let again: Row | undefined;
  let fault = "";
  const pool = new Pool({ workers: 1, rules: rulesOf(run), plan });
  await pool.run([{ submission, draw: { seed: kept.seed } }], (_task, result) => {
    if ("fault" in result) fault = result.fault;
    else if ("row" in result) again = result.row;
  });
  pool.close();
  if (again === undefined) throw new Error(fault);
  const isOther = !isSameText(again.file, kept.file);
  if (isOther) lines.push(...otherFile(kept, again).map((text) => text[language]));
  const same = verdictOf(again) === verdictOf(kept);
  lines.push(same ? say(`The same verdict: every clause as it is kept of ${kept.at} (seed ${kept.seed}, ${run.runs} scenarios a property).`, `结果相同：每个条款都和 ${kept.at} 的记录一致（种子 ${kept.seed}，每个性质 ${run.runs} 个场景）。`)[language] : say(`Another verdict than the one that is kept of ${kept.at}:`, `和 ${kept.at} 的记录不同：`)[language]);
  if (!same) lines.push(...differencesOf(kept, again));
  lines.unshift(say(`Judged once more at ${again.at}. What stands above is of that; nothing was written.`, `于 ${again.at} 重新评判，上面是这一次的结果；没有写入任何文件。`)[language]);
  // The feedback's own date is that of the grade, by which student and teacher know it; another file has no grade yet.
  process.stdout.write(`${feedback(isOther ? again : { ...again, at: kept.at }, run, language)}\n${lines.flatMap((line) => wrap(safe(line), terminal.width)).join("\n")}\n`);
  return same ? 0 : 1;
}

/** @throws Unable where the clauses of a teacher's own are missing, or were none of those it was graded by */
function refuseOtherClauses({ student, clauses }: Row, { extra }: GradeOptions): void {
  const own = clauses.some(({ chapter }) => chapter === "extra");
  if (own && extra === undefined) throw new Unable(say(`${student} was graded with clauses of your own as well: give --extra with the folder that holds them.`, `${student} 的成绩里有你自己的条款：请用 --extra 指定存放它们的目录。`));
  if (!own && extra !== undefined) throw new Unable(say(`${student} was graded without clauses of your own: leave out --extra.`, `${student} 评分时没有用你自己的条款：请去掉 --extra。`));
}

function otherFile(kept: Row, again: Row): Text[] {
  const sums = (file: HandedIn | undefined): Text => (file === undefined ? say("no file that could be judged", "没有能评分的文件") : both([file, ...(file.others ?? [])].map(({ path, sha256 }) => `${path} ${sha256}`).join(", ")));
  const [then, now] = [sums(kept.file), sums(again.file)];
  return [
    say("This is not the file that was graded: what stands above is of the file that is there now, not of the grade.", "这不是当时评分的文件：上面是现在这个文件的结果，不是当时成绩的。"),
    say(`  graded, sha256: ${then.en}`, `  当时评分的，sha256：${then.zh}`),
    say(`  there now, sha256: ${now.en}`, `  现在的，sha256：${now.zh}`),
  ];
}

const both = (text: string): Text => say(text, text);

/** Each clause that has another status, or is known to only one of the two. */
function differencesOf(kept: Row, again: Row): string[] {
  const statusIn = (row: Row, id: string): string => row.clauses.find((clause) => clause.id === id)?.status ?? "–";
  const ids = [...new Set([...kept.clauses, ...again.clauses].map(({ id }) => id))];
  return ids.flatMap((id) => (statusIn(kept, id) === statusIn(again, id) ? [] : [`  ${id}: ${statusIn(kept, id)} → ${statusIn(again, id)}`]));
}

const verdictOf = ({ verdict, score, clauses }: Row): string => JSON.stringify([verdict, score, clauses.map(({ id, status }) => [id, status])]);

function changedSince(run: Run, { extra }: GradeOptions) {
  return [
    ...(run.suite === suiteHash(extra) ? [] : [say("The specs are other ones than those it was graded by.", "测试和当时评分所用的不同。")]),
    ...(run.tool === toolHash() ? [] : [say("The kata is another version than the one that graded it.", "kata 的版本和当时评分的不同。")]),
    ...(run.versions.node === process.version ? [] : [say(`This is Node ${process.version}, it was graded by ${run.versions.node}.`, `现在是 Node ${process.version}，当时是 ${run.versions.node}。`)]),
  ];
}
