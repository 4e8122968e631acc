/** `kata chat` before it begins, in a copy of the repository where Pi's packages are missing, wrong, or seem to be there. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { kata, type Ran } from "../golden/command.ts";
import { scratchRepository } from "../safety/scratch.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = scratchRepository();
mkdirSync(join(folder, "pi"));
cpSync(join(root, "pi", "package.json"), join(folder, "pi", "package.json"));
const { dependencies } = JSON.parse(readFileSync(join(root, "pi", "package.json"), "utf8")) as { dependencies: Record<string, string> };

/** Packages without any code: enough to be looked at. */
function setUp(versions: Record<string, string>): void {
  for (const [name, version] of Object.entries(versions)) {
    const place = join(folder, "pi", "node_modules", name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ name, version }));
  }
}

const chat = (...args: string[]): Promise<Ran> => kata(["chat", ...args], {}, folder);

test("without Pi's packages, or with others, it says what to run, in both languages, and ends with code 2", async () => {
  expect(await chat("--target", "solution", "--model", "openai/gpt-4o-mini")).toMatchObject({ code: 2, output: expect.stringMatching(/^✗ Pi is not set up: run `npm run pi:setup` once/) });
  expect(await chat("--lang", "zh")).toMatchObject({ code: 2, output: expect.stringContaining("npm run pi:setup") });
  setUp({ ...dependencies, "@earendil-works/pi-ai": "0.0.1" });
  expect((await chat("--target", "solution")).output).toContain("npm run pi:setup");
});

test("then it looks at the program: it has to be there, and to be finished", async () => {
  setUp(dependencies);
  expect(await chat()).toMatchObject({ code: 2, output: expect.stringMatching(/^✗ `kata chat` takes a finished program, and this one exports no `runOneTurn`\s\(s01\)/) });
  expect(await chat("--target", "solution/s11/code.ts")).toMatchObject({ code: 2, output: expect.stringMatching(/exports no `\w+`\s\(s12\)/) });
  expect(await chat("--target", "nowhere.ts")).toMatchObject({ code: 2, output: expect.stringContaining("There is no file") });
});

test("it takes its own options and no others", async () => {
  expect(await chat("--seed", "1")).toMatchObject({ code: 2, output: expect.stringContaining("`kata chat` takes no --seed") });
  expect(await chat("hello")).toMatchObject({ code: 2, output: expect.stringContaining('takes no "hello"') });
  expect(await kata(["--upto", "s01", "--model", "x"], {}, folder)).toMatchObject({ code: 2, output: expect.stringContaining("`kata` takes no --model") });
});
