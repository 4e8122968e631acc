/** Whether a chapter tells its story in words that it or an earlier chapter has explained. Pure. */
import type { Language } from "../../spec/harness/text.ts";
import { blocksOf, sectionsOf } from "./document.ts";
import { concepts, names, type Term } from "./terms.ts";

const narrative: Record<Language, string[]> = { en: ["Problem", "Insight", "How it works", "Next"], zh: ["问题", "思路", "工作原理", "接下来"] };

const terms: Term[] = [...concepts.map(({ chapter, name, en, zh }) => ({ chapter, name: `${name.en} (${name.zh})`, en, zh })), ...names];

/** @returns `line: sentence` for each line that uses a later chapter's term; generated parts are the chapter's own code */
export function vocabularyFaults(text: string, chapter: string, language: Language): string[] {
  const later = terms.filter((term) => term.chapter > chapter);
  return sectionsOf(blocksOf(text), 2)
    .filter(({ title }) => narrative[language].includes(title))
    .flatMap(({ title, blocks }) =>
      blocks.filter(({ marker, token }) => marker === undefined && !(token.type === "html" && token.raw.startsWith("<!--"))).flatMap(({ token, line }) =>
        token.raw.split("\n").flatMap((content, at) => {
          const words = content.replace(/\]\([^)]*\)/g, "]");
          return later.filter((term) => term[language].test(words)).map((term) => `${line + at}: ${title} says ${JSON.stringify(term[language].exec(words)?.[0])}, but ${term.name} comes in ${term.chapter}`);
        }),
      ),
    );
}
