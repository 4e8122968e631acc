/** The reference of a chapter beside Pi, for tests: as it is, or with one edit that makes it wrong. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeImage } from "../../spec/harness/image.ts";
import { root } from "../../spec/harness/root.ts";
import type { Limits } from "../../spec/harness/subject.ts";
import { Duet } from "../compare/duet.ts";

const limits: Limits = { scenario: 5000, load: 5000, memory: 256 };

export async function duetOf(chapter: string, from = "", to = ""): Promise<Duet> {
  const file = join(root, "solution", chapter, "code.ts");
  if (from === "") return new Duet(await makeImage(file), limits);
  const text = readFileSync(file, "utf8");
  if (text.split(from).length !== 2) throw new Error(`${JSON.stringify(from)} does not stand once in ${file}`);
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-oracle-"));
  try {
    writeFileSync(join(folder, "code.ts"), text.replace(from, () => to));
    return new Duet(await makeImage(join(folder, "code.ts")), limits);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
