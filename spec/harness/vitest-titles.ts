/**
 * For an editor that lists tests without running anything: vitest reads the source of a test file and looks for calls of
 * `test` with a title. So each `clause(` of a spec gets one beside it, on its own line, which never runs:
 * `(0 && test("s04.1 MUST …: one call"), clause)("s04.1", …)`. What is only known when the file runs (a test opened in a
 * loop) gets a pattern, as `test.each` has.
 */
import type { Plugin } from "vitest/config";
import { chapterOf, clauseOf } from "./chapters.ts";
import type { Clause } from "./clause.ts";

/** The title of a test. */
export const titleOf = (clause: Clause, condition: string): string => `${clause.id} ${clause.keyword} ${clause.en}: ${condition}`;

export const staticTitles: Plugin = {
  name: "kata-static-titles",
  enforce: "pre",
  transform(source, file) {
    if (!/\/spec\/(?:s\d\d\/[\w.-]+|types)\.test\.ts$/.test(file)) return undefined;
    // Lines stay lines: in the source map each stands for itself, as a whole.
    const mappings = `AAAA${";AACA".repeat(source.split("\n").length - 1)}`;
    return { code: withTitles(source), map: { version: 3, names: [], sources: [file], sourcesContent: [source], mappings } };
  },
};

/** A call that opens a test: what is called, its clause, if written out, and the English of its condition, if written out. */
const opening = /^(\s*)(clause|property|types)\((?=(?:"(s\d\d\.\d+)"|[^,]+), (?:say\((?:"((?:[^"\\]|\\.)*)"|'([^'\\]*)'|`((?:[^`\\]|\\.)*)`),)?)/gm;

/** The source of a spec file with the titles of its tests. */
export function withTitles(source: string): string {
  return source.replace(opening, (_call, indent: string, name: string, id?: string, double?: string, single?: string, template?: string) => {
    const condition = double === undefined ? (single ?? template?.replace(/\$\{[^}]*\}/g, "%s") ?? "%s") : (JSON.parse(`"${double}"`) as string);
    const title = id === undefined ? `%s: ${condition}` : titleOf(clauseOf(id), condition);
    const tags = id === undefined ? "" : `, { tags: ["${chapterOf(id)}", "${id}"] }`;
    // vitest reads a title as it is written, escapes and all, and vite writes every string in double quotes.
    const said = /`|\$\{/.test(title) ? `"${title.replaceAll('"', "%s")}"` : `\`${title}\``;
    return `${indent}(0 && test${said.includes("%s") ? ".each([])" : ""}(${said}${tags}), ${name})(`;
  });
}
