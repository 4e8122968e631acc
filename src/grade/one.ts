/** Judges one submission: a copy of it, in processes behind a wall, by the clauses that the learner sees. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { chapterOf, chaptersUpto, extraChapter } from "../../spec/harness/chapters.ts";
import type { Test } from "../../spec/harness/clause.ts";
import { makeImage, Unusable, type Flaw, type Image } from "../../spec/harness/image.ts";
import { root } from "../../spec/harness/root.ts";
import type { Start } from "../../spec/harness/run.ts";
import { Subject, Unloadable, type Launcher } from "../../spec/harness/subject.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import { Judging, type ClauseResult } from "../judge.ts";
import { cardLines } from "../report/card.ts";
import { safe, terminalFor } from "../report/terminal.ts";
import { Unable } from "../unable.ts";
import { blankSentence } from "./blank.ts";
import { seedOf } from "./draw.ts";
import { digestOf } from "./hashes.ts";
import type { Submission } from "./intake/intake.ts";
import type { Refused } from "./intake/refusals.ts";
import { snapshot } from "./intake/snapshot.ts";
import type { ChapterRow, ClauseRow, Flag, GradeLimits, Row, Run, Status, Verdict } from "./record.ts";

/** What all submissions of a run share. */
export type Rules = Pick<Run, "id" | "upto" | "runs" | "seeds" | "weights" | "limits" | "wall" | "suite" | "tool" | "versions">;

/**
 * `seed`: the very one, of a replay; `secret`: what it is derived from. `known`: the key of the row that there is already.
 * `look`: it is not judged, only told whether it has to be.
 */
export type Task = { submission: Submission; draw: { seed: number } | { secret: string }; known?: string; look?: true };

/** `unchanged`: submission, rules and seed are those of `task.known`. `due`: they are not, and it was not to be judged. */
export type Outcome = { row: Row } | { unchanged: true } | { due: true };

/** @throws Error for a fault of our own */
export async function gradeOne({ submission, draw, known, look }: Task, rules: Rules, tests: Test[], launch: Launcher): Promise<Outcome> {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-grade-"));
  try {
    const taken = snapshot(submission, join(folder, "one"), rules.limits);
    const digest = "refused" in taken ? undefined : taken.digest;
    const seed = "seed" in draw ? draw.seed : seedOf(draw.secret, rules.seeds, submission.student, digest);
    const { id: _run, ...asked } = rules;
    const key = digestOf([digest ?? taken, asked, seed]);
    if (key === known) return { unchanged: true };
    if (look === true) return { due: true };
    const judged = "refused" in taken ? withoutPlay(tests, rules, taken.refused) : await judgedOf(taken.file, seed, rules, tests, launch);
    const { student, spelled } = submission;
    const row: Row = {
      v: 1,
      kind: "row",
      student,
      ...(spelled === undefined ? {} : { spelled }),
      ...("refused" in taken ? {} : { file: taken.handedIn }),
      key,
      ...judged,
      seed,
      wall: rules.wall,
      ms: Math.round(performance.now() - started),
      at: new Date().toISOString(),
      run: rules.id,
    };
    return { row };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The part of a row that the program itself decides. */
type Judged = Pick<Row, "verdict" | "sentence" | "score" | "max" | "stage" | "chapters" | "clauses" | "flags" | "prints">;

const ofFlaw: Record<Flaw, Verdict> = { file: "invalid-file", syntax: "syntax-error", unresolved: "load-error", foreign: "policy", import: "load-error" };

async function judgedOf(file: string, seed: number, rules: Rules, tests: Test[], launch: Launcher): Promise<Judged> {
  let image: Image;
  try {
    image = await makeImage(file);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const { flaw, sentence, at } = error;
    return withoutPlay(tests, rules, { verdict: ofFlaw[flaw], sentence: withPlace(inWords(sentence, file), at, file) });
  }
  const { limits, upto, runs } = rules;
  const start: Start = (watched) => new Subject(image, { limits, launch, flood: limits.output, watched });
  const replay = { seed, runs, shrink: false };
  const judging = new Judging(image, { upto, replay, limits, lanes: 1, late: true, start });
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    judging.close();
  }, limits.submission);
  try {
    judging.compile();
    const atImport = await judging.load();
    await judging.run(tests);
    let results = judging.verdicts(tests);
    if (!late) results = await confirmed(results, tests, image, rules, seed, start);
    const fault = results.find(({ outcome }) => outcome === "errs" && !late);
    if (fault !== undefined) throw fault.failure?.error instanceof Error ? fault.failure.error : new Error(String(fault.failure?.error));
    const cards = late ? new Map<string, Text>() : await cardsOf(results, judging, rules, seed, file);
    const borrows = !late && (await judging.borrows());
    const judged = rowOf(results, tests, rules, { cards, late, atImport, borrows });
    return { ...judged, ...(judged.verdict === "none" ? blankOf(file) : {}) };
  } catch (error) {
    if (error instanceof Unable && error.cause instanceof Unloadable) return withPrints(withoutPlay(tests, rules, unloaded(error, error.cause, file)), error.prints);
    if (late) return withoutPlay(tests, rules, { verdict: "load-timeout", sentence: overall(limits) });
    throw error;
  } finally {
    clearTimeout(deadline);
    judging.close();
  }
}

