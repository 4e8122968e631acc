/** Where the links of a document lead: to a file that is there, and in it to a heading or an anchor that is there. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { blocksOf, chineseOf, linksOf, read, root, type Block } from "./document.ts";

/** @returns `line: sentence` for each link that leads nowhere, or to the other language's text */
export function linkFaults(file: string, text: string): string[] {
  const blocks = blocksOf(text);
  return linksOf(blocks).flatMap(({ to, line }) => {
    if (/^(?:https?|mailto|chrome|vscode):/.test(to)) return [];
    const [path = "", anchor] = to.split("#");
    const target = path === "" ? file : posix.join(dirname(file).split("\\").join("/"), decodeURI(path));
    if (!existsSync(join(root, target))) return [`${line}: there is no ${target}`];
    if (path !== "" && foreign(file, target)) return [`${line}: ${target} is in the other language; link ${chineseOf(target)}`];
    if (anchor === undefined || anchor === "") return [];
    if (!target.endsWith(".md") || statSync(join(root, target)).isDirectory()) return [`${line}: ${target} has no anchors`];
    const known = anchorsOf(path === "" ? blocks : blocksOf(read(target)));
    return known.has(decodeURI(anchor)) ? [] : [`${line}: ${target} has no heading or anchor #${anchor}`];
  });
}

/** A Chinese text leads to Chinese texts, save to its own English counterpart. */
const foreign = (file: string, target: string): boolean =>
  file.endsWith(".zh-CN.md") && target.endsWith(".md") && !target.endsWith(".zh-CN.md") && chineseOf(target) !== file && existsSync(join(root, chineseOf(target)));

/** By GitHub's rules: lower case, letters, digits, hyphens and underscores stay, a space is a hyphen, a repetition is numbered. */
export function anchorsOf(blocks: Block[]): Set<string> {
  const anchors = new Set<string>();
  for (const { token } of blocks) {
    for (const [, id = ""] of token.raw.matchAll(/<a id="([^"]+)"/g)) anchors.add(id);
    if (token.type !== "heading") continue;
    const text = String(token.text).replace(/<[^>]*>/g, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "");
    const slug = text.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");
    let name = slug;
    for (let count = 1; anchors.has(name); count += 1) name = `${slug}-${count}`;
    anchors.add(name);
  }
  return anchors;
}
