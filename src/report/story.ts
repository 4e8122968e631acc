/** A scenario that tells two programs apart: what was played, then what each made of it, up to where they part. Pure. */
import { narrate } from "../../spec/harness/narrate.ts";
import { duringText } from "../../spec/harness/run.ts";
import { say, type Language, type Text } from "../../spec/harness/text.ts";
import type { Scenario } from "../../spec/player/scenario.ts";
import type { Ending } from "../../spec/player/transcript.ts";
import type { Fact } from "../compare/facts.ts";
import { readmeOf } from "./card.ts";
import { columns, headOf } from "./columns.ts";
import { padEnd, safe, widthOf, wrap, type Terminal } from "./terminal.ts";

export type Story = {
  clause: string;
  /** under which condition the scenario was made */
  condition: Text;
  random: boolean;
  scenario: Scenario;
  /** the step in which they part, and what it came to; the last fact is the difference */
  step: number;
  facts: Fact[];
  /** the command that replays it */
  again: string;
};

const words = {
  yours: say("yours", "你的"),
  reference: say("reference", "参考答案"),
  again: say("again", "重放"),
  read: say("read", "参阅"),
  nothing: say("(nothing)", "（没有）"),
};

/** A difference shown is as long as this at most, on either side. */
const longest = 12;

export function storyLines(story: Story, language: Language, terminal: Terminal): string[] {
  const { scenario, step, facts } = story;
  const number = (at: number): string => `${at + 1}`.padStart(String(scenario.steps.length).length);
  const told = narrate(scenario, language).flatMap((text, at) => wrap(safe(text), terminal.width - 6).map((line, n) => `  ${terminal.paint("dim", n === 0 ? number(at) : " ".repeat(number(at).length))}  ${line}`));
  const heads: [string, string] = [words.yours[language], words.reference[language]];
  const rows = facts.flatMap((fact, at) => {
    const differs = at === facts.length - 1;
    return [terminal.paint(differs ? "bold" : "dim", `  ${safe(fact.what[language])}`), ...columns(rowsOf(fact, differs, language), heads, terminal)];
  });
  const parts = language === "zh" ? `第 ${step + 1} 步，你的程序和参考答案不一样：` : `In step ${step + 1} yours and the reference part ways:`;
  const origin = !story.random ? "" : language === "zh" ? "（随机场景，已缩小）" : " (a random scenario, shrunk)";
  return [
    ...wrap(`${terminal.paint("red", "≠")} ${terminal.paint("bold", story.clause)}  ${story.condition[language]}${origin}`, terminal.width),
    "",
    ...told,
    "",
    terminal.paint("yellow", parts),
    "",
    ...headOf(heads, terminal),
    ...rows,
    "",
    `${terminal.paint("dim", padEnd(words.read[language], widthOf(words.again[language])))}  ${readmeOf(story.clause, language)}`,
    // Commands are there to be copied: never broken.
    `${terminal.paint("dim", words.again[language])}  ${story.again}`,
  ];
}

/** The lines of both sides. Where they differ, what they begin with in common stands first, without a sign. */
function rowsOf({ yours, reference }: Fact, differs: boolean, language: Language) {
  const shown = (lines: string[]): string[] => (lines.length === 0 ? [words.nothing[language]] : lines.map(safe));
  const rowsIn = (mine: string[], theirs: string[], marked: boolean) =>
    Array.from({ length: Math.max(mine.length, theirs.length) }, (_, at) => ({ left: mine.slice(at, at + 1), right: theirs.slice(at, at + 1), differs: marked }));
  if (!differs) return rowsIn(shown(yours).slice(0, longest), shown(reference).slice(0, longest), false);
  const [mine, theirs] = [shown(yours), shown(reference)];
  const first = mine.findIndex((line, at) => line !== theirs[at]);
  const start = first < 0 ? Math.min(mine.length, theirs.length) : first;
  const from = Math.max(0, start - 4);
  const pad = (lines: string[]): string[] => (lines.length <= start ? [...lines, "—"] : lines);
  return [...rowsIn(mine.slice(from, start), theirs.slice(from, start), false), ...rowsIn(pad(mine).slice(start, start + longest), pad(theirs).slice(start, start + longest), true)];
}

/** How a program ended that gave no answer. */
export function endingText(ending: Ending): Text {
  const during = duringText(ending.during);
  switch (ending.kind) {
    case "hang":
      return say(`still running after ${ending.limit} ms: stopped ${during.en}`.trimEnd(), `${ending.limit} 毫秒后还在运行：${during.zh}被终止`);
    case "exit":
      return ending.called ? say(`calls process.exit(${ending.code ?? 0}) ${during.en}`.trimEnd(), `${during.zh}调用了 process.exit(${ending.code ?? 0})`) : say(`its process ends ${during.en}`.trimEnd(), `它的进程${during.zh}结束`);
    case "memory":
      return say(`runs out of memory ${during.en}`.trimEnd(), `${during.zh}耗尽内存`);
    case "flood":
    case "lost":
    case "protocol":
      return say(`breaks off ${during.en}`.trimEnd(), `${during.zh}中断`);
  }
}
