/** In each vitest worker: a clause's tests become vitest tests, tagged with clause and chapter. */
import { inject, test } from "vitest";
import { noteLines, type Card } from "./broken.ts";
import { chapterOf, clauseOf } from "./chapters.ts";
import { collectInto } from "./clause.ts";
import { narrate } from "./narrate.ts";
import { isStopped, run } from "./vitest-lane.ts";
import { titleOf } from "./vitest-titles.ts";

collectInto((opened) => {
  const clause = clauseOf(opened.clause);
  if (chapterOf(clause.id) > inject("upto")) return;
  test(titleOf(clause, opened.condition.en), { tags: [chapterOf(clause.id), clause.id] }, async ({ skip }) => {
    skip(isStopped(clause.id), `an earlier test of ${clause.id} did not end`);
    const result = await run(opened);
    if (Array.isArray(result)) throw failure(result);
    const { outcome, card, error } = result;
    if (outcome === "holds") return;
    throw card === undefined ? error : failure([clause.en, ...linesOf(card)]);
  });
});

function linesOf(card: Card): string[] {
  const story = card.scenario === undefined ? [] : narrate(card.scenario, "en").map((line) => `  ${line}`);
  const place = card.at === undefined ? [] : [`${card.at.file}:${card.at.line}`];
  return [...story, `expected ${card.expected.en}`, `got ${card.got.en}`, ...noteLines(card), ...place];
}

/** The stack of the harness says nothing about the program. */
function failure(lines: string[]): Error {
  const error = new Error(lines.join("\n"));
  error.stack = error.message;
  return error;
}
