/** A model of a session tree, random commands for it, and the judgement of a program's entries. */
import * as fc from "fast-check";
import { texts } from "../harness/arbitraries.ts";
import { holds, matches } from "../harness/judge.ts";
import { isFields, type Fields, type Played } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Json, Message, Step } from "../player/scenario.ts";
import { entriesText, onlyTheLeafMoves, parentsText } from "./words.ts";

/** Entries are places in the order of appending; the parent of the first of all is null. */
export type Placed = { message: Message; parent: number | null };

export type Command = { do: "append"; message: Message } | { do: "move"; pick: number } | { do: "unknown"; id: string } | { do: "path" } | { do: "entries" };

/** What a step of a program must give: a path, entries, or an error. */
type Expected = { step: number } & ({ path: Message[] } | { entries: Placed[] } | { throws: true });

/** Names that every object inherits among them: an id is known only where an append gave it. */
export const unknownIds = ["no such entry", "__proto__", "constructor", "toString"];

const extras: fc.Arbitrary<{ [field: string]: Json }> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ usage: fc.record({ tokens: fc.nat(99), notes: fc.array(texts(), { maxLength: 2 }) }) }) },
);

/** Any message, further fields among it. */
export const messages = (): fc.Arbitrary<Message> =>
  fc
    .tuple(
      fc.oneof(
        { withCrossShrink: true },
        texts().map((content): Message => ({ role: "user", content })),
        fc.record({ content: texts(), stopReason: fc.constantFrom("stop", "toolUse", "error") }).map((rest): Message => ({ role: "assistant", ...rest })),
        fc.record({ content: texts(), toolCallId: texts() }).map((rest): Message => ({ role: "toolResult", ...rest })),
      ),
      extras,
    )
    .map(([message, extra]) => ({ ...message, ...extra }));

export const commands = (): fc.Arbitrary<Command[]> =>
  fc.array(
    fc.oneof(
      { weight: 5, arbitrary: messages().map((message): Command => ({ do: "append", message })) },
      { weight: 3, arbitrary: fc.nat(20).map((pick): Command => ({ do: "move", pick })) },
      { weight: 1, arbitrary: fc.constantFrom(...unknownIds).map((id): Command => ({ do: "unknown", id })) },
      { weight: 1, arbitrary: fc.constantFrom<Command>({ do: "path" }, { do: "entries" }) },
    ),
    { minLength: 1, maxLength: 14 },
  );

/** The steps of a scenario for these commands, ended by a path and the entries, and what the model says of each. */
export function follow(given: Command[]): { steps: Step[]; expected: Expected[] } {
  const entries: Placed[] = [];
  let leaf: number | null = null;
  const steps: Step[] = [];
  const expected: Expected[] = [];
  const path = (): Message[] => {
    const found: Message[] = [];
    for (let at = leaf; at !== null; ) {
      const entry: Placed | undefined = entries[at];
      if (entry === undefined) break;
      found.unshift(entry.message);
      at = entry.parent;
    }
    return found;
  };
  const closing: Command[] = [{ do: "path" }, { do: "entries" }];
  for (const made of [...given, ...closing]) {
    const step = steps.length;
    if (made.do === "append") {
      entries.push({ message: made.message, parent: leaf });
      leaf = entries.length - 1;
      steps.push({ do: "append", message: made.message });
    } else if (made.do === "move") {
      // There is nothing to move to in an empty tree.
      if (entries.length === 0) continue;
      leaf = made.pick % entries.length;
      steps.push({ do: "move", to: { nth: leaf } });
    } else if (made.do === "unknown") {
      expected.push({ step, throws: true });
      steps.push({ do: "move", to: { id: made.id } });
    } else {
      expected.push(made.do === "path" ? { step, path: path() } : { step, entries: [...entries] });
      steps.push({ do: made.do });
    }
  }
  return { steps, expected };
}

/** Holds where the entries are these messages in this order, with ids of their own and the right parents. */
export function checkEntries(given: Json[], expected: Placed[]): void {
  matches(given, expected.map((one) => one.message), entriesText, onlyTheLeafMoves);
  checkIds(given);
  matches(parentsOf(given), expected.map((one) => one.parent), parentsText, onlyTheLeafMoves);
}

/** The id of each entry: a string, and no two alike. */
export function checkIds(given: Json[]): void {
  const ids = given.map((entry) => (isFields(entry) ? entry.id : undefined));
  const odd = ids.find((id) => typeof id !== "string");
  holds(ids.every((id) => typeof id === "string"), say("every entry has an id, a string", "每个条目都有 id，是字符串"), say(show(odd), show(odd)));
  holds(
    new Set(ids).size === ids.length,
    say("every entry has an id of its own", "每个条目的 id 互不相同"),
    say(`the ids ${ids.map((id) => show(id)).join(", ")}`, `id 有：${ids.map((id) => show(id)).join("、")}`),
    say("An id that comes twice points to two entries, and one of them can no longer be reached.", "一个 id 出现两次，就指向两个条目，其中一个再也找不到了。"),
  );
}

/** Each entry's parent as a place in the list; null for a root, and the bare id where nothing has it. */
export function parentsOf(given: Json[]): Json[] {
  const places = new Map(given.map((entry, place) => [isFields(entry) ? entry.id : undefined, place]));
  return given.map((entry) => {
    const parentId = isFields(entry) ? entry.parentId : undefined;
    return parentId === null ? null : (places.get(parentId) ?? `${show(parentId)}, which no entry has`);
  });
}

/** The entries from the root to the one at `place`, by the parents that the program itself gave them. */
export function lineage(given: Fields[], place: number): Fields[] {
  const parents = parentsOf(given);
  const found: Fields[] = [];
  for (let at: Json | undefined = place; typeof at === "number" && found.length <= given.length; at = parents[at]) {
    const entry = given[at];
    if (entry === undefined) break;
    found.push(entry);
  }
  return found.reverse();
}

/** The list of entries that a step gave. */
export const entriesOf = (played: Played, index: number): Fields[] => played.array(index).filter(isFields);
