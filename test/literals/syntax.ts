/** The literals and member names that stand in a spec file, read from its syntax tree. */
import { parseAst } from "vitest/node";

/**
 * `text`: a string; `piece`: of a template; `pattern`: a regular expression; `number`: an operand of a comparison;
 * `name`: a member that is read. `made`: given to a generator of scenarios or repeated, so a part of an input.
 */
export type Written = { as: "text" | "piece" | "pattern" | "number" | "name"; literal: string; clause?: string; line: number; made: boolean };

export type Node = { type: string; start: number; end: number; [member: string]: unknown };
type Context = { clause?: string; made: boolean };

export const treeOf = (source: string): Node => parseAst(source, { lang: "ts" }) as unknown as Node;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const nameOf = (node: unknown): string => (isNode(node) ? textOf(node.name) : "");
export const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []);
export const childrenOf = (node: Node): Node[] => Object.values(node).flatMap(nodesIn);

/** Types are erased: they compare nothing. Expressions that only carry a type are looked into. */
export const isErased = ({ type }: Node): boolean => type === "ImportDeclaration" || (type.startsWith("TS") && !["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"].includes(type));

const comparing = ["===", "!==", "<", "<=", ">", ">="];
/** fc.constantFrom("stop", "error"), "x".repeat(300): inputs. */
const making = ["constant", "constantFrom", "stringMatching", "repeat"];
/** lines.join("\n"): what stands between texts, not a text. */
const joining = ["join", "split"];

const isTypeof = (node: Node): boolean => node.type === "UnaryExpression" && node.operator === "typeof";
const chinese = /\p{Script=Han}/u;
const valueOf = (node: Node | undefined): string => (node?.type === "Literal" ? textOf(node.value) : "");

/** The first of `parts` and its Chinese: words of a card, wherever they are handed on. */
const words = (parts: Node[]): Node[] => parts.filter((part, at) => (valueOf(part) !== "" && chinese.test(valueOf(parts[at + 1]))) || chinese.test(valueOf(part)));

/** Everything in a spec file that could be compared with: all but imports, types, and what cards and errors say. */
export function written(source: string): Written[] {
  const found: Written[] = [];
  const note = (node: Node, as: Written["as"], literal: string, context: Context): void => void found.push({ ...context, as, literal, line: source.slice(0, node.start).split("\n").length });

  const call = (node: Node, context: Context): void => {
    const [callee] = nodesIn(node.callee);
    const given = nodesIn(node.arguments);
    const called = nameOf(callee) || nameOf(callee?.property);
    if (called === "say" || called === "Error") return;
    if (called === "clause" || called === "property") return given.slice(1).forEach((part) => visit(part, { ...context, clause: valueOf(given[0]) }));
    const inside = making.includes(called) ? { ...context, made: true } : context;
    if (callee !== undefined) visit(callee, called === "repeat" ? inside : context);
    const left = joining.includes(called) ? given.filter((part) => part.type !== "Literal") : given.filter((part) => !words(given).includes(part));
    for (const part of left) visit(part, inside);
  };

  const visit = (node: Node, context: Context): void => {
    if (isErased(node)) return;
    if (node.type === "CallExpression" || node.type === "NewExpression") return call(node, context);
    if (node.type === "ArrayExpression") {
      // ["in English", "中文", …]: the condition of a test in a table of tests.
      const parts = nodesIn(node.elements);
      const title = words(parts.slice(0, 2));
      return parts.filter((part) => !title.includes(part)).forEach((part) => visit(part, context));
    }
    if (node.type === "MemberExpression" && node.computed !== true) {
      nodesIn(node.object).forEach((part) => visit(part, context));
      return nodesIn(node.property).forEach((part) => note(part, "name", nameOf(part), context));
    }
    if (node.type === "BinaryExpression" && comparing.includes(textOf(node.operator))) {
      const sides = [...nodesIn(node.left), ...nodesIn(node.right)];
      for (const side of sides) if (side.type === "Literal" && typeof side.value === "number") note(side, "number", String(side.value), context);
      // typeof x === "string": the name of a type of the language.
      return sides.filter((side) => !(sides.some(isTypeof) && side.type === "Literal")).forEach((side) => visit(side, context));
    }
    if (node.type === "Literal" && isPattern(node)) note(node, "pattern", textOf(node.raw), context);
    else if (node.type === "Literal" && typeof node.value === "string") note(node, "text", node.value, context);
    if (node.type === "TemplateElement") note(node, "piece", pieceOf(node), context);
    childrenOf(node).forEach((child) => visit(child, context));
  };

  visit(treeOf(source), { made: false });
  return found;
}

const isPattern = (node: Node): boolean => typeof node.regex === "object" && node.regex !== null;
const pieceOf = ({ value }: Node): string => (typeof value === "object" && value !== null && "cooked" in value ? textOf(value.cooked) : "");

/** All nodes of a file, from the root on. */
function everyNode(source: string): Node[] {
  const all = [treeOf(source)];
  for (const node of all) all.push(...childrenOf(node));
  return all;
}

/** The texts and member names that the types of a file are made of. */
export const typeWords = (source: string): string[] =>
  everyNode(source).flatMap((node) => {
    if (node.type === "TSLiteralType") return nodesIn(node.literal).map(valueOf);
    return ["TSPropertySignature", "TSMethodSignature", "MethodDefinition", "PropertyDefinition"].includes(node.type) ? nodesIn(node.key).map(nameOf) : [];
  }).filter((word) => word !== "");

/** The names of the members of the objects that a file makes. */
export const objectWords = (source: string): string[] =>
  everyNode(source).flatMap((node) => (node.type === "Property" && node.computed !== true ? nodesIn(node.key).map((key) => nameOf(key) || valueOf(key)) : []));
