/** The clauses that the class struggles with, hardest first. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import { plain, withCode } from "../../trace/plain.ts";
import type { Report } from "../record.ts";
import { difficultiesOf, shareOf, type Column, type Difficulty } from "./figures.ts";
import { statusWords, words } from "./words.ts";

/** As many as are shown at once; the others fold. */
const shown = 10;

export function hardestHtml(report: Report, columns: Column[], language: Language): string {
  const failing = difficultiesOf(report, columns).filter((one) => one.failing > 0);
  const list = (some: Difficulty[]): string => `<ol>\n${some.map((one) => clauseHtml(one, language)).join("\n")}\n</ol>`;
  const rest = failing.length <= shown ? "" : `<details><summary>${words.rest[language]} (${failing.length - shown})</summary>${list(failing.slice(shown))}</details>`;
  return `<section class="hardest" aria-labelledby="h-hardest">
<h2 id="h-hardest">${words.hardest[language]}</h2>
<p class="note">${words.hardestNote[language]}</p>
${failing.length === 0 ? `<p class="calm">✓ ${words.allHold[language]}</p>` : list(failing.slice(0, shown)) + rest}
</section>`;
}

/** The script makes a link of what carries `data-clause`: without one there is no column to light up. */
function clauseHtml(one: Difficulty, language: Language): string {
  const { column, judged, failing, timeouts } = one;
  const percent = Math.round(shareOf(one) * 100);
  const late = timeouts === 0 ? "" : ` · ${timeouts} ${statusWords.timeout[language]}`;
  return `<li><a class="id" data-clause="${plain(column.id)}">${plain(column.id)}</a><span class="what">${sentenceOf(column, language)}</span><svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="rail" width="100" height="8"></rect><rect class="full" width="${percent}" height="8"></rect></svg><span class="counts"><b>${percent} %</b> ${failing}/${judged}${late}</span></li>`;
}

const sentenceOf = ({ clause }: Column, language: Language): string => (clause === undefined ? words.own[language] : withCode(clause[language]));
