/** Hashes of what judges: a grade with other ones was given by other rules. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../../spec/harness/root.ts";
import type { HandedIn } from "./record.ts";

/** The files of the specs, and those of a teacher's own clauses: sha256 over names and contents. */
export const suiteHash = (extra: string | undefined): string => hashOf([...filesBelow(join(root, "spec"), /\.ts$/), ...(extra === undefined ? [] : filesBelow(extra, /\.ts$/))]);

/** The tool: its sources and the packages it was installed with. */
export const toolHash = (): string => hashOf([...filesBelow(join(root, "src"), /\.(?:ts|mjs)$/), { name: "package-lock.json", file: join(root, "package-lock.json") }]);

/** sha256 of a value's JSON text. */
export const digestOf = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/** Whether two submissions are the same bytes, wherever the files lie. */
export const isSameText = (one: HandedIn | undefined, other: HandedIn | undefined): boolean => sumsOf(one) === sumsOf(other);

const sumsOf = (file: HandedIn | undefined): string => JSON.stringify(file === undefined ? null : [file.sha256, ...(file.others ?? []).map(({ sha256 }) => sha256)]);

type Named = { name: string; file: string };

function filesBelow(folder: string, wanted: RegExp): Named[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && wanted.test(entry.name));
  return entries.map((entry) => join(entry.parentPath, entry.name)).map((file) => ({ name: relative(folder, file).replaceAll("\\", "/"), file }));
}

/** Line ends are left out: a checkout on Windows may have others. */
function hashOf(files: Named[]): string {
  const hash = createHash("sha256");
  for (const { name, file } of files.sort((a, b) => (a.name < b.name ? -1 : 1))) hash.update(JSON.stringify([name, readFileSync(file, "utf8").replaceAll("\r\n", "\n")]));
  return hash.digest("hex");
}
