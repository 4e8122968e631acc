/** The folder of the repository, found from wherever this code runs: the source, or the bundle that src/kata.mjs makes. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function find(from: string): string {
  if (existsSync(join(from, "spec", "player", "main.ts"))) return from;
  const above = dirname(from);
  if (above === from) throw new Error("the kata runs outside of its repository");
  return find(above);
}

export const root = find(dirname(fileURLToPath(import.meta.url)));
export const specFolder = join(root, "spec");
