/** What the compiler says of types that are not a program's own, or are made to cost much. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makeImage } from "../../spec/harness/image.ts";
import { checkTypes, compileWithin } from "../../spec/harness/typecheck.ts";
import { aroundCompiler } from "../../src/grade/wall/compiler.ts";
import { scratch } from "./classroom.ts";

const own = "export async function runOneTurn() {}\n";

async function reportOf(text: string, beside: Record<string, string> = {}) {
  const folder = scratch();
  mkdirSync(join(folder, "one"));
  for (const [path, content] of Object.entries({ ...beside, "one/code.ts": text })) writeFileSync(join(folder, path), content);
  return checkTypes(await makeImage(join(folder, "one", "code.ts")), "s01");
}

afterEach(() => compileWithin((command) => ({ command, memory: 0 })));

test("types of another program are told as data, whatever else the compiler says first", async () => {
  const foreign = { "other.ts": "export type Theirs = string;\n" };
  const borrowed = await reportOf(`// @ts-${"ignore"}\nconst odd: number = "";\n${own}import type { Theirs } from "../other.ts";\nexport type Mine = Theirs;\n`, foreign);
  expect(borrowed.own[0]?.text).toContain("switches the compiler off");
  expect(borrowed.borrowed).toEqual([expect.stringMatching(/other\.ts$/)]);
  expect((await reportOf(`${own}// lies outside of the program's folder\nexport const odd: number = "lies outside of the program's folder";\n`)).borrowed).toEqual([]);
});

const bounds = aroundCompiler({ data: 300 });

test.runIf(bounds !== undefined)("types that double and double end at the limit of memory, and are no fault of the grader", async () => {
  if (bounds !== undefined) compileWithin(bounds);
  const doubled = Array.from({ length: 31 }, (_one, at) => `type A${at + 1} = \`\${A${at}}\${A${at}}\`;\n`).join("");
  const { own: told } = await reportOf(`${own}type A0 = "aaaaaaaaaaaaaaaa";\n${doubled}export const odd: A31 = "b";\n`);
  expect(told.map(({ text, all }) => [text, all])).toEqual([["error TS0: the compiler did not get along with 300 MiB of memory", true]]);
  // An honest program is told as ever, behind the same limit.
  expect((await reportOf(own)).own).toEqual([]);
});
