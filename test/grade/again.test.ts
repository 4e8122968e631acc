/** Grading again what was graded before: some only, anew, after an interruption, out of damaged results, or one exactly. */
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readBook } from "../../src/grade/book.ts";
import { damageTexts, lineOf, parsed } from "../../src/grade/lines.ts";
import type { End } from "../../src/grade/record.ts";
import { solution } from "../proof/programs.ts";
import { linesIn, rowsIn, startIn, unwrapped, type Ran } from "./teacher.ts";

const home = mkdtempSync(join(tmpdir(), "pi-kata-grade-again-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Ran> => startIn(home, ...args).ended;
const grade = (...more: string[]): Promise<Ran> => run("class", "--upto", "s01", "--sandbox", "none", "--runs", "5", "--roster", "roster.txt", ...more);
const results = (out: string): string => readFileSync(join(home, out, "results.jsonl"), "utf8");
const rows = (out: string) => rowsIn(join(home, out));
const csv = (out: string): string => readFileSync(join(home, out, "grades.csv"), "utf8");
const flagsOf = (out: string, student: string): string[] => {
  const [head = "", ...lines] = csv(out).split("\r\n");
  return (lines.find((line) => line.startsWith(`${student},`))?.split(",")[head.split(",").indexOf("flags")] ?? "").split(" ").filter((flag) => flag !== "");
};

const reference = readFileSync(solution("s01"), "utf8");
const wrong = reference.replace("output.log(", "void (");
const windows = `\ufeff${reference.replaceAll("\n", "\r\n")}`;

function write(student: string, text: string): void {
  mkdirSync(join(home, "class", student), { recursive: true });
  writeFileSync(join(home, "class", student, "code.ts"), text);
}

function layOut(): void {
  rmSync(join(home, "class"), { recursive: true, force: true });
  write("ada", wrong);
  write("bob", windows);
  write("cal", "");
  writeFileSync(join(home, "roster.txt"), "ada\nbob\ncal\ndora\n");
}

/** A folder of results of its own, as the first run left it. */
function fresh(name: string): string {
  rmSync(join(home, name), { recursive: true, force: true });
  cpSync(join(home, "first"), join(home, name), { recursive: true });
  return name;
}

beforeAll(async () => {
  layOut();
  const first = await grade("--out", "first");
  expect(first.code, first.stderr).toBe(0);
}, 60_000);
beforeEach(layOut);

describe("the same command once more", () => {
  /** The folders that the command made for itself, by their beginnings. */
  async function foldersOf(...args: string[]): Promise<Set<string>> {
    const folder = mkdtempSync(join(home, "temporary-"));
    const seen = new Set<string>();
    const watcher = watch(folder, (_kind, name) => seen.add((name ?? "").replace(/-[^-]*$/, "")));
    const { TMPDIR, TEMP, TMP } = process.env;
    Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder });
    const called = grade(...args);
    for (const [name, value] of Object.entries({ TMPDIR, TEMP, TMP })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    const ran = await called;
    watcher.close();
    expect(ran.code, ran.stderr).toBe(0);
    return seen;
  }

  test("judges nothing where nothing has changed, not even the reference", async () => {
    const out = fresh("unchanged");
    const before = rows(out).length;
    const seen = await foldersOf("--out", out);
    expect(seen).toContain("pi-kata-grade");
    expect(seen).not.toContain("pi-kata-rehearsal");
    expect(rows(out)).toHaveLength(before);
  }, 60_000);

  test("judges what has changed, and the reference before", async () => {
    const out = fresh("changed");
    const before = rows(out).length;
    write("ada", reference);
    expect(await foldersOf("--out", out)).toContain("pi-kata-rehearsal");
    expect(rows(out).slice(before).map(({ student, verdict }) => [student, verdict])).toEqual([["ada", "ok"]]);
  }, 60_000);
});

describe("--only", () => {
  const unlike: [string, string[], RegExp][] = [
    ["another chapter", ["--upto", "s02"], /\(now: up to s02, not s01\)/],
    ["another number of scenarios", ["--runs", "6"], /\(now: other limits or number of scenarios\)/],
    ["seeds for all", ["--seeds", "one"], /\(now: --seeds one, not each\)/],
    ["another language as well", ["--runs", "6", "--lang", "zh"], /（现在：时限或场景数不同）。请去掉 --only.*--out/],
    ["clauses of one's own", ["--extra", fileURLToPath(new URL("../../grading/extra-example", import.meta.url))], /\(now: other specs\)/],
  ];
  test.each(unlike)("with %s is refused, with the two ways out, and nothing is written", async (_what, more, words) => {
    const out = fresh("unlike");
    const before = results(out);
    const ran = await run("class", "--upto", "s01", "--sandbox", "none", "--runs", "5", "--roster", "roster.txt", "--out", out, "--only", "ada", ...more);
    expect(ran.code, ran.stderr).toBe(2);
    const said = unwrapped(ran.stderr);
    expect(said).toMatch(words);
    if (!more.includes("zh")) expect(said).toMatch(/3 of those it leaves as they are .* Leave out --only, and everybody is judged by these; or name a new folder with --out/);
    expect(results(out)).toBe(before);
  });

  test("by other rules is fine where nobody stands beside", async () => {
    const ran = await grade("--out", "alone", "--only", "ada");
    expect(ran.code, ran.stderr).toBe(0);
    const other = await grade("--out", "alone", "--only", "ada", "--runs", "6");
    expect(other.code, other.stderr).toBe(0);
    expect(other.stdout).toContain("1 judged now");
  }, 60_000);

  test("rows whose files have changed, came or went meanwhile are marked and told first, until everybody is looked at again", async () => {
    const out = fresh("changed");
    write("bob", reference);
    write("dora", reference);
    rmSync(join(home, "class", "cal"), { recursive: true });
    write("ada", reference);
    const ran = await grade("--out", out, "--only", "ada");
    expect(ran.code, ran.stderr).toBe(0);
    const said = unwrapped(ran.stdout);
    expect(said).toMatch(/^Grades up to s01: 4 of 4 submissions Before you use these scores 3 of 4 have changed their files since they were judged/);
    expect(said).not.toContain("nothing they depend on has changed");
    expect(["ada", "bob", "cal", "dora"].map((student) => flagsOf(out, student).includes("outdated"))).toEqual([false, true, true, true]);
    for (const file of ["summary.md", "report.html"]) expect(readFileSync(join(home, out, file), "utf8")).toMatch(/3 of 4 have changed their files/);
    const whole = await grade("--out", out);
    expect(whole.code, whole.stderr).toBe(0);
    expect(whole.stdout).toContain("3 judged now");
    expect(whole.stdout).not.toContain("outdated");
    expect(csv(out)).not.toContain("outdated");
  }, 60_000);

  test("marks nobody whose file is what was judged", async () => {
    const out = fresh("same");
    const ran = await grade("--out", out, "--only", "ada", "--force");
    expect(ran.code, ran.stderr).toBe(0);
    expect(csv(out)).not.toContain("outdated");
    expect(unwrapped(ran.stdout)).toContain("nothing they depend on has changed: 3");
  }, 60_000);
});

describe("--force that is interrupted", () => {
  /** Results as a power cut leaves them: without the end and the last rows of the last run. */
  function cutOff(out: string, lines: number): void {
    const kept = results(out).trimEnd().split("\n").slice(0, -1 - lines);
    writeFileSync(join(home, out, "results.jsonl"), `${kept.join("\n")}\n`);
  }
  const seeds = (out: string) => new Map(rows(out).map(({ student, seed }) => [student, seed]));

  test("goes on with the same command: nobody is judged twice, and all have new scenarios", async () => {
    const out = fresh("power-cut");
    const old = seeds(out);
    expect((await grade("--out", out, "--force")).code).toBe(0);
    const whole = seeds(out);
    cutOff(out, 2);
    const before = rows(out).length;
    const again = await grade("--out", out, "--force");
    expect(again.code, again.stderr).toBe(0);
    expect(unwrapped(again.stderr)).toMatch(/This goes on with the --force of 20\S+, which was interrupted/);
    expect(rows(out)).toHaveLength(before + 2);
    expect(seeds(out)).toEqual(whole);
    for (const [student, seed] of old) expect(whole.get(student), student).not.toBe(seed);
    // It has come to its end: the next --force is another one.
    const anew = await grade("--out", out, "--force");
    expect(anew.stderr).not.toContain("goes on with");
    expect(rows(out)).toHaveLength(before + 2 + 4);
    expect(seeds(out).get("ada")).not.toBe(whole.get("ada"));
  }, 120_000);

  test("the command without --force says that it is not finished, and does not end it", async () => {
    const out = fresh("forgotten");
    expect((await grade("--out", out, "--force")).code).toBe(0);
    cutOff(out, 2);
    const plain = await grade("--out", out);
    expect(plain.code, plain.stderr).toBe(0);
    expect(unwrapped(plain.stderr)).toMatch(/The --force of 20\S+ was interrupted: 2 keep the scenarios they had before it/);
    const again = await grade("--out", out, "--force");
    expect(unwrapped(again.stderr)).toMatch(/This goes on with the --force of 20\S+/);
    expect(unwrapped((await grade("--out", out)).stderr)).not.toContain("was interrupted");
  }, 120_000);

  test("another --force, by other rules or for others, does not go on with it", async () => {
    const out = fresh("another-force");
    expect((await grade("--out", out, "--force")).code).toBe(0);
    cutOff(out, 2);
    const other = await grade("--out", out, "--force", "--runs", "6");
    expect(other.code, other.stderr).toBe(0);
    expect(other.stderr).not.toContain("goes on with");
    expect(other.stdout).toContain("4 judged now");
  }, 120_000);

  test("by Ctrl-C says so, and does", async () => {
    const out = fresh("ctrl-c");
    const before = rows(out).length;
    const { child, ended } = startIn(home, "class", "--upto", "s01", "--sandbox", "none", "--runs", "5", "--roster", "roster.txt", "--out", out, "--force", "--workers", "1");
    while (rows(out).length === before && child.exitCode === null) await wait(50);
    child.kill("SIGINT");
    const stopped = await ended;
    expect(stopped.code, stopped.stderr).toBe(130);
    expect(stopped.stderr).toContain("Stopped. The same command goes on from here.");
    const judged = rows(out).slice(before).map(({ student }) => student);
    expect(judged.length).toBeGreaterThan(0);
    const again = await grade("--out", out, "--force");
    expect(again.code, again.stderr).toBe(0);
    expect(rows(out).slice(before).map(({ student }) => student).sort()).toEqual(["ada", "bob", "cal", "dora"]);
    const secrets = linesIn(join(home, out)).flatMap((entry) => (entry.kind === "run" ? [entry.secret] : []));
    expect(new Set(secrets.slice(-2)).size).toBe(1);
  }, 120_000);
});

describe("damaged results", () => {
  function edit(out: string, change: (lines: string[]) => string[]): string {
    writeFileSync(join(home, out, "results.jsonl"), `${change(results(out).trimEnd().split("\n")).join("\n")}\n`);
    return out;
  }
  const add = (out: string, bytes: string | Buffer): string => {
    appendFileSync(join(home, out, "results.jsonl"), bytes);
    return out;
  };
  const spoilRow = (out: string): string => edit(out, (lines) => lines.map((line) => (/"kind":"row","student":"bob"/.test(line) ? line.replace('"clauses":[', '"clauses":') : line)));
  const spoilRun = (out: string): string => edit(out, ([first = "", ...lines]) => [first.slice(0, 30), ...lines]);
  const cases: [string, (out: string) => string, RegExp][] = [
    ["a row that was cut off", (out) => add(out, '{"v":1,"kind":"row","student":"ada","key":"12'), /^results\.jsonl, line 7 \(ada\): cannot be read, was cut off or changed, and is left out\. ada has an earlier row or none, /],
    ["bytes that are no text", (out) => add(out, Buffer.from([0xff, 0, 0xfe, 0x0a])), /^results\.jsonl, line 7: cannot be read.*Whose row it was has an earlier row or none/],
    ["JSON that is no line of it", (out) => add(out, '{"v":1,"kind":"row"}\n[]\nnull\n{"v":2,"kind":"end"}\n'), /line 7: cannot be read.*line 8: cannot be read.*line 9: cannot be read.*line 10: cannot be read/],
    ["more of them than are told one by one", (out) => add(out, "x\n".repeat(9)), /line 11: .* … and 4 more lines of it\.$/],
    ["a row that somebody broke", spoilRow, /line \d \(bob\): cannot be read/],
    ["a score that somebody changed", (out) => edit(out, (lines) => lines.map((line) => (line.includes('"student":"cal"') ? line.replace('"score":0', '"score":9') : line))), /line \d \(cal\): cannot be read, was cut off or changed/],
    ["a member with another name", (out) => edit(out, (lines) => lines.map((line) => (line.includes('"student":"bob"') ? line.replace('"score":', '"scorE":') : line))), /line \d \(bob\): cannot be read/],
    ["the line of the run", spoilRun, /line 1: cannot be read.*By what rules and secret its rows were given is lost/],
    ["the line of the end", (out) => edit(out, (lines) => lines.map((line) => (line.includes('"kind":"end"') ? line.slice(0, 40) : line))), /line 6: cannot be read.*The run counts as interrupted until the same command is run again/],
  ];
  test.each(cases)("%s is told by its line, with what follows", (_what, damage, words) => {
    const { damaged } = readBook(join(home, damage(fresh("damaged"))));
    expect(damageTexts("results.jsonl", damaged).map(({ en }) => en).join(" ")).toMatch(words);
  });

  test.each<[string, (out: string) => string, string]>([["a row", spoilRow, "1 judged now"], ["the line of the run", spoilRun, "4 judged now"]])("without %s the next run says so, judges who is concerned, and nobody loses a grade", async (_what, damage, judged) => {
    const out = damage(fresh("damaged"));
    const ran = await grade("--out", out);
    expect(ran.code, ran.stderr).toBe(0);
    expect(unwrapped(ran.stderr)).toMatch(/results\.jsonl, line \d.*: cannot be read/);
    expect(ran.stdout).toContain(judged);
    expect(csv(out)).toMatch(/^ada,partial,8.*\r\nbob,ok,9.*\r\ncal,none,0.*\r\ndora,missing,0/m);
  }, 60_000);

  test("a line of any text is whole: separators that JSON does not escape are no end of it", () => {
    const end: End = { v: 1, kind: "end", run: "r\u2028\u2029\u0085", at: "2026-12-01T00:00:00.000Z", students: ["\ud800", "a\nb", "\u2028"] };
    expect(parsed(lineOf(end))).toEqual(end);
  });

  test("rows whose run was taken out are told and judged again", async () => {
    const out = edit(fresh("orphans"), (lines) => lines.slice(1));
    const ran = await grade("--out", out);
    expect(ran.code, ran.stderr).toBe(0);
    expect(unwrapped(ran.stderr)).toContain("4 rows are of a run that is not in it any more");
    expect(ran.stdout).toContain("4 judged now");
  }, 60_000);

  test("a last line without its line end, as an editor leaves it, is no damage", async () => {
    const out = fresh("no-end");
    writeFileSync(join(home, out, "results.jsonl"), results(out).trimEnd());
    const ran = await grade("--out", out);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).not.toContain("cannot be read");
    expect(linesIn(join(home, out)).filter(({ kind }) => kind === "end")).toHaveLength(2);
  });

  test("results that are a folder are told in a sentence", async () => {
    mkdirSync(join(home, "odd", "results.jsonl"), { recursive: true });
    const ran = await grade("--out", "odd");
    expect(ran.code, ran.stderr).toBe(2);
    expect(unwrapped(ran.stderr)).toMatch(/results\.jsonl cannot be read: EISDIR/);
  });
});

