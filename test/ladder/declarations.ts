/**
 * The top-level declarations of a reference chapter. The reference is written in one plain style (a declaration starts
 * in the first column and ends where the next one, or its comment, starts), which this reader relies on and checks.
 */
export type Declaration = { name: string; exported: boolean; text: string; members: string[] };

const start = /^(export )?(?:async )?(?:type|interface|class|function\*?|const) (\w+)/;

/** @throws Error for a line in the first column that belongs to no declaration and is no comment */
export function declarationsOf(source: string): Map<string, Declaration> {
  const found = new Map<string, Declaration>();
  let lines: string[] = [];
  let head: RegExpExecArray | null = null;
  const close = (): void => {
    const name = head?.[2];
    if (head === null || name === undefined) return;
    const text = lines.join("\n").trimEnd();
    found.set(name, { name, exported: head[1] !== undefined, text, members: membersOf(text) });
    head = null;
  };
  for (const line of source.split("\n")) {
    const begins = start.exec(line);
    if (begins !== null) {
      close();
      head = begins;
      lines = [line];
    } else if (line.startsWith("//")) {
      close();
    } else if (head !== null) {
      lines.push(line);
    } else if (line.trim() !== "") {
      throw new Error(`no declaration: ${line}`);
    }
  }
  close();
  return found;
}

/** Names of fields and methods (two spaces in), union members and string literals of types. */
function membersOf(text: string): string[] {
  const members = [...text.matchAll(/^ {2}(?:readonly |async )?(#?\w+)\??[(:<=]/gm)].map((match) => match[1] ?? "");
  const inline = text.startsWith("export type") ? [...text.matchAll(/[{;] (\w+)\??:/g)].map((match) => match[1] ?? "") : [];
  const values = text.startsWith("export type") ? [...text.matchAll(/"(\w+)"/g)].map((match) => `"${match[1]}"`) : [];
  return [...new Set([...members, ...inline, ...values])];
}
