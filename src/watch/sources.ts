/** What a program may be made of: the source files in its folder and below. Their names and contents tell whether anything was saved. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export type Sources = {
  /** the folder of the entry and those below it: where a save can be noticed */
  folders: string[];
  /** the same for the same files with the same contents */
  digest: string;
  /** `unsettled`: the entry is missing or empty, as it is for a moment while an editor saves */
  entry: "there" | "unsettled";
};

const isSource = (name: string): boolean => /\.(?:[cm]?[jt]sx?|json)$/i.test(name);
const isForeign = (name: string): boolean => name.startsWith(".") || name === "node_modules" || name === "backups";
/** A folder that holds more than a program (a target in the home folder) is not read to its end. */
const most = { folders: 60, files: 200 };
const largest = 1_048_576;

/** @param known files that count wherever they lie: those the last bundle was made of */
export function readSources(entry: string, known: string[] = []): Sources {
  const folders: string[] = [];
  const files = new Set([entry, ...known]);
  const queue = [dirname(entry)];
  for (let folder = queue.shift(); folder !== undefined && folders.length < most.folders; folder = queue.shift()) {
    folders.push(folder);
    for (const found of entriesOf(folder)) {
      if (isForeign(found.name)) continue;
      if (found.isDirectory()) queue.push(join(folder, found.name));
      else if (isSource(found.name) && files.size < most.files) files.add(join(folder, found.name));
    }
  }
  const hash = createHash("sha1");
  for (const file of [...files].sort()) hash.update(`${file}\0${contentOf(file)}\0`);
  return { folders, digest: hash.digest("hex"), entry: contentOf(entry) === "" ? "unsettled" : "there" };
}

const entriesOf = (folder: string) => {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
};

/** Nothing for what is missing or no file; a file too large to be judged is known by its time. */
function contentOf(file: string): string {
  try {
    const { isFile, size, mtimeMs } = statOf(file);
    if (!isFile) return "";
    return size > largest ? `${size} ${mtimeMs}` : readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function statOf(file: string): { isFile: boolean; size: number; mtimeMs: number } {
  const found = statSync(file);
  return { isFile: found.isFile(), size: found.size, mtimeMs: found.mtimeMs };
}
