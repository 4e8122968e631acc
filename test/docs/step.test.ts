/** The English and the Chinese text of a document are in step. */
import { describe, expect, test } from "vitest";
import { pairs, read } from "./document.ts";
import { stepFaults } from "./step.ts";

test.each(pairs)("%s and %s are in step", (english, chinese) => {
  expect(stepFaults(read(english), read(chinese))).toEqual([]);
});

describe("the check itself", () => {
  const text = "# A\n\n[中文](a.zh-CN.md)\n\n```ts\nlet a; // one\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n- x\n- y\n\n<details>\n\n[b](b.md#x)\n\n</details>\n\n<!-- output: kata list; from: A -->\n```text\nA\n```\n";
  test("comments, outputs and the language of links are free", () => {
    expect(stepFaults(text, text.replace("(a.zh-CN.md)", "(a.md)").replace("// one", "// 一").replace("b.md#x", "b.zh-CN.md#某").replace("from: A", "from: 甲").replace("text\nA", "text\n甲"))).toEqual([]);
  });
  test.each([
    ["# A", "## A", "headings"],
    ["let a;", "let b;", "code blocks"],
    ["kata list", "kata hint", "generated parts"],
    ["| c | d |", "| c | d |\n| e | f |", "tables"],
    ["- y\n", "", "lists"],
    ["<details>", "<p>", "folds"],
    ["b.md#x", "b.md", "links"],
    ["[b](b.md#x)", "b", "links"],
  ])("%j as %j is told", (part, instead, what) => {
    expect(stepFaults(text, text.replace(part, instead)).join()).toContain(what);
  });
});
