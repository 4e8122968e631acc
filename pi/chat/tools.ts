/** The two tools of a chat. They only look, and only below one folder. What they say is read by a model, in English. */
import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, type Dirent } from "node:fs";
import type { Tool } from "../../solution/s12/code.ts";
import { isHidden, placeBelow } from "./place.ts";

const largest = 64 * 1024;
const mostNames = 500;

/** @param folder absolute; nothing outside of it is reached */
export const toolsBelow = (folder: string): Tool[] => [
  {
    spec: { name: "read_file", description: "Reads one text file below the current folder. The person is asked first.", input: { path: "the file, relative to the current folder, such as src/main.ts" } },
    handler: ({ path = "" }) => readText(placeBelow(folder, path), path),
  },
  {
    spec: { name: "list_folder", description: "Lists the names in one folder at or below the current folder. The person is asked first.", input: { path: "the folder, relative to the current folder; . is the current folder itself" } },
    handler: ({ path = "" }) => listNames(placeBelow(folder, path), path),
  },
];

function readText(file: string, name: string): string {
  const open = openFile(file, name);
  try {
    const found = fstatSync(open);
    if (found.isDirectory()) throw new Error(`${name} is a folder; list_folder tells what is in it`);
    if (!found.isFile()) throw new Error(`${name} is not a regular file`);
    if (found.size > largest) throw new Error(`${name} has ${found.size} bytes; at most ${largest} are read`);
    const bytes = Buffer.alloc(largest + 1);
    const text = bytes.subarray(0, fill(open, bytes));
    if (text.length > largest) throw new Error(`${name} grew while it was read`);
    if (!isUtf8(text) || text.includes(0)) throw new Error(`${name} is not UTF-8 text`);
    return text.toString("utf8");
  } finally {
    closeSync(open);
  }
}

/** A pipe would keep a plain open waiting for a writer. */
function openFile(file: string, name: string): number {
  try {
    return openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new Error(`${name} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown reason"})`);
  }
}

function fill(open: number, bytes: Buffer): number {
  let length = 0;
  for (let got = -1; got !== 0 && length < bytes.length; length += got) got = readSync(open, bytes, length, bytes.length - length, null);
  return length;
}

/** Hidden names are left out. A folder ends with /, a link with @. */
function listNames(folder: string, name: string): string {
  const entries = entriesOf(folder, name).filter((entry) => !isHidden(entry.name));
  const names = entries.map((entry) => entry.name + (entry.isDirectory() ? "/" : entry.isSymbolicLink() ? "@" : "")).sort();
  const more = names.length - mostNames;
  return names.length === 0 ? "(nothing that is not hidden)" : [...names.slice(0, mostNames), ...(more > 0 ? [`(and ${more} more)`] : [])].join("\n");
}

function entriesOf(folder: string, name: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(code === "ENOTDIR" ? `${name} is a file; read_file reads it` : `${name} cannot be listed (${code ?? "unknown reason"})`);
  }
}
