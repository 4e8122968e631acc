/** Declarations of a reference as documents show them: whole, or without their bodies. Pure: text in, text out. */
import { piecesOf } from "../report/changes.ts";
import { Flaw } from "./flaw.ts";

/** A member of a class or of a type in braces, with the comment above it, moved to the first column. */
type Member = { name: string; hidden: boolean; text: string };

const modifiers = /^(?:(?:public|private|protected|static|async|readonly|get|set) )*\*?([#\w$]+)/;

/** @param name `ToolCall`, or one member alone: `ToolRegistry.run` @throws Flaw where the source declares no such thing */
export function codeOf(source: string, name: string): string {
  const [owner = "", member] = name.split(".");
  const text = pieceOf(source, owner);
  return member === undefined ? text : memberOf(text, owner, member).text;
}

/** The same without bodies: a function is its signature, a class what its users see of it. @throws Flaw */
export function shapeOf(source: string, name: string): string {
  const [owner = "", member] = name.split(".");
  const text = pieceOf(source, owner);
  if (member !== undefined) return signature(memberOf(text, owner, member).text);
  if (/^(?:export )?(?:async )?function\b/m.test(text)) return signature(text);
  if (!/^(?:export )?class\b/m.test(text)) return text;
  const { head, members, tail } = membersOf(text);
  return [...head, ...members.filter(({ hidden }) => !hidden).flatMap((one) => indented(signature(one.text))), tail].join("\n");
}

function pieceOf(source: string, name: string): string {
  const found = piecesOf(source).find((piece) => piece.name === name);
  if (found === undefined) throw new Flaw(`the reference declares no ${name}`);
  return found.text;
}

function memberOf(text: string, owner: string, name: string): Member {
  const found = membersOf(text).members.find((one) => one.name === name);
  if (found === undefined) throw new Flaw(`${owner} of the reference has no ${name}`);
  return found;
}

/** A declaration cut at its members; `head` ends with the line that opens the braces. */
export function membersOf(text: string): { head: string[]; members: Member[]; tail: string } {
  const lines = text.split("\n");
  const open = lines.findIndex((line) => line.endsWith("{"));
  if (open < 0 || !/^};?$/.test(lines.at(-1) ?? "")) return { head: lines, members: [], tail: "" };
  const groups: string[][] = [];
  for (const line of lines.slice(open + 1, -1)) {
    const group = groups.at(-1);
    const begins = /^ {2}[^\s})\]]/.test(line) && !(group?.at(-1) ?? "").startsWith("  //");
    if (group === undefined || begins) groups.push([line]);
    else group.push(line);
  }
  return { head: lines.slice(0, open + 1), members: groups.map(memberFrom), tail: lines.at(-1) ?? "" };
}

function memberFrom(lines: string[]): Member {
  const text = lines.map((line) => line.replace(/^ {2}/, "")).join("\n").trim();
  const first = text.split("\n").find((line) => !line.startsWith("//")) ?? "";
  const name = modifiers.exec(first)?.[1] ?? "";
  return { name, hidden: name.startsWith("#") || first.startsWith("private "), text };
}

/** A body is what stands between a line that ends with its brace and the brace in the first column that closes it. */
function signature(text: string): string {
  const lines = text.split("\n");
  const open = lines.findIndex((line) => line.endsWith(" {") && !line.startsWith("//"));
  if (open < 0 || lines.at(-1) !== "}") return text;
  return [...lines.slice(0, open), `${lines[open]} … }`].join("\n");
}

const indented = (text: string): string[] => text.split("\n").map((line) => (line === "" ? "" : `  ${line}`));
