/** `kata grade <folder>`: judges a class, or goes on where an earlier run ended, and writes the reports. */
import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { relative } from "node:path";
import type { Test } from "../../spec/harness/clause.ts";
import { chosen } from "../../spec/harness/suite.ts";
import { say } from "../../spec/harness/text.ts";
import { safe, wrap, type Terminal } from "../report/terminal.ts";
import { Unable } from "../unable.ts";
import { compareClass, readAlike, withAlike } from "./alike.ts";
import { Bar } from "./bar.ts";
import { Book, readBook, readReport, rowAt, type Contents } from "./book.ts";
import { changeLines } from "./changes.ts";
import { newSecret, shardOf } from "./draw.ts";
import { summaryText } from "./formats/summary.ts";
import { digestOf, suiteHash, toolHash } from "./hashes.ts";
import { intake, type Submission } from "./intake/intake.ts";
import { folded } from "./intake/names.ts";
import { faultRow, type Rules, type Task } from "./one.ts";
import type { GradeOptions } from "./options.ts";
import { loadTests } from "./own-clauses.ts";
import { writeOutputs, writtenText } from "./outputs.ts";
import { Pool } from "./pool.ts";
import type { Report, Row, Run, Verdict } from "./record.ts";
import { rehearse } from "./rehearsal.ts";
import { chooseWall, type Plan } from "./wall/choice.ts";

/** Rows of these a person has to look at. */
const unsettled: Verdict[] = ["grader-error", "integrity"];

/** Notes that are told one by one; of more, only the number. */
const mostNotes = 10;

export async function gradeCommand(options: GradeOptions, terminal: Terminal): Promise<number> {
  const { language, out } = options;
  const tell = (en: string, zh: string): void => void process.stderr.write(`${wrap(safe(language === "zh" ? zh : en), terminal.width).join("\n")}\n`);
  if (!relative(options.folder, out).startsWith("..")) throw new Unable(say("--out lies in the folder of the submissions: it would be taken for one. Name another folder.", "--out 在存放提交的目录里，会被当成一份提交。请换一个目录。"));
  // Told before an hour of judging, not after it.
  const old = options.diff === undefined ? undefined : readReport(options.diff);
  const { submissions, notes } = intake(options.folder, options.roster === undefined ? {} : { roster: options.roster });
  // One more takes no more room than the line that would tell of it.
  const told = notes.length === mostNotes + 1 ? notes : notes.slice(0, mostNotes);
  for (const note of told) tell(note.en, note.zh);
  if (notes.length > told.length) tell(`… and ${notes.length - mostNotes} more notes of this kind.`, `……还有 ${notes.length - mostNotes} 条类似的提示。`);
  const mine = submissions.filter(({ student }) => shardOf(student, options.shard.count) === options.shard.index);
  const asked = options.only === undefined ? mine : namedBy(options.only, mine);

  const { wall, plan, note } = await chooseWall(options.sandbox, options.limits, options.image);
  tell(note.en, note.zh);
  const contents = readBook(out);
  const run = runOf(options, submissions, contents, wall);
  const rules = rulesOf(run);
  const tests = chosen(await loadTests(options.upto), options.upto);
  const book = new Book(out);
  try {
    await passRehearsal(rules, plan, options, run);
    book.add(run);
    const tasks = asked.map((submission): Task => {
      const kept = options.force ? undefined : contents.rows.get(submission.student);
      // Who was graded by another secret keeps it, so that what has not changed keeps its grade.
      const secret = options.secret ?? contents.runs.find(({ id }) => id === kept?.run)?.secret ?? run.secret;
      return { submission, draw: { secret }, ...(kept === undefined || kept.key === "" ? {} : { known: kept.key }) };
    });
    if (!(await judgeAll(tasks, rules, plan, tests, options, terminal, book))) {
      tell("Stopped. The same command goes on from here.", "已停止。再运行同一条命令会从这里接着做。");
      return 130;
    }
    const judged = readBook(out);
    // With --only the others of the class keep the rows they have, if they have one.
    const students = mine.map(({ student }) => student).filter((student) => judged.rows.has(student));
    book.add({ v: 1, kind: "end", run: run.id, at: new Date().toISOString(), students });
  } finally {
    book.close();
  }
  await compareClass(out, submissions, run);
  return report(options, terminal, contents, old);
}