function blankOf(file: string): { sentence?: Text } {
  const sentence = blankSentence(readFileSync(file, "utf8"));
  return sentence === undefined ? {} : { sentence };
}

/** A program that printed and then did not load: often what it printed says why. */
const withPrints = (judged: Judged, printed: string): Judged => ({ ...judged, flags: [...judged.flags, ...printsFlag(printed, "")], ...printsOf(printed) });

function unloaded(error: Unable, { ending }: Unloadable, file: string): Refused {
  const sentence = withPlace(error.sentence, error.at, file);
  switch (ending?.kind) {
    case undefined:
      return { verdict: "load-error", sentence };
    case "hang":
      return { verdict: "load-timeout", sentence };
    case "memory":
      return { verdict: "out-of-memory", sentence };
    case "exit":
      return { verdict: "crashed", sentence };
    case "flood":
      return { verdict: "output-limit", sentence };
    case "protocol":
      return { verdict: "integrity", sentence: tampered };
    case "lost":
      throw error;
  }
}

const tampered = say(
  "While it was imported, something wrote on the channel that belongs to the grader. There is no score until a person has looked.",
  "导入时，有东西写进了只属于评分程序的通道。在有人看过之前没有分数。",
);
const overall = ({ submission }: GradeLimits): Text => say(`It was not judged within ${Math.round(submission / 1000)} s, the limit of a submission.`, `没能在 ${Math.round(submission / 1000)} 秒（一份提交的时限）内检查完。`);

/** Hung clauses whose time-out was seen again alone before the others are believed. */
const confirmations = 3;

/** A time-out counts when it happens again in a process that does nothing else: a busy machine is no mistake of a student's. */
async function confirmed(results: ClauseResult[], tests: Test[], image: Image, rules: Rules, seed: number, start: Start): Promise<ClauseResult[]> {
  const { upto, runs, limits } = rules;
  const again = new Map<ClauseResult, ClauseResult>();
  let seen = 0;
  for (const result of results.filter(({ outcome }) => outcome === "hangs")) {
    if (seen === confirmations) break;
    const judging = new Judging(image, { upto, replay: { seed, runs, shrink: false }, limits, lanes: 1, late: true, start: () => start(true) });
    try {
      const own = tests.filter(({ clause }) => clause === result.clause.id);
      await judging.load();
      await judging.run(own);
      const [second] = judging.verdicts(own);
      if (second === undefined) continue;
      if (second.outcome === "hangs") seen += 1;
      else again.set(result, second);
    } finally {
      judging.close();
    }
  }
  return results.map((result) => again.get(result) ?? result);
}

/** Failures whose cards are made as the learner would see them: shrunk, judged again alone. The others are told as found. */
const shrunk = 4;
const longestCard = 40;
const plain = terminalFor({ columns: 80 }, {});

async function cardsOf(results: ClauseResult[], judging: Judging, { upto, runs }: Rules, seed: number, file: string): Promise<Map<string, Text>> {
  const cards = new Map<string, Text>();
  let full = shrunk;
  for (const result of results) {
    const { failure } = result;
    if (failure === undefined) continue;
    const doors = failure.card?.scenario === undefined;
    const finished = full > 0 && !doors ? await judging.finish(failure, { seed, runs }) : failure;
    if (!doors) full -= 1;
    const at = finished.card?.at;
    const card = finished.card === undefined ? undefined : { ...finished.card, ...(at === undefined ? {} : { at: { ...at, file: placeOf(at.file, file) } }) };
    const shown = { ...result, failure: { ...finished, ...(card === undefined ? {} : { card }) } };
    const lines = (language: "en" | "zh"): string => clipped(cardLines(shown, { upto, target: undefined, seed, runs }, language, plain).map((line) => line.replaceAll(dirname(file), "")));
    cards.set(result.clause.id, say(lines("en"), lines("zh")));
  }
  return cards;
}

function clipped(lines: string[]): string {
  if (lines.length <= longestCard) return lines.join("\n");
  return [...lines.slice(0, longestCard - 8), "    …", ...lines.slice(-8)].join("\n");
}

const placeOf = (at: string, file: string): string => join(root, "workspace", relative(dirname(file), at));
const inWords = ({ en, zh }: Text, file: string): Text => say(en.replaceAll(file, "code.ts"), zh.replaceAll(file, "code.ts"));

