/** Nothing right fails: the reference at every level, and right programs of very different styles. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import { failures, judgeFile, solution } from "./programs.ts";

const variants = fileURLToPath(new URL("../variants/", import.meta.url));

describe.each(chapters.map(({ id }) => id))("the reference of %s", (id) => {
  test.each(chapters.map((chapter) => chapter.id).filter((upto) => upto <= id))("holds --upto %s", async (upto) => {
    // The era comes from the program: a lower level chooses fewer clauses and the type contracts of that level.
    expect(failures(await judgeFile(solution(id), upto, upto === id ? {} : { runs: 10 }))).toEqual([]);
  });
});

test.each(readdirSync(variants).filter((name) => name.endsWith(".ts")))("the right program %s holds from s01 to s12", async (name) => {
  expect(failures(await judgeFile(`${variants}${name}`, "s12", { runs: 200, seed: 7 }))).toEqual([]);
});
