/** The documents of the repository, each with its language and, in spec/, its chapter. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { chapters } from "../../spec/harness/chapters.ts";
import { root } from "../../spec/harness/root.ts";
import type { Language } from "../../spec/harness/text.ts";

/** `file` is relative to the repository, with slashes. */
export type Document = { file: string; language: Language; chapter?: string };

export async function documents(): Promise<Document[]> {
  const folders = ["", "docs", ...chapters.map(({ id }) => `spec/${id}`)];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(root, folder));
      return names.filter((name) => name.endsWith(".md")).sort().map((name) => documentAt(folder === "" ? name : `${folder}/${name}`));
    }),
  );
  return found.flat();
}

function documentAt(file: string): Document {
  const chapter = /^spec\/(s\d\d)\//.exec(file)?.[1];
  return { file, language: file.endsWith(".zh-CN.md") ? "zh" : "en", ...(chapter === undefined ? {} : { chapter }) };
}
