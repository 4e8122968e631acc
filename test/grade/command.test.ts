/** `kata grade` as a teacher calls it, on a small class up to s01: what it writes, how it goes on, what it refuses. */
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lineOf } from "../../src/grade/lines.ts";
import type { End, Row, Run } from "../../src/grade/record.ts";
import { solution } from "../proof/programs.ts";
import { linesIn, rowsIn, startIn, type Ran } from "./teacher.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "pi-kata-grade-test-"));
const klass = join(home, "class");
const out = join(home, "grades");
afterAll(() => rmSync(home, { recursive: true, force: true }));

const start = (...args: string[]) => startIn(home, ...args);
const run = (...args: string[]): Promise<Ran> => start(...args).ended;
/** The class up to s01, without a wall: what a wall is worth is tested beside it. */
const grade = (...more: string[]): Promise<Ran> => run("class", "--upto", "s01", "--sandbox", "none", "--runs", "5", ...more);

const linesOf = (folder = out): (Run | Row | End)[] => linesIn(folder);
const rowsOf = (folder = out): Row[] => rowsIn(folder);
/** What of a table must not depend on the moment. */
const tableOf = (folder = out): unknown => {
  const rows = new Map(rowsOf(folder).map((row) => [row.student, row]));
  return [...rows.values()].sort((a, b) => (a.student < b.student ? -1 : 1)).map(({ ms: _ms, at: _at, run: _run, clauses, ...row }) => ({ ...row, clauses: clauses.map(({ ms: _took, ...clause }) => clause) }));
};

const reference = readFileSync(solution("s01"), "utf8");
const wrong = reference.replace("output.log(", "void (");
const texts: Record<string, string> = { ada: reference, bob: wrong, "c d": `\ufeff${reference.replaceAll("\n", "\r\n")}`, dora: "", "élo": "export function (", finn: reference.replace("export async function runOneTurn", "async function runOneTurn"), "g🎉": `${reference}\nconsole.log("demo");\n`, "hal.9000": `${reference}\n// mine\n` };

function layOut(): void {
  rmSync(klass, { recursive: true, force: true });
  for (const [id, text] of Object.entries(texts)) {
    mkdirSync(join(klass, id), { recursive: true });
    writeFileSync(join(klass, id, "code.ts"), text);
  }
}

beforeAll(() => expect(wrong).not.toBe(reference));

