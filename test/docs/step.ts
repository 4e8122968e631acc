/** Whether a document and its Chinese counterpart are in step: headings, code, generated parts, tables, folds, links. Pure. */
import { blocksOf, linksOf, type Block } from "./document.ts";

/** What is compared, each as a list of lines: `what it is`, then where it stands. */
type Trait = { what: string; items: { text: string; line: number }[] };

export function stepFaults(english: string, chinese: string): string[] {
  const [en, zh] = [traitsOf(english), traitsOf(chinese)];
  return en.flatMap(({ what, items }, at) => {
    const others = zh[at]?.items ?? [];
    const differs = Array.from({ length: Math.max(items.length, others.length) }, (_, index) => index).find((index) => items[index]?.text !== others[index]?.text);
    if (differs === undefined) return [];
    const told = (item: Trait["items"][number] | undefined): string => (item === undefined ? "none" : `${JSON.stringify(item.text)} (line ${item.line})`);
    return [`${what} differ at number ${differs + 1}: ${told(items[differs])} in English, ${told(others[differs])} in Chinese`];
  });
}

function traitsOf(text: string): Trait[] {
  const blocks = blocksOf(text);
  const all = (read: (block: Block) => string | undefined): Trait["items"] => blocks.flatMap((block) => {
    const found = read(block);
    return found === undefined ? [] : [{ text: found, line: block.line }];
  });
  return [
    { what: "headings", items: all(({ token }) => (token.type === "heading" ? "#".repeat(token.depth) : undefined)) },
    { what: "code blocks", items: all(({ token }) => (token.type === "code" ? codeOf(token.lang ?? "", token.text) : undefined)) },
    { what: "generated parts", items: all(({ marker }) => marker?.replace(/; (?:from|to): .*$/, "")) },
    { what: "tables", items: all(({ token }) => (token.type === "table" ? `${token.header.length} columns, ${token.rows.length} rows` : undefined)) },
    { what: "lists", items: all(({ token }) => (token.type === "list" ? `${token.ordered === true ? "ordered" : "unordered"}, ${token.items.length} items` : undefined)) },
    { what: "folds", items: all(({ token, folds }) => (token.type === "html" && /<\/?details/.test(token.raw) ? `depth ${folds}` : undefined)) },
    { what: "links", items: linksOf(blocks).map(({ to, line }) => ({ text: placeOf(to), line })).sort((one, other) => (one.text < other.text ? -1 : 1)) },
  ];
}

/** Code without its comments, which are in the reader's language; of a text (an output, a drawing) only that it is there. */
function codeOf(language: string, text: string): string {
  if (language === "text") return "text";
  if (language === "diff") return text;
  return `${language}\n${text.replace(/\/\*.*?\*\/|\s*\/\/.*$/gm, "").replace(/(^|\s)#.*$/gm, "").trim()}`;
}

/** Each links to documents in its own language, whose headings have anchors of their own; a clause has the same in both. */
function placeOf(to: string): string {
  const [path = "", anchor] = to.replace(".zh-CN.md", ".md").split("#");
  if (anchor === undefined) return path;
  return /^s\d\d\.\d+$/.test(anchor) ? `${path}#${anchor}` : `${path}#…`;
}
