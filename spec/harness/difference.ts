/**
 * How what came differs from what was expected, in the scenario's words: messages, results and tools by their names,
 * missing, extra, out of order or changed. A failed comparison (judge.ts) puts it on its card.
 */
import type { Json } from "../player/scenario.ts";
import { alignment, type Pair } from "./alignment.ts";
import { firstDifference, isFields, type Fields } from "./show.ts";
import { say, type Text } from "./text.ts";
import { brief, isVandalised, joined, listed, nameOf, nth, ownerOf, titleOf } from "./titles.ts";

/** Most sentences that a card can bear. */
const most = 3;

/** The differences, one a line; undefined where expected and got already say it all. */
export function differenceText(actual: Json | undefined, expected: Json, exact: boolean): Text | undefined {
  const found = differences(actual, expected, exact, undefined);
  const lines = found.length <= most ? found : [...found.slice(0, most - 1), say(`and ${found.length - most + 1} more differences`, `另外还有 ${found.length - most + 1} 处不同`)];
  if (isVandalised(actual) && !isVandalised(expected)) {
    lines.push(say('"vandal" is what the scenario wrote into an object that your program still uses', '"vandal" 是场景从外面写进去的，而你的程序还在用同一个对象'));
  }
  return lines.length === 0 ? undefined : say(lines.map((one) => one.en).join("\n"), lines.map((one) => one.zh).join("\n"));
}

/** `where`: whose value is compared, undefined for the whole. */
function differences(actual: Json | undefined, expected: Json, exact: boolean, where: Text | undefined): Text[] {
  if (Array.isArray(actual) && Array.isArray(expected)) return listDifferences(actual, expected, exact, where);
  if (isFields(actual) && isFields(expected)) return fieldDifferences(actual, expected, exact, where);
  if (firstDifference(actual, expected, exact) === undefined) return [];
  const told = typeof actual === "string" && typeof expected === "string" ? textDifference(actual, expected) : undefined;
  if (told !== undefined) return [say(`${where?.en ?? "it"} ${told.en}`, joined(where?.zh ?? "它", told.zh))];
  return where === undefined ? [] : [say(`${where.en} is ${brief(actual)}, not ${brief(expected)}`, joined(where.zh, "应为", brief(expected), "，实为", brief(actual)))];
}

function fieldDifferences(actual: Fields, expected: Fields, exact: boolean, where: Text | undefined): Text[] {
  const member = (key: string): Text => say(where === undefined ? `\`${key}\`` : `\`${key}\` of ${where.en}`, where === undefined ? `\`${key}\`` : joined(where.zh, "的", `\`${key}\``));
  const found = Object.entries(expected).flatMap(([key, wanted]) => {
    const place = member(key);
    return Object.hasOwn(actual, key) ? differences(actual[key], wanted, exact, place) : [say(`${place.en} is missing`, joined("缺少", place.zh))];
  });
  const extra = exact ? Object.keys(actual).filter((key) => !Object.hasOwn(expected, key) && key !== "vandal").map(member) : [];
  return [...found, ...extra.map(({ en, zh }) => say(`${en} should not be there`, joined(zh, "不该出现")))];
}

function listDifferences(actual: Json[], expected: Json[], exact: boolean, where: Text | undefined): Text[] {
  if (actual.length === expected.length && expected.every(Array.isArray)) return expected.flatMap((value, at) => differences(actual[at], value, exact, where));
  const aligned = alignment(actual, expected, exact);
  if (aligned === undefined) return actual.length === expected.length ? [] : [say(`${actual.length} items, not ${expected.length}`, `应有 ${expected.length} 项，实有 ${actual.length} 项`)];
  const { same, changed, missing, extra } = aligned;
  const [inside, within] = where === undefined ? ["", ""] : [` in ${where.en}`, joined(where.zh, "里")];
  const names = new Set([...same, ...changed].flatMap(({ was }) => nameOf(was.value) ?? []));
  const isAgain = (value: Json): boolean => names.has(nameOf(value) ?? "") || same.some(({ is }) => firstDifference(is.value, value, exact) === undefined);
  // An array that was spoilt from outside has an item more: that is told elsewhere.
  const added = extra.filter((one) => !isVandalised(one.value));
  const [again, others] = [added.filter((one) => isAgain(one.value)), added.filter((one) => !isAgain(one.value))];
  const found = again.length > 0 ? [] : orderDifference(same);
  if (missing.length > 0) {
    const titles = listed(missing.map((one) => titleOf(one.value)));
    found.push(say(`${titles.en} ${missing.length === 1 ? "is" : "are"} missing${inside}`, joined(within, "少了", titles.zh)));
  }
  for (const title of new Map(again.map((one) => [titleOf(one.value).en, titleOf(one.value)])).values()) {
    const times = again.filter((one) => titleOf(one.value).en === title.en).length + 1;
    found.push(say(`${title.en} is there ${times === 2 ? "twice" : `${times} times`}${inside}`, joined(within, title.zh, `出现了 ${times} 次`)));
  }
  if (others.length > 0) {
    const titles = listed(others.map((one) => titleOf(one.value)));
    found.push(say(`${titles.en} should not be there${inside}`, joined(within, "多了", titles.zh)));
  }
  return [...found, ...changed.flatMap((pair) => changes(pair, expected, exact))];
}

