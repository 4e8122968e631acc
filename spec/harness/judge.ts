/** The assertions of the specs. Each throws `Broken` with what was expected and what came, in both languages. */
import type { Json } from "../player/scenario.ts";
import { Broken } from "./broken.ts";
import { differenceText } from "./difference.ts";
import { firstDifference, show } from "./show.ts";
import { say, type Text } from "./text.ts";
import { isVandalised } from "./titles.ts";

/** What a spec compared with: the side that it brought. */
export type Comparison = { by: "matches" | "equals" | "contains" | "startsWith"; expected: Json };

let witness: (comparison: Comparison) => void = () => undefined;

/** Tells `sink` of every comparison from now on: our own test asks where each literal comes from (test/literals). */
export function witnessComparisons(sink: (comparison: Comparison) => void): void {
  witness = sink;
}

/** Holds when the condition does; the texts say what was expected and what came. */
export function holds(condition: boolean, expected: Text, got: Text, why?: Text): void {
  if (!condition) throw new Broken({ expected, got, ...(why === undefined ? {} : { why }) });
}

/**
 * Holds when `actual` has everything that `expected` names, deeply; further members are free, array lengths are not.
 * `what` names the thing compared ("the history after the turn").
 */
export function matches(actual: Json | undefined, expected: Json, what: Text, why?: Text): void {
  compare(actual, expected, what, false, why);
}

/** Holds when `actual` and `expected` are deeply equal. */
export function equals(actual: Json | undefined, expected: Json, what: Text, why?: Text): void {
  compare(actual, expected, what, true, why);
}

function compare(actual: Json | undefined, expected: Json, what: Text, exact: boolean, why?: Text): void {
  witness({ by: exact ? "equals" : "matches", expected });
  if (firstDifference(actual, expected, exact) === undefined) return;
  const differs = differenceText(actual, expected, exact);
  throw new Broken({
    expected: say(`${what.en}: ${show(expected)}`, `${what.zh}：${show(expected)}`),
    got: say(show(actual), show(actual)),
    ...(differs === undefined ? {} : { differs }),
    ...(why === undefined ? {} : { why }),
    ...(isVandalised(actual) && !isVandalised(expected) ? { faq: "shared" } : {}),
  });
}

/** Holds when the text contains the part. */
export function contains(text: Json | undefined, part: string, what: Text, why?: Text): void {
  witness({ by: "contains", expected: part });
  const found = typeof text === "string" && text.includes(part);
  holds(found, say(`${what.en} contains ${show(part)}`, `${what.zh}包含 ${show(part)}`), say(show(text), show(text)), why);
}

/** Holds when the text starts with the part. */
export function startsWith(text: Json | undefined, part: string, what: Text, why?: Text): void {
  witness({ by: "startsWith", expected: part });
  const found = typeof text === "string" && text.startsWith(part);
  holds(found, say(`${what.en} starts with ${show(part)}`, `${what.zh}以 ${show(part)} 开头`), say(show(text), show(text)), why);
}
