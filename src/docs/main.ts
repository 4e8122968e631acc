/** `npm run docs`: writes the clause tables of all chapter READMEs anew. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../spec/harness/root.ts";
import { chapters } from "../../spec/harness/chapters.ts";
import { clauseTable, withTable } from "./table.ts";

for (const chapter of chapters) {
  for (const [name, language] of [["README.md", "en"], ["README.zh-CN.md", "zh"]] as const) {
    const file = join(root, "spec", chapter.id, name);
    const text = await readFile(file, "utf8");
    const written = withTable(text, clauseTable(chapter, language));
    if (written !== text) {
      await writeFile(file, written);
      process.stdout.write(`spec/${chapter.id}/${name}\n`);
    }
  }
}
