/** A document as its checks see it: headings, sections, fences, markers, tables, links, each with its line. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { marked, type Token } from "marked";
import { chapters } from "../../spec/harness/chapters.ts";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** `folds`: in how many <details> it stands; `marker`: the generated part's comment right above a fence. */
export type Block = { token: Token; line: number; folds: number; marker?: string };
export type Section = { title: string; depth: number; line: number; blocks: Block[] };

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let line = 1;
  let folds = 0;
  let marker: string | undefined;
  for (const token of marked.lexer(text)) {
    if (token.type === "html") folds += (token.raw.match(/<details/g)?.length ?? 0) - (token.raw.match(/<\/details/g)?.length ?? 0);
    if (token.type !== "space") blocks.push({ token, line, folds, ...(marker !== undefined && token.type === "code" ? { marker } : {}) });
    marker = /^<!-- ((?:code|shape|output|diff): .+) -->$/m.exec(token.type === "html" ? token.raw : "")?.[1];
    line += token.raw.split("\n").length - 1;
  }
  return blocks;
}

/** The parts of a document below its headings of a depth; what stands before the first has none. */
export function sectionsOf(blocks: Block[], depth: number): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    const { token, line } = block;
    if (token.type === "heading" && token.depth <= depth) sections.push({ title: token.text, depth: token.depth, line, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections.filter((section) => section.depth === depth);
}

export type Link = { to: string; line: number };

export function linksOf(blocks: Block[]): Link[] {
  return blocks.flatMap(({ token, line }) => {
    const links: Link[] = [];
    marked.walkTokens([token], (inner) => {
      if (inner.type === "link" || inner.type === "image") links.push({ to: String(inner.href), line });
    });
    return links;
  });
}

/** Every document of the repository, relative to it. */
export const documents: string[] = ["", "docs", "grading", ...chapters.map(({ id }) => `spec/${id}`)].flatMap((folder) =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith(".md")).map((name) => (folder === "" ? name : `${folder}/${name}`)),
);

/** Those in two languages: the English file and the Chinese one. */
export const pairs: [string, string][] = documents.filter((file) => file !== chineseOf(file) && documents.includes(chineseOf(file))).map((file) => [file, chineseOf(file)]);

export function chineseOf(file: string): string {
  return file.replace(/(?<!\.zh-CN)\.md$/, ".zh-CN.md");
}

/** The names of a marker `code: A, B.c`. */
export const namesOf = (marker: string): string[] => marker.slice(marker.indexOf(":") + 1).split(",").map((name) => name.trim());
