/** What is alike in a class is looked for when something has changed, and only then. */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareClass, readAlike } from "../../src/grade/alike.ts";
import { intake } from "../../src/grade/intake/intake.ts";
import { solution } from "../proof/programs.ts";
import { classroom, scratch } from "./classroom.ts";
import { runOf } from "./rows.ts";

const run = { ...runOf(), upto: "s03" };
const reference = readFileSync(solution("s03"), "utf8");

test("a class that has not changed is not compared again; whatever changes it is, with the same result as anew", async () => {
  const folder = classroom({ "ann/code.ts": reference, "ben/code.ts": `${reference}\n// mine\n`, "cleo/code.ts": "export const one = 1;\n" });
  const out = scratch();
  const compare = async (more: Partial<typeof run> = {}) => {
    await compareClass(out, intake(folder).submissions, { ...run, ...more });
    const fresh = scratch();
    await compareClass(fresh, intake(folder).submissions, { ...run, ...more });
    expect(readAlike(out)).toEqual(readAlike(fresh));
    // A file that is written anew is renamed into its place.
    return statSync(join(out, "alike.jsonl")).ino;
  };
  const first = await compare();
  expect(new Set(readAlike(out)?.map(({ student }) => student))).toEqual(new Set(["ann", "ben"]));
  expect(await compare()).toBe(first);
  writeFileSync(join(folder, "cleo", "code.ts"), reference);
  const changed = await compare();
  expect(changed).not.toBe(first);
  expect(readAlike(out)?.map(({ student }) => student)).toContain("cleo");
  rmSync(join(folder, "ben"), { recursive: true });
  const gone = await compare();
  expect(gone).not.toBe(changed);
  const later = await compare({ upto: "s02" });
  expect(later).not.toBe(gone);
  expect(await compare({ upto: "s02", tool: "another" })).not.toBe(later);
  for (const text of ["not what we wrote", "null\n", "5\n"]) {
    writeFileSync(join(out, "alike.jsonl"), text);
    expect(readAlike(out)).toBeUndefined();
    await compare();
  }
});
