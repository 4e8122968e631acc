/** `kata pi` as a learner runs it: what it prints, its exit codes, and that nothing of it leaves the machine. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { root } from "../../spec/harness/root.ts";

const folder = join(mkdtempSync(join(tmpdir(), "pi-kata-pi-")), "Übung 1");
mkdirSync(folder);
afterAll(() => rmSync(join(folder, ".."), { recursive: true }));

const solution = readFileSync(join(root, "solution", "s04", "code.ts"), "utf8");
const fileOf = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const env = { PATH: process.env.PATH ?? "", SystemRoot: process.env.SystemRoot ?? "", LANG: "C" };
const kata = (...args: string[]): { status: number | null; stdout: string; stderr: string } => spawnSync(process.execPath, ["src/kata.mjs", "pi", ...args], { cwd: root, env, encoding: "utf8" });

describe("kata pi", () => {
  test("the reference: each scenario in three columns, each difference explained, exit code 0", () => {
    const { status, stdout, stderr } = kata("--upto", "s04", "--only", "s04.5", "--target", "solution");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toMatch(/contract +yours +Pi/);
    expect(stdout).toMatch(/s04\.5 +the handler throws an Error +answer +=\s+≠ \d/);
    expect(stdout).toMatch(/\d s04-error-flag/);
    expect(stdout).not.toContain("\u001b");
    for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  test("a program that differs from the contract, with a byte order mark and CRLF, in Chinese: exit code 1", () => {
    const file = fileOf("code.ts", `\ufeff${solution.replace("max turns reached", "enough").replaceAll("\n", "\r\n")}`);
    const { status, stdout } = kata("--upto", "s04", "--only", "s04.4", "--target", file, "--lang", "zh", "--runs", "2");
    expect(status).toBe(1);
    expect(stdout).toMatch(/上限 3，每次请求都有调用 +上限 +≠ +≠/);
    expect(stdout).toContain("你的程序和契约不一致");
    expect(stdout).toContain(`npm run kata -- --upto s04 --only s04.4 --target "${file}" --seed `);
    expect(stdout).toMatch(/ --runs 2 --lang zh\n$/);
  });

  test("the command that it closes with names a negative seed as parseArgs takes it", () => {
    const file = fileOf("again.ts", solution.replace("max turns reached", "enough"));
    const { stdout } = kata("--upto", "s04", "--only", "s04.4", "--target", file, "--runs", "1", "--seed=-7");
    expect(stdout).toMatch(/npm run kata -- --upto s04 --only s04\.4 --target "[^"]*again\.ts" --seed=-7 --runs 1\n$/);
  });

  test("a program that ends its process in each turn is played three times, and that is said", () => {
    const ending = fileOf("ends.ts", solution.replace('let lastText = "";', "process.exit(4);"));
    const { status, stdout } = kata("--upto", "s04", "--target", ending, "--runs", "1");
    expect(status).toBe(1);
    expect(stdout).toMatch(/Yours hung or ended its process 3 times and was not played any further\./);
    expect(stdout).toMatch(/npm run kata -- compare --upto s04 --target "[^"]*ends\.ts" --seed \d+ --runs 1\n$/);
  });

  test("a program that hangs differs; one that has not come so far does not take part", () => {
    const hanging = fileOf("hangs.ts", solution.replace('let lastText = "";', "for (;;) {}"));
    // The fourth scenario is not played: three hangs tell enough.
    expect(kata("--upto", "s04", "--only", "s04.6", "--target", hanging, "--runs", "1")).toMatchObject({ status: 1, stdout: expect.stringMatching(/answer +≠ /) as unknown });
    const short = fileOf("short.ts", readFileSync(join(root, "solution", "s03", "code.ts"), "utf8"));
    expect(kata("--upto", "s04", "--only", "s04.6", "--target", short, "--runs", "1")).toMatchObject({ status: 0, stdout: expect.stringMatching(/error +… /) as unknown });
  });

  test.each([
    ["a missing file", "none.ts", undefined, /There is no file/],
    ["a syntax error", "broken.ts", "export function (", /Syntax error/],
    ["an import that throws", "throws.ts", 'export const a = 1;\nthrow new Error("no");\n', /throws while it is imported/],
  ])("%s: one sentence, exit code 2", (_name, name, text, sentence) => {
    const file = text === undefined ? join(folder, name) : fileOf(name, text);
    const { status, stdout, stderr } = kata("--target", file, "--upto", "s01");
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(sentence);
  });

  test("chapters around the loop are said to have no counterpart", () => {
    const { status, stdout } = kata("--upto", "s08", "--only", "s08.6", "--target", "solution", "--runs", "1");
    expect(status).toBe(0);
    expect(stdout).toMatch(/layers of\s+pi-coding-agent/);
    expect(stdout).toContain("Steps without a counterpart in Pi, and in how many scenarios they stand");
    expect(stdout).toContain("no step has a");
  });
});

describe("offline", () => {
  const order = (noted: string): string[] => [JSON.stringify({ upto: "s07", only: "s05.7", target: "solution", seed: 1, runs: 1, limits: { scenario: 5000, load: 5000, memory: 256 }, language: "en" }), noted];
  const keys = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN"];

  test("no way out is tried, no variable that may hold a key is read, nothing of one is printed", () => {
    const noted = join(folder, "noted.json");
    const sentinels = Object.fromEntries(keys.map((name) => [name, "sentinel-value"]));
    const preload = new URL("./preload.mjs", import.meta.url).href;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", import.meta.resolve("tsx"), "--import", preload, join(root, "pi", "main.ts"), ...order(noted)], { cwd: root, env: { ...env, ...sentinels }, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(JSON.parse(readFileSync(noted, "utf8"))).toEqual({ network: [], keys: [] });
    expect(stdout).not.toContain("sentinel-value");
  });

  test("the preload notes what it is there for", () => {
    const noted = join(folder, "noted.json");
    const preload = new URL("./preload.mjs", import.meta.url).href;
    spawnSync(process.execPath, ["--import", preload, "--input-type=module", "-e", 'process.env.OPENAI_API_KEY; import net from "node:net"; try { net.connect(9); } catch {}', noted], { cwd: root, env, encoding: "utf8" });
    expect(JSON.parse(readFileSync(noted, "utf8"))).toEqual({ network: ["net.connect"], keys: ["OPENAI_API_KEY"] });
  });

  test("no provider but the scripted one: nothing of pi/ makes or registers another", () => {
    const files = ["player", "compare", "report"].flatMap((part) => readdirSync(new URL(`../${part}/`, import.meta.url)).map((name) => new URL(`../${part}/${name}`, import.meta.url)));
    const imported = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^import (?:type )?\{([^}]*)\} from "@earendil-works\/([^"]+)"/gm)].map(([, names = "", from]) => [from, names.split(",").map((name) => name.trim()).filter((name) => !name.startsWith("type "))] as const));
    expect(new Set(imported.map(([from]) => from))).toEqual(new Set(["pi-agent-core", "pi-ai"]));
    for (const [, names] of imported) expect(names.filter((name) => /^(createModels|createProvider|fauxProvider|registerFauxProvider|setDefaultStreamFn|stream|streamSimple|complete)$/.test(name))).toEqual([]);
  });
});
