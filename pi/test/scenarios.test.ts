/** Pi and the reference on the scenarios of the specs, and on random ones: they agree, save for what the rows tell. */
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { names, scripts, texts, throwns } from "../../spec/harness/arbitraries.ts";
import { asks, call, loop, register, scenario } from "../../spec/harness/build.ts";
import type { Test } from "../../spec/harness/clause.ts";
import { runTest } from "../../spec/harness/run.ts";
import { loadSuite } from "../../spec/harness/suite.ts";
import { say } from "../../spec/harness/text.ts";
import { terminalFor } from "../../src/report/terminal.ts";
import type { AfterAct, BeforeAct, Gives, Reply, ToolFake } from "../../spec/player/scenario.ts";
import type { Duet } from "../compare/duet.ts";
import { openOf } from "../report/judge.ts";
import { openLines } from "../report/open.ts";
import { emptyRow } from "../report/rows.ts";
import { duetOf } from "./reference.ts";

const duet = await duetOf("s07");
afterAll(() => duet.close());
const suite = (await loadSuite("s07")).filter(({ kind }) => kind !== "types");
const plain = terminalFor({}, {});

/** The story of the first difference that no row explains; empty: there is none. */
async function storyOf(one: Test, seed: number, runs: number, players: Duet = duet): Promise<string> {
  const result = await runTest(one, players, { seed, runs }, () => Promise.reject(new Error("the compiler is not asked")));
  if (result.outcome === "holds") return "";
  return openLines({ ...emptyRow(one, false), open: openOf(result) }, "en", plain).join("\n");
}

test.each([...new Set(suite.map(({ clause }) => clause))])("%s: every difference is explained", async (clause) => {
  for (const one of suite.filter((each) => each.clause === clause)) expect(await storyOf(one, 42, 20)).toBe("");
});

const gives: fc.Arbitrary<Gives> = fc.oneof(
  { withCrossShrink: true },
  texts().map((text): Gives => ({ is: "text", text })),
  fc.constant<Gives>({ is: "echo" }),
  throwns().map((thrown): Gives => ({ is: "throws", thrown })),
  fc.constantFrom<Gives>({ is: "undefined" }, { is: "promise", text: "later" }, { is: "value", value: 7 }, { is: "value", value: { content: "x" } }),
);
const befores: fc.Arbitrary<BeforeAct> = fc.oneof({ withCrossShrink: true }, fc.constant<BeforeAct>({ is: "allow" }), texts().map((reason): BeforeAct => ({ is: "block", reason })), throwns().map((thrown): BeforeAct => ({ is: "throws", thrown })));
const afters: fc.Arbitrary<AfterAct> = fc.oneof({ withCrossShrink: true }, fc.constant<AfterAct>({ is: "keeps" }), texts().map((text): AfterAct => ({ is: "appends", text })), texts().map((text): AfterAct => ({ is: "returns", text })), throwns().map((thrown): AfterAct => ({ is: "throws", thrown })));
const tools = fc.uniqueArray(fc.record({ name: names(), acts: fc.array(gives.map((made) => ({ gives: made })), { minLength: 1, maxLength: 3 }) }), { minLength: 1, maxLength: 3, selector: ({ name }) => name });
const rules = <Act>(act: fc.Arbitrary<Act>) => fc.option(fc.array(fc.record({ call: fc.constantFrom("t1c1", "t1c2", "t2c1"), act }), { maxLength: 2 }), { nil: undefined });

/** Any tools, and several turns on one state with scripts that call them, or break off, under any hooks and any limit. */
const conversations = tools.chain((fakes) =>
  fc.record({
    fakes: fc.constant(fakes),
    turns: fc.array(fc.record({ replies: scripts([...fakes.map(({ name }) => name), "nobody's"], { failing: true, maxLength: 3 }), before: rules(befores), after: rules(afters), maxTurns: fc.constantFrom(undefined, 1, 2, 3) }), { minLength: 1, maxLength: 3 }),
  }),
);

/** The ids of calls are different throughout a scenario. */
const renamed = (replies: Reply[], at: number): Reply[] =>
  at === 0 ? replies : replies.map((reply) => ({ ...reply, events: reply.events.map((event) => (event.type === "tool_call" ? { ...event, call: { ...event.call, id: `${event.call.id}u${at}` } } : event)) }));

const random: Test = {
  clause: "s05.7",
  condition: say("any conversation", "任意的对话"),
  kind: "property",
  index: 1,
  body: (kit) =>
    kit.forAll(
      conversations,
      async (own, { fakes, turns }) => {
        const steps = turns.map(({ replies, before, after, maxTurns }, at) => loop(`turn ${at}`, renamed(replies, at), { ...(maxTurns === undefined ? {} : { maxTurns }), hooks: { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) } }));
        await own.play(scenario(...fakes.map((fake: ToolFake) => register(fake)), ...steps));
      },
      1,
    ),
};

test("any conversation, 1000 of them: every difference is explained", async () => {
  let played = 0;
  duet.hear = () => (played += 1);
  expect(await storyOf(random, 7, 1000)).toBe("");
  expect(played).toBe(1000);
}, 300_000);

test("a program that does something else than the contract is told from Pi, as a story", async () => {
  const other = await duetOf("s07", "record(state, executeToolCall(registry, hooks, call));", "record(state, executeToolCall(registry, {}, call));");
  const hooked: Test = { ...random, body: async (kit) => void (await kit.play(scenario(register({ name: "echo" }), loop("go", [asks([call("c1", "echo", { text: "x" })])], { hooks: { before: [{ act: { is: "block", reason: "no" } }] } })))) };
  try {
    const story = await storyOf(hooked, 1, 1, other);
    expect(story).toContain('beforeToolCall blocks: "no"');
    expect(story).toContain("No row of pi/differences.ts tells this");
  } finally {
    other.close();
  }
});
