/** What the FAQ quotes is what the kata says: each quoted sentence stands in its sources, in the reader's language. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faqParts } from "../../spec/harness/broken.ts";
import { blocksOf, read, root } from "./document.ts";

const sources = ["src", "spec"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.(?:ts|mjs)$/.test(file))
  .map((file) => read(file).replaceAll("\\`", "`").replaceAll('\\"', '"'));

test.each(["docs/faq.md", "docs/faq.zh-CN.md"])("%s quotes what is said", (file) => {
  const quotes = blocksOf(read(file)).flatMap(({ token, line }) => (token.type === "blockquote" ? [{ text: String(token.text).trim(), line }] : []));
  expect(quotes.length).toBeGreaterThan(25);
  expect(quotes.filter(({ text }) => !sources.some((source) => source.includes(text))).map(({ text, line }) => `${file}:${line}: ${text}`)).toEqual([]);
});

test("what cards point to is there", () => {
  for (const file of ["docs/faq.md", "docs/faq.zh-CN.md"]) expect(faqParts.filter((part) => !read(file).includes(`<a id="${part}"></a>`)), file).toEqual([]);
});

test("every part of the FAQ has an anchor of its own", () => {
  for (const file of ["docs/faq.md", "docs/faq.zh-CN.md"]) {
    const blocks = blocksOf(read(file));
    for (const [at, { token, line }] of blocks.entries()) if (token.type === "heading" && token.depth === 3) expect(blocks[at - 1]?.token.raw, `${file}:${line}`).toMatch(/<a id="[a-z-]+"><\/a>/);
  }
});
