/** The root README: the whole turn is drawn with every chapter and rule, and each chapter has its row. Drawings fit 80 columns. */
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import { blocksOf, documents, read } from "./document.ts";

test.each([["README.md", "README.md"], ["README.zh-CN.md", "README.zh-CN.md"]])("%s draws the whole turn and lists all chapters", (file, chapterFile) => {
  const blocks = blocksOf(read(file));
  const drawing = blocks.find(({ token }) => token.type === "code" && token.text.includes("runEventedToolLoop("))?.token.raw ?? "";
  // R2 stands with the side doors; R3 and R8 are about chapters, not about a turn.
  for (const mark of [...chapters.map(({ id }) => id), "R1", "R2", "R4", "R5", "R6", "R7", "U1"]) expect(drawing).toContain(mark);
  const table = blocks.find(({ token }) => token.type === "table" && token.rows.length === chapters.length)?.token.raw ?? "";
  for (const { id, title } of chapters) expect(table).toContain(`| [${id} ${title[file === "README.md" ? "en" : "zh"]}](spec/${id}/${chapterFile}) |`);
});

test("drawings in the README and in chapters fit 80 columns", () => {
  const drawings = documents.filter((name) => /^(?:README|spec\/)/.test(name)).flatMap((file) =>
    blocksOf(read(file)).flatMap(({ token, line, marker }) => (token.type === "code" && token.lang === "text" && marker === undefined ? [{ file, line, text: String(token.text) }] : [])),
  );
  const wide = drawings.flatMap(({ file, line, text }) => text.split("\n").map((row, at) => ({ place: `${file}:${line + at + 1}`, width: stringWidth(row) })).filter(({ width }) => width > 80));
  expect(wide).toEqual([]);
});
