/**
 * Copies of the learner's folder: plain files in `backups/<time>-before-<what>/`, made before a command writes. Links,
 * names that begin with a dot (an editor's, git's) and node_modules are neither kept nor ever written.
 */
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { say } from "../spec/harness/text.ts";
import { codeOf, discard, refused, settle, untouched, writeNew } from "./disk.ts";
import { Unable } from "./unable.ts";

/** A file as it is kept: its place below the folder, with slashes, and its bytes. */
export type Kept = { path: string; bytes: Buffer; mode: number };

export type Copy = {
  name: string;
  /** local time, by its name; by its folder where a person made it */
  made: Date;
  /** the command before which it was made: `reset`, `start s06`; undefined where a person made it */
  before: string | undefined;
  /** false: its making was interrupted, so the folder itself was not changed then */
  finished: boolean;
  files: number;
  bytes: number;
};

export const backups = "backups";
const unfinished = ".unfinished";

export const copyFolder = (home: string, name: string): string => join(home, backups, name);

/** Every file of the folder that a copy keeps; of a missing folder none. */
export function filesOf(home: string): Kept[] {
  return pathsOf(home).flatMap((path) => {
    const file = join(home, path);
    try {
      return [{ path, bytes: readFileSync(file), mode: statSync(file).mode & 0o777 }];
    } catch (error) {
      // An editor's own file, gone since the folder was listed.
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    }
  });
}

function pathsOf(home: string, below = ""): string[] {
  return entriesOf(join(home, below)).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (!isKept(path)) return [];
    return entry.isDirectory() ? pathsOf(home, path) : entry.isFile() ? [path] : [];
  });
}

/** Whether a copy keeps what lies at a path below the folder. */
export const isKept = (path: string): boolean => path !== backups && !path.startsWith(`${backups}/`) && path.split("/").every((part) => !part.startsWith(".") && part !== "node_modules");

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/**
 * Copies the whole folder; undefined where there is nothing to keep. The copy has its name only when all of it is on
 * the disk and was read back. @throws Unable; then no copy was begun, or what was begun is gone
 */
export function keepCopy(home: string, before: string): Copy | undefined {
  let aside: string | undefined;
  try {
    const files = filesOf(home);
    if (files.length === 0) return undefined;
    checkBackups(home);
    const made = new Date();
    const name = reserve(home, `${stampOf(made)}-before-${before.replaceAll(" ", "-")}`);
    aside = copyFolder(home, name + unfinished);
    for (const { path, bytes, mode } of files) {
      const file = join(aside, path);
      mkdirSync(dirname(file), { recursive: true });
      writeNew(file, bytes, mode);
    }
    const folders = new Set(files.flatMap(({ path }) => above(path)));
    for (const folder of folders) settle(join(aside, folder));
    renameSync(aside, copyFolder(home, name));
    settle(join(home, backups));
    settle(home);
    return { name, made, before, finished: true, files: files.length, bytes: sum(files.map(({ bytes }) => bytes.length)) };
  } catch (error) {
    if (aside !== undefined) discard(aside);
    throw refused(error, say(`No copy could be kept, so nothing was changed.`, `无法留下副本，所以什么都没有改动。`));
  }
}

function checkBackups(home: string): void {
  const folder = join(home, backups);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) throw new Unable(say(`${folder} is not a folder: it is in the way of the copies. ${untouched.en} Move it elsewhere and run it again.`, `${folder} 不是目录，副本没有地方放。${untouched.zh}请把它移到别处，再运行一次。`));
  mkdirSync(folder, { recursive: true });
}

/** Makes the folder `<name>.unfinished` and gives the name, with a number where a copy of this second is there already. */
function reserve(home: string, wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    const folder = copyFolder(home, name + unfinished);
    try {
      mkdirSync(folder);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      continue;
    }
    if (lstatSync(copyFolder(home, name), { throwIfNoEntry: false }) === undefined) return name;
    rmdirSync(folder);
  }
}

/** The folders on the way to a file, the outermost first: "" is the home. */
const above = (path: string): string[] => path.split("/").map((_part, at, parts) => parts.slice(0, at).join("/"));

/** All copies, the newest first. @throws Unable where their folder cannot be read */
export function copiesOf(home: string): Copy[] {
  try {
    const entries = entriesOf(join(home, backups)).filter((entry) => entry.isDirectory());
    const copies = entries.map(({ name }) => ({ copy: copyOf(home, name), laid: statSync(copyFolder(home, name), { bigint: true }).mtimeNs }));
    // A name tells the second; of two copies of one second, the folder tells which was laid last.
    const order = copies.sort((a, b) => b.copy.made.getTime() - a.copy.made.getTime() || Number(b.laid - a.laid));
    return order.map(({ copy }) => copy);
  } catch (error) {
    throw refused(error, untouched);
  }
}

function copyOf(home: string, name: string): Copy {
  const folder = copyFolder(home, name);
  const sizes = pathsOf(folder).map((path) => statSync(join(folder, path)).size);
  const read = /^(\d{4})-(\d\d)-(\d\d)-(\d\d)-(\d\d)-(\d\d)-before-(reset|restore|start-s\d\d)(?:-\d+)?(?:\.unfinished)?$/.exec(name);
  const [year = 0, month = 0, ...rest] = read?.slice(1, 7).map(Number) ?? [];
  return {
    name,
    made: read === null ? statSync(folder).mtime : new Date(year, month - 1, ...rest),
    before: read?.[7]?.replace("-", " "),
    finished: !name.endsWith(unfinished),
    files: sizes.length,
    bytes: sum(sizes),
  };
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
const two = (number: number): string => String(number).padStart(2, "0");
const partsOf = (time: Date): [string, string[]] => [[String(time.getFullYear()), two(time.getMonth() + 1), two(time.getDate())].join("-"), [two(time.getHours()), two(time.getMinutes()), two(time.getSeconds())]];

/** `2026-11-30-15-25-33`, in local time: what a person's clock showed. */
const stampOf = (time: Date): string => partsOf(time).flat().join("-");
/** `2026-11-30 15:25:33` */
export const timeText = (time: Date): string => `${partsOf(time)[0]} ${partsOf(time)[1].join(":")}`;

/** `426 B`, `12.3 kB` */
export const sizeText = (bytes: number): string => {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${at === 0 ? bytes : (bytes / 1000 ** at).toFixed(1)} ${units[at] ?? ""}`;
};