function changes({ is, was }: Pair, expected: Json[], exact: boolean): Text[] {
  const owner = ownerOf(was.value, expected, was.at);
  if (isVandalised(is.value) && !isVandalised(was.value)) return [say(`${owner.en} was changed from outside`, joined(owner.zh, "被人从外面改掉了"))];
  return differences(is.value, was.value, exact, owner);
}

/** The first two that stand in the wrong order. */
function orderDifference(pairs: Pair[]): Text[] {
  const inTurn = [...pairs].sort((a, b) => a.is.at - b.is.at).map(({ was }) => was);
  const at = inTurn.findIndex((was, n) => (inTurn[n + 1]?.at ?? Infinity) < was.at);
  const [first, second] = [inTurn[at], inTurn[at + 1]];
  if (first === undefined || second === undefined) return [];
  return [say(`out of order: ${titleOf(first.value).en} stands before ${titleOf(second.value).en}`, joined("顺序不对：", titleOf(first.value).zh, "排在了", titleOf(second.value).zh, "前面"))];
}

/** What became of a text. Undefined where to see both is enough: short texts that look different. */
function textDifference(actual: string, expected: string): Text | undefined {
  if (isVandalised(expected)) return undefined;
  if (actual.trim() === expected.trim() && actual !== "") return say("differs only in the blanks at its ends", "只有首尾的空白不同");
  const [lost, gained] = [expected.length - actual.length, actual.length - expected.length];
  if (actual !== "" && lost > 0) {
    if (expected.startsWith(actual) && expected.length > 60) return say(`is cut off after ${actual.length} of ${expected.length} characters`, `在第 ${actual.length} 个字符之后被截断，本来有 ${expected.length} 个`);
    if (expected.startsWith(actual)) return say(`lacks ${brief(expected.slice(-lost))} at its end`, joined("结尾少了", brief(expected.slice(-lost))));
    if (expected.endsWith(actual)) return say(`lacks ${brief(expected.slice(0, lost))} at its beginning`, joined("开头少了", brief(expected.slice(0, lost))));
  }
  if (expected !== "" && gained > 0 && !actual.startsWith("vandal ")) {
    if (actual.startsWith(expected)) return say(`has ${brief(actual.slice(-gained))} too much at its end`, joined("结尾多了", brief(actual.slice(-gained))));
    if (actual.endsWith(expected)) return say(`has ${brief(actual.slice(0, gained))} too much at its beginning`, joined("开头多了", brief(actual.slice(0, gained))));
  }
  let at = 0;
  while (at < actual.length && actual[at] === expected[at]) at += 1;
  const [was, is] = [expected.slice(at), actual.slice(at)];
  if (actual.normalize() === expected.normalize()) return say(`looks right, but its ${nth(at + 1)} character is ${codes(is)}, not ${codes(was)}`, `看起来没错，但从第 ${at + 1} 个字符起，应为 ${codes(was)}，实为 ${codes(is)}`);
  if (at === 0 || Math.max(actual.length, expected.length) <= 60) return undefined;
  return say(`differs from the ${nth(at + 1)} character on: ${brief(is.slice(0, 30))}, not ${brief(was.slice(0, 30))}`, joined(`从第 ${at + 1} 个字符起，应为`, brief(was.slice(0, 30)), "，实为", brief(is.slice(0, 30))));
}

const codes = (text: string): string => [...text].slice(0, 2).map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`).join(" ");
