/**
 * The generated parts of a document: a marker comment on a line of its own, directly followed by a fence whose content
 * is replaced. What stands inside of a fence is no marker. Pure.
 */
import { Flaw } from "./flaw.ts";

const fences = { code: "```ts", shape: "```ts", output: "```text", diff: "```diff" } as const;

export type Kind = keyof typeof fences;
/** `line` counts from 1 and is the marker's own; its content stands in the lines from `from` to before `to`, from 0. */
export type Marker = { kind: Kind; argument: string; line: number; from: number; to: number };
export type Complaint = { line: number; sentence: string };

const comment = /^\s*<!--\s*(code|shape|output|diff)\b(.*?)-->\s*$/;
const argument = /^: (\S|\S.*\S) $/;

/** Every marker of a text, and what is wrong with those that are none. */
export function markersOf(text: string): { markers: Marker[]; complaints: Complaint[] } {
  const lines = text.split("\n");
  const markers: Marker[] = [];
  const complaints: Complaint[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, kind, rest = ""] = comment.exec(line) ?? [];
    if (kind !== undefined) {
      try {
        markers.push(markerAt(lines, at, kind as Kind, argument.exec(rest)?.[1]));
      } catch (error) {
        if (!(error instanceof Flaw)) throw error;
        complaints.push({ line: at + 1, sentence: error.message });
      }
    } else if (line.startsWith("```")) at = closing(lines, at + 1);
  }
  return { markers, complaints };
}

function markerAt(lines: string[], at: number, kind: Kind, named: string | undefined): Marker {
  if (named === undefined || !(lines[at] ?? "").startsWith("<!-- ")) throw new Flaw(`a marker is written \`<!-- ${kind}: … -->\`, from the first column on`);
  if (lines[at + 1] !== fences[kind]) throw new Flaw(`the line after the marker ${kind} must be ${fences[kind]}`);
  const to = closing(lines, at + 2);
  if (to === lines.length) throw new Flaw(`the fence after the marker ${kind} is not closed`);
  return { kind, argument: named, line: at + 1, from: at + 2, to };
}

function closing(lines: string[], from: number): number {
  const found = lines.indexOf("```", from);
  return found < 0 ? lines.length : found;
}

/** The text with new content in its fences; a fence whose content cannot be made stays as it is, with a complaint. */
export function filled(text: string, content: (marker: Marker) => string): { text: string; complaints: Complaint[] } {
  const { markers, complaints } = markersOf(text);
  const lines = text.split("\n");
  // From the end on, so that the places of those before stay true.
  for (const marker of markers.toReversed()) {
    try {
      const made = content(marker).split("\n");
      if (made.includes("```")) throw new Flaw("the content holds a line ``` itself and would end the fence");
      lines.splice(marker.from, marker.to - marker.from, ...made);
    } catch (error) {
      if (!(error instanceof Flaw)) throw error;
      complaints.push({ line: marker.line, sentence: error.message });
    }
  }
  return { text: lines.join("\n"), complaints: complaints.sort((one, other) => one.line - other.line) };
}