/** Writes the outputs and tells the summary; the exit code says whether a person has to look at something. */
function report(options: GradeOptions, terminal: Terminal, before: Contents, old: Report | undefined): number {
  const { out, language } = options;
  const whole = withAlike(readReport(out), readAlike(out));
  const written = writeOutputs(whole, out, options.formats, language);
  process.stdout.write(summaryText(whole, language));
  if (old !== undefined) process.stdout.write(`${changeLines(old, whole, language, terminal).join("\n")}\n`);
  process.stdout.write(writtenText(out, written, language));
  const regraded = whole.rows.filter((row) => row.run === whole.run.id).length;
  const others = regraded === whole.rows.length ? "" : language === "zh" ? "，其余保持原样" : ", the others are as they were";
  if (before.rows.size > 0) process.stdout.write(language === "zh" ? `重新检查 ${regraded} 份${others}。\n` : `${regraded} judged now${others}.\n`);
  return whole.rows.some(({ verdict }) => unsettled.includes(verdict)) ? 1 : 0;
}

/** @throws Unable for an id that nobody has */
function namedBy(ids: string[], submissions: Submission[]): Submission[] {
  const wanted = new Set(ids.map(folded));
  const found = submissions.filter(({ student }) => wanted.has(folded(student)));
  const unknown = ids.filter((id) => !found.some(({ student }) => folded(student) === folded(id)));
  if (unknown.length > 0) throw new Unable(say(`Nobody here has the id ${unknown.map((id) => JSON.stringify(id)).join(", ")}.`, `这里没有 id 为 ${unknown.map((id) => JSON.stringify(id)).join("、")} 的学生。`));
  return found;
}

function runOf(options: GradeOptions, submissions: Submission[], { runs }: Contents, wall: Run["wall"]): Run {
  const { upto, runs: count, seeds, weights, limits, shard, extra, force } = options;
  // The secret of the results that are there goes on, so that what has not changed keeps its grade; --force draws anew.
  const secret = options.secret ?? (force ? undefined : runs.at(-1)?.secret) ?? newSecret();
  return {
    v: 1,
    kind: "run",
    id: randomUUID(),
    at: new Date().toISOString(),
    upto,
    runs: count,
    secret,
    seeds,
    weights,
    limits,
    wall,
    suite: suiteHash(extra),
    tool: toolHash(),
    versions: { node: process.version, platform: `${process.platform} ${process.arch}`, ...packageVersions() },
    shard,
    students: submissions.length,
    roster: digestOf(submissions.map(({ student }) => student)),
  };
}

function packageVersions(): Omit<Run["versions"], "node" | "platform"> {
  const require = createRequire(import.meta.url);
  const of = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;
  return { vitest: of("vitest"), fastCheck: of("fast-check"), typescript: of("typescript"), esbuild: of("esbuild") };
}

export const rulesOf = ({ id, upto, runs, seeds, weights, limits, wall, suite, tool, versions }: Run): Rules => ({ id, upto, runs, seeds, weights, limits, wall, suite, tool, versions });

async function passRehearsal(rules: Rules, plan: Plan, options: GradeOptions, run: Run): Promise<void> {
  const results = new Map<string, Row | string>();
  const pool = new Pool({ workers: Math.min(3, options.workers), rules, plan, onResult: ({ submission }, result) => results.set(submission.student, "fault" in result ? result.fault : (result.row ?? "unchanged")) });
  const stop = (): void => {
    pool.close();
    process.exit(130);
  };
  process.on("SIGINT", stop);
  try {
    await rehearse(pool, options.upto, run.secret, results);
  } finally {
    process.off("SIGINT", stop);
    pool.close();
  }
}

/** @returns false where it was interrupted */
async function judgeAll(tasks: Task[], rules: Rules, plan: Plan, tests: Test[], options: GradeOptions, terminal: Terminal, book: Book): Promise<boolean> {
  const bar = new Bar(process.stderr, options.language, terminal, tasks.length);
  let interrupted = false;
  const pool = new Pool({
    workers: Math.max(1, Math.min(options.workers, tasks.length)),
    rules,
    plan,
    onResult(task, result) {
      const row = "fault" in result ? faultRow(task, rules, tests, result.fault) : result.row;
      if (row !== null) book.add(row);
      bar.step(row === null, row !== null && unsettled.includes(row.verdict));
    },
  });
  const stop = (): void => {
    interrupted = true;
    pool.close();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  try {
    await pool.run(tasks);
  } finally {
    bar.stop();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, stop);
    pool.close();
  }
  return !interrupted;
}

/** The row that is kept of a student, by an id in any spelling. @throws Unable */
export function keptRow(out: string, id: string): Row {
  const { rows } = readBook(out);
  const student = [...rows.keys()].find((one) => folded(one) === folded(id));
  const entry = student === undefined ? undefined : rows.get(student);
  if (entry === undefined) throw new Unable(say(`${out} has no result of ${JSON.stringify(id)}.`, `${out} 里没有 ${JSON.stringify(id)} 的结果。`));
  return rowAt(out, entry);
}
