/** The differences between the course and Pi, which docs/pi-comparison.md is made of. */
import { expect, test } from "vitest";
import { differences, normalisations } from "../../pi/differences.ts";
import { comparisonPage } from "../../src/docs/comparison.ts";
import { read } from "./document.ts";

const chinese = /[\u4e00-\u9fff]/;

test.each([["docs/pi-comparison.md", "en"], ["docs/pi-comparison.zh-CN.md", "zh"]] as const)("%s is the one that pi/differences.ts makes (npm run docs writes it)", (file, language) => {
  expect(read(file)).toBe(comparisonPage(language));
});

test("each difference between the course and Pi has an anchor of its chapter, and is told in both languages", () => {
  expect(new Set(differences.map(({ id }) => id)).size).toBe(differences.length);
  for (const { id, chapter, course, pi, why } of differences) {
    expect(id).toMatch(/^s0[1-7]-[a-z]+(-[a-z]+)*$/);
    expect(id.startsWith(`${chapter}-`), id).toBe(true);
    for (const text of [course, pi, why]) expect(chinese.test(text.zh) && !chinese.test(text.en), `${id}: ${text.en}`).toBe(true);
  }
  for (const { id, en, zh } of normalisations) expect(chinese.test(zh) && !chinese.test(en), id).toBe(true);
});

test("each difference is linked from its chapter, in both languages", () => {
  const missing = differences.flatMap(({ id, chapter }) =>
    [["README.md", "pi-comparison.md"], ["README.zh-CN.md", "pi-comparison.zh-CN.md"]].filter(([name, page]) => !read(`spec/${chapter}/${name}`).includes(`(../../docs/${page}#pi-${id})`)).map(([name]) => `spec/${chapter}/${name} does not link ${id}`),
  );
  expect(missing).toEqual([]);
});
