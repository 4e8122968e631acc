/**
 * Puts files into the learner's folder. A copy of the whole folder is made first; then each file that is replaced is
 * itself moved into that copy, and the new one is put where nothing is any more. So even what an editor writes in the
 * very same moment ends in the copy or stays where it is: nothing is ever written over.
 */
import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { say } from "../spec/harness/text.ts";
import { copyFolder, keepCopy, type Copy, type Kept } from "./copies.ts";
import { codeOf, discard, refused, settle, untouched, writeNew } from "./disk.ts";
import { Unable } from "./unable.ts";

/** `changed`: the paths that were written. `copies`: what was kept before, the last one first; none where there was nothing to keep. */
export type Exchanged = { changed: string[]; copies: Copy[] };

/** @param before the command that asks for it, for the copy's name @throws Unable */
export function exchange(home: string, files: Kept[], before: string): Exchanged {
  const wanted = differing(home, files);
  if (wanted.length === 0) return { changed: [], copies: [] };
  const copies: Copy[] = [];
  const keep = (): string | undefined => {
    const copy = keepCopy(home, before);
    if (copy !== undefined) copies.unshift(copy);
    return copy?.name;
  };
  let kept = keep();
  const changed: string[] = [];
  try {
    for (const file of wanted) {
      // A file that an editor made meanwhile is kept as well; one that does so for ever is given up on.
      for (let tries = 1; !place(home, file, kept); tries += 1) {
        if (tries === 5) throw new Unable(say(`Another program keeps writing ${file.path}. What it wrote stays. Close it there and run it again.`, `另一个程序一直在写 ${file.path}。它写的内容保留着。请在那里关闭它，再运行一次。`));
        kept = keep();
      }
      changed.push(file.path);
    }
    for (const folder of new Set(changed.map((path) => dirname(join(home, path))))) settle(folder);
  } catch (error) {
    const copy = kept === undefined ? "" : `backups/${kept}`;
    throw refused(error, changed.length === 0 ? untouched : say(`${changed.length} of ${wanted.length} files were put in place; all that was there before is in ${copy}.`, `${wanted.length} 个文件中放好了 ${changed.length} 个；原来的全部内容都在 ${copy}。`));
  }
  return { changed, copies };
}

/** The files that are not there yet with these very bytes. @throws Unable where something is in the way */
function differing(home: string, files: Kept[]): Kept[] {
  try {
    return files.filter(({ path, bytes }) => {
      checkWay(home, path);
      return lstatSync(join(home, path), { throwIfNoEntry: false }) === undefined || !readFileSync(join(home, path)).equals(bytes);
    });
  } catch (error) {
    throw refused(error, untouched);
  }
}

/** Folders on the way, then nothing or a plain file that may be written. */
function checkWay(home: string, path: string): void {
  const parts = path.split("/");
  for (const [at] of parts.entries()) {
    const place = join(home, ...parts.slice(0, at + 1));
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found === undefined) return;
    const last = at === parts.length - 1;
    if (found.isSymbolicLink()) throw inTheWay(place, "is a link; the kata does not write through links. Put the file itself there", "是一个链接；kata 不通过链接写文件。请把文件本身放在那里");
    if (!last && !found.isDirectory()) throw inTheWay(place, "is in the way of a folder. Move it elsewhere", "占用了目录的位置。请把它移到别处");
    if (last && found.isDirectory()) throw inTheWay(place, "is a folder. Give it another name", "是一个目录。请给它换个名字");
    if (last && !found.isFile()) throw inTheWay(place, "is not a plain file. Move it elsewhere", "不是普通文件。请把它移到别处");
    if (last && (found.mode & 0o222) === 0) throw inTheWay(place, "is read-only. Make it writable", "是只读的。请改成可写");
  }
}

const inTheWay = (place: string, en: string, zh: string): Unable => new Unable(say(`${place} ${en} and run it again. ${untouched.en}`, `${place} ${zh}，再运行一次。${untouched.zh}`));

/** Puts one file in place; false where a new one has appeared there meanwhile. @throws where the disk refuses; what was there is there again */
function place(home: string, { path, bytes, mode }: Kept, kept: string | undefined): boolean {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  const aside = join(dirname(file), `.${basename(file)}.${process.pid}.new`);
  // Left by a killed process that had this number.
  discard(aside);
  const moved = kept === undefined ? undefined : join(copyFolder(home, kept), path);
  try {
    writeNew(aside, bytes, mode);
    if (moved === undefined || !move(file, moved)) return appear(aside, file);
    try {
      settle(dirname(moved));
      return appear(aside, file);
    } catch (error) {
      if (lstatSync(file, { throwIfNoEntry: false }) === undefined) renameSync(moved, file);
      throw error;
    }
  } finally {
    discard(aside);
  }
}

/** Moves a file over its own copy; false where there is no file. */
function move(file: string, to: string): boolean {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return false;
  // A file made since the copy has no folder there.
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(file, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Gives a file a second name, in one step and only where nothing is; where the disk knows no second names, copies it. */
function appear(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
  }
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}
