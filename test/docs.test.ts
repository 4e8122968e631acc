/** What learners read is in step with the data, and the two languages with each other. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { chapters } from "../spec/harness/chapters.ts";
import { loadSuite } from "../spec/harness/suite.ts";
import { clauseTable, withTable } from "../src/docs/table.ts";
import { formats } from "../src/grade/outputs.ts";
import { verdicts } from "../src/grade/record.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const chinese = /[\u4e00-\u9fff]/;

describe.each(chapters)("$id", (chapter) => {
  test("clauses are numbered without gaps, the last is judged by the compiler, and all is said in both languages", () => {
    expect(chapter.clauses.map(({ id }) => id)).toEqual(chapter.clauses.map((_clause, index) => `${chapter.id}.${index + 1}`));
    expect(chapter.clauses.filter(({ types }) => types === true).map(({ id }) => id)).toEqual([chapter.clauses.at(-1)?.id]);
    for (const clause of chapter.clauses) {
      expect(clause.rule, clause.id).toMatch(/^(R[1-8]|U[12]|contract)$/);
      expect(clause.hints.length, clause.id).toBeGreaterThanOrEqual(2);
      expect(clause.needs.length, clause.id).toBeGreaterThan(0);
      for (const text of [clause, ...clause.hints]) {
        expect(chinese.test(text.zh) && !chinese.test(text.en), `${clause.id}: ${text.en}`).toBe(true);
        expect(text.en, clause.id).not.toMatch(/^MUST|^SHOULD/);
      }
      expect(clause.en, clause.id).not.toMatch(/\.$/);
    }
  });

  test.each([["README.md", "en"], ["README.zh-CN.md", "zh"]] as const)("%s has the clause table (npm run docs writes it)", (name, language) => {
    const text = read(`spec/${chapter.id}/${name}`);
    expect(withTable(text, clauseTable(chapter, language))).toBe(text);
  });

  test("the two READMEs have the same structure and code", () => {
    const [en, zh] = [read(`spec/${chapter.id}/README.md`), read(`spec/${chapter.id}/README.zh-CN.md`)];
    expect(headings(zh).map(({ level }) => level)).toEqual(headings(en).map(({ level }) => level));
    expect(codeOf(zh)).toEqual(codeOf(en));
  });
});

test("EVOLUTION.md is the same in both languages, in structure and code", () => {
  const [en, zh] = [read("EVOLUTION.md"), read("EVOLUTION.zh-CN.md")];
  expect(headings(zh).map(({ level }) => level)).toEqual(headings(en).map(({ level }) => level));
  expect(zh.match(/^\|/gm)?.length).toBe(en.match(/^\|/gm)?.length);
});

test("docs/debugging.md is the same in both languages, in structure and code", () => {
  const [en, zh] = [read("docs/debugging.md"), read("docs/debugging.zh-CN.md")];
  expect(headings(zh).map(({ level }) => level)).toEqual(headings(en).map(({ level }) => level));
  expect(codeOf(zh)).toEqual(codeOf(en));
});

test("docs/teaching.md is the same in both languages, in structure, tables and code; output is in the reader's language", () => {
  const [en, zh] = [read("docs/teaching.md"), read("docs/teaching.zh-CN.md")];
  const code = (text: string): string[] => codeOf(text.replace(/^```text\n[\s\S]*?^```/gm, ""));
  const firstCells = (text: string): string[] => [...outsideCode(text).matchAll(/^\| (`[^|]*`) \|/gm)].map((match) => match[1] ?? "");
  expect(headings(zh).map(({ level }) => level)).toEqual(headings(en).map(({ level }) => level));
  expect(code(zh)).toEqual(code(en));
  expect(zh.match(/^```text$/gm)?.length).toBe(en.match(/^```text$/gm)?.length);
  expect(zh.match(/^\|/gm)?.length).toBe(en.match(/^\|/gm)?.length);
  expect(firstCells(zh).length).toBe(firstCells(en).length);
});

test("docs/teaching.md tells every verdict, sandbox and format", () => {
  for (const file of ["docs/teaching.md", "docs/teaching.zh-CN.md"]) {
    const text = read(file);
    for (const name of [...verdicts, ...formats, "bwrap", "docker", "podman", "node", "none"]) expect(text, file).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, "m"));
  }
});

test("the list of spec files is complete", () => {
  const listed = [...read("spec/files.ts").matchAll(/import\("\.\/(s\d\d\/[^"]+)"\)/g)].map((match) => match[1]);
  const there = chapters.flatMap(({ id }) => readdirSync(join(root, "spec", id)).filter((name) => name.endsWith(".test.ts")).map((name) => `${id}/${name}`));
  expect(listed.sort()).toEqual(there.sort());
});

test("test conditions are said in both languages and are short", async () => {
  for (const { clause, condition } of await loadSuite()) {
    // A condition that is code alone is the same in both.
    expect(condition.en === condition.zh || (chinese.test(condition.zh) && !chinese.test(condition.en)), `${clause}: ${condition.en}`).toBe(true);
    expect(condition.en.length, `${clause}: ${condition.en}`).toBeLessThanOrEqual(110);
  }
});

test("type contracts say each demand in both languages", () => {
  for (const { id } of chapters) {
    for (const name of readdirSync(join(root, "spec", id)).filter((file) => file.endsWith(".test-d.ts"))) {
      const comments = read(`spec/${id}/${name}`).split("\n").filter((line) => line.startsWith("// "));
      expect(comments.filter((line) => line.startsWith("// zh: ")).length, `${id}/${name}`).toBeGreaterThan(0);
      for (const line of comments) expect(chinese.test(line), `${id}/${name}: ${line}`).toBe(line.startsWith("// zh: "));
    }
  }
});

test("relative links in the documents lead somewhere", () => {
  const documents = ["README.md", "README.zh-CN.md", "EVOLUTION.md", "EVOLUTION.zh-CN.md", "CONTRIBUTING.md", "AGENTS.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`), ...chapters.flatMap(({ id }) => [`spec/${id}/README.md`, `spec/${id}/README.zh-CN.md`])];
  const dead = documents
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map((match) => [file, match[1] ?? ""] as const))
    .filter(([file, link]) => !existsSync(join(root, dirname(file), link)));
  expect(dead).toEqual([]);
});

const outsideCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, "");
const headings = (text: string): { level: number }[] => [...outsideCode(text).matchAll(/^(#+) /gm)].map((match) => ({ level: match[1]?.length ?? 0 }));
/** Code without its comments, which are in the reader's language. */
const codeOf = (text: string): string[] =>
  [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map((match) => (match[1] ?? "").replace(/\/\*.*?\*\/|\s*\/\/.*$/gm, "").replace(/\s*#.*$/gm, "").trim());
