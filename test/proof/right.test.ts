/** Nothing right fails: the reference at every level, and right programs of very different styles. */
import { describe, expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import { failures, judgeFile, rightPrograms, solution } from "./programs.ts";

describe.each(chapters.map(({ id }) => id))("the reference of %s", (id) => {
  test.each(chapters.map((chapter) => chapter.id).filter((upto) => upto <= id))("holds --upto %s", async (upto) => {
    // The era comes from the program: a lower level chooses fewer clauses and the type contracts of that level.
    expect(failures(await judgeFile(solution(id), upto, upto === id ? {} : { runs: 10 }))).toEqual([]);
  });
});

describe.each(rightPrograms)("the right program $name", ({ file, upto }) => {
  test(`holds from s01 to ${upto}`, async () => {
    expect(failures(await judgeFile(file, upto, { runs: 200, seed: 7 }))).toEqual([]);
  });

  // The type contracts of a level differ before and after each upgrade.
  test.each(["s02", "s06", "s10"].filter((level) => level < upto))("holds --upto %s", async (level) => {
    expect(failures(await judgeFile(file, level, { runs: 10 }))).toEqual([]);
  });
});

test("there are at least six of them", () => {
  expect(rightPrograms.length).toBeGreaterThanOrEqual(6);
});
