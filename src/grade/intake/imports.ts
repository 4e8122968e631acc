/** Which files a source could import by a relative path: more than it does import, never less. */

/** A relative path in quotes, and whether it stands where an import has its path. */
export type Mention = { path: string; imported: boolean };

const quoted = /(\b(?:from|import|require)\b\s*(?:\(\s*)?)?["'`](\.\.?\/[^"'`\n\r\\]+)["'`]/g;

export const mentionsIn = (source: string): Mention[] => [...source.matchAll(quoted)].map(([, word, path = ""]) => ({ path, imported: word !== undefined }));

const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json"];
/** A bundler takes a text file as well, where its whole name is given. */
const loaded = /\.(?:[cm]?[jt]s|[jt]sx|json|txt)$/;

/**
 * The files that a bundler may try for a mention.
 * @param from path of the importing file below the program's folder, with slashes
 * @returns paths below that folder; none where the mention leads out of it
 */
export function triedFor(path: string, from: string): string[] {
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return [];
    } else if (part !== "." && part !== "") parts.push(part);
  }
  const target = parts.join("/");
  const typed = target.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const indices = endings.map((ending) => (target === "" ? `index${ending}` : `${target}/index${ending}`));
  return [target, typed, typed.replace(/\.ts$/, ".tsx"), ...endings.map((ending) => target + ending), ...indices].filter((one, at, all) => loaded.test(one) && all.indexOf(one) === at);
}
