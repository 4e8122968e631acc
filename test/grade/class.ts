/**
 * A class that never was: a report as a grading run would leave it, for tests of what is made of reports. The same size
 * gives the same class. Later chapters fail more, some clauses are hard for all, and each verdict comes up where there is room.
 */
import { createHash } from "node:crypto";
import { chaptersUpto } from "../../spec/harness/chapters.ts";
import type { Clause } from "../../spec/harness/clause.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { ChapterRow, ClauseRow, Flag, Report, Row, Run, Status, Verdict, Wall } from "../../src/grade/record.ts";

export type ClassOptions = { upto?: string; wall?: Wall; seeds?: Run["seeds"]; shard?: Run["shard"] };

const families = "Álvarez Bauer Chen Diallo Eriksen Fischer García Huang Ivanov Jansen Kowalski Li Moreau Nguyen Okafor Petrov Quispe Rossi Sato Tanaka Ueda Vogel Wang Xu Yılmaz Zhang 王 李 张 陈".split(" ");
const firsts = "Ada Bo Clara Deniz Emil Fatima Goran Hana Ines Jun Kofi Lena Mei Noor Olga Pablo Qi Rana Sven Tomás Uma Vera Wei Xin Yuki Zoë".split(" ");

/** @returns a report of `size` students */
export function classOf(size: number, { upto = "s12", wall = "bwrap", seeds = "each", shard = { index: 1, count: 1 } }: ClassOptions = {}): Report {
  const random = numbersFrom(size);
  const run: Run = {
    v: 1,
    kind: "run",
    id: "5f0c8e1ab2",
    at: "2026-11-30T18:20:00.000Z",
    upto,
    runs: 100,
    secret: "a-secret-of-the-class",
    seeds,
    weights: {},
    limits: { scenario: 2000, load: 10_000, submission: 120_000, memory: 160, data: 700, file: 262_144, output: 65_536 },
    wall,
    suite: hash("suite"),
    tool: hash("tool"),
    versions: { node: "20.20.2", platform: "linux x64", vitest: "4.1.12", fastCheck: "4.11.0", typescript: "7.0.2", esbuild: "0.28.2" },
    shard,
    students: size * shard.count,
    roster: hash("roster"),
  };
  const rows = Array.from({ length: size }, (_, at) => rowOf(nameOf(at), verdictAt(at), run, random));
  return { run, rows: rows.sort((one, other) => (one.student < other.student ? -1 : 1)) };
}

const nameOf = (at: number): string => `${families[at % families.length] ?? ""}-${firsts[(at * 7 + Math.floor(at / families.length)) % firsts.length] ?? ""}-${String(1000 + at)}`;

/** The rare verdicts, from the second student on, each once in a hundred students. */
const rare: Verdict[] = ["missing", "syntax-error", "integrity", "load-timeout", "invalid-file", "grader-error", "crashed", "policy", "load-error", "out-of-memory", "output-limit"];
const verdictAt = (at: number): Verdict | undefined => (at % 3 === 1 ? rare[Math.floor((at % 100) / 3)] : undefined);

const sentences: Record<Verdict, Text> = {
  ok: say("Every clause holds.", "每一条都成立。"),
  partial: say("Some clauses hold; the cards say what is left.", "一部分条款成立；卡片写明还差什么。"),
  none: say("The program runs, and no clause holds yet.", "程序能运行，但还没有一条成立。"),
  missing: say("No file came.", "没有交文件。"),
  "invalid-file": say("code.ts is a folder, and not a file.", "code.ts 是一个目录，不是文件。"),
  "syntax-error": say("code.ts:14:9 cannot be read as TypeScript: Expected \";\" but found \"}\".", "code.ts:14:9 不是合法的 TypeScript：这里应当是 \";\"，却是 \"}\"。"),
  "load-error": say("Importing code.ts threw TypeError: Cannot read properties of undefined.", "导入 code.ts 时抛出 TypeError: Cannot read properties of undefined。"),
  "load-timeout": say("Importing code.ts did not end within 10 s.", "导入 code.ts 在 10 秒内没有结束。"),
  "out-of-memory": say("The program took all of its 160 MiB of memory.", "程序用完了 160 MiB 内存。"),
  crashed: say("The program ended its process: process.exit(0).", "程序结束了自己的进程：process.exit(0)。"),
  "output-limit": say("The program printed more than 64 KiB.", "程序打印的内容超过 64 KiB。"),
  policy: say("code.ts imports node:fs; a program imports only its own files.", "code.ts 导入了 node:fs；程序只能导入自己的文件。"),
  integrity: say("Something reached beyond the program: a person looks at it first.", "有东西伸到了程序之外：先由人来看。"),
  "grader-error": say("The grader itself failed: run it again.", "评分程序自己出错了：请重新运行。"),
};

const judged = new Set<Verdict>(["ok", "partial", "none", "integrity"]);

