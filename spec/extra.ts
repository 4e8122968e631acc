/**
 * A teacher's own clauses: none. Where `kata grade --extra <folder>` is asked for, src/kata.mjs puts the clauses and the
 * test files of that folder in the place of this file.
 */
import type { Chapter } from "./harness/clause.ts";

export const extra: { chapter: Chapter | undefined; files: (() => Promise<unknown>)[] } = { chapter: undefined, files: [] };
