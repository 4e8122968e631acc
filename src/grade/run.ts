/** `kata grade <folder>`: judges a class, or goes on where an earlier run ended, and writes the reports. */
import { isAbsolute, join, relative, sep } from "node:path";
import type { Test } from "../../spec/harness/clause.ts";
import { root } from "../../spec/harness/root.ts";
import { chosen } from "../../spec/harness/suite.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Terminal } from "../report/terminal.ts";
import { Unable } from "../unable.ts";
import { compareClass, readAlike, withAlike } from "./alike.ts";
import { Bar } from "./bar.ts";
import { Book, bookName, readBook, readReport, rowAt, type Contents } from "./book.ts";
import { changeLines } from "./changes.ts";
import { continuationOf } from "./continuation.ts";
import { shardOf } from "./draw.ts";
import { summaryText } from "./formats/summary.ts";
import { intake } from "./intake/intake.ts";
import { folded } from "./intake/names.ts";
import { damageTexts } from "./lines.ts";
import { withMarks } from "./marks.ts";
import { teller, type Tell } from "./notice.ts";
import { faultRow, type Rules, type Task } from "./one.ts";
import type { GradeOptions } from "./options.ts";
import { outdatedOf } from "./outdated.ts";
import { loadTests } from "./own-clauses.ts";
import { writeOutputs, writtenText } from "./outputs.ts";
import { Pool } from "./pool.ts";
import type { Report, Row, Run, Verdict } from "./record.ts";
import { rehearse } from "./rehearsal.ts";
import { rulesOf } from "./rules.ts";
import { namedBy, refuseOtherRules } from "./selection.ts";
import { settingsOf } from "./settings.ts";
import { chooseWall, type Plan } from "./wall/choice.ts";

/** Rows of these a person has to look at. */
const unsettled: Verdict[] = ["grader-error", "integrity"];

/** Notes that are told one by one; of more, only the number. */
const mostNotes = 10;

