/** The page's style: what needs a person first, calm numbers, and a map whose cells are told by colour and by sign. */
import { theme } from "../../trace/theme.ts";

export const style = `${theme}
:root {
  --pass: #dcebe6; --on-pass: #6d9488; --fail: #c9481c; --on-fail: #fff; --error: #6a3d9a; --on-error: #fff;
  --timeout: #f0c04c; --on-timeout: #3a2c00; --idle: #eceae4; --on-idle: #8b8d8c; --bar: #5b7fb0; --warm: #fbeee6; --cell: 1.05rem;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --pass: #20352f; --on-pass: #6fa393; --fail: #d8602f; --on-fail: #16181c; --error: #a987d8; --on-error: #16181c;
    --timeout: #e0b23f; --on-timeout: #16181c; --idle: #24272c; --on-idle: #767b83; --bar: #6f97cc; --warm: #33241c;
  }
}
html { scroll-padding-top: 1rem; }
body { padding: 2.5rem 2rem 4rem; }
.head, .attention, .charts, .hardest { max-width: 78rem; margin-inline: auto; }
.class { max-width: 150rem; margin-inline: auto; }
section { margin-top: 2.6rem; }
h2 { margin: 0; font-size: 1.15rem; font-weight: 600; line-height: 1.35; }
h3 { margin: 0; font-size: .92rem; font-weight: 600; line-height: 1.4; }
.note { color: var(--soft); font-size: .86rem; }
a { color: var(--request); text-underline-offset: .18em; text-decoration-thickness: 1px; }
[hidden] { display: none !important; }
dl, dd { margin: 0; }
.numbers { display: flex; flex-wrap: wrap; gap: .8rem 2.6rem; margin-top: 1.3rem; }
.numbers dt, .facts dt, .made dt { color: var(--soft); font-size: .78rem; }
.numbers dd { display: flex; align-items: baseline; gap: .4rem; color: var(--soft); font-size: .86rem; font-variant-numeric: tabular-nums; }
.numbers b { color: var(--ink); font-size: 1.7rem; font-weight: 600; line-height: 1.25; letter-spacing: -.01em; }
.banner { max-width: 78rem; margin: 1rem 0; padding: .85rem 1.1rem; border-radius: .4rem; background: var(--bad); color: var(--paper); overflow-wrap: anywhere; }
.banner b { display: block; font-size: 1.1rem; }
.banner p { margin: .35rem 0 0; }
.banner.part { background: var(--tag); color: var(--ink); }
.made { margin-top: 1.2rem; font-size: .84rem; }
summary { cursor: pointer; }
.made summary b { font-weight: 500; } .made summary span { color: var(--soft); overflow-wrap: anywhere; }
.made dl { display: grid; gap: .5rem; margin-top: .7rem; padding-left: 1rem; border-left: 2px solid var(--line); }
.made dd { font: .8rem/1.5 var(--code); overflow-wrap: anywhere; }
.calm { margin-top: .6rem; color: var(--grow); }
.groups { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem; margin-top: .9rem; align-items: start; }
.group { min-width: 0; padding: .9rem 1.1rem 1rem; border: 1px solid var(--line); border-left: 3px solid var(--soft); border-radius: .5rem; background: var(--card); font-size: .88rem; }
.group.integrity, .group.fault { border-left-color: var(--bad); } .group.review { border-left-color: var(--timeout); }
.group h3 { margin-bottom: .45rem; }
.count { display: inline-block; min-width: 1.5rem; padding: 0 .4rem; border-radius: .75rem; background: var(--tag); text-align: center; font-size: .8rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.group li + li, .group details li { margin-top: .3rem; }
.group li { overflow-wrap: anywhere; line-height: 1.45; }
.group summary { margin-top: .45rem; color: var(--soft); }
.detail { color: var(--soft); }
.names { display: flex; flex-wrap: wrap; gap: .15rem .9rem; }
.group .names li { margin: 0; }
.charts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 2.5rem; }
.chart { margin: 0; }
.chart svg { display: block; width: 100%; height: auto; margin-top: .6rem; }
.chart text { fill: var(--soft); font: 12px var(--text); text-anchor: middle; font-variant-numeric: tabular-nums; }
.chart .value { fill: var(--ink); font-weight: 600; }
.full { fill: var(--bar); } .zero { fill: var(--rail); }
.hardest li { display: grid; grid-template-columns: 4rem minmax(0, 1fr) 9rem 13.5rem; gap: 0 1rem; align-items: center; padding: .42rem .5rem; border-top: 1px solid var(--line); font-size: .9rem; line-height: 1.45; }
.hardest ol { margin-top: .7rem; border-bottom: 1px solid var(--line); }
.hardest details { margin-top: .7rem; } .hardest summary { color: var(--soft); font-size: .86rem; }
.hardest .id { font: 600 .84rem var(--code); overflow-wrap: anywhere; }
.hardest li:has(a[href]) { cursor: pointer; } .hardest li:has(a[href]):hover, .hardest li:has(.chosen) { background: var(--lit); }
.share { width: 100%; height: .55rem; border-radius: .2rem; }
.share .rail { fill: var(--tag); } .share .full { fill: var(--fail); }
.counts { white-space: nowrap; color: var(--soft); font-size: .82rem; font-variant-numeric: tabular-nums; }
.counts b { display: inline-block; min-width: 3.2rem; color: var(--ink); text-align: right; padding-right: .5rem; }
.what { overflow-wrap: anywhere; }
.tools { display: flex; flex-wrap: wrap; gap: .6rem 1.4rem; align-items: center; margin-top: .9rem; font-size: .86rem; }
input[type=search], select, button { min-height: 2.1rem; padding: .2rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); color: var(--ink); font: inherit; }
input[type=search] { width: 13rem; max-width: 100%; } select { max-width: 100%; }
input[type=checkbox] { accent-color: var(--request); }
button { cursor: pointer; } button:hover:not(:disabled) { background: var(--lit); } button:disabled { opacity: .4; cursor: default; }
.tools .lit { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: center; padding: .1rem .2rem .1rem .7rem; border-radius: .5rem; background: var(--tag); }
.shown { color: var(--soft); font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; margin-top: .7rem; color: var(--soft); font-size: .82rem; }
.legend span { display: flex; gap: .4rem; align-items: center; }
.legend .cell {  width: 1.15rem; height: 1.15rem; line-height: 1.15rem; border-radius: .2rem; }
.box { position: relative; max-height: 88vh; margin-top: .8rem; overflow: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
.students { border-collapse: separate; border-spacing: 0; width: 100%; font-size: .82rem; line-height: 1.35rem; font-variant-numeric: tabular-nums; }
.students th, .students td { padding: 0 .5rem; text-align: left; font-weight: 400; white-space: nowrap; }
.students thead th { position: sticky; top: 0; z-index: 2; padding-block: .3rem; background: var(--card); border-bottom: 1px solid var(--line); color: var(--soft); vertical-align: bottom; }
.students tbody th, .students thead tr:first-child th:first-child { position: sticky; left: 0; z-index: 1; max-width: 13rem; background: var(--card); overflow: hidden; text-overflow: ellipsis; }
.students thead tr:first-child th:first-child { z-index: 3; }
.students tbody th a { color: var(--ink); text-decoration: none; }
.students tbody tr:hover th { background: var(--lit); } .students tbody tr:hover th a { text-decoration: underline; }
.students tr:target th { background: var(--lit); }
.students .score, .students th[data-sort=score] { text-align: right; }
.students td.score { font-weight: 600; }
.students td.verdict { overflow: hidden; text-overflow: ellipsis; color: var(--soft); font-size: .78rem; }
.verdict.ok { color: var(--grow) !important; }
.verdict.integrity, .verdict.grader-error { color: var(--bad) !important; font-weight: 600; }
.verdict.missing, .verdict.invalid-file, .verdict.syntax-error, .verdict.load-error, .verdict.load-timeout, .verdict.out-of-memory, .verdict.crashed, .verdict.output-limit, .verdict.policy { color: var(--reply) !important; }
.map { --name: 13rem; --score: 4.4rem; --stage: 4rem; --verdict: 7.4rem; --lead: calc(var(--name) + var(--score) + var(--stage) + var(--verdict)); width: calc(var(--lead) + var(--columns) * var(--cell)); }
.map, .map thead, .map tbody { display: block; }
.map tr { display: flex; height: 1.45rem; line-height: 1.45rem; }
.map tbody tr { content-visibility: auto; contain-intrinsic-size: auto 1.45rem; }
.map thead { position: sticky; top: 0; z-index: 3; background: var(--card); border-bottom: 1px solid var(--line); }
.map thead th { position: static; z-index: auto; padding-block: 0; border: 0; }
.map .chapters { height: 1.8rem; line-height: 1.8rem; } .map .clauses { height: 3.4rem; align-items: flex-end; line-height: 1.3rem; }
.map :is(th, td) { flex: none; } .map :is(th, td):nth-child(1) { width: var(--name); max-width: none; } .map :is(th, td):nth-child(2) { width: var(--score); } .map :is(th, td):nth-child(3) { width: var(--stage); } .map :is(th, td):nth-child(4) { width: var(--verdict); }
/* It slides under the edge until it is as wide as the names. */
.map .chapters .corner { position: sticky; left: calc(var(--name) - var(--lead)); z-index: 1; width: var(--lead); padding: 0; background: var(--card); }
.map .chapters .begins { width: calc(var(--span) * var(--cell)); padding: 0 .35rem; font-weight: 600; overflow: hidden; }
.map .clauses th:first-child { margin-bottom: 1px; position: sticky; left: 0; z-index: 1; display: flex; align-items: flex-end; align-self: stretch; background: var(--card); }
.map .clauses th[data-sort] { padding: 0; }
.map th button { min-height: 0; width: 100%; padding: 0 .5rem .1rem; border: 0; background: none; color: inherit; text-align: inherit; white-space: nowrap; line-height: inherit; }
.map [aria-sort=ascending] button::after { content: " ▲"; font-size: .65em; } .map [aria-sort=descending] button::after { content: " ▼"; font-size: .65em; }
.map .clauses .clause { width: var(--cell); padding: 0; text-align: center; font-size: .66rem; cursor: pointer; overflow: hidden; }
.map .clause .bar { display: flex; align-items: flex-end; height: 2.1rem; margin: 0 1px 0 0; background: var(--idle); }
.map .clause .bar i { display: block; width: 100%; background: var(--fail); }
.map .clause > span { display: block; }
.cell { text-align: center; font-style: normal; }
.map .cell.cell { width: var(--cell); padding: 0; border-right: 1px solid var(--card); border-bottom: 1px solid var(--card); text-align: center; font-size: .72rem; cursor: pointer; overflow: hidden; }
.map .begins.begins { border-left: 2px solid var(--rail); }
.cell.pass { background: var(--pass); color: var(--on-pass); } .cell.fail { background: var(--fail); color: var(--on-fail); }
.cell.error { background: var(--error); color: var(--on-error); font-weight: 700; } .cell.timeout { background: var(--timeout); color: var(--on-timeout); font-weight: 600; }
.cell.not-run { background: var(--idle); color: var(--on-idle); }
.map th.lit { background: var(--request); color: var(--card); }
.map td.lit { box-shadow: inset 2px 0 var(--request), inset -2px 0 var(--request); }
.map :focus-visible { outline: 2px solid var(--ink); outline-offset: -2px; }
/* Squeezed into the page there is no room for signs: a shape tells what the colour tells. */
@media not print {
  .whole .map { --score: 3.8rem; --stage: 3.6rem; width: 100%; }
  .whole .map .clauses .clause, .whole .map .cell.cell { flex: 1 1 0; width: auto; min-width: 0; font-size: 0; border-right: 0; }
  .whole .map .chapters .begins { flex: var(--span) 1 0; width: auto; min-width: 0; padding: 0; text-indent: .35rem; }
  .whole .map .begins.begins { border-left-width: 1px; }
  .whole .map .clauses { height: 2.4rem; } .whole .map .clause > span + span { display: none; }
  .whole .legend .cell { font-size: 0; }
  .whole .cell.timeout { background: linear-gradient(var(--pass) 45%, var(--timeout) 45%); }
  .whole .cell.error { background: linear-gradient(var(--error) 38%, var(--pass) 38% 62%, var(--error) 62%); }
  .whole td.lit { box-shadow: inset 1px 0 var(--request), inset -1px 0 var(--request); }
}
.nobody { padding: 1.2rem; color: var(--soft); }
.now { position: sticky; bottom: 0; z-index: 4; min-height: 2.2rem; padding: .45rem .2rem; background: var(--paper); color: var(--soft); font-size: .84rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.panel { width: min(48rem, 100%); max-width: none; height: 100vh; max-height: none; margin: 0 0 0 auto; padding: 0; border: 0; border-left: 1px solid var(--line); background: var(--paper); color: var(--ink); overflow: auto; scroll-padding-top: 4.2rem; box-shadow: -12px 0 40px rgb(0 0 0 / .18); }
.panel::backdrop { background: rgb(0 0 0 / .28); }
.panel-bar { position: sticky; top: 0; z-index: 1; display: flex; gap: .4rem; align-items: center; padding: .8rem 1.6rem; border-bottom: 1px solid var(--line); background: var(--paper); }
.panel-bar h2 { flex: 1; min-width: 0; max-height: 5.4rem; overflow: auto; overflow-wrap: anywhere; outline: none; }
.panel-bar button { flex: none; width: 2.2rem; padding: 0; }
.panel-inside { padding: 1.2rem 1.6rem 2.5rem; }
.panel section { margin-top: 1.7rem; }
.panel h3 { display: flex; gap: .6rem; align-items: center; margin-bottom: .5rem; }
.panel h3 .all { min-height: 1.7rem; margin-left: auto; font-weight: 400; font-size: .8rem; }
.result { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: baseline; color: var(--soft); font-size: .9rem; font-variant-numeric: tabular-nums; }
.big b { color: var(--ink); font-size: 2rem; font-weight: 600; line-height: 1.2; }
.sentence { margin-top: .3rem; overflow-wrap: anywhere; }
.flags { display: grid; gap: .35rem; font-size: .88rem; }
.flags li { padding: .3rem .7rem; border-left: 3px solid var(--rail); background: var(--card); overflow-wrap: anywhere; } .flags .review { border-color: var(--timeout); } .flags .integrity { border-color: var(--bad); }
.by-chapter { columns: 2; column-gap: 2.2rem; font-size: .84rem; font-variant-numeric: tabular-nums; }
.by-chapter li { display: grid; grid-template-columns: 2.6rem minmax(2rem, 1fr) 4rem; gap: .6rem; align-items: center; padding: .12rem 0; line-height: 1.3rem; break-inside: avoid; }
.by-chapter b { font: 600 .8rem/1.3rem var(--code); overflow: hidden; text-overflow: ellipsis; }
.by-chapter .bar { height: .5rem; border-radius: .2rem; background: var(--tag); overflow: hidden; } .by-chapter .bar i { display: block; height: 100%; background: var(--bar); } .by-chapter .full .bar i { background: var(--grow); opacity: .8; }
.by-chapter .points { color: var(--soft); text-align: right; }
.card { border-top: 1px solid var(--line); } .card:last-child { border-bottom: 1px solid var(--line); }
.card summary { display: grid; grid-template-columns: 1.3rem 3.6rem minmax(0, 1fr); gap: .6rem; padding: .4rem .2rem; font-size: .88rem; line-height: 1.4rem; list-style: none; }
.card summary:hover { background: var(--lit); } .card summary::-webkit-details-marker { display: none; }
.card .cell { width: 1.3rem; height: 1.4rem; border-radius: .2rem; line-height: 1.4rem; font-size: .8rem; }
.card .id { font: 600 .82rem/1.4rem var(--code); overflow-wrap: anywhere; }
.card:not([open]) .what { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.card > .note, .card > .label { padding: .2rem 0 .4rem; } .label { color: var(--soft); font-size: .78rem; }
pre { margin: 0 0 .6rem; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); font: .76rem/1.55 var(--code); white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem; overflow: auto; }
pre.command { padding: .5rem .8rem; }
.facts { display: grid; gap: .45rem; margin-top: 1.7rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.facts div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 1rem; } .facts dd { font: .78rem/1.5 var(--code); overflow-wrap: anywhere; }
@media (max-width: 60rem) {
  .charts { grid-template-columns: minmax(0, 1fr); }
  .hardest li { grid-template-columns: 4rem minmax(0, 1fr) 10.5rem; } .hardest .share { grid-column: 2; grid-row: 2; } .hardest .counts { grid-row: 1 / span 2; grid-column: 3; }
}
@media (max-width: 40rem) {
  body { padding: 1.3rem .9rem 3rem; }
  section { margin-top: 2rem; }
  h1 { font-size: 1.4rem; }
  .numbers { gap: .7rem 1.8rem; } .numbers b { font-size: 1.35rem; }
  .hardest li { grid-template-columns: 3.6rem minmax(0, 1fr); padding-inline: 0; } .hardest .share { grid-row: auto; margin-top: .3rem; } .hardest .counts { grid-row: auto; grid-column: 2; } .counts b { min-width: 0; }
  .chart text { font-size: 17px; } .chart.scores .label { font-size: 13px; }
  .students tbody th, .students thead tr:first-child th:first-child { max-width: 8rem; }
  .map { --name: 8rem; --score: 3.6rem; --stage: 3.2rem; --verdict: 4.8rem; } .students th, .students td { padding-inline: .35rem; }
  .panel-bar { padding: .6rem .9rem; } .panel-inside { padding: .9rem .9rem 2rem; }
  .by-chapter { columns: 1; }
  pre { padding: .6rem .7rem; font-size: .68rem; }
  .facts div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .tools .whole { display: none; }
}
@media print {
  @page { size: A4 landscape; margin: 10mm; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { padding: 0; font-size: 9pt; }
  .tools, .now, .panel, .class .note { display: none !important; }
  .box { max-height: none; overflow: visible; border: 0; }
  .students thead th, .students tbody th, .map thead { position: static; }
  .map { --name: 30mm; --score: 8mm; --stage: 7mm; --verdict: 14mm; --cell: 1.85mm; font-size: 5pt; }
  .map tr { height: 2.5mm; line-height: 2.5mm; content-visibility: visible; } .map .chapters { height: 3mm; line-height: 3mm; } .map .clauses { height: 8.5mm; line-height: 2.2mm; }
  .map th, .map td { padding: 0 .5mm; } .map td.verdict { font-size: 5pt; }
  .map .clauses .clause, .map .cell.cell { font-size: 4.5pt; }
  .map .clause .bar { height: 6mm; }
  tr, .group, .chart, .hardest li { break-inside: avoid; }
}
`;
