/** The links of all documents lead somewhere, and those of Chinese documents to Chinese ones. */
import { describe, expect, test } from "vitest";
import { blocksOf, documents, read } from "./document.ts";
import { anchorsOf, linkFaults } from "./links.ts";

test.each(documents)("the links of %s lead somewhere", (file) => {
  expect(linkFaults(file, read(file)).map((fault) => `${file}:${fault}`)).toEqual([]);
});

describe("the check itself", () => {
  test.each([
    ["[a](nowhere.md)", "there is no docs/nowhere.md"],
    ["[a](../src#x)", "has no anchors"],
    ["[a](#b)", "has no heading or anchor #b"],
    ["[a](../spec/s04/README.md#s04.99)", "has no heading or anchor #s04.99"],
    ["| a |\n|---|\n| [a](x.md) |", "there is no docs/x.md"],
  ])("%j is told", (text, complaint) => expect(linkFaults("docs/debugging.md", text).join()).toContain(complaint));
  test("what is there is not told", () => {
    expect(linkFaults("docs/debugging.md", "# A b\n\n[a](#a-b) [b](../spec/s04/README.md#s04.3) [c](https://example.com/#x) [d](../src) `[e](f)`")).toEqual([]);
  });
  test("a Chinese text leads to Chinese texts", () => {
    expect(linkFaults("docs/debugging.zh-CN.md", "[a](debugging.md) [b](../README.zh-CN.md)")).toEqual([]);
    expect(linkFaults("docs/debugging.zh-CN.md", "[b](../README.md)").join()).toContain("link README.zh-CN.md");
  });
  test("anchors are GitHub's", () => {
    const text = "# A, b: `c` (d)!\n\n## 如何 *读*：它？\n\n## A, b: c d\n\n## 1. [x](y.md)_z\n\n<a id=\"s01.1\"></a>\n";
    expect([...anchorsOf(blocksOf(text))]).toEqual(["a-b-c-d", "如何-读它", "a-b-c-d-1", "1-x_z", "s01.1"]);
  });
});