/** A message that the program made may have lines of its own, and look like a command to whoever reads them. */
const oneLine = (text: string): string => safe(text).replaceAll(/\s*[\n\t]\s*/g, " ");

function withPlace(sentence: Text, at: Unusable["at"], file: string): Text {
  if (at === undefined) return say(oneLine(sentence.en), oneLine(sentence.zh));
  const place = `${relative(dirname(file), at.file).replaceAll("\\", "/")}:${at.line}:${at.column}  ${oneLine(at.text.trim()).slice(0, 200)}`;
  return say(`${oneLine(sentence.en)} (${place})`, `${oneLine(sentence.zh)}（${place}）`);
}

const statuses: Record<ClauseResult["outcome"], Status> = { holds: "pass", fails: "fail", hangs: "timeout", dies: "error", errs: "not-run" };

/** `atImport`: what the import printed. `borrows`: it takes types from files that are not its own. */
type Course = { cards: Map<string, Text>; late: boolean; atImport: string; borrows: boolean };

function rowOf(results: ClauseResult[], tests: Test[], rules: Rules, { cards, late, atImport, borrows }: Course): Judged {
  const byId = new Map(results.map((result) => [result.clause.id, result]));
  const clauses = clauseRows(tests, rules, (id) => {
    const result = byId.get(id);
    const judged = result !== undefined && result.tests.length > 0;
    // Of a submission that took too long, nothing is known of what had not been judged to its end.
    const status = !judged ? (late ? "timeout" : "not-run") : late && result.outcome !== "holds" && result.outcome !== "fails" ? "timeout" : statuses[result.outcome];
    const replay = result?.failure?.card?.replay;
    const card = cards.get(id);
    return { status, ms: Math.round(result?.ms ?? 0), ...(card === undefined ? {} : { card }), ...(replay === undefined ? {} : { replay }) };
  });
  const summed = sumOf(clauses, rules);
  const played = results.flatMap((result) => result.tests).find((test) => test.printed !== undefined)?.printed?.text ?? "";
  const endings = results.flatMap(({ failure }) => (failure?.card?.ending === undefined ? [] : [failure.card.ending.kind]));
  const flags: Flag[] = [
    ...printsFlag(atImport, played),
    ...(endings.includes("exit") ? [flag("exits", "review", say("Its process ended while a clause was judged.", "检查某个条款时，它的进程结束了。"))] : []),
    ...(endings.includes("memory") ? [flag("memory", "review", say("It ran out of memory while a clause was judged.", "检查某个条款时，它耗尽了内存。"))] : []),
    ...(endings.includes("flood") ? [flag("flood", "review", say("It wrote to the streams of its process, past the realm it runs in.", "它绕过运行环境，直接写到了进程的流里。"))] : []),
    ...(late ? [flag("late", "review", overall(rules.limits))] : []),
    ...(borrows ? [flag("policy", "review", say("It takes types from files that are not its own.", "它从不属于自己的文件里取用类型。"))] : []),
    ...(endings.includes("protocol") ? [flag("protocol", "integrity", say("Something wrote on the channel that belongs to the grader.", "有东西写进了只属于评分程序的通道。"))] : []),
  ];
  const prints = printsOf(atImport + played);
  if (endings.includes("protocol")) return { verdict: "integrity", sentence: withheld, ...summed, score: null, clauses, flags, ...prints };
  return { ...verdictOf(summed, clauses, endings), ...summed, clauses, flags, ...prints };
}

/** Both parts count: what is printed at the import is printed once, and no scenario shows it. */
function printsFlag(atImport: string, played: string): Flag[] {
  if (atImport === "" && played === "") return [];
  const when = played !== "" ? say("It prints by itself", "它自己打印了内容") : say("It prints while it is imported", "它在导入时打印了内容");
  return [flag("prints", "info", say(`${when.en}; only \`output.log\` should write (R7).`, `${when.zh}；只有 \`output.log\` 可以输出（R7）。`))];
}

const printsOf = (text: string): Pick<Judged, "prints"> => (text === "" ? {} : { prints: safe(text.slice(0, 400)) });

const withheld = say(
  "Something in this program wrote on the channel that belongs to the grader. There is no score until a person has looked.",
  "这个程序里有东西写进了只属于评分程序的通道。在有人看过之前没有分数。",
);

const flag = (code: string, severity: Flag["severity"], detail: Text): Flag => ({ code, severity, detail });

