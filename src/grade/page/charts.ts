/** Two charts of columns with a number on each. Their sizes are attributes, which the page's policy allows without styles of their own. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import { plain } from "../../trace/plain.ts";
import type { Report } from "../record.ts";
import { stagesOf, tenthsOf } from "./figures.ts";
import { words } from "./words.ts";

type Bar = { label: string; value: number };

export function chartsHtml(report: Report, language: Language): string {
  const tenths = tenthsOf(report.rows).map((value, at): Bar => ({ label: `${at * 10}–${at === 9 ? 100 : at * 10 + 9}`, value }));
  const stages = stagesOf(report).map(({ id, students }): Bar => ({ label: id ?? words.noStage[language], value: students }));
  const without = report.rows.filter(({ score }) => score === null).length;
  const note = without === 0 ? "" : language === "zh" ? `；${without} 人${words.noScore.zh}` : `; ${without} ${words.noScore.en}`;
  return `<section class="charts">
${chartHtml("scores", words.scores[language], words.scoresNote[language] + note, tenths, "%")}
${chartHtml("stages", words.stages[language], words.stagesNote[language], stages)}
</section>`;
}

const [width, height] = [520, 150];

function chartHtml(name: string, title: string, note: string, bars: Bar[], unit = ""): string {
  const step = width / bars.length;
  const tallest = Math.max(1, ...bars.map(({ value }) => value));
  const drawn = bars.map(({ label, value }, at) => {
    const tall = Math.max(value === 0 ? 1 : 3, Math.round((value / tallest) * height));
    const middle = fixed(at * step + step / 2);
    return `<rect class="${value === 0 ? "zero" : "full"}" x="${fixed(at * step + step * 0.12)}" y="${18 + height - tall}" width="${fixed(step * 0.76)}" height="${tall}" rx="2"></rect>${value === 0 ? "" : `<text class="value" x="${middle}" y="${12 + height - tall}">${value}</text>`}<text class="label" x="${middle}" y="${height + 35}">${plain(label)}</text>`;
  });
  const told = bars.map(({ label, value }) => `${label}${unit === "" ? "" : ` ${unit}`}: ${value}`).join("; ");
  return `<figure class="chart ${name}"><figcaption><h2>${title}</h2><p class="note">${note}</p></figcaption><svg viewBox="0 0 ${width} ${height + 42}" role="img" aria-label="${plain(`${title}. ${told}`)}">${drawn.join("")}</svg></figure>`;
}

const fixed = (value: number): string => String(Math.round(value * 10) / 10);
