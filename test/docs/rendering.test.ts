/** What is meant as bold is bold: `**` closes only beside a blank or another sign, which Chinese punctuation often hides. */
import { marked } from "marked";
import { expect, test } from "vitest";
import { blocksOf, documents, read } from "./document.ts";

function starsIn(text: string): string[] {
  return blocksOf(text).flatMap(({ token, line }) => {
    const found: string[] = [];
    marked.walkTokens([token], (inner) => {
      if (inner.type === "text" && !("tokens" in inner) && inner.raw.includes("**")) found.push(`${line}: ${inner.raw.trim()}`);
    });
    return found;
  });
}

test.each(documents)("%s shows no ** to its readers", (file) => {
  expect(starsIn(read(file)).map((found) => `${file}:${found}`), "put a blank behind the closing **").toEqual([]);
});

test("the check itself", () => {
  expect(starsIn("**焊接点：**以后")).toEqual(["1: **焊接点：**以后"]);
  expect(starsIn("**焊接点：** 以后\n\n`a ** b` and **bold**")).toEqual([]);
});
