/** A table as a spreadsheet writes it: commas, semicolons or tabs between the fields, quotes where they are needed. */

/** @returns its rows of fields, empty rows left out; undefined where a quote is opened and never closed */
export function rowsOf(text: string): string[][] | undefined {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quoted = text[at] === '"';
    const end = quoted ? closingQuote(text, at) : plainEnd(text, at, separator);
    if (end === undefined) return undefined;
    row.push(quoted ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end).trim());
    // What stands between a closing quote and the separator belongs to nothing.
    at = quoted ? plainEnd(text, end + 1, separator) : end;
    if (text[at] === separator && at + 1 < text.length) at += 1;
    else {
      rows.push(row);
      row = [];
      at += text.startsWith("\r\n", at) ? 2 : 1;
    }
  }
  return rows.filter((fields) => fields.some((field) => field !== ""));
}

/** The one of which the first line has most. */
function separatorOf(text: string): string {
  const [head = ""] = text.split(/\r\n|\r|\n/, 1);
  const count = (separator: string): number => head.replace(/"[^"]*"/g, "").split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}

function closingQuote(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at;
    at += 1;
  }
  return undefined;
}

function plainEnd(text: string, start: number, separator: string): number {
  let at = start;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}
