/** What an editor's vitest extension asks of vitest.config.ts: lists of tests, single ones, a run at every save. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { afterAll, expect, test } from "vitest";
import { loadSuite } from "../../spec/harness/suite.ts";
import { withTitles } from "../../spec/harness/vitest-titles.ts";
import { solution } from "../proof/programs.ts";
import { withBody, write } from "../subject/programs.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const command = join(root, "node_modules/vitest/vitest.mjs");
const environment = (env: Record<string, string>): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP, NO_COLOR: "1", ...env });

/** Runs vitest as a learner does, from the repository; gives what it told. */
const vitest = (args: string[], env: Record<string, string>): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, [command, ...args], { cwd: root, env: environment(env), maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });

type Listed = { name: string; file: string; location: { line: number } };
const list = async (args: string[], env: Record<string, string>): Promise<Listed[]> => JSON.parse(await vitest(["list", ...args, "--json"], env)) as Listed[];

/** Which tests a listed title stands for, by the rules of vitest and its extension: `%s` stands for any text. */
const patternOf = (title: string): RegExp => new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("%s", ".+?")}$`);

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGTERM");
});

test("every test is listed, with the line that opens it, whether the files run for that or are only read, and whatever the program is", async () => {
  const broken = { KATA_TARGET: write("export const x = ;\n") };
  const [run, read] = await Promise.all([list([], broken), list(["--static-parse"], broken)]);
  expect(run.length).toBe((await loadSuite()).length);
  for (const { name, file, location } of run) {
    expect(readFileSync(file, "utf8").split("\n")[location.line - 1], name).toMatch(/^\s*(?:clause|property|types)\(/);
    const there = read.filter((one) => one.file === file && one.location.line === location.line);
    expect(there.filter((one) => patternOf(one.name).test(name)), name).toHaveLength(1);
  }
  expect(read.filter((one) => !run.some(({ file, location }) => one.file === file && one.location.line === location.line))).toEqual([]);
});

test("a title is told as it is written in the clause, whatever marks it contains; a test in a loop is a pattern", () => {
  const told = (source: string): string => withTitles(source);
  expect(told('clause("s01.3", say("it\'s `one`", "…"), body);')).toMatch(/^\(0 && test\("s01\.3 MUST [^"]*: it's `one`", \{ tags: \["s01", "s01\.3"\] \}\), clause\)\("s01\.3", say\(/);
  expect(told('clause("s01.3", say("it is \\"one\\"", "…"), body);')).toContain('test(`s01.3 MUST return the reply that it recorded: it is "one"`');
  expect(told('clause("s01.3", say(\'`"one"`\', "…"), body);')).toContain('recorded: `%sone%s`"');
  expect(told("  clause(\"s01.3\", say(`nobody said ${en}`, `…`), body);")).toContain("test.each([])(`s01.3 MUST return the reply that it recorded: nobody said %s`");
  expect(told('clause("s01.3", condition, body);')).toContain("recorded: %s`");
  expect(told('  types(declared.id, say("x", "…"), body);')).toBe('  (0 && test.each([])(`%s: x`), types)(declared.id, say("x", "…"), body);');
  expect(told('import { clause } from "../harness/clause.ts";')).toBe('import { clause } from "../harness/clause.ts";');
});

test("one file, one test by its title, the tests of one clause by its tag; nothing of later chapters", async () => {
  const env = { KATA_TARGET: "solution", KATA_UPTO: "s02" };
  const file = "spec/s01/turn.contract.test.ts";
  const listed = await list([], env);
  expect([...new Set(listed.map((one) => one.file.slice(root.length).split("/")[1]))].sort()).toEqual(["s01", "s02", "types.test.ts"]);
  const first = listed.find((one) => one.file.endsWith(file));
  const [byTitle, byTag] = await Promise.all([
    vitest(["run", file, "-t", `^\\s?${(first?.name ?? "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`], env),
    vitest(["run", "--tags-filter", "s02.3"], env),
  ]);
  expect(byTitle).toMatch(/Tests\s+1 passed \| \d+ skipped/);
  expect(byTag).toMatch(/Tests\s+\d+ passed \| \d+ skipped/);
});

/** How many tests the learner's vitest has at s01. */
const atFirst = async (): Promise<number> => (await loadSuite("s01")).length;

test("a program that hangs is stopped, and no other test of that clause waits for it", async () => {
  const told = await vitest(["run", "--tags-filter", "s01.1"], { KATA_UPTO: "s01", KATA_TARGET: write(withBody("for (;;) {}")) });
  expect(told).toContain("expected an end within 2000 ms");
  // One in each of the two files, which may run side by side; nothing else but what the tag leaves out.
  const all = await atFirst();
  expect(told).toMatch(new RegExp(`Tests\\s+(1 failed \\| ${all - 1}|2 failed \\| ${all - 2}) skipped`));
});

test("it runs again at every save: a syntax error and an endless import are one sentence, not a stack of ours, and soon told", async () => {
  const all = await atFirst();
  const file = write("export const x = ;\n");
  const child = spawn(process.execPath, [command, "watch"], { cwd: root, env: environment({ KATA_UPTO: "s01", KATA_TARGET: file }), stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let told = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk: string) => (told += stripVTControlCharacters(chunk)));
  const save = async (source: string, verdict: RegExp): Promise<string> => {
    told = "";
    writeFileSync(file, source);
    while (!verdict.test(told)) await wait(50);
    return told;
  };

  while (!told.includes(`${all} failed`)) await wait(50);
  expect(told).toContain(`Syntax error: Unexpected ";".\n${file}:1:18\nexport const x = ;`);
  expect(told).not.toMatch(/spec\/harness|node_modules/);

  await save(readFileSync(solution("s01"), "utf8"), new RegExp(`Tests\\s+${all} passed`));
  const endless = await save(`for (;;) {}\n${readFileSync(solution("s01"), "utf8")}`, new RegExp(`Tests\\s+${all} failed`));
  expect(endless.match(/did not finish importing within 2000 ms/g)).toHaveLength(1);
  await save(readFileSync(solution("s01"), "utf8"), new RegExp(`Tests\\s+${all} passed`));
});
