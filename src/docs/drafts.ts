/** Documents with their generated parts made anew, not yet written: what `npm run docs` writes and its test compares. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chapters, neighbour } from "../../spec/harness/chapters.ts";
import { root } from "../../spec/harness/root.ts";
import { comparisonPage } from "./comparison.ts";
import { codeOf, shapeOf } from "./declarations.ts";
import { differenceOf, type Version } from "./difference.ts";
import type { Document } from "./documents.ts";
import { excerptFrom, excerptOf, steady, type Call, type Ran } from "./excerpts.ts";
import { Flaw } from "./flaw.ts";
import { filled, markersOf, type Complaint, type Marker } from "./markers.ts";
import { keyOf, runAll } from "./outputs.ts";
import { clauseTable, withTable } from "./table.ts";

export type Draft = { document: Document; before: string; after: string; complaints: Complaint[] };

type Sources = { references: Map<string, Version>; ran: Map<string, Ran | Flaw> };

/** Reads the documents and the references, and runs every command that a marker names. */
export async function drafts(documents: Document[]): Promise<Draft[]> {
  const texts = await Promise.all(documents.map(async (document) => ({ document, text: await readFile(join(root, document.file), "utf8") })));
  const calls = texts.flatMap(({ document, text }) => callsOf(text).map((call) => ({ call, language: document.language })));
  const sources: Sources = { references: await references(), ran: await runAll(calls) };
  return texts.map(({ document, text }) => draftOf(document, text, sources));
}

async function references(): Promise<Map<string, Version>> {
  const read = chapters.map(async ({ id }): Promise<[string, Version]> => {
    const file = `solution/${id}/code.ts`;
    return [id, { file, source: await readFile(join(root, file), "utf8") }];
  });
  return new Map(await Promise.all(read));
}

/** What does not read as a command is complained of later, when its fence is filled. */
function callsOf(text: string): Call[] {
  return markersOf(text).markers.filter(({ kind }) => kind === "output").flatMap(({ argument }) => {
    try {
      return [excerptOf(argument)];
    } catch (error) {
      if (error instanceof Flaw) return [];
      throw error;
    }
  });
}

/** A document that is generated as a whole: the differences between the course and Pi. */
const comparison = /^docs\/pi-comparison\b/;

function draftOf(document: Document, before: string, sources: Sources): Draft {
  if (comparison.test(document.file)) return { document, before, after: comparisonPage(document.language), complaints: [] };
  const { text, complaints } = filled(before, (marker) => contentOf(marker, document, before, sources));
  const chapter = chapters.find(({ id }) => id === document.chapter);
  if (chapter === undefined) return { document, before, after: text, complaints };
  try {
    return { document, before, after: withTable(text, clauseTable(chapter, document.language)), complaints };
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    return { document, before, after: text, complaints: [...complaints, { line: 1, sentence: error.message }] };
  }
}

/** Outside of a chapter the finished program is shown. */
function contentOf(marker: Marker, { chapter = "s12", language }: Document, text: string, { references, ran }: Sources): string {
  const { kind, argument } = marker;
  if (kind === "output") {
    const excerpt = excerptOf(argument);
    const found = ran.get(keyOf(excerpt, language));
    if (found === undefined) throw new Error(`${excerpt.command} was not run`);
    if (found instanceof Flaw) throw found;
    return steady(text.split("\n").slice(marker.from, marker.to).join("\n"), excerptFrom(found, excerpt));
  }
  if (kind === "diff") {
    const after = references.get(argument);
    if (after === undefined) throw new Flaw(`a diff is of a chapter, s01 to s12, not of ${argument}`);
    return differenceOf(references.get(neighbour(argument, -1)?.id ?? ""), after);
  }
  const { source = "" } = references.get(chapter) ?? {};
  const show = kind === "code" ? codeOf : shapeOf;
  return argument.split(/\s*,\s*/).map((name) => show(source, name)).join("\n\n");
}
