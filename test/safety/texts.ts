/** A learner's files as bytes, odd ones among them, and what is put in their place. */
import type { Kept } from "../../src/copies.ts";

const text = (path: string, content: string | Uint8Array): Kept => ({ path, bytes: Buffer.from(content), mode: 0o644 });

export const mine: Kept[] = [
  text("code.ts", "\ufeffexport const mine = 1;\r\n// Übung 练习\n".repeat(2000)),
  text("lib/tool.ts", Buffer.from("export const tool = 2;\n", "utf16le")),
  text("lib/data.bin", Uint8Array.from({ length: 70_000 }, (_byte, at) => (at * 31) % 256)),
  text("empty.ts", ""),
];

export const wanted: Kept[] = [text("code.ts", "export {};\n"), text("lib/tool.ts", "export const other = 3;\n"), text("lib/new.ts", "export const fresh = 4;\n")];

/** What an editor saves meanwhile. */
export const edited = Buffer.from("// saved while the kata ran\n");
