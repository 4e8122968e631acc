/** What a test that failed has found: a difference that nothing explains, or a fault of our own. */
import type { TestResult } from "../../spec/harness/run.ts";
import type { Row } from "./rows.ts";

/** @throws the test's own error where it failed for another reason than Pi */
export function openOf({ card, error, test }: TestResult): NonNullable<Row["open"]> {
  if (error !== undefined || card?.scenario === undefined) throw error ?? new Error(`${test.clause} failed without a scenario`);
  return { scenario: card.scenario, expected: card.expected, got: card.got };
}
