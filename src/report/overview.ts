/** Where am I, what next: the chapters with their bars, the next clause, one command. Pure. */
import { neighbour } from "../../spec/harness/chapters.ts";
import type { Language } from "../../spec/harness/text.ts";
import type { ClauseResult } from "../judge.ts";
import { headline, readmeOf } from "./card.ts";
import { progressLine } from "./human.ts";
import { nextClause, type ChapterResult, type Standing } from "./standing.ts";
import { wrap, type Terminal } from "./terminal.ts";


export function overview(standing: Standing, language: Language, terminal: Terminal): string {
  const lines = ["", ...standing.chapters.map((one) => progressLine(one, standing, language, terminal)), ""];
  const next = nextClause(standing);
  return `${[...lines, ...(next === undefined ? finished(standing, language, terminal) : nextLines(next, standing, language, terminal))].join("\n")}\n`;
}

function nextLines(next: ClauseResult, { current }: Standing, language: Language, terminal: Terminal): string[] {
  const { clause, chapter } = next;
  const lead = language === "zh" ? `下一步：${clause.id}，${clause.zh}` : `Next: ${clause.id}, ${clause.en}`;
  const command = terminal.command(`--upto ${current?.chapter.id ?? chapter}`);
  const hint = `${language === "zh" ? "需要提示：" : "A hint: "}${terminal.command("hint")}`;
  return [...wrap(lead, terminal.width), `${terminal.paint("dim", readmeOf(clause.id, language))}`, terminal.paint("cyan", command), terminal.paint("dim", hint)];
}

function finished(standing: Standing, language: Language, terminal: Terminal): string[] {
  const last = standing.chapters.at(-1)?.chapter.id ?? "s12";
  const following = neighbour(last, 1);
  if (following === undefined) return [terminal.paint("green", language === "zh" ? "整个 mini Pi 已经完成。" : "The whole mini Pi stands."), terminal.paint("cyan", terminal.command("--upto s12"))];
  return [language === "zh" ? `到 ${last} 为止都成立。下一章：${following.id} ${following.title.zh}` : `All up to ${last} holds. The next chapter: ${following.id}, ${following.title.en}`, terminal.paint("cyan", terminal.command(`--upto ${following.id}`))];
}

/** Every clause of the chapters with its verdict, each in one line or two. */
export function clauseList(shown: ChapterResult[], standing: Standing, language: Language, terminal: Terminal): string {
  const lines = shown.flatMap((chapter) => [
    "",
    progressLine(chapter, standing, language, terminal),
    ...chapter.clauses.flatMap((result) => wrap(listed(result, begun(chapter, standing), language, terminal), terminal.width - 8).map((line, at) => `    ${at === 0 ? "" : "    "}${line}`)),
  ]);
  return `${[...lines, ""].join("\n")}\n`;
}

/** A chapter that nobody has worked on yet is not wrong. */
const begun = (chapter: ChapterResult, { current, regressions }: Standing): boolean => chapter.held > 0 || chapter === current || regressions.includes(chapter);

/** A clause of a chapter that is not begun has the sign that the chapter has. */
function listed(result: ClauseResult, begun: boolean, language: Language, terminal: Terminal): string {
  const line = headline(result, language, terminal);
  return begun ? line : line.replace(terminal.paint("red", "✗"), terminal.paint("dim", "·"));
}
