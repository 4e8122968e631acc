/** Two lists side by side: which item that came is which one that was expected. */
import type { Json } from "../player/scenario.ts";
import { firstDifference, isFields } from "./show.ts";
import { nameOf, tame } from "./titles.ts";

export type Item = { value: Json; at: number };
export type Pair = { was: Item; is: Item };
export type Alignment = {
  /** equal, wherever they stand */
  same: Pair[];
  /** the same item, with other members */
  changed: Pair[];
  missing: Item[];
  extra: Item[];
};

/** Longest lists that are aligned, once what is equal at both ends is left out. */
const longest = 60;

/** Undefined for lists that differ in too many places. */
export function alignment(actual: Json[], expected: Json[], exact: boolean): Alignment | undefined {
  const fits = (is: Item, was: Item): boolean => firstDifference(is.value, was.value, exact) === undefined;
  const rest = { was: expected.map((value, at): Item => ({ value, at })), is: actual.map((value, at): Item => ({ value, at })) };
  /** Takes pairs out of the rest. */
  const take = (pairs: Pair[]): Pair[] => {
    const taken = new Set(pairs.flatMap(({ was, is }) => [was, is]));
    rest.was = rest.was.filter((one) => !taken.has(one));
    rest.is = rest.is.filter((one) => !taken.has(one));
    return pairs;
  };
  const ends = take(equalEnds(rest.is, rest.was, fits));
  if (Math.max(rest.was.length, rest.is.length) > longest) return undefined;
  const placed = [...ends, ...take(longestCommon(rest.is, rest.was, fits))];
  const moved = take(partners(rest.is, rest.was, fits));
  const named = take(partners(rest.is, rest.was, (is, was) => nameOf(was.value) !== undefined && nameOf(is.value) === nameOf(was.value)));
  const alike = take(partners(rest.is, rest.was, (is, was) => placed.every((pair) => pair.is.at < is.at === pair.was.at < was.at) && resembles(is.value, was.value)));
  return { same: [...placed, ...moved], changed: [...named, ...alike], missing: rest.was, extra: rest.is };
}

type Together = (is: Item, was: Item) => boolean;

/** The pairs that fit at the beginning and at the end. */
function equalEnds(came: Item[], wanted: Item[], fits: Together): Pair[] {
  const pairs: Pair[] = [];
  const short = Math.min(came.length, wanted.length);
  const add = (is: Item | undefined, was: Item | undefined): boolean => {
    if (is === undefined || was === undefined || !fits(is, was)) return false;
    pairs.push({ is, was });
    return true;
  };
  let start = 0;
  while (start < short && add(came[start], wanted[start])) start += 1;
  let end = 1;
  while (end <= short - start && add(came.at(-end), wanted.at(-end))) end += 1;
  return pairs;
}

/** The longest list of pairs that stand in one order on both sides, row by row. */
function longestCommon(came: Item[], wanted: Item[], fits: Together): Pair[] {
  let above: Pair[][] = [[], ...wanted.map((): Pair[] => [])];
  for (const is of came) {
    const row: Pair[][] = [[]];
    for (const [n, was] of wanted.entries()) {
      const [over, left, before] = [above[n + 1] ?? [], row[n] ?? [], above[n] ?? []];
      const best = over.length >= left.length ? over : left;
      row.push(before.length >= best.length && fits(is, was) ? [...before, { is, was }] : best);
    }
    above = row;
  }
  return above.at(-1) ?? [];
}

/** For each item the first of the others that goes together with it. */
function partners(came: Item[], wanted: Item[], together: Together): Pair[] {
  const free = [...came];
  return wanted.flatMap((was) => {
    const at = free.findIndex((is) => together(is, was));
    const [is] = at < 0 ? [] : free.splice(at, 1);
    return is === undefined ? [] : [{ is, was }];
  });
}

/** In one place these two are one item, changed: messages of one role, objects with a member in common. */
function resembles(is: Json, was: Json): boolean {
  if (!isFields(is) || !isFields(was)) return false;
  const [now, before] = [tame(is), tame(was)];
  if (before.role !== undefined && (before.role !== "toolResult" || before.toolCallId === undefined)) return now.role === before.role;
  return Object.keys(before).some((key) => key !== "role" && Object.hasOwn(now, key) && firstDifference(now[key], before[key] ?? null) === undefined);
}
