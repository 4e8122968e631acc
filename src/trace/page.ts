/** Writes a page where nothing that is not a page of ours is lost. */
import { open, readFile, writeFile } from "node:fs/promises";
import { say } from "../../spec/harness/text.ts";
import { place } from "../cli/values.ts";
import { Unable } from "../unable.ts";

/** How each page of ours begins. */
export const pageStart = "<!doctype html>\n<!-- a page of pi-kata trace -->\n";

/** @returns the absolute path of the page @throws Unable where the file is not ours or cannot be written */
export async function writePage(name: string, page: string): Promise<string> {
  if (name === "") throw new Unable(say("--html takes the name of a file.", "--html 要写一个文件名。"));
  const file = place(name);
  try {
    await create(file, page);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") throw cannot(file, error);
    const there = await readFile(file, "utf8").catch((reason: unknown) => {
      throw cannot(file, reason);
    });
    if (!there.startsWith(pageStart)) throw new Unable(say(`${file} is there already and is not a page of this command: it stays as it is. Name another file.`, `${file} 已经存在，而且不是这个命令写的页面：没有动它。请换一个文件名。`));
    await writeFile(file, page).catch((reason: unknown) => {
      throw cannot(file, reason);
    });
  }
  return file;
}

/** Makes the file; one that is there is not touched. */
async function create(file: string, page: string): Promise<void> {
  const handle = await open(file, "wx");
  try {
    await handle.writeFile(page);
  } finally {
    await handle.close();
  }
}

function cannot(file: string, error: unknown): Unable {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return new Unable(say(`${file} cannot be written: its folder does not exist.`, `无法写入 ${file}：它的目录不存在。`));
  if (code === "EISDIR") return new Unable(say(`${file} is a folder; name a file in it.`, `${file} 是一个目录，请写出其中的文件名。`));
  return new Unable(say(`${file} cannot be written: ${message}.`, `无法写入 ${file}：${message}。`));
}