describe("--replay", () => {
  test("of another file says so, with both hashes, and does not date it by the old grade", async () => {
    const out = fresh("replayed");
    const [then] = rows(out).filter(({ student }) => student === "bob");
    const sum = (text: string): string => createHash("sha256").update(text).digest("hex");
    expect(then?.file?.sha256).toBe(sum(windows));
    write("bob", reference);
    const ran = await run("class", "--sandbox", "none", "--out", out, "--replay", "bob");
    expect(ran.stdout).not.toContain(`graded: \`${then?.at}\``);
    const [, end = ""] = /(Judged once more[^]*)/.exec(ran.stdout) ?? [];
    expect(unwrapped(end)).toMatch(/This is not the file that was graded: what stands above is of the file that is there now/);
    expect(end).toContain(sum(windows));
    expect(end).toContain(sum(reference));
  });

  test("of who was graded with own clauses asks for them", async () => {
    const extra = fileURLToPath(new URL("../../grading/extra-example", import.meta.url));
    const graded = await grade("--out", "own", "--extra", extra);
    expect(graded.code, graded.stderr).toBe(0);
    const without = await run("class", "--sandbox", "none", "--out", "own", "--replay", "ada");
    expect(without.code, without.stdout).toBe(2);
    expect(unwrapped(without.stderr)).toMatch(/ada was graded with clauses of your own as well: give --extra/);
    const replayed = await run("class", "--sandbox", "none", "--out", "own", "--replay", "ada", "--extra", extra);
    expect(replayed.code, replayed.stderr).toBe(0);
    const other = await run("class", "--sandbox", "none", "--out", "first", "--replay", "ada", "--extra", extra);
    expect(other.code, other.stdout).toBe(2);
    expect(unwrapped(other.stderr)).toMatch(/ada was graded without clauses of your own: leave out --extra/);
    // What only the teacher has cannot be had at home.
    const feedback = readFileSync(join(home, "own", "feedback", "ada.md"), "utf8");
    expect(feedback).toContain("Your teacher's own clauses are not judged there.");
  }, 120_000);
});

