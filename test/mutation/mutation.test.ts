/** The list of surviving mutants says the truth: what can be checked without a run, and that a run checks the rest. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { equivalents } from "./equivalent.ts";
import { placeOf, referenceOf } from "./introduced.ts";
import { compare, lostEntries, type Equivalent } from "./listing.ts";
import { judgedOf, rowsOf, scoreOf, type Judged, type StrykerReport } from "./report.ts";

const read = (file: string): string => readFileSync(fileURLToPath(new URL(file, import.meta.url)), "utf8");

test("every entry's text still stands in the reference, once in the list", () => {
  expect(lostEntries(equivalents)).toEqual([]);
  const names = equivalents.flatMap(({ levels, declaration, line, original, replacement, nth }) => levels.map((level) => JSON.stringify([level, declaration, line, original, replacement, nth])));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("every entry has a reason, and what it calls free stands in section 7 of EVOLUTION.md", () => {
  const free = read("../../EVOLUTION.md").split("\n## 7. What is free\n")[1]?.split("\n## ")[0] ?? "";
  expect(equivalents.filter((entry) => entry.reason.length < 20)).toEqual([]);
  expect(equivalents.filter((entry) => entry.free !== undefined && !free.includes(entry.free)).map((entry) => entry.free)).toEqual([]);
});

test("the packages of the mutation run have exact versions", () => {
  const { devDependencies } = JSON.parse(read("package.json")) as { devDependencies: Record<string, string> };
  expect(Object.values(devDependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

const line = 'if (typeof value === "string") return value;';
const survivor: Judged = {
  level: "s06",
  chapter: "s05",
  declaration: "requireText",
  line,
  original: 'typeof value === "string"',
  replacement: "true",
  mutator: "ConditionalExpression",
  verdict: "survived",
  by: "",
  at: 1,
};
const entry: Equivalent = { levels: ["s06"], declaration: "requireText", line, original: 'typeof value === "string"', replacement: "true", reason: "made up for a test" };

test("an entry explains the survivor it fits, and no other", () => {
  const other = { ...survivor, replacement: "false" };
  const { excused, unexplained, stale } = compare([survivor, other], [entry]);
  expect([[...excused], unexplained, stale]).toEqual([[survivor], [other], []]);
});

test.each([
  ["whose mutant is killed", [{ ...survivor, verdict: "killed" as const, by: "s05.3#1" }], [entry], "killed (s05.3#1)"],
  ["whose mutant is gone", [{ ...survivor, replacement: "false" }], [entry], "there is no such mutant"],
  ["that stands in the list twice", [survivor], [entry, entry], "listed twice"],
  ["for the second of two, where there is one", [survivor], [{ ...entry, nth: 2 }], "there is no such mutant"],
])("an entry %s is stale", (_what, judged, entries, words) => {
  expect(compare(judged, entries).stale).toEqual([expect.stringContaining(words)]);
});

test("entries of levels that were not run are not compared", () => {
  expect(compare([survivor], [entry, { ...entry, levels: ["s12"] }]).stale).toEqual([]);
});

test("a mutant that could not be judged is never explained", () => {
  const failed = { ...survivor, verdict: "failed" as const };
  expect(compare([failed], []).unexplained).toEqual([failed]);
});

test("an entry whose text was edited in the reference is lost", () => {
  expect(lostEntries([entry])).toEqual([]);
  for (const edited of [{ line: "return value;" }, { declaration: "requireWords" }, { original: "typeof value" + ' === "text"' }, { levels: ["s01"] }]) expect(lostEntries([{ ...entry, ...edited }])).toHaveLength(1);
});

test("a line comes from the first chapter whose declaration has it", () => {
  const at = (level: string, text: string): string => placeOf(level, referenceOf(level).split("\n").findIndex((one) => one.includes(text)) + 1).chapter;
  expect(at("s12", 'record(state, { role: "user", content: userInput });')).toBe("s01");
  expect(at("s12", "#tools = new Map<string, Tool>();")).toBe("s02");
  expect(at("s12", "if (calls.length === 0")).toBe("s04");
  expect(at("s06", line)).toBe("s04");
  expect(at("s12", 'if (trust !== "trusted") return [];')).toBe("s11");
});

test("Stryker's positions become texts, its states verdicts, and a hang counts as a kill", () => {
  const source = referenceOf("s02");
  const number = source.split("\n").findIndex((one) => one.includes("messages: state.messages.map")) + 1;
  const column = (source.split("\n")[number - 1] ?? "").indexOf("state.messages.map") + 1;
  const location = { start: { line: number, column }, end: { line: number + 1, column: 10 } };
  const mutant = { mutatorName: "Made", replacement: "[\n]", location };
  const report: StrykerReport = {
    files: { "s02/code.ts": { source, mutants: [{ ...mutant, status: "Killed", killedBy: ["4"] }, { ...mutant, status: "Timeout" }, { ...mutant, status: "NoCoverage" }, { ...mutant, status: "RuntimeError", statusReason: "why" }] } },
    testFiles: { "": { tests: [{ id: "4", name: "s01.2 two turns" }] } },
  };
  const judged = judgedOf("s02", report);
  expect(judged.map(({ verdict, by }) => [verdict, by])).toEqual([["killed", "s01.2 two turns"], ["timeout", ""], ["survived", ""], ["failed", "why"]]);
  expect(judged[0]).toMatchObject({ declaration: "buildProviderInput", original: "state.messages.map(toProviderMessage), tools", replacement: "[ ]" });
  const [, all] = rowsOf(judged, new Set(judged.slice(2, 3)));
  expect(all).toMatchObject({ level: "s02", chapter: "all", mutants: 4, killed: 1, timeout: 1, equivalent: 1, survived: 0, failed: 1 });
  expect(all === undefined ? 0 : scoreOf(all)).toBeCloseTo(66.7, 1);
});
