/** Two charts of columns with a number on each. Their sizes are attributes, which the page's policy allows without styles of their own. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import { plain } from "../../trace/plain.ts";
import type { Figures } from "../figures.ts";
import { barLabel } from "../formats/words.ts";
import { words } from "./words.ts";

/** `whole`: what the label stands for, where there is no room for it. */
type Bar = { label: string; whole: string; value: number };

/** @param students of the whole report */
export function chartsHtml({ bars, stages: ends, scored }: Figures, students: number, language: Language): string {
  const scores = bars.toReversed().map(({ low, high, count }): Bar => ({ label: low > 0 && low < 10 ? ">0" : String(low), whole: barLabel(low, high), value: count }));
  const stages = ends.map(({ id, count }): Bar => ({ label: id ?? words.noStage[language], whole: id ?? words.noStage[language], value: count }));
  const without = students - scored;
  const note = without === 0 ? "" : language === "zh" ? `；${without} 人${words.noScore.zh}` : `; ${without} ${words.noScore.en}`;
  return `<section class="charts">
${chartHtml("scores", words.scores[language], words.scoresNote[language] + note, scores)}
${chartHtml("stages", words.stages[language], words.stagesNote[language], stages)}
</section>`;
}

const [width, height] = [520, 150];

function chartHtml(name: string, title: string, note: string, bars: Bar[]): string {
  const step = width / bars.length;
  const tallest = Math.max(1, ...bars.map(({ value }) => value));
  const drawn = bars.map(({ label, value }, at) => {
    const tall = Math.max(value === 0 ? 1 : 3, Math.round((value / tallest) * height));
    const middle = fixed(at * step + step / 2);
    return `<rect class="${value === 0 ? "zero" : "full"}" x="${fixed(at * step + step * 0.12)}" y="${18 + height - tall}" width="${fixed(step * 0.76)}" height="${tall}" rx="2"></rect>${value === 0 ? "" : `<text class="value" x="${middle}" y="${12 + height - tall}">${value}</text>`}<text class="label" x="${middle}" y="${height + 35}">${plain(label)}</text>`;
  });
  const told = bars.map(({ whole, value }) => `${whole}: ${value}`).join("; ");
  return `<figure class="chart ${name}"><figcaption><h2>${title}</h2><p class="note">${note}</p></figcaption><svg viewBox="0 0 ${width} ${height + 42}" role="img" aria-label="${plain(`${title}. ${told}`)}">${drawn.join("")}</svg></figure>`;
}

const fixed = (value: number): string => String(Math.round(value * 10) / 10);
