/** The main commands of the README once each, through the real launcher, in a copy of the repository: does each still run and tell what it is for. */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { kata } from "../golden/command.ts";
import { scratchRepository } from "./scratch.ts";

const repository = scratchRepository();
afterAll(() => rmSync(dirname(repository), { recursive: true, force: true }));

const run = (words: string) => kata(words.split(" ").filter(Boolean), {}, repository);

test.each([
  ["", 0, /Next: s01\.\d+, /],
  ["--upto s01", 1, /0 of 9 {2}current[\s\S]*again {6}npm run kata -- --upto s01 --only s01\.\d/],
  ["--upto s02 --target solution --runs 5", 0, /All \d+ clauses of s01 to s02 hold\./],
  ["list s01", 0, /✗ s01\.1 /],
  ["hint", 0, /hint 1 of \d/],
  ["hint", 0, /hint 2 of \d/],
  ["trace s04 --target solution", 0, /toolUse/],
  ["compare --upto s02 --target solution --runs 5", 0, /= No difference to the reference of s02 in \d+ scenarios/],
  ["diff s06", 0, /solution\/s06\/code\.ts/],
  ["doctor", 0, /✓ Node/],
  ["start s02", 0, /restore \S+-before-start-s02/],
  ["restore", 0, /before kata start s02/],
] as const)("kata %s", async (words, code, told) => {
  const ran = await run(words);
  expect(ran.output).toMatch(told);
  expect(ran.code, ran.output).toBe(code);
});

test("without the learner's file the ways to bring one back are named", async () => {
  rmSync(join(repository, "workspace", "code.ts"));
  const ran = await run("--upto s01");
  expect(ran.output).toMatch(/There is no file[\s\S]*kata -- restore[\s\S]*kata -- reset/);
  expect(ran.code).toBe(2);
});