export async function gradeCommand(options: GradeOptions, terminal: Terminal): Promise<number> {
  const { language, out } = options;
  const tell = teller(language, terminal);
  const { submissions, notes } = intake(options.folder, options.roster === undefined ? {} : { roster: options.roster });
  notes.push(...placeNotes(options.folder, out));
  // Told before an hour of judging, not after it.
  const old = options.diff === undefined ? undefined : readReport(options.diff);
  if (options.diff !== undefined) damageTexts(join(options.diff, bookName), old?.damaged ?? []).forEach(tell);
  // One more takes no more room than the line that would tell of it.
  const told = notes.length === mostNotes + 1 ? notes : notes.slice(0, mostNotes);
  told.forEach(tell);
  if (notes.length > told.length) tell(say(`… and ${notes.length - mostNotes} more notes of this kind.`, `……还有 ${notes.length - mostNotes} 条类似的提示。`));
  const mine = submissions.filter(({ student }) => shardOf(student, options.shard.count) === options.shard.index);
  const asked = options.only === undefined ? mine : namedBy(options.only, mine);

  const { wall, plan, note } = await chooseWall(options.sandbox, options.limits, options.image);
  tell(note);
  const contents = readBook(out);
  damageTexts(bookName, contents.damaged).forEach(tell);
  const orphans = [...contents.rows.values()].filter(({ run }) => !contents.runs.some(({ id }) => id === run)).length;
  if (orphans > 0 && contents.damaged.length === 0) tell(say(`${bookName}: ${orphans} rows are of a run that is not in it any more. By what rules and secret they were given is lost: they are judged again.`, `${bookName}：有 ${orphans} 行所属的批次已经不在里面，规则和密钥丢了：会重新评。`));
  const { run, since, left, known, secretOf } = continuationOf(contents, settingsOf(options, submissions, wall), options, asked.map(({ student }) => student));
  const rules = rulesOf(run);
  refuseOtherRules(mine.filter((one) => !asked.includes(one)), contents, rules);
  if (since !== undefined) tell(say(`This goes on with the --force of ${since}, which was interrupted: whom it judged keeps that row.`, `接着做 ${since} 那次被中断的 --force：那次已经评过的不再重评。`));
  if (left !== undefined) tell(say(`The --force of ${left.since} was interrupted: ${left.count} keep the scenarios they had before it. Run the command with --force once more, and it goes on there.`, `${left.since} 的 --force 被中断过：有 ${left.count} 份仍是之前的场景。请带 --force 再运行一次，它会接着做。`));
  const tests = chosen(await loadTests(options.upto), options.upto);
  const tasks = asked.map((submission): Task => {
    const { key = "" } = known(submission.student) ?? {};
    return { submission, draw: { secret: secretOf(submission.student) }, ...(key === "" ? {} : { known: key }) };
  });
  const book = new Book(out);
  try {
    const settled = await judgeAll({ tasks, rules, plan, tests, options, terminal }, run, book);
    if (settled === undefined) {
      tell(stopped);
      return 130;
    }
    const judged = readBook(out);
    // With --only the others of the class keep the rows they have, if they have one.
    const students = mine.map(({ student }) => student).filter((student) => judged.rows.has(student));
    const outdated = outdatedOf(mine.filter(({ student }) => !settled.has(student)), judged, out, options.limits);
    book.add({ v: 1, kind: "end", run: run.id, at: new Date().toISOString(), students, ...(outdated.length === 0 ? {} : { outdated }) });
  } finally {
    book.close();
  }
  // From here on the files belong together: none is written without the others.
  const wait = (): void => tell(say("All are judged. The files are being written: a moment.", "都评完了，正在写文件，请稍等。"));
  for (const signal of signals) process.on(signal, wait);
  try {
    await compareClass(out, submissions, run);
    return report(options, terminal, contents, old);
  } finally {
    for (const signal of signals) process.off(signal, wait);
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const stopped = say("Stopped. The same command goes on from here.", "已停止。再运行同一条命令会从这里接着做。");

/** @throws Unable where the results would be taken for a submission */
function placeNotes(folder: string, out: string): Text[] {
  if (!relative(folder, out).startsWith("..")) throw new Unable(say("--out lies in the folder of the submissions: it would be taken for one. Name another folder.", "--out 在存放提交的目录里，会被当成一份提交。请换一个目录。"));
  const [first] = relative(root, out).split(sep);
  // .gitignore names the folder that is taken without --out.
  return first === ".." || first === "grades" || isAbsolute(relative(root, out)) ? [] : [say("The results are written into the course itself, where git would take them along: better name a folder outside of it with --out.", "结果会写进课程目录里，git 可能会把它们一起提交：最好用 --out 指定课程之外的目录。")];
}

/** Writes the outputs and tells the summary; the exit code says whether a person has to look at something. */
function report(options: GradeOptions, terminal: Terminal, before: Contents, old: Report | undefined): number {
  const { out, language } = options;
  const whole = withAlike(withMarks(readReport(out)), readAlike(out));
  const written = writeOutputs(whole, out, options.formats, language);
  process.stdout.write(summaryText(whole, language));
  if (old !== undefined) process.stdout.write(`${changeLines(old, whole, language, terminal).join("\n")}\n`);
  process.stdout.write(writtenText(out, written, language));
  const regraded = whole.rows.filter((row) => row.run === whole.run.id).length;
  const others = regraded === whole.rows.length ? "" : language === "zh" ? "，其余保持原样" : ", the others are as they were";
  if (before.rows.size > 0) process.stdout.write(language === "zh" ? `重新检查 ${regraded} 份${others}。\n` : `${regraded} judged now${others}.\n`);
  return whole.rows.some(({ verdict }) => unsettled.includes(verdict)) ? 1 : 0;
}

type Work = { tasks: Task[]; rules: Rules; plan: Plan; tests: Test[]; options: GradeOptions; terminal: Terminal };

/**
 * Looks at those who have a row, rehearses where anything has to be judged, and judges it.
 * @returns whose row is of the files that are there now; undefined where it was interrupted
 */
async function judgeAll({ tasks, rules, plan, tests, options, terminal }: Work, run: Run, book: Book): Promise<Set<string> | undefined> {
  const pool = new Pool({ workers: options.workers, rules, plan });
  const stop = (): void => pool.close();
  for (const signal of signals) process.on(signal, stop);
  const settled = new Set<string>();
  let bar: Bar | undefined;
  try {
    const looks = tasks.filter(({ known }) => known !== undefined).map((task): Task => ({ ...task, look: true }));
    await pool.run(looks, ({ submission }, result) => {
      if ("unchanged" in result) settled.add(submission.student);
    });
    // What could not be looked at is judged, and tells why then.
    const due = tasks.filter(({ submission }) => !settled.has(submission.student));
    if (pool.closed || (due.length > 0 && !(await rehearse(pool, options.upto, run.secret)))) return undefined;
    book.add(run);
    bar = new Bar(process.stderr, options.language, terminal, tasks.length, settled.size);
    await pool.run(due, (task, result) => {
      const row = "fault" in result ? faultRow(task, rules, tests, result.fault) : "row" in result ? result.row : undefined;
      if (row !== undefined) book.add(row);
      if (row?.verdict !== "grader-error") settled.add(task.submission.student);
      bar?.step(row !== undefined && unsettled.includes(row.verdict));
    });
    return pool.closed ? undefined : settled;
  } finally {
    bar?.stop();
    for (const signal of signals) process.off(signal, stop);
    pool.close();
  }
}

/** The row that is kept of a student, by an id in any spelling. @throws Unable */
export function keptRow(out: string, id: string): Row {
  const { rows } = readBook(out);
  const student = [...rows.keys()].find((one) => folded(one) === folded(id));
  const entry = student === undefined ? undefined : rows.get(student);
  if (entry === undefined) throw new Unable(say(`${out} has no result of ${JSON.stringify(id)}.`, `${out} 里没有 ${JSON.stringify(id)} 的结果。`));
  return rowAt(out, entry);
}
