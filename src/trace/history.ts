/** The history as entries with parents, whether the program keeps a list or a tree. Pure. */
import { isFields } from "../../spec/harness/played.ts";
import { show } from "../../spec/harness/show.ts";
import type { Json } from "../../spec/player/scenario.ts";

/** `parent`: index of the entry before it, -1 for none; `row`: index of the row that shows it being added. */
export type Entry = { text: string; role: string; parent: number; row: number };

/** `added`: indices of entries that are new; `changed`: earlier ones are not what they were. */
export type Grown = { entries: Entry[]; leaf: number; added: number[]; changed: boolean };

/** More would be no drawing any more. */
const most = 200;

/**
 * @param before the entries so far
 * @param path the current path: all of the history below s07
 * @param tree all entries, from s07
 * @param row the number of rows so far: the first new entry is added in the next one
 */
export function grown(before: Entry[], path: Json, tree: Json | undefined, row: number): Grown {
  const entries = tree === undefined ? fromList(path) : fromTree(tree);
  const same = (at: number): boolean => before[at]?.text === entries[at]?.text && before[at]?.parent === entries[at]?.parent;
  const kept = before.findIndex((_entry, at) => !same(at));
  const first = kept < 0 ? before.length : kept;
  const changed = kept >= 0;
  const added = entries.flatMap((_entry, at) => (at >= first ? [at] : []));
  // The note on what has changed takes a row of its own.
  const start = row + (changed ? 1 : 0);
  const placed = entries.map((entry, at) => ({ ...entry, row: at < first ? (before[at]?.row ?? row) : start + at - first }));
  return { entries: placed, leaf: tree === undefined ? entries.length - 1 : leafOf(entries, path), added, changed };
}

function fromList(path: Json): Entry[] {
  return listOf(path).map((message, at) => ({ ...told(message), parent: at - 1, row: 0 }));
}

function fromTree(tree: Json): Entry[] {
  const known = new Map<Json, number>();
  return listOf(tree).map((entry, at) => {
    const { id = null, parentId = null, ...message } = isFields(entry) ? entry : { role: show(entry) };
    // A parent stands before its children; what says otherwise is drawn as a root.
    const parent = known.get(parentId) ?? -1;
    known.set(id, at);
    return { ...told(message), parent, row: 0 };
  });
}

const listOf = (value: Json): Json[] => (Array.isArray(value) ? value.slice(0, most) : []);

function told(message: Json): { text: string; role: string } {
  const role = isFields(message) && typeof message.role === "string" ? message.role : "?";
  return { text: show(message), role };
}

/** The entry whose way from the root reads like the current path; of several the one added last. */
function leafOf(entries: Entry[], path: Json): number {
  const wanted = listOf(path).map((message) => told(message).text).join("\n");
  return entries.findLastIndex((_entry, at) => wayTo(entries, at).map((each) => entries[each]?.text).join("\n") === wanted);
}

/** The indices from a root to an entry. */
export function wayTo(entries: Entry[], at: number): number[] {
  const way: number[] = [];
  for (let each = at; each >= 0; each = entries[each]?.parent ?? -1) way.push(each);
  return way.reverse();
}

/** An entry in a drawing: `rail` are the branches left of it, `opens` whether it starts one. */
export type Drawn = { at: number; rail: string; opens: boolean };

/** All entries, a branch after the other, each under its parent; only a fork indents. */
export function drawn(entries: Entry[]): Drawn[] {
  const children = new Map<number, number[]>();
  for (const [at, { parent }] of entries.entries()) children.set(parent, [...(children.get(parent) ?? []), at]);
  const lines: Drawn[] = [];
  const open = starts(children.get(-1) ?? [], "");
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    lines.push({ at: next.at, rail: next.rail, opens: next.opens });
    open.unshift(...starts(children.get(next.at) ?? [], next.below));
  }
  return lines;
}

type Start = Drawn & { below: string };

function starts(at: number[], below: string): Start[] {
  const fork = at.length > 1;
  return at.map((each, index) => {
    if (!fork) return { at: each, rail: below, opens: false, below };
    const last = index === at.length - 1;
    return { at: each, rail: `${below}${last ? "└─" : "├─"}`, opens: true, below: `${below}${last ? "  " : "│ "}` };
  });
}
