/** The form of a chapter's text: which parts stand where. Pure: a text in, complaints out. */
import { chapters } from "../../spec/harness/chapters.ts";
import type { Language } from "../../spec/harness/text.ts";
import { codeOf, shapeOf } from "../../src/docs/declarations.ts";
import { blocksOf, namesOf, sectionsOf, type Block, type Section } from "./document.ts";

type Words = { headings: readonly string[]; contract: readonly [string, string]; boundary: string; weld: string; colon: string; upgrade: RegExp; diff: string; source: string };

const words: Record<Language, Words> = {
  en: {
    headings: ["Problem", "Insight", "How it works", "The contract", "Try it", "Wiring into the main line", "Next", "Pi source trace"],
    contract: ["How it must behave", "Clauses"],
    boundary: "Pi boundary: ",
    weld: "**Weld point:**",
    colon: ": ",
    upgrade: /\*\*[^*]*\bupgrade\b[^*]*\baddition\b[^*]*\*\*/i,
    diff: "What the reference gained",
    source: "Where this lives in Pi 1.6.0",
  },
  zh: {
    headings: ["问题", "思路", "工作原理", "契约", "试一下", "接入主线", "接下来", "Pi 源码溯源"],
    contract: ["行为细则", "条款"],
    boundary: "Pi 边界：",
    weld: "**焊接点：**",
    colon: "：",
    upgrade: /\*\*[^*]*升级[^*]*新增[^*]*\*\*/,
    diff: "参考答案多了什么",
    source: "在 Pi 1.6.0 里的位置",
  },
};

/** They change what there was (U1), and say so. */
const upgrades = ["s03", "s07", "s11"];

/** @param reference the chapter's reference, to tell a whole body from a type @returns `line: sentence` */
export function templateFaults(text: string, chapter: string, language: Language, reference: string): string[] {
  const faults: string[] = [];
  const say = (line: number, sentence: string): void => void faults.push(`${line}: ${sentence}`);
  const blocks = blocksOf(text);
  headFaults(blocks, chapter, language, say);
  const sections = sectionsOf(blocks, 2);
  const { headings } = words[language];
  const titles = sections.map(({ title }) => title);
  if (titles.join("\n") !== headings.join("\n")) {
    say(1, `the headings of the second level must be ${headings.join(", ")}; they are ${titles.join(", ")}`);
    return faults;
  }
  for (const section of sections) if (section.blocks.length === 0) say(section.line, `${section.title} is empty`);
  const [, insight, works, contract, attempt, wiring, , trace] = sections;
  if (insight !== undefined && !insight.blocks.some(({ token }) => token.type === "table" && token.header.length === 3 && token.rows.length >= 2)) say(insight.line, "needs a table of trade-offs: three columns (option, gain, price) and two rows or more");
  if (works !== undefined) worksFaults(works, chapter, language, reference, say);
  if (contract !== undefined) contractFaults(contract, language, say);
  if (attempt !== undefined && !attempt.blocks.some(({ marker }) => marker?.startsWith("output: ") === true)) say(attempt.line, "needs the output of a command (a marker output:)");
  if (wiring !== undefined) wiringFaults(wiring, chapter, language, say);
  if (trace !== undefined) foldFaults(trace, words[language].source, () => true, say);
  if (blocks.at(-1)?.folds !== 0) say(1, "a <details> is not closed");
  return faults;
}

type Say = (line: number, sentence: string) => void;

function headFaults(blocks: Block[], chapter: string, language: Language, say: Say): void {
  const { boundary, colon } = words[language];
  const topic = chapters.find(({ id }) => id === chapter)?.title[language] ?? "";
  const [title, quote] = blocks;
  const text = title?.token.type === "heading" && title.token.depth === 1 ? title.token.text : "";
  if (!text.startsWith(`${chapter}: ${topic}${colon}`) || text.length === `${chapter}: ${topic}${colon}`.length) say(1, `the title must be "# ${chapter}: ${topic}${colon}…", with a point in one line`);
  const lines = quote?.token.type === "blockquote" ? quote.token.text.split("\n").filter((line: string) => line.trim() !== "") : [];
  if (lines.findIndex((line: string) => line.startsWith(boundary)) < 1) say(quote?.line ?? 1, `below the title stand quoted lines: a motto, then "${boundary}…"`);
}

function worksFaults({ blocks, line }: Section, chapter: string, language: Language, reference: string, say: Say): void {
  const bold = blocks.some(({ token }) => token.type === "paragraph" && words[language].upgrade.test(token.raw.replaceAll("\n", " ")));
  if (bold !== upgrades.includes(chapter)) say(line, bold ? "says that this is an upgrade, which it is not" : "must say in bold that this is an upgrade and not an addition");
  for (const { marker = "", line: at, folds } of blocks) {
    if (!marker.startsWith("code: ") || folds > 0) continue;
    for (const name of namesOf(marker)) if (codeOf(reference, name) !== shapeOf(reference, name)) say(at, `the body of ${name} must stand in a fold; shape: shows it without`);
  }
}

function contractFaults({ blocks, line }: Section, language: Language, say: Say): void {
  const [behaviour, clauses] = words[language].contract;
  const titles = blocks.flatMap(({ token }) => (token.type === "heading" && token.depth === 3 ? [token.text] : []));
  if (titles.join() !== [behaviour, clauses].join()) say(line, `needs the headings ### ${behaviour} and ### ${clauses}, and no other`);
  const table = blocks.findIndex(({ token }) => token.type === "html" && token.raw.includes("<!-- clauses:start -->"));
  if (table < blocks.findIndex(({ token }) => token.type === "heading" && token.text === clauses)) say(line, `the table of clauses belongs below ### ${clauses}`);
}

function wiringFaults(section: Section, chapter: string, language: Language, say: Say): void {
  const { weld, diff } = words[language];
  const { blocks, line } = section;
  const place = (is: (block: Block) => boolean): number => blocks.findIndex(is);
  const table = place(({ token }) => token.type === "table" && (token.header.length === 3 || (chapter === "s01" && token.header.length === 2)) && token.rows.length > 0);
  const point = place(({ token }) => token.type === "paragraph" && token.raw.startsWith(weld));
  if (table < 0) say(line, "needs the table of what changes: three columns");
  if (point < 0) say(line, `needs a paragraph that begins with ${weld}`);
  if (point < table) say(line, "the weld point stands below the table");
  foldFaults(section, diff, ({ marker }) => marker === `diff: ${chapter}`, say);
}

/** A fold with this summary, in it what is looked for. */
function foldFaults({ blocks, line }: Section, summary: string, holds: (block: Block) => boolean, say: Say): void {
  const open = blocks.findIndex(({ token }) => token.type === "html" && token.raw.includes(`<details><summary>${summary}</summary>`));
  if (open < 0) say(line, `needs a fold that begins with <details><summary>${summary}</summary>`);
  else if (!blocks.slice(open + 1).some((block) => block.folds > 0 && holds(block))) say(blocks[open]?.line ?? line, `the fold "${summary}" lacks what belongs into it`);
}
