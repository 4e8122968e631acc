/**
 * A class as one page that needs nothing but itself. Without a script there are its head, what needs a person, the
 * distributions, the hardest clauses and the table of students; the script adds the map of clauses and each student's
 * cards from the data in the page. Pure.
 */
import type { Language } from "../../../spec/harness/text.ts";
import { documentOf } from "../../trace/document.ts";
import type { Report } from "../record.ts";
import { figuresOf } from "../figures.ts";
import { attentionHtml } from "./attention.ts";
import { chartsHtml } from "./charts.ts";
import { dataOf, embedded } from "./data.ts";
import { columnsOf } from "./columns.ts";
import { hardestHtml } from "./hardest.ts";
import { headHtml } from "./head.ts";
import { script } from "./script.ts";
import { studentsHtml } from "./students.ts";
import { style } from "./style.ts";
import { words } from "./words.ts";

/** How each page of this kind begins. */
export const gradePageStart = "<!doctype html>\n<!-- a page of pi-kata grade -->\n";

/** @returns the page of a report, to be written as UTF-8; the secret of the run's seeds is not in it */
export function gradePage(report: Report, language: Language): string {
  const columns = columnsOf(report);
  const figures = figuresOf(report);
  const body = `<body>
${headHtml(report, figures, language)}
<main>
${attentionHtml(report.rows, language)}
${chartsHtml(figures, report.rows.length, language)}
${hardestHtml(figures, columns, language)}
${studentsHtml(report, language)}
</main>
<dialog class="panel" aria-labelledby="who"></dialog>
<script type="application/json" id="data">${embedded(dataOf(report, columns, language))}</script>`;
  return documentOf({ start: gradePageStart, language, title: `${words.title[language]} ${report.run.upto} · pi-kata`, style, script, body });
}
