/** What learners read in the data of the course is there in both languages, and documents tell all of it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import { narrate } from "../../spec/harness/narrate.ts";
import { loadSuite } from "../../spec/harness/suite.ts";
import { formats } from "../../src/grade/outputs.ts";
import { verdicts } from "../../src/grade/record.ts";
import { read, root } from "./document.ts";

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
});

test("docs/teaching.md tells every verdict, sandbox and format", () => {
  for (const file of ["docs/teaching.md", "docs/teaching.zh-CN.md"]) {
    const text = read(file);
    for (const name of [...verdicts, ...formats, "bwrap", "docker", "podman", "node", "none"]) expect(text, file).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, "m"));
  }
});

test("a step of a scenario that is no function's name is told in both languages", () => {
  const told = (language: "en" | "zh"): string => narrate({ steps: [{ do: "history" }] }, language).join();
  expect([told("en"), told("zh")]).toEqual(["the history", "看历史"]);
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
