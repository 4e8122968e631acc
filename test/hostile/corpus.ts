/** Hostile and broken submissions, and honest ones that look odd, with what each must get. */
import type { Case } from "./case.ts";
import { files } from "./files.ts";
import { globals } from "./globals.ts";
import { honest } from "./honest.ts";
import { imports } from "./imports.ts";
import { turns } from "./turns.ts";

export const corpus: Case[] = [...honest, ...files, ...imports, ...turns, ...globals];
