/** The clauses that the class struggles with, hardest first. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import { plain, withCode } from "../../trace/plain.ts";
import type { Figures, Hardness } from "../figures.ts";
import { statusWords } from "../words.ts";
import type { Column } from "./columns.ts";
import { words } from "./words.ts";

/** As many as are shown at once; the others fold. */
const shown = 10;

export function hardestHtml({ hardest }: Figures, columns: Column[], language: Language): string {
  const first = hardest.filter(({ failing }) => failing > 0).slice(0, shown);
  const others = hardest.filter((one) => !first.includes(one));
  const list = (some: Hardness[]): string => `<ol>\n${some.map((one) => clauseHtml(one, columns, language)).join("\n")}\n</ol>`;
  const rest = others.length === 0 ? "" : `<details><summary>${words.rest[language]} (${others.length})</summary>${list(others)}</details>`;
  return `<section class="hardest" aria-labelledby="h-hardest">
<h2 id="h-hardest">${words.hardest[language]}</h2>
<p class="note">${words.hardestLegend[language]}</p>
${hardest.length === 0 ? `<p class="calm">✓ ${words.allHold[language]}</p>` : (first.length === 0 ? "" : list(first)) + rest}
</section>`;
}

/** The script makes a link of what carries `data-clause`: without one there is no column to light up. */
function clauseHtml({ id, failing, begun, failingOfAll, all, timeouts }: Hardness, columns: Column[], language: Language): string {
  const percent = begun === 0 ? 0 : Math.round((failing / begun) * 100);
  const late = timeouts === 0 ? "" : ` · ${timeouts} ${statusWords.timeout[language]}`;
  const clause = columns.find((column) => column.id === id)?.clause;
  return `<li><a class="id" data-clause="${plain(id)}">${plain(id)}</a><span class="what">${clause === undefined ? words.own[language] : withCode(clause[language])}</span><svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="rail" width="100" height="8"></rect><rect class="full" width="${percent}" height="8"></rect></svg><span class="counts"><b>${failing}/${begun}</b> (${failingOfAll}/${all})${late}</span></li>`;
}
