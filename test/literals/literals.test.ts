/** No spec compares with anything that the contract does not state: no log wording, no private name, no prose of an error. */
import { beforeAll, expect, test } from "vitest";
import { compared, fileAccounts, inSource, specFiles, type Account } from "./accounts.ts";
import { judgings, type Judging } from "./played.ts";

let all: Judging[] = [];
beforeAll(async () => {
  all = await judgings(10, 42);
});

const unexplained = (accounts: Account[]): string[] => accounts.filter(({ origin }) => origin === "unexplained").map(({ clause, literal, by }) => `${clause} ${literal} ${by}`);

test("every literal compared with is stated in the scenario, the types or a sentence", () => {
  expect(unexplained(compared(all))).toEqual([]);
});

test("every literal and member name written in a spec file is stated", () => {
  expect(specFiles.length).toBeGreaterThan(60);
  expect(unexplained(inSource(all))).toEqual([]);
});

test.each([
  ["log wording", 'holds(lines.includes("[assistant] done"), say("a", "甲"), say("b", "乙"));', '"[assistant] done"'],
  ["an error's prose", "contains(content, `unknown tool ${name}`, say(\"a\", \"甲\"));", '"unknown tool "'],
  ["prose in a pattern", "holds(/not found/.test(text), say(\"a\", \"甲\"), say(\"b\", \"乙\"));", "/not found/"],
  ["a private name", "holds(played.object(0)._leaf === null, say(\"a\", \"甲\"), say(\"b\", \"乙\"));", "._leaf"],
  ["a limit that nobody states", "holds(requests.length <= 4711, say(\"a\", \"甲\"), say(\"b\", \"乙\"));", "4711"],
])("finds %s in a condition", (_name, body, literal) => {
  const source = `clause("s04.1", say("one call", "一个调用"), async (kit) => { ${body} });`;
  expect(fileAccounts("spec/s04/planted.contract.test.ts", source, all).filter(({ origin }) => origin === "unexplained").map((account) => account.literal)).toEqual([literal]);
});

test.each([
  ["the form of an id", { id: "node-1" }, '"node-1"'],
  ["an error's prose", "error: not allowed", '"error: not allowed"'],
  ["a field that no type has", { role: "assistant", finishedAt: 1 }, ".finishedAt"],
])("finds %s in a comparison", (_name, expected, literal) => {
  const planted = all.filter(({ clause }) => clause === "s07.1").slice(0, 1).map((judging): Judging => ({ ...judging, comparisons: [{ by: "matches", expected }] }));
  expect(compared(planted).filter(({ origin }) => origin === "unexplained").map((account) => account.literal)).toEqual([literal]);
});
