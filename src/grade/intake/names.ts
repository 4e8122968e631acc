/** Names as a class folder has them: compared, sorted and shown. A name is never given to a shell, and no name is too odd to be kept. */
import { isUtf8 } from "node:buffer";
import { safe } from "../../report/terminal.ts";

/** A name of the disk as text; where it is no UTF-8, its bytes are spelled `\xd5`, so that two such names stay two. */
export const spelling = (name: Buffer): string =>
  isUtf8(name) ? name.toString("utf8") : name.toString("latin1").replace(/[\x80-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);

/** Two ids are of one student where these are equal: neither case nor Unicode form counts. The Turkish dotless i is a letter of its own. */
export const folded = (id: string): string => id.normalize("NFC").replace(/[^ı]+/g, (part) => part.toUpperCase().toLowerCase()).normalize("NFC");

/** Letters and digits alone: what is left of a name where a course system writes it its own way. */
export const squeezed = (name: string): string => folded(name).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");

/** Those of one student together, where there are more than one. */
export function shared<T>(all: T[], id: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = folded(id(one));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** The order of code points, which is that of the UTF-8 bytes. */
export const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const longest = 100;

/** A name as a sentence shows it: on one line, not endless, in quotes unless it is an ordinary one. */
export function shown(name: string): string {
  const short = name.length > longest ? `${name.slice(0, longest).replace(/[\ud800-\udbff]$/, "")}…` : name;
  const plain = safe(short).replace(/[\t\n\u061c\u200b\u200c\u200e\u200f\ufeff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return /^[\p{L}\p{M}\p{N}._/-]+$/u.test(plain) ? plain : `"${plain}"`;
}

/** What systems and tools leave behind and nobody handed in. */
export const isLitter = (name: string): boolean => /^(__MACOSX|Thumbs\.db|desktop\.ini|\._.*|\.(DS_Store|git.*|svn|hg|idea|vscode|Trash.*|Spotlight-V100|fseventsd|nfs.*))$/i.test(name);

/** Hidden: no id that anybody would choose, but one all the same. */
export const isHidden = (name: string): boolean => name.startsWith(".");

/** Folders in which no learner's program is looked for. */
export const isPassedOver = (name: string): boolean => isHidden(name) || isLitter(name) || name === "node_modules" || name === "backups";

export const isArchive = (name: string): boolean => /\.(zip|7z|rar|tar|t?gz|tgz|bz2|xz)$/i.test(name);