describe("a class that is graded", () => {
  let first: Ran;
  beforeAll(async () => {
    layOut();
    first = await grade("--format", "csv,markdown,html,junit,gradescope,classroom,exercism,ctrf");
  });

  test("every student has a row, a verdict and a score; the whole is told and written", () => {
    expect(first.code, first.stderr).toBe(0);
    expect(rowsOf().map(({ student, verdict }) => [student, verdict]).sort()).toEqual([["ada", "ok"], ["bob", "partial"], ["c d", "ok"], ["dora", "none"], ["finn", "none"], ["g🎉", "partial"], ["hal.9000", "ok"], ["élo", "syntax-error"]]);
    const dora = rowsOf().find(({ student }) => student === "dora");
    expect(dora?.score).toBe(0);
    expect(first.stdout).toContain("8 of 8 submissions");
    for (const name of ["grades.csv", "clauses.csv", "summary.md", "report.html", "junit.xml", "ctrf.json"]) expect(existsSync(join(out, name)), name).toBe(true);
    for (const name of ["feedback", "gradescope", "exercism"]) expect(readdirSync(join(out, name)), name).toHaveLength(8);
    expect(existsSync(join(out, ".grading"))).toBe(false);
  });

  test("what is printed at the import is flagged, and shown to its student", () => {
    const row = rowsOf().find(({ student }) => student === "g🎉");
    expect(row?.flags.map(({ code, detail }) => [code, detail.en])).toEqual([["prints", expect.stringContaining("while it is imported")]]);
    expect(row?.prints).toBe("demo\n");
  });

  test("each seed is another one, derived from the secret of the run; hashes and versions are there", () => {
    expect(new Set(rowsOf().map(({ seed }) => seed)).size).toBe(8);
    const [head] = linesOf();
    expect(head).toMatchObject({ kind: "run", upto: "s01", runs: 5, wall: "none", students: 8, suite: expect.stringMatching(/^[0-9a-f]{64}$/), tool: expect.stringMatching(/^[0-9a-f]{64}$/), secret: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  test("a card names the mistake, the learner's place and a command that replays it", () => {
    const clause = rowsOf().find(({ student }) => student === "bob")?.clauses.find(({ id }) => id === "s01.5");
    expect(clause?.card?.en).toMatch(/s01\.5.*MUST send the text[^]*your code {2}workspace\/code\.ts:\d+[^]*npm run kata -- --upto s01 --only s01\.5/);
    expect(clause?.card?.zh).toContain("场景");
    expect(clause?.card?.en).not.toContain(tmpdir());
  });

  test("run again: nothing is judged, the table is the same; what changed is judged, and told by --diff", async () => {
    const before = tableOf();
    cpSync(out, join(home, "old"), { recursive: true });
    const again = await grade();
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toContain("0 judged now");
    expect(tableOf()).toEqual(before);
    writeFileSync(join(klass, "bob", "code.ts"), reference);
    const mended = await grade("--diff", "old");
    expect(mended.stdout).toContain("1 judged now");
    expect(mended.stdout).toMatch(/bob {2}partial .* → ok .*won s01\.5\s+\(another text/s);
    expect(rowsOf().filter(({ student }) => student === "bob").map(({ verdict }) => verdict)).toEqual(["partial", "ok"]);
    writeFileSync(join(klass, "bob", "code.ts"), wrong);
    expect((await grade()).code).toBe(0);
    cpSync(out, join(home, "old"), { recursive: true });
    writeFileSync(join(klass, "bob", "code.ts"), `${wrong}// nothing but a comment\n`);
    const commented = await grade("--diff", "old");
    expect(commented.stdout).toMatch(/no grade has changed\.\njudged again, with the same result: bob\n[^]*1 judged now, the others are as they were/);
    writeFileSync(join(klass, "bob", "code.ts"), wrong);
    expect((await grade()).code).toBe(0);
  });

  test("--only judges some, --force anew and with other seeds, --replay one exactly", async () => {
    const seed = rowsOf().findLast(({ student }) => student === "ada")?.seed;
    const only = await grade("--only", "ADA,hal.9000", "--force");
    expect(only.code, only.stderr).toBe(0);
    expect(rowsOf().findLast(({ student }) => student === "ada")?.seed).not.toBe(seed);
    expect(linesOf().findLast((entry) => entry.kind === "end")).toMatchObject({ students: expect.arrayContaining(["ada", "bob", "élo"]) });
    const replayed = await run("class", "--sandbox", "none", "--replay", "bob");
    expect(replayed.code, replayed.stderr).toBe(0);
    expect(replayed.stdout).toContain("The same verdict");
    // The feedback tells when the grade was given, the end of it when it was played again.
    const given = rowsOf().findLast(({ student }) => student === "bob")?.at ?? "";
    expect(replayed.stdout).toContain(`- graded: \`${given}\``);
    const [, again = ""] = /Judged once more at (\S+)\. /.exec(replayed.stdout) ?? [];
    expect(again > given, again).toBe(true);
    expect((await grade("--only", "nobody")).stderr).toContain('Nobody here has the id "nobody"');
  });

  test("our own fault never takes the place of a grade", async () => {
    const [row] = rowsOf().filter(({ student }) => student === "ada").slice(-1);
    if (row === undefined) throw new Error("no row");
    appendFileSync(join(out, "results.jsonl"), `${lineOf({ ...row, verdict: "grader-error", score: null, key: "" })}\n{"v":1,"kind":"ro`);
    const again = await grade("--format", "csv");
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toContain("0 judged now");
    expect(readFileSync(join(out, "grades.csv"), "utf8")).toMatch(/^ada,ok,/m);
  });
});

test("interrupted at any moment and started again, the table is the same as without", async () => {
  layOut();
  const secret = "00112233445566778899aabbccddeeff";
  const whole = join(home, "whole");
  expect((await grade("--secret", secret, "--out", "whole")).code).toBe(0);
  const broken = join(home, "broken");
  for (const [signal, ms] of [["SIGINT", 900], ["SIGKILL", 1800], ["SIGTERM", 2500], ["SIGKILL", 3200]] as const) {
    const { child, ended } = start("class", "--upto", "s01", "--sandbox", "none", "--runs", "5", "--secret", secret, "--out", "broken");
    await wait(ms);
    child.kill(signal);
    await ended;
  }
  const last = await grade("--secret", secret, "--out", "broken");
  expect(last.code, last.stderr).toBe(0);
  expect(tableOf(broken)).toEqual(tableOf(whole));
});

test("seven shards merged are the same as one; incomplete or unlike ones are refused", async () => {
  layOut();
  const secret = ["--secret", "ffeeddccbbaa99887766554433221100"];
  expect((await grade(...secret, "--out", "one")).code).toBe(0);
  const shards = Array.from({ length: 7 }, (_, at) => `shard${at + 1}`);
  for (const [at, name] of shards.entries()) expect((await grade(...secret, "--shard", `${at + 1}/7`, "--out", name)).code).toBe(0);
  const merged = await run("merge", ...shards, "--out", "merged", "--format", "csv");
  expect(merged.code, merged.stderr).toBe(0);
  expect(tableOf(join(home, "merged"))).toEqual(tableOf(join(home, "one")));
  const strip = (folder: string): string => readFileSync(join(home, folder, "grades.csv"), "utf8").replace(/,[0-9a-f-]{36}(?=\r?\n)/g, "");
  expect(strip("merged")).toBe(strip("one"));
  expect((await run("merge", ...shards.slice(1), "--out", "m2")).stderr).toContain("of 7 shards, 1 is missing");
  expect((await run("merge", ...shards, "shard1", "--out", "m2")).stderr).toContain("twice");
  expect((await grade("--secret", "0011223344556677", "--shard", "7/7", "--out", "shard7")).code).toBe(0);
  expect((await run("merge", ...shards, "--out", "m2")).stderr).toContain("another `secret`");
  expect(existsSync(join(home, "m2"))).toBe(false);
}, 240_000);

describe("what is refused, each in a sentence, with 2", () => {
  beforeEach(() => {
    layOut();
    writeFileSync(join(home, "a-file"), "");
  });
  // Below /proc node's own recursive mkdir never ends.
  const noFolder = process.platform === "linux" ? "/proc/none/grades" : "a-file/none/grades";
  const cases: [string, string[], string | RegExp][] = [
    ["no folder", [], "takes the folder"],
    ["a folder that is not there", ["nowhere"], "nowhere"],
    ["an unknown option", ["class", "--uptoo", "s01"], "--uptoo"],
    ["an unknown chapter", ["class", "--upto", "s13"], "s01 to s12"],
    ["an unknown sandbox", ["class", "--sandbox", "jail"], "--sandbox takes"],
    ["an unknown format", ["class", "--format", "pdf"], "--format takes"],
    ["shards without a secret", ["class", "--shard", "1/2"], "one --secret"],
    ["a shard beyond the last", ["class", "--shard", "3/2", "--secret", "0011223344556677"], "--shard takes"],
    ["the course itself, whatever --out is", [root, "--out", join(root, "grades")], "is the course itself"],
    ["results among the submissions", ["class", "--out", "class/grades"], "lies in the folder"],
    ["results where no folder can be made", ["class", "--upto", "s01", "--sandbox", "none", "--out", noFolder], /Nothing can be written to \S*none\/grades \(\w+\)\. (?:Name|There is a file in its place: name) another folder with --out/],
    ["results in the place of a file", ["class", "--upto", "s01", "--sandbox", "none", "--out", "a-file"], /Nothing can be written to \S*a-file \(EEXIST\)\. There is a file in its place: name another folder/],
    ["a folder of clauses that is not there", ["class", "--extra", "nowhere"], "nowhere"],
    ["a merge of nothing", ["merge", "--out", "m3"], "folders of the shards"],
    ["a merge of what was not graded", ["merge", "class", "--out", "m3"], "holds no results"],
    ["a comparison with what is not there", ["class", "--diff", "nowhere"], "holds no results"],
    ["a replay of who was not graded", ["class", "--out", "fresh", "--replay", "ada"], "no result of"],
  ];
  test.each(cases)("%s", async (_name, args, words) => {
    const ran = await run(...args);
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr.replaceAll("\n", " ")).toMatch(words instanceof RegExp ? words : new RegExp(words.replace(/[/.*+?^${}()|[\]\\]/g, "\\$&")));
  });
});

test("no grade is written where the reference has not every point", async () => {
  layOut();
  const extra = join(home, "extra");
  mkdirSync(extra);
  writeFileSync(join(extra, "clauses.ts"), 'export const chapter = { id: "x", title: { en: "x", zh: "x" }, adds: {}, types: [], clauses: [{ id: "x.1", rule: "contract", keyword: "MUST", en: "be what it is not", zh: "是它不是的东西", needs: ["runOneTurn"], hints: [] }] };\n');
  writeFileSync(join(extra, "never.test.ts"), 'import { clause } from "kata/harness/clause.ts";\nimport { holds } from "kata/harness/judge.ts";\nimport { say } from "kata/harness/text.ts";\nclause("x.1", say("always", "总是"), async () => holds(false, say("the impossible", "不可能的事"), say("the possible", "可能的事")));\n');
  const ran = await grade("--extra", "extra", "--out", "unfair");
  expect(ran.code, ran.stderr).toBe(2);
  expect(ran.stderr.replaceAll("\n", " ")).toMatch(/The reference has 9 of 10 points.*x\.1/);
  expect(rowsOf(join(home, "unfair"))).toEqual([]);
});

describe("clauses of a teacher's own that cannot be used are told in a sentence", () => {
  const example = join(root, "grading", "extra-example");
  const cases: [string, string, (text: string) => string, RegExp][] = [
    ["a syntax error", "clauses.ts", () => "export const chapter = {", /Expected identifier but found end of file \(clauses\.ts:1\)/],
    ["no chapter", "clauses.ts", () => "export const other = 1;", /No matching export in .*chapter/],
    ["an import that throws", "clauses.ts", (text) => `${text}throw new Error("boo");`, /clauses\.ts throws boo/],
    ["another chapter", "clauses.ts", (text) => text.replace('id: "x"', 'id: "y"'), /id of the chapter is "y", and has to be "x"/],
    ["a clause of the course", "clauses.ts", (text) => text.replace('"x.1"', '"s01.1"'), /the id "s01\.1", and has to be called x\.1/],
    ["a clause without a test", "clauses.ts", (text) => text.replace('"x.1"', '"x.2"'), /no test opens x\.2/],
    ["a test without a clause", "turns.test.ts", (text) => `${text}clause("x.7", say("a", "一"), async () => {});`, /a test opens x\.7/],
    ["a test that does not load", "turns.test.ts", (text) => `${text}throw new Error("boo");`, /tests do not load, Error: boo/],
  ];
  test.each(cases)("%s", async (name, file, change, words) => {
    layOut();
    const folder = join(home, `own ${name}`);
    cpSync(example, folder, { recursive: true });
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")));
    const ran = await grade("--extra", folder, "--out", "unused");
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr.replaceAll(/\s+/g, " ")).toMatch(new RegExp(`✗ The clauses of --extra cannot be used: .*${words.source}`));
    expect(ran.stderr.split("\n").filter((line) => line.length > 80 && line.includes(" "))).toEqual([]);
    expect(existsSync(join(home, "unused"))).toBe(false);
  });
});

test("a teacher's own clauses count, and their sentences are told", async () => {
  layOut();
  const ran = await grade("--extra", join(root, "grading", "extra-example"), "--out", "with-extra");
  expect(ran.code, ran.stderr).toBe(0);
  const ada = rowsOf(join(home, "with-extra")).find(({ student }) => student === "ada");
  expect(ada).toMatchObject({ verdict: "ok", score: 10, max: 10, stage: "s01" });
  expect(ada?.clauses.find(({ id }) => id === "x.1")).toMatchObject({ chapter: "extra", status: "pass" });
});

test("two runs into one folder: the second is told to wait; the lock of a dead one is no hindrance", async () => {
  layOut();
  const both = await Promise.all([grade("--out", "both"), grade("--out", "both")]);
  expect(both.map(({ code }) => code).sort(), both.map(({ stderr }) => stderr).join("\n")).toEqual([0, 2]);
  expect(both.map(({ stderr }) => stderr).join("")).toContain("is writing there");
  writeFileSync(join(home, "both", ".grading"), "999999999");
  expect((await grade("--out", "both")).code).toBe(0);
  unlinkSync(join(home, "both", "results.jsonl"));
});
