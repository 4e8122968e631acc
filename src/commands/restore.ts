/** `kata restore`: lists the copies. `kata restore <name>`: brings one back, after a copy of what is there now. Exit code 0. */
import { basename } from "node:path";
import { say } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { copiesOf, copyFolder, filesOf } from "../copies.ts";
import { refused, untouched } from "../disk.ts";
import { exchange } from "../exchange.ts";
import { copyList, keptLines } from "../report/copies.ts";
import { safe, wrap, type Terminal } from "../report/terminal.ts";
import { Unable } from "../unable.ts";
import { workspace } from "./start.ts";

export async function restoreCommand({ argument, language }: Options, terminal: Terminal): Promise<number> {
  const copies = copiesOf(workspace);
  if (argument === undefined) {
    process.stdout.write(copyList(copies, language, terminal));
    return 0;
  }
  // A shell completes the folder's path.
  const name = basename(argument);
  const copy = copies.find((one) => one.name === name);
  if (copy === undefined) throw new Unable(say(`There is no copy ${JSON.stringify(name)}. \`npm run kata -- restore\` lists them.`, `没有 ${JSON.stringify(name)} 这份副本。\`npm run kata -- restore\` 会列出全部副本。`));
  const place = `workspace/backups/${name}`;
  if (!copy.finished) throw new Unable(say(`${place} was interrupted while it was made, before anything was changed: it may lack files. Those it has are plain files; take what you need from there.`, `${place} 在制作时被中断，当时什么都还没有改动，所以它可能不完整。里面都是普通文件，可以自己取用。`));
  const { changed, copies: kept } = exchange(workspace, read(name), "restore");
  const done = changed.length === 0 ? say(`Your files are those of ${safe(name)} already: nothing was changed.`, `你的文件已经和 ${safe(name)} 一样：什么都没有改动。`) : say(`Brought back from ${safe(name)}: ${safe(changed.join(", "))}.`, `已从 ${safe(name)} 找回：${safe(changed.join("、"))}。`);
  process.stdout.write(`${[...wrap(done[language], terminal.width), ...(changed.length === 0 ? [] : keptLines(kept, language, terminal))].join("\n")}\n`);
  return 0;
}

function read(name: string) {
  try {
    return filesOf(copyFolder(workspace, name));
  } catch (error) {
    throw refused(error, untouched);
  }
}
