/**
 * `npm run docs`: makes the generated parts of the documents anew (`-- spec/s04` those below a path alone). What cannot
 * be made is left as it is and told, a line each. Exit code 1 then, 0 otherwise.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../spec/harness/root.ts";
import { documents } from "./documents.ts";
import { drafts } from "./drafts.ts";

const asked = process.argv.slice(2).map((path) => path.replaceAll("\\", "/").replace(/^\.\//, ""));
const chosen = (await documents()).filter(({ file }) => asked.length === 0 || asked.some((path) => file.startsWith(path)));
if (chosen.length === 0) {
  process.stderr.write(`There is no document below ${asked.join(", ")}.\n`);
  process.exitCode = 1;
}
for (const { document, before, after, complaints } of await drafts(chosen)) {
  if (after !== before) {
    await writeFile(join(root, document.file), after);
    process.stdout.write(`${document.file} is written\n`);
  }
  for (const { line, sentence } of complaints) {
    process.stderr.write(`${document.file}:${line}: ${sentence}\n`);
    process.exitCode = 1;
  }
}
