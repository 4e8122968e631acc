/** The table of students, whole without a script; the script adds a column for each clause. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import { plain } from "../../trace/plain.ts";
import type { Report, Row } from "../record.ts";
import { statusWords, verdictLabels } from "../words.ts";
import { figure } from "./columns.ts";
import { anchorOf, linkHtml } from "./link.ts";
import { words } from "./words.ts";

export function studentsHtml({ rows }: Report, language: Language): string {
  const legend = Object.entries(statusWords).map(([status, word]) => `<span><i class="cell ${status}">${word.sign}</i> ${word[language]}</span>`);
  return `<section class="class" aria-labelledby="h-map">
<h2 id="h-map">${words.map[language]}</h2>
<p class="note scripted" hidden>${words.mapNote[language]} ${words.mapKeys[language]}</p>
<form class="tools scripted" hidden>
<label>${words.find[language]} <input type="search" name="find" autocomplete="off" spellcheck="false"></label>
<label class="verdicts">${words.verdict[language]} <select name="verdict"></select></label>
<label class="whole"><input type="checkbox" name="whole"> ${words.whole[language]}</label>
<span class="lit" hidden><b></b> <label><input type="checkbox" name="only"> ${words.only[language]}</label> <button type="button" class="clear">${words.clear[language]}</button></span>
<output class="shown" aria-live="polite"></output>
</form>
<p class="legend scripted" hidden>${legend.join("")}</p>
<div class="box" tabindex="-1"><table class="students">
<thead><tr class="clauses"><th scope="col" data-sort="name">${words.student[language]}</th><th scope="col" data-sort="score">${words.score[language]}</th><th scope="col" data-sort="stage">${words.stage[language]}</th><th scope="col">${words.verdict[language]}</th></tr></thead>
<tbody>
${rows.map((row) => rowHtml(row, language)).join("\n")}
</tbody>
</table></div>
<p class="now scripted" aria-live="polite" hidden></p>
</section>`;
}

const rowHtml = ({ student, score, stage, verdict }: Row, language: Language): string =>
  `<tr id="${plain(anchorOf(student))}"><th scope="row">${linkHtml(student)}</th><td class="score">${figure(score)}</td><td>${plain(stage ?? "–")}</td><td class="verdict ${verdict}">${verdictLabels[verdict][language]}</td></tr>`;
