/** A copy of the repository in a temporary folder, with a workspace of its own: no test ever writes to the real one. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** @param name may hold spaces and umlauts: a learner's folder does */
export function scratchRepository(name = "pi-kata Übung"): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), "pi-kata-safety-"))), name);
  for (const part of ["src", "spec", "solution", "package.json", "package-lock.json", "kata.config.ts", "tsconfig.json"]) cpSync(join(root, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, "workspace"));
  cpSync(join(root, "src", "starter", "code.ts"), join(folder, "workspace", "code.ts"));
  linkPackages(folder);
  return folder;
}

/** Each package by a link: were the folder itself a link, the bundle would be made in the real one and work on its workspace. */
function linkPackages(folder: string): void {
  const to = join(folder, "node_modules");
  mkdirSync(to);
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name.startsWith(".") && name !== ".package-lock.json") continue;
    if (name === ".package-lock.json") cpSync(join(root, "node_modules", name), join(to, name));
    else symlinkSync(join(root, "node_modules", name), join(to, name), "junction");
  }
}

/** Every file below a folder, by its path with slashes; links and folders are not followed. */
export function filesBelow(folder: string): Map<string, Buffer> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file.slice(folder.length + 1).replaceAll("\\", "/"), readFileSync(file)]));
}
