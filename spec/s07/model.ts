/** A model of a session tree, and random commands for it. */
import * as fc from "fast-check";
import { texts } from "../harness/arbitraries.ts";
import type { Json, Message, Step } from "../player/scenario.ts";
import type { Placed } from "./entries.ts";

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
