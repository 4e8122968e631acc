/**
 * A right program told again with every free choice taken differently: other words in another language, other ids,
 * members in reverse order, further fields and exports, more log lines, other private names. What it does stays.
 */
import { childrenOf, isErased, nameOf, nodesIn, treeOf, type Node } from "../literals/syntax.ts";

const otherWords = "（换一种说法）";
/** What the contract spells out stays as it is, and so do escapes. */
const spelled = /(error: |max turns reached|\\u\w{4}|\\.)/;

/** @param source a program in the style of the reference */
export function retold(source: string): string {
  const tree = treeOf(source);
  const renamed = nodesIn(tree.body).filter(({ type }) => type === "FunctionDeclaration").map((node) => nameOf(nodesIn(node.id)[0]));
  const told = tell(tree, source)
    .replaceAll(/#(\w+)/g, "#own_$1")
    // The turn's output only: what a mode logs is spelled out.
    .replaceAll(/(?<![.\w])output\.log\((.*)\);/g, 'output.log("✻✻ 收到 ✻✻");\n        output.log($1);\n        output.log("✻✻ 完 ✻✻");');
  return `${renamed.reduce((text, name) => text.replaceAll(new RegExp(`(?<![.\\w])${name}\\b(?=\\(|\\)|,)`, "g"), `${name}_own`), told)}\nexport const 版本 = "一";\n`;
}

/** The source of a node, its parts told again. */
function tell(node: Node, source: string): string {
  if (isErased(node)) return source.slice(node.start, node.end);
  if (node.type === "ObjectExpression") return tellObject(node, source);
  if (node.type === "TemplateElement") return tellWords(source.slice(node.start, node.end), /\p{L}/u);
  if (node.type === "Literal" && typeof node.value === "string") return tellWords(source.slice(node.start, node.end), /\p{L} \p{L}/u);
  let told = "";
  let at = node.start;
  for (const part of childrenOf(node).sort((a, b) => a.start - b.start)) {
    if (part.start < at) continue;
    told += source.slice(at, part.start) + tell(part, source);
    at = part.end;
  }
  return told + source.slice(at, node.end);
}

/** Members in reverse, where none is a spread; messages, specs and events have one field more. */
function tellObject(node: Node, source: string): string {
  const members = nodesIn(node.properties);
  const told = members.map((member) => tell(member, source));
  const names = members.map((member) => nameOf(nodesIn(member.key)[0]));
  const more = ["role", "description", "type"].some((name) => names.includes(name)) && !names.includes("handler") ? ['...{ 备注: "多出来的" }'] : [];
  const ordered = members.some(({ type }) => type === "SpreadElement") ? told : told.reverse();
  return `{ ${[...more, ...ordered].join(", ")} }`;
}

/** The words of a text exchanged; a text without `prose` is a name of the contract's. */
function tellWords(text: string, prose: RegExp): string {
  if (!prose.test(text)) return text;
  return text
    .split(spelled)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/\p{L}[\p{L}\p{Pd}: ]*/gu, otherWords)))
    .join("");
}