function rowOf(student: string, special: Verdict | undefined, run: Run, random: () => number): Row {
  // How far a student came: most are near the end, some stopped early.
  const skill = special === undefined || special === "integrity" ? 0.24 + 1.1 * Math.sqrt(random()) : 0;
  const all = chaptersUpto(run.upto);
  const graded = special === undefined || judged.has(special);
  const clauses = all.flatMap((chapter, at) => chapter.clauses.map((clause, index) => clauseRow(clause, graded ? statusOf(skill, at / 12, hardness(clause.id, index), random) : "not-run", special === "grader-error", random)));
  const score = clauses.reduce((sum, clause) => sum + (clause.points ?? 0), 0);
  const max = clauses.reduce((sum, clause) => sum + clause.max, 0);
  const verdict = special ?? (score === max ? "ok" : score === 0 ? "none" : "partial");
  const rows = all.map(({ id }) => chapterRow(id, clauses));
  const withheld = verdict === "integrity" || verdict === "grader-error";
  const prints = random() < 0.08 ? "debug: reply {\"role\":\"assistant\"}\ndebug: calls 2\n" : undefined;
  return {
    v: 1,
    kind: "row",
    student,
    ...(verdict === "missing" ? {} : { file: { path: `${student}/code.ts`, sha256: hash(student), bytes: 4000 + Math.floor(random() * 9000) } }),
    key: hash(`${student} key`),
    verdict,
    sentence: sentences[verdict],
    score: withheld ? null : score,
    max,
    stage: rows.findLast((_row, at) => rows.slice(0, at + 1).every(({ pass, max: of }) => pass === of))?.id ?? null,
    chapters: rows,
    clauses,
    flags: flagsOf(verdict, prints, random),
    seed: run.seeds === "one" ? 7 : Math.floor(random() * 2 ** 31),
    wall: run.wall,
    ms: 900 + Math.floor(random() * 6000),
    at: run.at,
    run: run.id,
    ...(prints === undefined ? {} : { prints }),
  };
}

/** Some clauses are hard for everybody: the same ones in each class. */
const hardness = (id: string, index: number): number => (Number.parseInt(hash(id).slice(0, 2), 16) / 255) * 0.35 + (index === 0 ? -0.1 : 0);

function statusOf(skill: number, depth: number, hard: number, random: () => number): Status {
  if (random() < 1 / (1 + Math.exp(-13 * (skill - 0.05 - 0.85 * depth - hard)))) return "pass";
  const kind = random();
  return kind < 0.06 ? "timeout" : kind < 0.1 ? "error" : "fail";
}

function clauseRow(clause: Clause, status: Status, fault: boolean, random: () => number): ClauseRow {
  const points = fault ? null : status === "pass" ? 1 : 0;
  const common = { id: clause.id, chapter: clause.id.split(".")[0] ?? "", status, points, max: 1, ms: Math.floor(random() * 60) };
  if (status === "pass" || status === "not-run") return common;
  const line = 20 + Math.floor(random() * 180);
  const [en, zh] = (["en", "zh"] as const).map((language) =>
    [
      `✗ ${clause.id}  ${clause.rule}  ${clause[language]}`,
      "    when      a question, a call of a tool, an answer",
      '              1. runEventedToolLoop(state, provider, "what is in a.txt?")',
      '              2. the provider streams: tool_call read {"path":"a.txt"}; done toolUse',
      '    expected  {"role":"toolResult","toolCallId":"c1","content":"hello"}',
      `    got       ${status === "timeout" ? "still running after 2000 ms" : `{"role":"toolResult","content":"${line % 3 === 0 ? "undefined" : "hello"}"}`}`,
      `    code      code.ts:${line}`,
      `    read      spec/${common.chapter}/README.md#${clause.id}`,
    ].join("\n"),
  );
  const card = say(en ?? "", zh ?? "");
  return random() < 0.3 ? { ...common, card, replay: { seed: line, path: `1:${line % 9}:0` } } : { ...common, card };
}

function chapterRow(id: string, clauses: ClauseRow[]): ChapterRow {
  const own = clauses.filter(({ chapter }) => chapter === id);
  const count = (status: Status): number => own.filter((one) => one.status === status).length;
  const known = own.every(({ points }) => points !== null);
  return { id, score: known ? count("pass") : null, max: own.length, pass: count("pass"), fail: count("fail"), error: count("error"), timeout: count("timeout"), notRun: count("not-run") };
}

function flagsOf(verdict: Verdict, prints: string | undefined, random: () => number): Flag[] {
  const flags: Flag[] = [];
  if (verdict === "integrity") flags.push({ code: "escaped", severity: "integrity", detail: say("a process outlived the program: node -e setInterval(…)", "有一个进程在程序结束后还活着：node -e setInterval(…)") });
  if (verdict === "policy") flags.push({ code: "policy", severity: "review", detail: say("imports node:fs (code.ts:3)", "导入了 node:fs（code.ts:3）") });
  if (verdict === "partial" && random() < 0.025) flags.push({ code: "similar", severity: "review", detail: say(`${Math.floor(70 + random() * 29)} % as the program of ${nameOf(2)}, line for line`, `与 ${nameOf(2)} 的程序逐行相同 ${Math.floor(70 + random() * 29)} %`) });
  if (prints !== undefined) flags.push({ code: "prints", severity: "info", detail: say("prints 2 lines", "打印了 2 行") });
  return flags;
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Numbers from 0 to 1, always the same ones from one seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed + 0x6d2b79f5;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
