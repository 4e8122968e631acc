/** The tags of a page, read strictly: every attribute is quoted, every element that is opened is closed in its place. */
export type Tag = { name: string; attributes: string };

const alone = new Set(["meta", "input", "!doctype"]);

/** @throws Error where the markup is not well-formed */
export function tagsOf(page: string): Tag[] {
  const raw = page.replace(/<!--[\s\S]*?-->/g, "").replace(/(<(script|style)(?: [^<>]*)?>)[\s\S]*?(<\/\2>)/g, "$1$3");
  const found: Tag[] = [];
  const open: string[] = [];
  for (let at = raw.indexOf("<"); at >= 0; at = raw.indexOf("<", at + 1)) {
    const tag = /^<(\/?)([a-z!][a-z0-9]*)((?: [A-Za-z-]+(?:="[^"<>]*")?)*)>/.exec(raw.slice(at));
    if (tag === null) throw new Error(`no tag: ${raw.slice(at, at + 60)}`);
    const [, closing, name = "", attributes = ""] = tag;
    if (closing === "/") {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name}> closes <${last}>`);
    } else {
      found.push({ name, attributes });
      if (!alone.has(name)) open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(", ")}`);
  return found;
}
