/**
 * Generators keyed by what they mean to a reader. Hostile names are names: they turn up everywhere a name may stand.
 * In each `oneof` the plainest comes first, and with `withCrossShrink` a counterexample is tried with it before all else:
 * what is odd in a shrunk scenario is odd for a reason.
 */
import * as fc from "fast-check";
import type { Json, ProviderEvent, Reply, Resource, Thrown } from "../player/scenario.ts";
import { breaks, call, refuses, reply, truncated } from "./build.ts";

const hostile = ["__proto__", "constructor", "toString", "hasOwnProperty", "then", "", " ", "0", "😀", "\ud800", "名字", "a\nb", "\u2028", "x".repeat(300)];

/** From a thousand characters to a hundred thousand. Rare: one costs as much as hundreds of others. */
const long = fc.integer({ min: 1000, max: 100_000 }).map((length) => "x".repeat(length));

// Built once: making a generator costs far more than drawing from it.
const nameArbitrary = fc.oneof(
  { withCrossShrink: true },
  { weight: 300, arbitrary: fc.stringMatching(/^[a-z]{1,6}$/) },
  { weight: 200, arbitrary: fc.constantFrom(...hostile) },
  { weight: 1, arbitrary: long },
);

/** A tool, command, resource or content name. Shrinks towards a short plain one. */
export const names = (): fc.Arbitrary<string> => nameArbitrary;

/** Several different names. */
export const distinctNames = (constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string[]> => fc.uniqueArray(names(), { maxLength: 4, ...constraints });

const textArbitrary = fc.oneof(
  { withCrossShrink: true },
  { weight: 800, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 400, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
  { weight: 400, arbitrary: fc.constantFrom(...hostile, "\r\n", "line\u2029end", '"quoted"', "error: not an error", "max turns", "\u0000", "a\ud83d", "\ude00b", "\ud800\udc00\udfff") },
  { weight: 1, arbitrary: long },
);

/** Any text a model, a tool or a file may hold: lone surrogates, line ends and separators among it. */
export const texts = (): fc.Arbitrary<string> => textArbitrary;

/** Texts without line ends: of those a program that logs line by line may make what it likes. */
export const lines = (): fc.Arbitrary<string> => texts().map((text) => text.replaceAll(/[\r\n\u2028\u2029]/g, " "));

/** A text that is not empty and that cannot be part of anything else in a scenario, to look for. */
export const markers = (): fc.Arbitrary<string> => fc.stringMatching(/^[a-z]{4,8}$/).map((core) => `<<${core}>>`);

const oddities: Json[] = [null, 0, 7, false, [], {}, { message: 7 }, { message: "told" }];

const thrownArbitrary: fc.Arbitrary<Thrown> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: texts().map((message): Thrown => ({ kind: "error", message })) },
  { weight: 1, arbitrary: texts().map((message): Thrown => ({ kind: "error", message, frozen: true })) },
  { weight: 3, arbitrary: texts().map((value): Thrown => ({ kind: "value", value })) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Thrown>(
      { kind: "undefined" },
      { kind: "bare" },
      { kind: "evil" },
      { kind: "symbol" },
      ...oddities.map((value): Thrown => ({ kind: "value", value })),
    ),
  },
);

/** Everything that can be thrown. */
export const throwns = (): fc.Arbitrary<Thrown> => thrownArbitrary;

/** Texts of which each code unit comes alone, so that surrogate pairs and joined emoji are cut in two. */
const splinters = fc.constantFrom("a😀b", "😀", "👩‍👧", "e\u0301").map((text) => text.split(""));

const chunkingArbitrary = fc.oneof({ withCrossShrink: true }, { weight: 5, arbitrary: fc.array(texts(), { maxLength: 5 }) }, { weight: 1, arbitrary: splinters });

/** One text cut into deltas, the empty one among them. */
export const chunkings = (): fc.Arbitrary<string[]> => chunkingArbitrary;

type Unknown = ProviderEvent & { type: "unknown" };

const knownTypes = ["message_start", "text_delta", "message_end", "tool_call"];
const noise = fc.constantFrom<NonNullable<Unknown["like"]>>({ text: "noise" }, { stopReason: "error" }, { call: { id: "noise", name: "noise", input: {} } });
const strangerArbitrary: fc.Arbitrary<Unknown> = fc.record(
  { type: fc.constant("unknown" as const), name: names().filter((name) => !knownTypes.includes(name)), data: fc.constantFrom(null, "a text", 7, { text: "a text" }), like: noise },
  { requiredKeys: ["type", "name"] },
);

/** Provider events of types that nobody knows, some with the members of known ones. */
export const strangers = (): fc.Arbitrary<Unknown> => strangerArbitrary;

/** A whole script of provider replies: some ask for tools, texts, calls and unknown events in any order; the ids are different throughout. */
export const scripts = (toolNames: string[], constraints: { maxLength?: number; failing?: boolean } = {}): fc.Arbitrary<Reply[]> => {
  const parts = fc.array(
    fc.oneof(
      { withCrossShrink: true },
      { weight: 5, arbitrary: texts().map((text): Part => ({ type: "text_delta", text })) },
      { weight: 5, arbitrary: fc.record({ type: fc.constant("asks" as const), name: fc.constantFrom(...toolNames), text: texts() }) },
      { weight: 1, arbitrary: strangers() },
    ),
    { maxLength: 6 },
  );
  const replies = fc.array(fc.record({ parts, end: constraints.failing === true ? anyEnd : natural }), { minLength: 1, maxLength: constraints.maxLength ?? 4 });
  return replies.map((made) => made.map(({ parts: said, end }, turn) => ended(numbered(said, turn + 1), end)));
};

/** A call that has no id yet, or an event. */
type Part = { type: "asks"; name: string; text: string } | ProviderEvent;

function numbered(parts: Part[], turn: number): ProviderEvent[] {
  let calls = 0;
  return parts.map((part): ProviderEvent => (part.type === "asks" ? { type: "tool_call", call: call(`t${turn}c${(calls += 1)}`, part.name, { text: part.text }) } : part));
}

type End = { is: "natural" | "stop" | "error" | "truncated" } | { is: "throws" | "refuses"; thrown: Thrown };

const natural: fc.Arbitrary<End> = fc.constant({ is: "natural" });
const anyEnd: fc.Arbitrary<End> = fc.oneof(
  { withCrossShrink: true },
  { weight: 10, arbitrary: natural },
  { weight: 1, arbitrary: fc.constantFrom<End>({ is: "stop" }, { is: "error" }, { is: "truncated" }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constantFrom("throws" as const, "throws" as const, "refuses" as const), thrown: throwns() }) },
);

function ended(events: ProviderEvent[], end: End): Reply {
  if (end.is === "refuses") return refuses(end.thrown);
  if (end.is === "throws") return breaks(end.thrown, events);
  if (end.is === "truncated") return truncated(events);
  const asksTools = events.some((event) => event.type === "tool_call");
  return reply(events, [], end.is === "natural" ? (asksTools ? "toolUse" : "stop") : end.is);
}

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
