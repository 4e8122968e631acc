/** What the contract leaves free decides nothing: the reference, told again in other words, holds all the same. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { write } from "../subject/programs.ts";
import { failures, judgeFile, solution } from "./programs.ts";
import { retold } from "./retold.ts";

// One of each era: `complete`, an array of messages, a tree, everything.
test.each(["s02", "s06", "s10", "s12"])("the reference of %s in other words, orders, ids and names, with more fields and lines", async (id) => {
  const source = retold(readFileSync(solution(id), "utf8"));
  expect(source).not.toMatch(/unknown tool|entry-|without message_end|cannot be read|#entries|You said/);
  expect(failures(await judgeFile(write(source), id, { runs: 40 }))).toEqual([]);
});
