/** How generated parts are found and made: markers, declarations, shapes, excerpts of outputs, differences. */
import { describe, expect, test } from "vitest";
import { codeOf, shapeOf } from "../../src/docs/declarations.ts";
import { differenceOf } from "../../src/docs/difference.ts";
import { Flaw } from "../../src/docs/flaw.ts";
import { filled, markersOf } from "../../src/docs/markers.ts";
import { excerptFrom, excerptOf, steady } from "../../src/docs/excerpts.ts";

const source = `// --- Tools ---

// What a model asks for.
export type Call = { id: string };

// Keeps tools.
export class Registry {
  // Nobody's business.
  #tools = new Map<string, { name: string }>();

  // Replaces what is there.
  register(name: string): void {
    this.#add({
      name,
    });
  }

  get size(): number {
    return this.#tools.size;
  }

  #add(tool: { name: string }): void {
    this.#tools.set(tool.name, tool);
  }
}

// Asks once.
export async function ask(
  call: Call,
  options: { again?: boolean } = {},
): Promise<{ text: string }> {
  return { text: call.id };
}
`;

describe("declarations", () => {
  test("a declaration stands with the comment above it, without its section's", () => {
    expect(codeOf(source, "Call")).toBe("// What a model asks for.\nexport type Call = { id: string };");
  });
  test("a member stands alone, in the first column", () => {
    expect(codeOf(source, "Registry.register")).toBe("// Replaces what is there.\nregister(name: string): void {\n  this.#add({\n    name,\n  });\n}");
    expect(shapeOf(source, "Registry.register")).toBe("// Replaces what is there.\nregister(name: string): void { … }");
    expect(codeOf(source, "Registry.size")).toBe("get size(): number {\n  return this.#tools.size;\n}");
  });
  test("a shape has no bodies and nothing private", () => {
    expect(shapeOf(source, "Registry")).toBe("// Keeps tools.\nexport class Registry {\n  // Replaces what is there.\n  register(name: string): void { … }\n  get size(): number { … }\n}");
    expect(shapeOf(source, "ask")).toBe("// Asks once.\nexport async function ask(\n  call: Call,\n  options: { again?: boolean } = {},\n): Promise<{ text: string }> { … }");
    expect(shapeOf(source, "Call")).toBe(codeOf(source, "Call"));
  });
  test.each(["Nothing", "Registry.nothing", "Call.name", "toString", "Registry.constructor"])("%s is told to be missing", (name) => {
    expect(() => codeOf(source, name)).toThrow(Flaw);
    expect(() => shapeOf(source, name)).toThrow(Flaw);
  });
});

describe("markers", () => {
  const text = "# T\n\n<!-- code: Call -->\n```ts\nold\n```\n\n```md\n<!-- code: Call -->\n```\n\n<!-- diff: s04 -->\n```diff\n```\n";
  test("the content of a fence is replaced, once; a marker within a fence is text", () => {
    const once = filled(text, ({ kind, argument }) => `${kind} of\n${argument}`).text;
    expect(once).toBe("# T\n\n<!-- code: Call -->\n```ts\ncode of\nCall\n```\n\n```md\n<!-- code: Call -->\n```\n\n<!-- diff: s04 -->\n```diff\ndiff of\ns04\n```\n");
    expect(filled(once, ({ kind, argument }) => `${kind} of\n${argument}`).text).toBe(once);
  });
  test.each([
    ["<!-- code: Call -->\n\n```ts\n```\n", "```ts"],
    ["<!-- code: Call -->\n```text\n```\n", "```ts"],
    ["<!-- output: kata list -->", "```text"],
    ["<!-- code: Call -->\n```ts\nno end", "is not closed"],
    ["<!-- code Call -->\n```ts\n```\n", "a marker is written"],
    ["<!--code: Call-->\n```ts\n```\n", "a marker is written"],
    ["  <!-- code: Call -->\n```ts\n```\n", "a marker is written"],
    ["<!-- code: -->\n```ts\n```\n", "a marker is written"],
  ])("%j is complained of", (wrong, words) => {
    const { markers, complaints } = markersOf(`first\n${wrong}`);
    expect(markers).toEqual([]);
    expect(complaints.map(({ line }) => line)).toEqual([2]);
    expect(complaints[0]?.sentence).toContain(words);
  });
  test("what cannot be made is told with its line, and the rest is written", () => {
    const made = filled(text, ({ kind }) => {
      if (kind === "code") throw new Flaw("no Call");
      return "new";
    });
    expect(made.complaints).toEqual([{ line: 3, sentence: "no Call" }]);
    expect(made.text).toContain("old");
    expect(made.text).toContain("```diff\nnew\n```");
  });
  test("a content that would end its fence is refused", () => {
    expect(filled(text, () => "a\n```\nb").complaints).toHaveLength(2);
  });
});

describe("outputs", () => {
  const ran = { output: "\none\ntwo  \nthree\ntwo again\n\n", code: 0 };
  test("an excerpt is kept from a text to another", () => {
    expect(excerptFrom(ran, excerptOf("kata list"))).toBe("one\ntwo\nthree\ntwo again");
    expect(excerptFrom(ran, excerptOf("kata list; from: two"))).toBe("two\nthree\ntwo again");
    expect(excerptFrom(ran, excerptOf("kata list; from: two; to: again"))).toBe("two\nthree");
    expect(excerptFrom({ ...ran, code: 1 }, excerptOf("kata list; exit: 1; to: three"))).toBe("one\ntwo");
  });
  test.each(["kata list; from: four", "kata list; from: three; to: one", "kata list; exit: 1"])("%s is told not to fit", (argument) => {
    expect(() => excerptFrom(ran, excerptOf(argument))).toThrow(Flaw);
  });
  test.each(["ls", "katas list", "kata start s02", "kata reset", "kata watch", "kata list; exit: many", "kata list; edit: a becomes b", "kata --upto s04 --target solution; edit: a", "kata --target solution; edit: a becomes b"])("%s is not run", (argument) => {
    expect(() => excerptOf(argument)).toThrow(Flaw);
  });
  test.each(["got  it was still running and was stopped", "实际  它一直没有结束，被终止"])("%s is not shown: a busy machine says so of any program", (output) => {
    expect(() => excerptFrom({ output, code: 0 }, excerptOf("kata list"))).toThrow(Flaw);
  });
  test("an edit is one piece exchanged", () => {
    expect(excerptOf("kata --upto s04 --target solution; edit: a < b becomes a <= b; exit: 1")).toEqual({ command: "kata --upto s04 --target solution", exit: 1, edit: { find: "a < b", put: "a <= b" } });
  });
  test("a time that differs is no difference", () => {
    expect(steady("all hold. 5.3 s", "all hold. 1.1 s")).toBe("all hold. 5.3 s");
    expect(steady("all hold. 5.3 s", "none hold. 1.1 s")).toBe("none hold. 1.1 s");
  });
});

test("a difference names both files; the first chapter has everything to add", () => {
  const [one, two] = [{ file: "a.ts", source: "x\n\ny\n" }, { file: "b.ts", source: "x\n\nz\n" }];
  expect(differenceOf(one, two)).toBe("--- a.ts\n+++ b.ts\n@@ -1,3 +1,3 @@\n x\n\n-y\n+z");
  expect(differenceOf(undefined, one)).toBe("--- /dev/null\n+++ a.ts\n@@ -0,0 +1,3 @@\n+x\n+\n+y");
});
