/** The three columns of `kata pi`, the rows that explain, and the sum. Pure. */
import { chapterOf, chapters } from "../../spec/harness/chapters.ts";
import { say, type Language, type Text } from "../../spec/harness/text.ts";
import { padEnd, safe, widthOf, wrap, type Terminal } from "../../src/report/terminal.ts";
import { differences, type DifferenceId } from "../differences.ts";
import { reasons, type ReasonId } from "../player/counterparts.ts";
import type { Ending, Row } from "./rows.ts";

const words = {
  contract: say("contract", "契约"),
  yours: say("yours", "你的"),
  course: say("course", "课程"),
  random: (count: number): Text => say(` (${count} random)`, `（${count} 个随机场景）`),
  explained: say("What explains the differences (docs/pi-comparison.md)", "差别的说明（docs/pi-comparison.zh-CN.md）"),
  lacking: say("Steps without a counterpart in Pi, and in how many scenarios they stand", "在 Pi 里没有对应物的步骤，以及它们出现在多少个场景里"),
  seen: say("seen in", "见于"),
  signs: say("= as the contract says   ≠ it differs   – no counterpart   … not played", "= 和契约一致   ≠ 有差别   – 没有对应物   … 没有运行"),
  scenarios: (count: number): Text => say(count === 1 ? "1 scenario" : `${count} scenarios`, `${count} 个场景`),
};
const endings: Record<Ending, Text> = { answer: say("answer", "回复"), error: say("error", "出错"), limit: say("limit", "上限"), value: say("value", "返回值"), throws: say("throws", "抛出") };

/** Each row that explains something has a number, in the order of pi/differences.ts. */
const numbered = (rows: Row[]): DifferenceId[] => differences.map(({ id }) => id).filter((id) => rows.some((row) => row.ids.has(id)));

export function tableLines(rows: Row[], language: Language, terminal: Terminal): string[] {
  const numbers = numbered(rows);
  const [contract, yours] = [10, 7];
  // The Pi column holds a sign and a few numbers.
  const condition = Math.max(16, terminal.width - 10 - contract - yours - 12);
  const head = `${" ".repeat(10 + condition)}${padEnd(words.contract[language], contract)}${padEnd(words.yours[language], yours)}Pi`;
  const lines = [...wrap(terminal.paint("dim", words.signs[language]), terminal.width), "", terminal.paint("bold", head)];
  let chapter = "";
  for (const row of rows) {
    if (chapterOf(row.test.clause) !== chapter) {
      chapter = chapterOf(row.test.clause);
      lines.push("", terminal.paint("bold", `${chapter}  ${chapters.find(({ id }) => id === chapter)?.title[language] ?? ""}`));
    }
    const said = wrap(`${row.test.condition[language]}${row.test.kind === "property" ? words.random(row.scenarios)[language] : ""}`, condition - 1);
    const cells = `${padEnd(endings[row.ending][language], contract)}${padEnd(yoursSign(row, terminal), yours)}`;
    const marks = piSigns(row, numbers, terminal);
    for (let at = 0; at < Math.max(said.length, marks.length); at += 1) {
      lines.push(`  ${padEnd(at === 0 ? row.test.clause : "", 8)}${padEnd(said[at] ?? "", condition)}${at === 0 ? cells : " ".repeat(contract + yours)}${marks[at] ?? ""}`.trimEnd());
    }
  }
  return lines;
}

function yoursSign({ yours }: Row, terminal: Terminal): string {
  if (yours === undefined) return terminal.paint("dim", "…");
  return yours === 0 ? "=" : terminal.paint("red", "≠");
}

function piSigns(row: Row, numbers: DifferenceId[], terminal: Terminal): string[] {
  const sign = row.open !== undefined ? terminal.paint("red", "≠ ?") : row.ids.size > 0 ? `${terminal.paint("yellow", "≠")} ` : row.none === row.scenarios ? terminal.paint("dim", "–") : "=";
  const [first = "", ...more] = wrap([...row.ids.keys()].map((id) => numbers.indexOf(id) + 1).sort((a, b) => a - b).join(", "), 10);
  return [`${sign}${first}`, ...more.map((text) => `  ${text}`)];
}

