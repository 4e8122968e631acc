/** All that needs a person, drawn. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import { plain } from "../../trace/plain.ts";
import { attentionOf, type Case, type Group } from "../attention.ts";
import type { Row } from "../record.ts";
import { nobodyAsks } from "../words.ts";
import { cut } from "./cut.ts";
import { linkHtml } from "./link.ts";
import { words } from "./words.ts";

export function attentionHtml(rows: Row[], language: Language): string {
  const groups = attentionOf(rows);
  const body = groups.length === 0 ? `<p class="calm">✓ ${nobodyAsks[language]}</p>` : `<div class="groups">\n${groups.map((group) => groupHtml(group, language)).join("\n")}\n</div>`;
  return `<section class="attention" aria-labelledby="h-attention">
<h2 id="h-attention">${words.attention[language]}</h2>
${body}
</section>`;
}

/** As many cases as are shown at once; the others fold. */
const shown = 6;
const shownNames = 24;

function groupHtml({ kind, title, cases }: Group, language: Language): string {
  const names = cases.every(({ details }) => details.length === 0);
  const first = names ? shownNames : shown;
  const list = (some: Case[]): string => `<ul${names ? ' class="names"' : ""}>${some.map((one) => caseHtml(one, language)).join("")}</ul>`;
  const rest = cases.length <= first ? "" : `<details><summary>${language === "zh" ? `${words.more.zh} ${cases.length - first}` : `${cases.length - first} ${words.more.en}`}</summary>${list(cases.slice(first))}</details>`;
  return `<div class="group ${kind}"><h3><b class="count">${cases.length}</b> ${title[language]}</h3>${list(cases.slice(0, first))}${rest}</div>`;
}

function caseHtml({ row, details }: Case, language: Language): string {
  const told = details.map(({ code, text }) => ` <span class="detail">${plain(cut(`${code === undefined ? "" : `${code}: `}${text[language]}`, "line", language))}</span>`);
  return `<li>${linkHtml(row.student)}${told.join("")}</li>`;
}
