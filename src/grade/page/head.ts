/** The head of the page: what was graded, how it came out in a few numbers, and how it was done. Pure. */
import { chapters } from "../../../spec/harness/chapters.ts";
import type { Language, Text } from "../../../spec/harness/text.ts";
import { plain } from "../../trace/plain.ts";
import type { Report, Run } from "../record.ts";
import { doubtsOf } from "../doubts.ts";
import type { Figures } from "../figures.ts";
import { wallWords } from "../words.ts";
import { figure } from "./columns.ts";
import { words } from "./words.ts";

export function headHtml(report: Report, figures: Figures, language: Language): string {
  const { run, rows } = report;
  const { middle, scored } = figures;
  const title = chapters.find(({ id }) => id === run.upto)?.title[language] ?? "";
  const max = Math.max(0, ...rows.map((row) => row.max));
  const complete = rows.filter(({ verdict }) => verdict === "ok").length;
  const number = (label: Text, value: string, note = ""): string => `<div><dt>${label[language]}</dt><dd><b>${plain(value)}</b>${note === "" ? "" : ` <span>${plain(note)}</span>`}</dd></div>`;
  const share = (value: number | undefined): string => (value === undefined ? "–" : `${value} %`);
  return `<header class="head">
<p class="program">pi-kata grade · ${plain(run.at.replace("T", " ").replace(/(?:\.\d+)?Z$/, " UTC"))}</p>
<h1>${words.title[language]} <span class="chapter">${plain(run.upto)}</span> ${plain(title)}</h1>
${bannersHtml(report, figures, language)}<dl class="numbers">
${number(words.students, String(rows.length))}
${number(words.scored, String(scored))}
${number(words.mean, share(middle?.mean), language === "zh" ? `（${words.of.zh} ${figure(max)} 分）` : `${words.of.en} ${figure(max)} points`)}
${number(words.median, share(middle?.median))}
${number(words.complete, String(complete), rows.length === 0 ? "" : `${Math.round((complete / rows.length) * 100)} %`)}
</dl>
${madeHtml(run, language)}
</header>`;
}

function bannersHtml(report: Report, figures: Figures, language: Language): string {
  const { shard, students } = report.run;
  const doubts = doubtsOf(report, figures).map((text) => `<p>${plain(text[language])}</p>`);
  const banner = doubts.length === 0 ? "" : `<div class="banner" role="alert"><b>${words.mind[language]}</b>${doubts.join("")}</div>\n`;
  if (shard.count < 2) return banner;
  const here = report.rows.length;
  const part = language === "zh" ? `第 ${shard.index} 份，共 ${shard.count} 份；全班 ${students} 人中的 ${here} 人。` : `shard ${shard.index} of ${shard.count}, ${here} of ${students} students.`;
  return `${banner}<p class="banner part">${words.shard[language]}: ${part}</p>\n`;
}

/** What is needed to see that two runs asked the same; the secret of the seeds is not on the page. */
function madeHtml({ id, suite, tool, roster, versions, weights, limits, runs, seeds, wall }: Run, language: Language): string {
  const list = (values: Record<string, string | number>): string => Object.entries(values).map(([name, value]) => `${name} ${value}`).join(" · ");
  const fact = (label: Text, value: string): string => (value === "" ? "" : `<div><dt>${label[language]}</dt><dd>${plain(value)}</dd></div>`);
  const summary = [`${words.sandbox[language]} ${wallWords[wall][language]}`, `${words.seeds[language]} ${words[seeds][language]}`, `${words.suite[language]} ${suite.slice(0, 10)}`, `${words.tool[language]} ${tool.slice(0, 10)}`].join(" · ");
  return `<details class="made"><summary><b>${words.made[language]}</b> <span>${plain(summary)}</span></summary>
<dl>${fact(words.sandbox, wallWords[wall][language])}${fact(words.seeds, words[seeds][language])}${fact(words.runs, String(runs))}${fact(words.suite, suite)}${fact(words.tool, tool)}${fact(words.roster, roster)}${fact(words.run, id)}${fact(words.versions, list(versions))}${fact(words.weights, list(weights))}${fact(words.limits, list(limits))}</dl></details>`;
}
