/** `kata doctor` in a scratch copy of the repository that is broken in one way after the other. */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kata } from "../golden/command.ts";
import { filesBelow, scratchRepository } from "./scratch.ts";

const repository = scratchRepository();
const code = join(repository, "workspace", "code.ts");
const modules = join(repository, "node_modules");
const run = (env: Record<string, string> = {}, ...args: string[]) => kata(["doctor", ...args], env, repository);
/** Lines as one, so that a search does not depend on where they were broken. */
const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

const git = (...args: string[]): string => execFileSync("git", ["-C", repository, "-c", "user.name=x", "-c", "user.email=x@example.org", ...args], { encoding: "utf8" });

beforeAll(() => {
  git("init", "-q");
  git("add", "spec", "src", "solution");
  git("commit", "-q", "-m", "all");
});
afterAll(() => rmSync(dirname(repository), { recursive: true, force: true }));

/** Changes something, runs the doctor, and changes it back. */
async function broken(change: () => void, back: () => void, env: Record<string, string> = {}) {
  change();
  try {
    const { code: exit, output } = await run(env);
    return { exit, output: flat(output), raw: output };
  } finally {
    back();
  }
}

test("all is well: exit 0, no line over 80 columns, the folder as it was", async () => {
  const before = filesBelow(join(repository, "workspace"));
  const { code: exit, output } = await run({ NO_COLOR: "1" });
  expect(exit, output).toBe(0);
  expect(output).toContain("All is well.");
  expect(output).not.toMatch(/^ {2}[!✗]/m);
  for (const words of [process.version, "esbuild 0", "TypeScript runs", "starts and answers", "workspace/code.ts can be judged", "en, by LANG=C", "no colour (NO_COLOR)", "are as committed", "bwrap"]) expect(flat(output)).toContain(words);
  expect(output.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(filesBelow(join(repository, "workspace"))).toEqual(before);
});

test("in Chinese, by each way to choose it", async () => {
  expect((await run({ LC_ALL: "zh_CN.UTF-8" })).output).toContain("由 LC_ALL=zh_CN.UTF-8 决定");
  const { code: exit, output } = await run({ FORCE_COLOR: "1" }, "--lang", "zh");
  expect(exit, output).toBe(0);
  expect(output).toContain("由 --lang 指定");
  expect(output).toContain("有颜色（FORCE_COLOR）");
  expect(output).toContain("一切就绪。");
});

test("packages: missing ones prevent judging, others are worth a look; each with npm ci", async () => {
  const away = (name: string): [() => void, () => void] => [() => renameSync(join(modules, name), join(modules, `.${name}`)), () => renameSync(join(modules, `.${name}`), join(modules, name))];
  const missing = await broken(...away("typescript"));
  expect(missing.exit, missing.raw).toBe(2);
  expect(missing.output).toMatch(/✗ packages typescript \S+ is missing → npm ci/);
  const spare = await broken(...away("tsx"));
  expect(spare.exit, spare.raw).toBe(0);
  expect(spare.output).toMatch(/! packages tsx \S+ is missing → npm ci/);
  const file = join(repository, "package.json");
  const text = readFileSync(file, "utf8");
  const other = await broken(() => writeFileSync(file, text.replace(/"fast-check": "[^"]+"/, '"fast-check": "1.2.3"')), () => writeFileSync(file, text));
  expect(other.exit, other.raw).toBe(0);
  expect(other.output).toContain("package.json wants 1.2.3");
  expect(other.output).toContain("package.json and package-lock.json differ on fast-check");
});

test("without the packages the launcher still tells Node and what is missing", async () => {
  const hidden = join(repository, "hidden");
  const { exit, output } = await broken(() => renameSync(modules, hidden), () => (rmSync(modules, { recursive: true, force: true }), renameSync(hidden, modules)));
  expect(exit).toBe(2);
  for (const words of [process.version, process.execPath, "esbuild", "→ npm ci", "The packages are not installed."]) expect(output).toContain(words);
});

test("an esbuild that does not run is said to be the cause", async () => {
  // A file that is there and is no program.
  const env = { ESBUILD_BINARY_PATH: join(repository, "package.json") };
  // The command is bundled, and then is not.
  await kata(["restore"], {}, repository);
  const { exit, output } = await broken(() => undefined, () => undefined, env);
  expect(exit, output).toBe(2);
  expect(output).toContain("esbuild, the bundler, does not run here. Run `npm ci`");
  const stale = await broken(() => rmSync(join(modules, ".cache"), { recursive: true, force: true }), () => undefined, env);
  expect(stale.exit, stale.raw).toBe(2);
  expect(stale.output).toContain("→ npm ci");
});

test("the program: missing or not UTF-8 prevents judging; line ends and a BOM are only told", async () => {
  const text = readFileSync(code);
  const back = (): void => writeFileSync(code, text);
  const missing = await broken(() => rmSync(code), back);
  expect(missing.exit, missing.raw).toBe(2);
  expect(missing.output).toContain("→ npm run kata -- restore");
  const binary = await broken(() => writeFileSync(code, Buffer.from("export {};", "utf16le")), back);
  expect(binary.exit, binary.raw).toBe(2);
  expect(binary.output).toContain("UTF-8");
  const mixed = await broken(() => writeFileSync(code, "\ufeff// a\r\n// b\nexport {};\r\n"), back);
  expect(mixed.exit, mixed.raw).toBe(0);
  expect(mixed.output).toContain("· line ends code.ts (BOM, CRLF 2 + LF 1)");
});

test("changed specs are told, with what puts them back", async () => {
  const file = join(repository, "spec", "s01", "README.md");
  const text = readFileSync(file);
  const { exit, output, raw } = await broken(() => writeFileSync(file, "changed\n"), () => writeFileSync(file, text));
  expect(exit, raw).toBe(0);
  expect(output).toMatch(/! git 1 changed in spec, solution or src since \w+, so verdicts may differ from the teacher's: spec\/s01\/README.md → git stash push/);
});

test("what an interrupted command left is told, and the size of the copies", async () => {
  const backups = join(repository, "workspace", "backups");
  const { exit, output, raw } = await broken(
    () => {
      cpSync(join(repository, "workspace"), join(repository, "copy"), { recursive: true });
      mkdirSync(backups);
      cpSync(join(repository, "copy"), join(backups, "2021-01-02-03-04-05-before-reset.unfinished"), { recursive: true });
      writeFileSync(join(repository, "workspace", ".code.ts.123.new"), "new\n");
    },
    () => {
      for (const place of [backups, join(repository, "copy"), join(repository, "workspace", ".code.ts.123.new")]) rmSync(place, { recursive: true });
    },
  );
  expect(exit, raw).toBe(0);
  expect(output).toContain("1 in workspace/backups, 426 B");
  expect(output).toContain("nothing needs them: workspace/backups/2021-01-02-03-04-05-before-reset.unfinished, workspace/.code.ts.123.new");
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)("a workspace that cannot be written: judging works, the writing commands are told to refuse", async () => {
  const { exit, output, raw } = await broken(() => chmodSync(dirname(code), 0o555), () => chmodSync(dirname(code), 0o755));
  expect(exit, raw).toBe(0);
  expect(output).toContain("! workspace cannot be written");
});
