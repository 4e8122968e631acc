/** What `npm run docs` would write is what is there: code, shapes, differences, clause tables and the output of commands. */
import { expect, test } from "vitest";
import { documents } from "../../src/docs/documents.ts";
import { drafts } from "../../src/docs/drafts.ts";

// Commands by the dozen, on a machine that may do other things: what counts is the text.
const limit = 1_200_000;

test("the generated parts of all documents are up to date (npm run docs writes them)", { timeout: limit }, async () => {
  for (const { document, before, after, complaints } of await drafts(await documents())) {
    expect(complaints.map(({ line, sentence }) => `${document.file}:${line}: ${sentence}`)).toEqual([]);
    expect(after, `${document.file}: run npm run docs`).toBe(before);
  }
});