export function legendLines(rows: Row[], language: Language, terminal: Terminal): string[] {
  const numbers = numbered(rows);
  if (numbers.length === 0) return [];
  return ["", terminal.paint("bold", words.explained[language]), ...numbers.flatMap((id, at) => explanation(id, at + 1, rows, language, terminal))];
}

function explanation(id: DifferenceId, number: number, rows: Row[], language: Language, terminal: Terminal): string[] {
  const row = differences.find((one) => one.id === id);
  const first = rows.find((one) => one.shown.has(id));
  const note = first?.shown.get(id);
  const count = rows.reduce((sum, one) => sum + (one.ids.get(id) ?? 0), 0);
  const label = Math.max(widthOf(words.course[language]), 2) + 2;
  const part = (name: string, text: string): string[] => wrap(text, terminal.width - 4 - label).map((line, at) => `    ${terminal.paint("dim", padEnd(at === 0 ? name : "", label))}${line}`);
  return [
    "",
    `${String(number).padStart(3)} ${terminal.paint("yellow", id)}  ${terminal.paint("dim", words.scenarios(count)[language])}`,
    ...part(words.course[language], row?.course[language] ?? ""),
    ...part("Pi", row?.pi[language] ?? ""),
    ...(note === undefined || first === undefined ? [] : [...wrap(`    ${terminal.paint("dim", `${words.seen[language]} ${first.test.clause}${language === "zh" ? "：" : ": "}${note.what[language]}`)}`, terminal.width), ...part("", `${safe(note.contract)}  →  ${safe(note.pi)}`)]),
  ];
}

export function lackLines(rows: Row[], language: Language, terminal: Terminal): string[] {
  const counts = new Map<ReasonId, number>();
  for (const { lacks } of rows) for (const [id, count] of lacks) counts.set(id, (counts.get(id) ?? 0) + count);
  if (counts.size === 0) return [];
  const lines = [...counts].flatMap(([id, count]) => wrap(`${words.scenarios(count)[language]}${language === "zh" ? "：" : ": "}${reasons[id][language]}`, terminal.width - 4).map((line, at) => `  ${at === 0 ? "–" : " "} ${line}`));
  return ["", terminal.paint("bold", words.lacking[language]), ...lines];
}

export type Sum = { scenarios: number; agree: number; differ: number; none: number; open: number; yours: number };

export function sumOf(rows: Row[]): Sum {
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return { scenarios: sum((row) => row.scenarios), agree: sum((row) => row.agree), differ: sum((row) => row.differ), none: sum((row) => row.none), open: sum((row) => (row.open === undefined ? 0 : 1)), yours: sum((row) => row.yours ?? 0) };
}

/** @param again the words of the command that shows where yours differs @param stops how often yours hung or ended itself, where that ended its part */
export function sumLines(sum: Sum, again: string, stops: number, language: Language, terminal: Terminal): string[] {
  const told = say(
    `${sum.scenarios} scenarios: in ${sum.agree} Pi does what the contract says, in ${sum.differ} it differs as listed, in ${sum.none} no step has a counterpart.`,
    `${sum.scenarios} 个场景：${sum.agree} 个里 Pi 和契约一致，${sum.differ} 个有上面列出的差别，${sum.none} 个里没有一步在 Pi 里有对应物。`,
  );
  const yours = say(`In ${sum.yours} yours differs from the contract. This shows where:`, `其中 ${sum.yours} 个里，你的程序和契约不一致。用这条命令看：`);
  const tired = say(`Yours hung or ended its process ${stops} times and was not played any further.`, `你的程序卡住或者结束进程已经 ${stops} 次，后面的场景不再运行它。`);
  const red = (text: Text): string[] => wrap(terminal.paint("red", text[language]), terminal.width);
  return ["", ...wrap(told[language], terminal.width), ...(stops === 0 ? [] : red(tired)), ...(sum.yours === 0 ? [] : [...red(yours), terminal.paint("cyan", terminal.command(again))])];
}
