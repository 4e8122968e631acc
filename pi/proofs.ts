/** For each row of pi/differences.ts a scenario that shows it, and the rows that show in it beside that one. */
import { asks, breaks, call, error, loop, refuses, register, reply, says, scenario, throwingTool, tool, truncated, turn, user } from "../spec/harness/build.ts";
import type { Scenario, Thrown, ToolFake } from "../spec/player/scenario.ts";
import type { DifferenceId } from "./differences.ts";

export type Proof = { scenario: Scenario; beside?: DifferenceId[] };

const bare: Thrown = { kind: "bare" };
const echo = register(tool("echo"));
const boom = register(throwingTool("boom", error("out of order")));
const vandal: ToolFake = { name: "vandal", acts: [{ effects: [{ do: "vandal", step: 0, what: "args" }], gives: { is: "text", text: "done" } }] };
const gives = (value: unknown): ToolFake => ({ name: "odd", acts: [{ gives: value === undefined ? { is: "undefined" } : { is: "value", value: value as number } }] });
const described = (description: string): ToolFake => ({ name: "read", description, acts: [{ gives: { is: "text", text: `by the ${description} one` } }] });

export const proofs: Record<DifferenceId, Proof> = {
  "s01-error-field": { scenario: scenario(turn("hello", [refuses(error("the line is down"))]), turn("again", [says("yes")])) },
  "s01-unreadable-error": { scenario: scenario(turn("hello", [refuses(bare)])) },
  "s01-live-messages": { scenario: scenario(turn("hello", [{ ...says("hi"), vandal: true }]), turn("again", [says("yes")])) },
  "s02-duplicate-names": { scenario: scenario(register(described("old")), register(described("new")), loop("go", [asks([call("c1", "read")]), asks([call("c2", "read")]), says("done")])) },
  "s02-live-tools": { scenario: scenario(echo, register(vandal), loop("go", [asks([call("c1", "vandal")]), says("done")]), loop("again", [says("yes")])) },
  "s03-thrown-text": { scenario: scenario({ do: "collect", reply: breaks(error("the line is down"), ["half a "]) }), beside: ["s01-error-field"] },
  "s03-cut-stream": { scenario: scenario(turn("hello", [truncated(["half a "])])) },
  "s04-error-flag": { scenario: scenario(boom, loop("go", [asks([call("c1", "boom"), call("c2", "absent")]), says("done")])) },
  "s04-limit": { scenario: scenario(echo, loop("go", [asks([call("c1", "echo", { text: "x" })])], { maxTurns: 1 }), loop("again", [says("yes")])) },
  "s04-default-limit": { scenario: scenario(echo, { ...loop("go", [asks([call("c1", "echo")])]), forever: true }) },
  "s04-stop-with-calls": { scenario: scenario(echo, loop("go", [reply(["bye"], [call("c1", "echo", { text: "x" })], "stop"), says("done")])) },
  "s04-failed-calls": { scenario: scenario(echo, loop("go", [reply(["half"], [call("c1", "echo")], "error")]), loop("again", [says("yes")])) },
  "s04-not-a-text": { scenario: scenario(register(gives(7)), loop("go", [asks([call("c1", "odd")]), says("done")]), register({ ...gives(undefined), name: "none" }), loop("go", [asks([call("c2", "none")]), says("done")])) },
  "s04-async-tools": { scenario: scenario(register({ name: "slow", acts: [{ gives: { is: "promise", text: "later" } }] }), loop("go", [asks([call("c1", "slow")]), says("done")])) },
  "s04-unreadable-throw": { scenario: scenario(echo, register(throwingTool("bare", bare)), loop("go", [asks([call("c1", "bare"), call("c2", "echo", { text: "x" })]), says("done")])) },
  "s05-unknown-tool": { scenario: scenario(loop("go", [asks([call("c1", "absent")]), says("done")], { hooks: { before: [], after: [] } })), beside: ["s04-error-flag"] },
  "s05-parallel": { scenario: scenario(echo, loop("go", [asks([call("c1", "echo", { text: "a" }), call("c2", "echo", { text: "b" })]), says("done")], { hooks: { before: [], after: [] } })) },
  "s05-flag-stays": { scenario: scenario(boom, loop("go", [asks([call("c1", "boom")]), says("done")], { hooks: { after: [{ act: { is: "returns", text: "never mind" } }] } })), beside: ["s04-error-flag"] },
  "s05-live-call": { scenario: scenario(echo, loop("go", [asks([call("c1", "echo", { text: "x" })]), says("done")], { hooks: { before: [{ act: { is: "allow" }, effects: [{ do: "vandalArgs" }] }] } })) },
  "s06-live-answer": { scenario: scenario(turn("hello", [says("hi")]), { do: "vandal", step: 0, what: "result" }, turn("again", [says("yes")])) },
  "s07-live-entries": { scenario: scenario({ do: "append", message: user("hello") }, { do: "vandal", step: 0, what: "args" }, { do: "path" }) },
};
