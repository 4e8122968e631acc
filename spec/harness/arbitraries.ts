/** Generators keyed by what they mean to a reader. Hostile names are names: they turn up everywhere a name may stand. */
import * as fc from "fast-check";
import type { Call, Package, Reply, Resource, Thrown } from "../player/scenario.ts";
import { breaks, call, reply, truncated } from "./build.ts";

const hostile = ["__proto__", "constructor", "toString", "hasOwnProperty", "then", "", " ", "0", "😀", "\ud800", "名字", "a\nb", "\u2028", "x".repeat(300)];

// Built once: making a generator costs far more than drawing from it.
const nameArbitrary = fc.oneof({ weight: 3, arbitrary: fc.stringMatching(/^[a-z]{1,6}$/) }, { weight: 2, arbitrary: fc.constantFrom(...hostile) });

/** A tool, command, resource or content name. Shrinks towards a short plain one. */
export const names = (): fc.Arbitrary<string> => nameArbitrary;

/** Several different names. */
export const distinctNames = (constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string[]> => fc.uniqueArray(names(), { maxLength: 4, ...constraints });

const textArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
  { weight: 2, arbitrary: fc.constantFrom(...hostile, "\r\n", "line\u2029end", '"quoted"', "error: not an error", "max turns", "\u0000", "\ud800\udc00\udfff") },
);

/** Any text a model, a tool or a file may hold: lone surrogates, line ends and separators among it. */
export const texts = (): fc.Arbitrary<string> => textArbitrary;

/** A text that is not empty and that cannot be part of anything else in a scenario, to look for. */
export const markers = (): fc.Arbitrary<string> => fc.stringMatching(/^[a-z]{4,8}$/).map((core) => `<<${core}>>`);

/** Everything that can be thrown. */
export const throwns = (): fc.Arbitrary<Thrown> =>
  fc.oneof(
    texts().map((message): Thrown => ({ kind: "error", message })),
    texts().map((value): Thrown => ({ kind: "value", value })),
    fc.constantFrom<Thrown>({ kind: "undefined" }, { kind: "bare" }, { kind: "evil" }, { kind: "value", value: null }, { kind: "value", value: 0 }, { kind: "value", value: { message: 7 } }, { kind: "value", value: [] }),
  );

/** One text cut into deltas, the empty one among them. */
export const chunkings = (): fc.Arbitrary<string[]> => fc.array(texts(), { maxLength: 5 });

/** Between one and `most` calls with different ids, to tools of these names; the input has a `text`. */
export const callsTo = (toolNames: string[], most = 3, prefix = "c"): fc.Arbitrary<Call[]> =>
  fc.array(fc.record({ name: fc.constantFrom(...toolNames), text: texts() }), { minLength: 1, maxLength: most }).map((made) => made.map((one, index) => call(`${prefix}${index + 1}`, one.name, { text: one.text })));

/** A whole script of provider replies: some ask for tools, the ids are different throughout. */
export const scripts = (toolNames: string[], constraints: { maxLength?: number; failing?: boolean } = {}): fc.Arbitrary<Reply[]> =>
  fc
    .array(fc.record({ deltas: chunkings(), calls: fc.array(fc.record({ name: fc.constantFrom(...toolNames), text: texts() }), { maxLength: 3 }), end: ends(constraints.failing === true) }), { minLength: 1, maxLength: constraints.maxLength ?? 4 })
    .map((replies) =>
      replies.map(({ deltas, calls, end }, turn) => {
        const made = calls.map((one, index) => call(`t${turn + 1}c${index + 1}`, one.name, { text: one.text }));
        if (end.is === "throws") return breaks(end.thrown, deltas, made);
        if (end.is === "truncated") return truncated(deltas, made);
        return reply(deltas, made, end.is === "natural" ? (made.length > 0 ? "toolUse" : "stop") : end.is);
      }),
    );

type End = { is: "natural" | "stop" | "error" | "truncated" } | { is: "throws"; thrown: Thrown };

const ends = (failing: boolean): fc.Arbitrary<End> => {
  const natural: fc.Arbitrary<End> = fc.constant({ is: "natural" });
  if (!failing) return natural;
  const others: fc.Arbitrary<End> = fc.oneof(fc.constantFrom<End>({ is: "stop" }, { is: "error" }, { is: "truncated" }), throwns().map((thrown): End => ({ is: "throws", thrown })));
  return fc.oneof({ weight: 5, arbitrary: natural }, { weight: 1, arbitrary: others });
};

/** Resources with hostile names and contents. */
export const resources = (constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<Resource[]> =>
  fc.array(fc.record({ kind: fc.constantFrom("agents" as const, "skill" as const, "prompt" as const), name: names(), content: texts() }), { maxLength: 4, ...constraints });

/** Contents by name. Entries keep `__proto__` an own property, as JSON does. */
export const contents = (): fc.Arbitrary<Record<string, string>> =>
  fc.uniqueArray(fc.tuple(names(), texts()), { maxLength: 5, selector: ([name]) => name }).map((entries) => {
    const made: Record<string, string> = {};
    for (const [name, content] of entries) Object.defineProperty(made, name, { value: content, enumerable: true, configurable: true, writable: true });
    return made;
  });

/** A package whose manifest lists owned, unowned, inherited and doubled names. */
export const packages = (): fc.Arbitrary<Package> =>
  contents().chain((owned) => {
    const known = Object.keys(owned);
    const listed = fc.array(known.length === 0 ? names() : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: names() }), { maxLength: 4 });
    return fc.record({ manifest: fc.record({ name: names(), tools: listed, commands: listed, resources: listed }), contents: fc.constant(owned) });
  });
