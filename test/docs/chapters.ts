/** The chapters' texts, two languages each. */
import { chapters } from "../../spec/harness/chapters.ts";
import type { Language } from "../../spec/harness/text.ts";
import { read } from "./document.ts";

export type ChapterText = { id: string; file: string; language: Language; text: string };

const textAt = (id: string, name: string, language: Language): ChapterText => ({ id, language, file: `spec/${id}/${name}`, text: read(`spec/${id}/${name}`) });

export const texts: ChapterText[] = chapters
  .flatMap(({ id }) => [textAt(id, "README.md", "en"), textAt(id, "README.zh-CN.md", "zh")]);
