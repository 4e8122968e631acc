/** Each row of pi/differences.ts is shown by its scenario, as the row says, and points into a file that is there. */
import { existsSync, readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { call, loop, register, reply, scenario, tool, truncated } from "../../spec/harness/build.ts";
import type { Verdict } from "../compare/steps.ts";
import { differences } from "../differences.ts";
import { proofs } from "../proofs.ts";
import { duetOf } from "./reference.ts";

const duet = await duetOf("s07");
afterAll(() => duet.close());

test("a run that goes on and then hangs is told as one that goes on", async () => {
  const heard: Verdict[] = [];
  duet.hear = ({ verdict }) => heard.push(verdict);
  await duet.play(scenario(register(tool("echo")), loop("go", [reply(["bye"], [call("c1", "echo")], "stop"), truncated(["half"])])));
  expect(heard.flatMap(({ notes }) => notes.map((note) => note.id))).toEqual(["s04-stop-with-calls"]);
});

test.each(differences.map(({ id }) => id))("Pi still differs as %s says", async (id) => {
  const { scenario: shown, beside = [] } = proofs[id];
  const heard: Verdict[] = [];
  duet.hear = ({ verdict }) => heard.push(verdict);
  await duet.play(shown);
  const found = new Set(heard.flatMap(({ notes }) => notes.map((note) => note.id)));
  expect([...found].sort()).toEqual([id, ...beside].sort());
});

test.each(differences)("the source of $id is in Pi's published files", ({ source }) => {
  const file = new URL(`../node_modules/@earendil-works/${source.package}/${source.file}`, import.meta.url);
  expect(existsSync(file), source.file).toBe(true);
  const name = source.symbol.split(".").at(-1) ?? "";
  expect(readFileSync(file, "utf8")).toMatch(new RegExp(`\\b${name}\\(`));
});
