/** In each vitest worker: a clause's tests become vitest tests, tagged with clause and chapter. */
import { inject, test } from "vitest";
import { noteLines } from "./broken.ts";
import { chapterOf, clauseOf } from "./chapters.ts";
import { collectInto } from "./clause.ts";
import { narrate } from "./narrate.ts";
import { runTest } from "./run.ts";
import { lane, types } from "./vitest-lane.ts";

collectInto((opened) => {
  const clause = clauseOf(opened.clause);
  if (chapterOf(clause.id) > inject("upto")) return;
  test(`${clause.id} ${clause.keyword} ${clause.en}: ${opened.condition.en}`, { tags: [chapterOf(clause.id), clause.id] }, async () => {
    const { outcome, card, error } = await runTest(opened, lane, inject("replay"), types);
    if (outcome === "holds") return;
    if (card === undefined) throw error;
    const story = card.scenario === undefined ? [] : narrate(card.scenario, "en").map((line) => `  ${line}`);
    const place = card.at === undefined ? [] : [`${card.at.file}:${card.at.line}`];
    const failure = new Error([clause.en, ...story, `expected ${card.expected.en}`, `got ${card.got.en}`, ...noteLines(card), ...place].join("\n"));
    // The stack of the harness says nothing about the program.
    failure.stack = failure.message;
    throw failure;
  });
});