function verdictOf({ score, max }: { score: number; max: number }, clauses: ClauseRow[], endings: string[]): { verdict: Verdict; sentence: Text } {
  const passed = clauses.filter(({ status }) => status === "pass").length;
  const count = say(`${passed} of ${clauses.length} clauses hold.`, `${clauses.length} 条条款中有 ${passed} 条成立。`);
  if (passed === clauses.length) return { verdict: "ok", sentence: say(`All ${passed} clauses hold.`, `${passed} 条条款全部成立。`) };
  if (score > 0 || max === 0) return { verdict: "partial", sentence: count };
  const most = (kind: string): boolean => endings.filter((one) => one === kind).length * 2 > clauses.length / 2;
  if (most("flood")) return { verdict: "output-limit", sentence: say("It writes more than is kept, past `output.log`, wherever it is used.", "无论怎样使用，它都会绕过 `output.log` 大量输出。") };
  if (most("memory")) return { verdict: "out-of-memory", sentence: say("It runs out of memory wherever it is used.", "无论怎样使用，它都会耗尽内存。") };
  if (most("exit")) return { verdict: "crashed", sentence: say("Its process ends wherever it is used.", "无论怎样使用，它的进程都会结束。") };
  return { verdict: "none", sentence: count };
}

/** A row without a play: nothing of it was run, so nothing holds. */
function withoutPlay(tests: Test[], rules: Rules, { verdict, sentence }: Refused): Judged {
  if (verdict === "grader-error") return ungraded(tests, rules, sentence);
  const clauses = clauseRows(tests, rules, () => ({ status: "not-run", ms: 0 }));
  const flags = verdict === "integrity" ? [flag("protocol", "integrity", sentence)] : verdict === "policy" ? [flag("policy", "review", sentence)] : [];
  return { verdict, sentence, ...sumOf(clauses, rules), ...(verdict === "integrity" ? { score: null } : {}), clauses, flags };
}

type Told = Pick<ClauseRow, "status" | "ms" | "card" | "replay">;

function clauseRows(tests: Test[], { weights }: Rules, tell: (id: string) => Told): ClauseRow[] {
  const ids = [...new Set(tests.map(({ clause }) => clause))];
  return ids.map((id) => {
    const told = tell(id);
    const max = weights[id] ?? 1;
    return { id, chapter: chapterOf(id) === extraChapter?.id ? "extra" : chapterOf(id), points: told.status === "pass" ? max : 0, max, ...told };
  });
}

function sumOf(clauses: ClauseRow[], { upto }: Rules): { score: number; max: number; stage: string | null; chapters: ChapterRow[] } {
  const ids = [...new Set(clauses.map(({ chapter }) => chapter))];
  const chapters = ids.map((id): ChapterRow & { score: number } => {
    const own = clauses.filter(({ chapter }) => chapter === id);
    const count = (status: Status): number => own.filter((clause) => clause.status === status).length;
    return { id, score: total(own.map(({ points }) => points ?? 0)), max: total(own.map(({ max }) => max)), pass: count("pass"), fail: count("fail"), error: count("error"), timeout: count("timeout"), notRun: count("not-run") };
  });
  let stage: string | null = null;
  for (const { id } of chaptersUpto(upto)) {
    const one = chapters.find((chapter) => chapter.id === id);
    if (one === undefined || one.fail + one.error + one.timeout + one.notRun > 0) break;
    stage = id;
  }
  return { score: total(chapters.map(({ score }) => score)), max: total(chapters.map(({ max }) => max)), stage, chapters };
}

/** Weights may be fractions: their sum is told to nine digits. */
const total = (numbers: number[]): number => Number(numbers.reduce((sum, one) => sum + one, 0).toFixed(9));

/** Our own fault, or the machine's: no points, which is not the same as none. */
function ungraded(tests: Test[], rules: Rules, sentence: Text): Judged {
  const clauses = clauseRows(tests, rules, () => ({ status: "not-run", ms: 0 })).map((clause): ClauseRow => ({ ...clause, points: null }));
  const { max, chapters } = sumOf(clauses, rules);
  return { verdict: "grader-error", sentence, score: null, max, stage: null, chapters: chapters.map((chapter) => ({ ...chapter, score: null })), clauses, flags: [flag("grader", "review", sentence)] };
}

/** The row of a submission that our own fault kept from being judged, twice. */
export function faultRow({ submission, draw }: Task, rules: Rules, tests: Test[], why: string): Row {
  const { student, spelled } = submission;
  const sentence = say("The grader itself failed on this submission, twice. That says nothing about it: there is no score yet.", "评分程序自己在这份提交上失败了两次。这与提交本身无关：暂时没有分数。");
  return {
    v: 1,
    kind: "row",
    student,
    ...(spelled === undefined ? {} : { spelled }),
    key: "",
    ...ungraded(tests, rules, sentence),
    flags: [flag("grader", "review", say(`The grader's own fault: ${why}`, `评分程序自己的错误：${why}`))],
    seed: "seed" in draw ? draw.seed : seedOf(draw.secret, rules.seeds, student, undefined),
    wall: rules.wall,
    ms: 0,
    at: new Date().toISOString(),
    run: rules.id,
  };
}
