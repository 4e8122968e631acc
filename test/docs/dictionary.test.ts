/** The dictionary of EVOLUTION.md, in both languages, against the references and the type contracts. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import type { Image } from "../../spec/harness/image.ts";
import { checkTypes } from "../../spec/harness/typecheck.ts";
import { declarationsOf } from "../ladder/declarations.ts";
import { dictionaryOf, entriesOf, hasWord, shownBy } from "./dictionary.ts";
import { read } from "./document.ts";

const dictionary = dictionaryOf(read("EVOLUTION.md"));
const last = read("solution/s12/code.ts");
const entries = entriesOf(dictionary);
const exported = (source: string): string[] => [...declarationsOf(source).values()].filter((declaration) => declaration.exported).map(({ name }) => name);

test("both languages have the same dictionary", () => {
  expect(dictionaryOf(read("EVOLUTION.zh-CN.md")).replace(/\/\/.*$/gm, "")).toBe(dictionary.replace(/\/\/.*$/gm, ""));
  expect(entriesOf(dictionaryOf(read("EVOLUTION.zh-CN.md")))).toEqual(entries);
});

test("it declares what the last reference exports, in the same form, and nothing else", () => {
  expect(entries.map(({ name }) => name).sort()).toEqual(exported(last).sort());
  for (const { name, code } of entries) expect(code, name).toBe(shownBy(last, name));
});

test("each name, member and parameter stands with the chapter whose reference is the first to have it", () => {
  const sources = chapters.map(({ id }) => ({ id, source: read(`solution/${id}/code.ts`) }));
  const firstWith = (owner: string, has: (code: string) => boolean): string => sources.find(({ source }) => exported(source).includes(owner) && has(shownBy(source, owner)))?.id ?? "no reference";
  const claims = entries.flatMap((entry) => entry.claims);
  expect(claims.length).toBeGreaterThan(100);
  for (const { owner, word, chapter, upgraded, code } of claims) {
    expect(`${owner}.${word}: ${chapter}`).toBe(`${owner}.${word}: ${firstWith(owner, (shown) => (upgraded ? shown.includes(code) : hasWord(shown, word)))}`);
  }
  expect(claims.filter(({ upgraded }) => upgraded).map(({ owner, word, chapter }) => [owner, word, chapter])).toEqual([["Provider", "stream", "s03"], ["AgentState", "messages", "s07"], ["ResourceLoader", "trust", "s11"]]);
});

test("each name stands with the chapter that lists it, every line of a declaration says its chapter", () => {
  const listed = new Map(chapters.flatMap((chapter) => [...Object.keys(chapter.adds), ...chapter.types].map((name) => [name, chapter.id] as const)));
  for (const { name, claims } of entries) expect([name, claims[0]?.chapter]).toEqual([name, listed.get(name)]);
  expect(dictionary.split("\n").filter((line) => !/^$|^\/\/ --- |^\};?$|^\}$|\/\/ s\d\d/.test(line))).toEqual([]);
});

describe("the compiler", () => {
  const report = async (declared: string) => {
    const folder = mkdtempSync(join(tmpdir(), "pi-kata-dictionary-"));
    try {
      const file = join(folder, "code.ts");
      writeFileSync(file, declared);
      const runtime = chapters.flatMap(({ adds }) => Object.keys(adds)).filter((name) => !name.includes("."));
      const image: Image = { file, exports: runtime, code: "", player: "", realm: "", commonjs: false, map: JSON.stringify({ sources: [], sourcesContent: [] }) };
      return await checkTypes(image, "s12");
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  test("the dictionary satisfies the type contracts of all chapters", async () => {
    const { own, byChapter } = await report(dictionary);
    expect(own).toEqual([]);
    expect(Object.values(byChapter).flat().map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
  });
  test("a dictionary with a field of another type does not", async () => {
    const { byChapter } = await report(dictionary.replace("maxTurns?: number", "maxTurns?: string"));
    expect(Object.values(byChapter).flat()).not.toEqual([]);
  });
});