describe("merge", () => {
  test("says of no row that it is from an earlier run; each can be replayed from the whole", async () => {
    const secret = ["--secret", "ffeeddccbbaa9988"];
    for (const index of [1, 2]) {
      const ran = await grade(...secret, "--shard", `${index}/2`, "--out", `part${index}`);
      expect(ran.code, ran.stderr).toBe(0);
    }
    const merged = await run("merge", "part1", "part2", "--out", "merged");
    expect(merged.code, merged.stderr).toBe(0);
    expect(merged.stdout).toContain("4 of 4 submissions");
    expect(unwrapped(merged.stdout)).not.toContain("verdicts from earlier runs");
    for (const student of ["ada", "bob"]) {
      const replayed = await run("class", "--sandbox", "none", "--out", "merged", "--replay", student);
      expect(replayed.code, `${replayed.stdout}${replayed.stderr}`).toBe(0);
    }
    expect(merged.stderr).not.toContain("alike.jsonl");
    rmSync(join(home, "part1", "alike.jsonl"));
    writeFileSync(join(home, "part2", "alike.jsonl"), "garbage\n");
    expect(unwrapped((await run("merge", "part1", "part2", "--out", "without")).stderr)).toContain("No shard tells what is alike in the class");
    const on = await grade("--out", "merged");
    expect(on.code, on.stderr).toBe(0);
    expect(on.stdout).toContain("0 judged now");
  }, 120_000);
});

test("an out folder in the course that git would take along is told; the one taken without --out is not", async () => {
  const course = fileURLToPath(new URL("../../", import.meta.url));
  expect(readFileSync(join(course, ".gitignore"), "utf8").split("\n")).toContain("/grades/");
  const out = join(course, "docs", "no-such-grades");
  // Ends before anything is written.
  const ran = await grade("--out", out, "--only", "nobody");
  expect(unwrapped(ran.stderr)).toMatch(/The results are written into the course itself.*better name a folder outside of it with --out.*Nobody here has the id/);
  expect((await grade("--out", join(course, "grades"), "--only", "nobody")).stderr).not.toContain("into the course itself");
});
