/** The glossary has every concept and every name of the dictionary, with its chapter and its word in the other language. */
import { expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import { blocksOf, read } from "./document.ts";
import { concepts } from "./terms.ts";

/** The cells of each table, without links and anchors. */
const tablesOf = (file: string): string[][][] =>
  blocksOf(read(file)).flatMap(({ token }) => (token.type === "table" ? [token.rows.map((row: { text: string }[]) => row.map(({ text }) => text.replace(/<[^>]*>/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "")))] : []));

const names = chapters.flatMap((chapter) => [...Object.keys(chapter.adds), ...chapter.types].filter((name) => !name.includes(".")).map((name) => `${name} ${chapter.id}`));

test.each([["docs/glossary.md", "en", "zh"], ["docs/glossary.zh-CN.md", "zh", "en"]] as const)("%s is complete", (file, language, other) => {
  const [ideas = [], program = []] = tablesOf(file);
  expect(ideas.map((row) => row.slice(0, 3))).toEqual(concepts.map(({ name, chapter }) => [name[language], name[other], chapter]));
  expect(program.map(([name, chapter]) => `${name} ${chapter}`).sort()).toEqual([...names].sort());
  for (const row of [...ideas, ...program]) expect(row.at(-1)?.length, row[0]).toBeGreaterThan(4);
});
