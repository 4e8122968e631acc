/** What is drawn on a terminal of 80 columns and 24 rows, with colours. Pure. */
import { stripVTControlCharacters as plain } from "node:util";
import { expect, test } from "vitest";
import { terminalFor, widthOf, wrap } from "../../src/report/terminal.ts";

const coloured = terminalFor({ isTTY: true, columns: 80 }, {});
const bare = terminalFor({ columns: 80 }, {});

test.each([
  ["a heading", ({ paint }: typeof bare) => `${paint("red", "✗")} ${paint("bold", "s03.6")}  ${paint("dim", "rule")}  MUST ${"say so, ".repeat(20)}[a, b] ${"{ c }".repeat(9)}`],
  ["one long word", ({ paint }: typeof bare) => `${paint("bold", "x".repeat(200))} ${paint("dim", "参".repeat(90))}`],
])("%s breaks in colour where it breaks without", (_name, text) => {
  const lines = wrap(text(coloured), coloured.width);
  expect(lines.map(plain)).toEqual(wrap(text(bare), bare.width));
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80);
});
