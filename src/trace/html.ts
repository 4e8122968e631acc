/**
 * A trace as one page that needs nothing but itself. All of it is there without a script: the timeline, what each request
 * showed, the history as it ends. The script only steps. Pure.
 */
import { say, type Language, type Text } from "../../spec/harness/text.ts";
import { documentOf } from "./document.ts";
import { drawn } from "./history.ts";
import { laneNames, shortNames } from "./lanes.ts";
import type { Row, Trace } from "./model.ts";
import { pageStart } from "./page.ts";
import { plain, withCode } from "./plain.ts";
import { script } from "./script.ts";
import { style } from "./style.ts";

/** @param heading the chapter, as `s04  Evented tool loop` @param program the program's path, to be shown */
export function pageOf(trace: Trace, heading: string, program: string, language: Language): string {
  const [chapter = "", ...title] = heading.split("  ");
  const body = `<body style="--lanes:${trace.lanes.length}">
<header class="head">
<p class="program">pi-kata trace · ${plain(program)}</p>
<h1><span class="chapter">${plain(chapter)}</span> ${plain(title.join("  "))}</h1>
<p class="lead">${plain(trace.title[language])}</p>
${trace.trouble === undefined ? "" : `<p class="trouble-note" role="alert">✗ ${plain(trace.trouble.sentence[language])}</p>\n`}</header>
<main>
<div class="timeline">
<div class="lanes">${trace.lanes.map((lane) => `<span class="lane"><span class="long">${laneNames[lane][language]}</span><span class="short" aria-hidden="true">${shortNames[lane][language]}</span></span>`).join("")}</div>
${trace.captions.map((caption, index) => partHtml(trace, caption, index, language)).join("")}</div>
${historyHtml(trace, language)}
</main>
${barHtml(trace, language)}`;
  return documentOf({ start: pageStart, language, title: `${chapter} ${title.join("  ")} · pi-kata`, style, styled: true, script, body });
}

function partHtml(trace: Trace, caption: Text, index: number, language: Language): string {
  const rows = trace.rows.map((row, at) => ({ row, at })).filter(({ row }) => row.part === index);
  if (rows.length === 0) return "";
  return `<section class="part">
<h2><span class="number">${index + 1}</span><span>${withCode(caption[language])}</span></h2>
<ol>
${rows.map(({ row, at }) => rowHtml(row, at, trace, language)).join("\n")}
</ol>
</section>
`;
}

function rowHtml(row: Row, at: number, { lanes }: Trace, language: Language): string {
  const [from, to] = [lanes.indexOf(row.from), lanes.indexOf(row.to)];
  const arrow = from === to ? `<i class="dot" style="--at:${from}"></i>` : `<i class="arrow ${from < to ? "right" : "left"}" style="--at:${Math.min(from, to)};--span:${Math.abs(to - from)}"></i>`;
  const way = from === to ? "" : `<span class="way">${laneNames[row.from][language]} → ${laneNames[row.to][language]}: </span>`;
  const more = row.shown === undefined ? row.more.map((text) => `<p class="more"><bdi>${plain(text[language])}</bdi></p>`).join("") : shownHtml(row, language);
  return `<li class="row ${row.kind}" id="r${at + 1}" data-leaf="${row.leaf}"><a class="at" href="#r${at + 1}">${at + 1}</a><span class="rails">${arrow}</span><div class="words"><p class="label">${way}<bdi>${plain(row.label[language])}</bdi></p>${more}</div></li>`;
}

/** What the provider was shown: folded, to be opened with or without a script. */
function shownHtml({ shown }: Row, language: Language): string {
  if (shown === undefined) return "";
  const { messages, systemPrompt, summary } = shown;
  const prompt = systemPrompt === undefined ? "" : `<p class="prompt"><b>systemPrompt</b> <bdi>${plain(systemPrompt)}</bdi></p>`;
  return `<details><summary><bdi>${plain(summary[language])}</bdi></summary><ol class="messages">${messages.map((message) => `<li><bdi>${plain(message)}</bdi></li>`).join("")}</ol>${prompt}</details>`;
}

function historyHtml({ entries, tree, rows }: Trace, language: Language): string {
  const leaf = rows.at(-1)?.leaf ?? -1;
  const title = language === "zh" ? (tree ? "历史：一棵树" : "历史") : tree ? "History: a tree" : "History";
  const lines = drawn(entries).map(({ at, rail }) => {
    const { text = "", role = "", row = 0 } = entries[at] ?? {};
    const rest = text.startsWith(role) ? text.slice(role.length).trim() : text;
    return `<li class="entry${tree && at === leaf ? " leaf" : ""}" data-entry="${at}" data-row="${row + 1}"${tree && at === leaf ? ' aria-current="true"' : ""}>${branch(rail)}<span class="message"><b class="role ${["user", "assistant", "toolResult"].includes(role) ? role : "other"}">${plain(role)}</b> <bdi>${plain(rest)}</bdi></span></li>`;
  });
  const empty = language === "zh" ? "空" : "empty";
  return `<aside class="past" data-tree="${tree}">
<h2>${title}</h2>
${lines.length === 0 ? `<p class="more">${empty}</p>` : `<ol>\n${lines.join("\n")}\n</ol>`}
</aside>`;
}

/** Shown by the script: without one there is nothing to step. */
function barHtml({ rows }: Trace, language: Language): string {
  const { previous, next, all, keys } = words;
  return `<nav class="bar" hidden aria-label="${keys[language]}">
<button type="button" class="previous" aria-label="${previous[language]}">←</button>
<button type="button" class="next" aria-label="${next[language]}">→</button>
<span class="count" data-all="${rows.length}">${rows.length}</span>
<span class="now" aria-live="polite" data-idle="${keys[language]}">${keys[language]}</span>
<button type="button" class="whole">${all[language]}</button>
</nav>`;
}

/** The branches left of an entry, two characters of `drawn` a cell, drawn by the style. */
const branch = (rail: string): string => (rail.match(/../g) ?? []).map((cell) => `<i class="branch ${cells[cell] ?? ""}"></i>`).join("");
const cells: Record<string, string> = { "├─": "tee", "└─": "end", "│ ": "through" };

const words = {
  previous: say("previous step", "上一步"),
  next: say("next step", "下一步"),
  all: say("all", "全部"),
  keys: say("Step with ← and →, or click a row; Esc shows all again.", "用 ← 和 → 逐步看，或点击一行；Esc 恢复全部。"),
};
