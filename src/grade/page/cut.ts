/** Long texts are cut: a page is to be looked at, and `results.jsonl` has all of it. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import { words } from "./words.ts";

/** Characters of a text that are shown: in a list of students; in the panel; of a card; of what was printed. */
export const longest = { line: 300, text: 2000, card: 20_000, prints: 8000 };

export const cut = (text: string, limit: keyof typeof longest, language: Language): string => (text.length <= longest[limit] ? text : `${text.slice(0, longest[limit])}${limit === "line" ? " " : "\n"}${words.cut[language]}`);
