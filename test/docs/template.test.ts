/** Every chapter has the form that CONTRIBUTING.md describes, in both languages. */
import { describe, expect, test } from "vitest";
import { texts } from "./chapters.ts";
import { read } from "./document.ts";
import { templateFaults } from "./template.ts";

test.each(texts)("$file has the form of a chapter", ({ id, file, language, text }) => {
  expect(templateFaults(text, id, language, read(`solution/${id}/code.ts`)).map((fault) => `${file}:${fault}`)).toEqual([]);
});

const formed = `# s03: Event stream: words while they are said
> a motto
> Pi boundary: the provider

## Problem

Pain.

## Insight

Idea.

| option | gain | price |
|---|---|---|
| a | b | c |
| d | e | f |

## How it works

**This is an upgrade, not an addition.**

<!-- shape: collectAssistantMessage -->
\`\`\`ts
\`\`\`

<details><summary>One way to write it</summary>

<!-- code: collectAssistantMessage -->
\`\`\`ts
\`\`\`

</details>

## The contract

### How it must behave

So.

### Clauses

<!-- clauses:start -->
<!-- clauses:end -->

## Try it

<!-- output: kata trace s03 --target solution -->
\`\`\`text
\`\`\`

## Wiring into the main line

| part | s02 | s03 |
|---|---|---|
| a | b | c |

**Weld point:** there.

<details><summary>What the reference gained</summary>

<!-- diff: s03 -->
\`\`\`diff
\`\`\`

</details>

## Next

More pain.

## Pi source trace

<details><summary>Where this lives in Pi 1.6.0</summary>

There.

</details>
`;

describe("the check itself", () => {
  const reference = read("solution/s03/code.ts");
  const faults = (text: string): string => templateFaults(text, "s03", "en", reference).join("\n");
  test("a chapter of the form has no fault", () => expect(faults(formed)).toBe(""));
  test.each([
    ["# s03: Event stream: words while they are said", "# s03: Streams", "title"],
    ["> Pi boundary: the provider\n", "", "motto"],
    ["## Next\n\nMore pain.\n\n", "", "headings"],
    ["Pain.", "", "Problem is empty"],
    ["| d | e | f |\n", "", "trade-offs"],
    ["**This is an upgrade, not an addition.**", "This is an upgrade.", "must say in bold"],
    ["<details><summary>One way to write it</summary>\n", "<p>\n", "must stand in a fold"],
    ["### Clauses", "### All clauses", "needs the headings"],
    ["<!-- output: kata trace s03 --target solution -->\n", "", "needs the output"],
    ["| part | s02 | s03 |\n|---|---|---|\n| a | b | c |", "nothing", "table of what changes"],
    ["**Weld point:**", "Weld point:", "begins with **Weld point:**"],
    ["<!-- diff: s03 -->", "<!-- diff: s04 -->", "lacks what belongs"],
    ["<details><summary>Where this lives in Pi 1.6.0</summary>", "<details>", "needs a fold"],
  ])("without %j it complains", (part, instead, complaint) => {
    expect(formed).toContain(part);
    expect(faults(formed.replace(part, instead))).toContain(complaint);
  });
});
