/** `kata start`, `reset`, `restore` as a learner calls them, on odd folders and files. All in a scratch copy of the repository. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { copiesOf, keepCopy } from "../../src/copies.ts";
import { kata } from "../golden/command.ts";
import { filesBelow, scratchRepository } from "./scratch.ts";

const repository = scratchRepository();
const home = join(repository, "workspace");
const code = join(home, "code.ts");
const config = readFileSync(join(repository, "kata.config.ts"), "utf8");
const starter = readFileSync(join(repository, "src/starter/code.ts"));
const solution = (chapter: string): Buffer => readFileSync(join(repository, "solution", chapter, "code.ts"));

const run = (...args: string[]) => kata(args, {}, repository);

beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
  writeFileSync(code, "export const mine = 1;\n");
  writeFileSync(join(repository, "kata.config.ts"), config);
});
afterAll(() => rmSync(dirname(repository), { recursive: true, force: true }));

test("start gives all up to the chapter before, keeps a copy and names the way back, which works", async () => {
  writeFileSync(join(home, "part.ts"), "export const part = 1;\n");
  const started = await run("start", "s06");
  expect(started.code, started.output).toBe(0);
  expect(readFileSync(code)).toEqual(solution("s05"));
  const [copy] = copiesOf(home);
  expect(started.stdout).toContain(`npm run kata -- restore ${copy?.name}`);
  expect(started.stdout).toContain("npm run kata -- --upto s06");
  expect(started.stdout).toContain("part.ts");
  const restored = await run("restore", copy?.name ?? "");
  expect(restored.code, restored.output).toBe(0);
  expect(readFileSync(code, "utf8")).toBe("export const mine = 1;\n");
  const [last] = copiesOf(home);
  expect(last?.before).toBe("restore");
  expect(readFileSync(join(home, "backups", last?.name ?? "", "code.ts"))).toEqual(solution("s05"));
  // A shell completes a path; a learner copies that as well.
  expect((await run("restore", `workspace/backups/${last?.name}/`)).code).toBe(0);
  expect(readFileSync(code)).toEqual(solution("s05"));
});

test("start s01 and reset give the starter; asked again, nothing is changed and no copy is made", async () => {
  expect((await run("start", "s01")).code).toBe(0);
  expect(readFileSync(code)).toEqual(starter);
  const again = await run("reset");
  expect(again.code).toBe(0);
  expect(again.stdout).toContain("nothing was changed");
  expect(copiesOf(home)).toHaveLength(1);
});

test("restore lists the copies, the newest first, those made by hand and unfinished ones too", async () => {
  expect((await run("restore")).stdout).toContain("There are no copies yet");
  for (const name of ["2020-01-02-03-04-05-before-start-s06", "2021-01-02-03-04-05-before-reset.unfinished", "2019-05-05-05-05-05-before-reset-2"]) {
    mkdirSync(join(home, "backups", name), { recursive: true });
    writeFileSync(join(home, "backups", name, "code.ts"), "old\n");
  }
  mkdirSync(join(home, "backups", "my own"));
  const { code: exit, stdout } = await run("restore");
  expect(exit).toBe(0);
  const at = ['restore "my own"', "2021-01-02 03:04:05", "2020-01-02 03:04:05  4 B       1 file    before kata start s06", "2019-05-05 05:05:05"].map((text) => stdout.indexOf(text));
  expect(at, stdout).toEqual([...at].sort((a, b) => a - b));
  expect(at[0], stdout).toBeGreaterThan(0);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  const refused = await run("restore", "2021-01-02-03-04-05-before-reset.unfinished");
  expect(refused.code).toBe(2);
  expect(refused.output).toContain("interrupted");
  expect((await run("restore", "../../src")).output).toContain('There is no copy "src"');
});

test("of copies that were made within one second, the last one made is the newest", async () => {
  const made = [];
  for (const before of ["restore", "start s06", "reset", "restore", "start s02", "reset"]) {
    made.push(keepCopy(home, before)?.name);
    // The clock of a file system ticks every few milliseconds.
    await wait(20);
  }
  expect(copiesOf(home).map(({ name }) => name)).toEqual(made.reverse());
});

test("odd bytes are kept as they are", async () => {
  const odd = Buffer.concat([Buffer.from("\ufeffa\r\nb\n"), Buffer.from("x", "utf16le"), Buffer.from([0, 255, 128, 13])]);
  writeFileSync(code, odd);
  writeFileSync(join(home, "Übung 练习 😀.ts"), odd);
  expect((await run("reset")).code).toBe(0);
  const [copy] = copiesOf(home);
  expect((await run("restore", copy?.name ?? "")).code).toBe(0);
  expect(readFileSync(code)).toEqual(odd);
  expect(readFileSync(join(home, "backups", copy?.name ?? "", "Übung 练习 😀.ts"))).toEqual(odd);
});

test("a missing folder or file is made; there is nothing to keep", async () => {
  rmSync(home, { recursive: true });
  const made = await run("reset");
  expect(made.code, made.output).toBe(0);
  expect(made.stdout).toContain("nothing to keep");
  expect(readFileSync(code)).toEqual(starter);
  expect(existsSync(join(home, "backups"))).toBe(false);
});

const refusals: [string, () => void, string][] = [
  ["code.ts is a folder", () => (rmSync(code), mkdirSync(code), writeFileSync(join(code, "mine.ts"), "mine\n")), "is a folder"],
  ["code.ts is a link", () => (renameSync(code, join(repository, "elsewhere.ts")), symlinkSync(join(repository, "elsewhere.ts"), code)), "is a link"],
  ["code.ts is a dangling link", () => (rmSync(code), symlinkSync("nowhere", code)), "is a link"],
  ["code.ts is read-only", () => chmodSync(code, 0o444), "is read-only"],
  ["backups is a file", () => writeFileSync(join(home, "backups"), "mine\n"), "is not a folder"],
  ["the program lies elsewhere", () => writeFileSync(join(repository, "kata.config.ts"), 'export default { target: "../code.ts" };\n'), "kata.config.ts names"],
  ["the program is the reference", () => writeFileSync(join(repository, "kata.config.ts"), 'export default { target: "solution" };\n'), "kata.config.ts names"],
  ["the program lies among the copies", () => writeFileSync(join(repository, "kata.config.ts"), 'export default { target: "workspace/backups/code.ts" };\n'), "kata.config.ts names"],
];

test.skipIf(process.platform === "win32").each(refusals)("%s: refused in a sentence, nothing is touched", async (_name, arrange, words) => {
  arrange();
  const before = filesBelow(home);
  for (const args of [["reset"], ["start", "s06"]]) {
    const { code: exit, output } = await run(...args);
    expect(exit, output).toBe(2);
    expect(output.replaceAll("\n", " ")).toContain(words);
    expect(filesBelow(home)).toEqual(before);
  }
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)("a folder that cannot be written: refused, nothing is touched", async () => {
  chmodSync(home, 0o555);
  try {
    const { code: exit, output } = await run("reset");
    expect(exit, output).toBe(2);
    expect(output.replaceAll("\n", " ")).toContain("cannot be read or written");
  } finally {
    chmodSync(home, 0o755);
  }
  expect([...filesBelow(home).keys()]).toEqual(["code.ts"]);
});

test.skipIf(process.platform === "win32")("links, hidden names and node_modules are left as they are", async () => {
  symlinkSync("code.ts", join(home, ".#code.ts"));
  symlinkSync("..", join(home, "up"));
  for (const folder of [".git", "node_modules"]) {
    mkdirSync(join(home, folder));
    writeFileSync(join(home, folder, "file"), "its own\n");
  }
  expect((await run("reset")).code).toBe(0);
  expect(copiesOf(home)[0]?.files).toBe(1);
  expect(lstatSync(join(home, "up")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(home, ".git", "file"), "utf8")).toBe("its own\n");
});

test("kata.config.ts may name another file in workspace/", async () => {
  writeFileSync(join(repository, "kata.config.ts"), 'export default { target: "workspace/agent/main.ts" };\n');
  const { code: exit, stdout } = await run("start", "s03");
  expect(exit).toBe(0);
  expect(stdout.replaceAll("\n", " ")).toContain("workspace/agent/main.ts is now");
  expect(readFileSync(join(home, "agent", "main.ts"))).toEqual(solution("s02"));
  expect(readFileSync(code, "utf8")).toBe("export const mine = 1;\n");
});

test("two at once: both end, nothing is lost", async () => {
  const ran = await Promise.all([run("reset"), run("start", "s06"), run("start", "s09")]);
  for (const { code: exit, output } of ran) expect(exit, output).toBeLessThan(3);
  const texts = [...filesBelow(home)].filter(([path]) => path.endsWith("code.ts")).map(([, bytes]) => bytes.toString());
  expect(texts).toContain("export const mine = 1;\n");
});

test("wrong calls say what is wrong", async () => {
  for (const [args, words] of [[["start"], "takes a chapter"], [["start", "s13"], 'not "s13"'], [["reset", "s01"], 'takes no "s01"'], [["reset", "--all"], "takes no --all"], [["restore", "a", "b"], 'takes no "b"']] as const) {
    const { code: exit, output } = await run(...args);
    expect(exit, output).toBe(2);
    expect(output.replaceAll("\n", " ")).toContain(words);
  }
  expect((await run("start", "s06", "--lang", "zh")).stdout).toContain("保存在");
});
