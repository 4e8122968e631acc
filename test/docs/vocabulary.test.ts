/** No chapter's story uses a term of a later one. */
import { describe, expect, test } from "vitest";
import { texts } from "./chapters.ts";
import { concepts, names } from "./terms.ts";
import { vocabularyFaults } from "./vocabulary.ts";

test.each(texts)("$file uses no term of a later chapter", ({ id, file, language, text }) => {
  expect(vocabularyFaults(text, id, language).map((fault) => `${file}:${fault}`)).toEqual([]);
});

describe("the check itself", () => {
  const faults = (section: string, text: string, chapter = "s01", language: "en" | "zh" = "en"): string => vocabularyFaults(`# T\n\n## ${section}\n\n${text}\n`, chapter, language).join("\n");
  test("says line, word, term and chapter", () => {
    expect(faults("Problem", "The model\nneeds tools.")).toBe('6: Problem says "tools", but tool (工具) comes in s02');
    expect(faults("Next", "See `TurnSnapshot`.", "s05")).toContain("TurnSnapshot comes in s06");
    expect(faults("工作原理", "这里有一个钩子。", "s04", "zh")).toContain("hook (钩子) comes in s05");
  });
  test.each([
    ["How it works", "| a | `Tool[]` |\n|---|---|\n| b | toolUse |"],
    ["Insight", "- it forks\n- a *session tree*"],
    ["Next", "```ts\nloader.load(trust);\n```"],
    ["How it works", "### The registry\n\nx"],
  ])("%s: %j", (section, text) => expect(faults(section, text)).toMatch(/comes in s\d\d/));
  test("words of this chapter, other sections, generated code and links are free", () => {
    expect(faults("Problem", "The tools of a registry, and a `Tool`.", "s02")).toBe("");
    expect(faults("Wiring into the main line", "`ToolResultMessage` (s04)")).toBe("");
    expect(faults("How it works", "<!-- code: Tool -->\n```ts\ntype Tool = 1;\n```\n\n[more](packages/tree.md)")).toBe("");
    expect(faults("Problem", "A strict mode, a shell command, a file extension, leave it.", "s02")).toBe("");
  });
  test("every term is known from a chapter on, in both languages", () => {
    // Some words are too short to be looked for alone: 包 stands in 包含.
    const short = ["stream", "containment", "manifest", "package", "spec"];
    for (const { name, en, zh } of concepts) expect([en.test(name.en), zh.test(name.zh)], name.en).toEqual(short.includes(name.en) ? expect.arrayContaining([expect.any(Boolean)]) : [true, true]);
    expect(names.find(({ name }) => name === "toolCallId")?.chapter).toBe("s04");
    expect(names.find(({ name }) => name === "SessionTree")?.chapter).toBe("s07");
    expect(names.find(({ name }) => name === "currentPath")?.chapter).toBe("s07");
    expect(names.length).toBeGreaterThan(60);
  });
});
