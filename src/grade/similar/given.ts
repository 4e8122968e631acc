/** What the course itself holds that a program may be alike with, read as text. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chapters } from "../../../spec/harness/chapters.ts";
import { root } from "../../../spec/harness/root.ts";

/**
 * @param upto the chapter that is graded
 * @returns the second and third argument of `similarities`: the reference chapter by chapter, and what everybody is given
 */
export async function courseTexts(upto: string): Promise<{ reference: string[]; given: string[] }> {
  const ids = chapters.map(({ id }) => id);
  const reference = ids.slice(0, ids.findIndex((id) => id === upto) + 1).map((id) => readFile(join(root, "solution", id, "code.ts"), "utf8"));
  const readmes = await Promise.all(ids.map((id) => readFile(join(root, "spec", id, "README.md"), "utf8")));
  return { reference: await Promise.all(reference), given: readmes.flatMap(codeOf) };
}

/**
 * The code that a README shows openly. What stands in a fold is the reference's own way to write it: who takes that, takes
 * from the reference. The starter is comments, which are never compared.
 */
const codeOf = (readme: string): string[] => [...readme.replace(/^<details>[\s\S]*?^<\/details>/gm, "").matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => match[1]!);
