import { theme } from "./theme.ts";

/** The page's style: rails beside words, one column on a narrow screen. */
export const style = `${theme}
:root { --w: 4rem; --half: calc(var(--w) / 2); }
html { scroll-padding: 4.5rem 0 5.5rem; }
body { padding: 2.5rem 2rem 6rem; }
.head, main { max-width: 78rem; margin-inline: auto; }
.lead { margin: 0; max-width: 44rem; color: var(--soft); font-size: 1.05rem; }
.trouble-note { margin: 1rem 0 0; padding: .7rem 1rem; border-left: 3px solid var(--bad); background: var(--card); color: var(--bad); overflow-wrap: anywhere; }
main { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; gap: 2.5rem; margin-top: 1.5rem; align-items: start; }
.lanes { position: sticky; top: 0; z-index: 2; display: flex; padding-left: 2.2rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.lane { width: var(--w); padding: .55rem 0 .45rem; text-align: center; color: var(--soft); font-size: .75rem; line-height: 1.3; }
.lane .short { display: none; }
.part h2 { display: flex; gap: .7rem; margin: 0; padding: 1.5rem 0 .7rem; max-width: 44rem; font-size: 1rem; font-weight: 600; line-height: 1.45; }
.part + .part h2 { padding-top: 2.2rem; }
.number { flex: none; width: 1.5rem; height: 1.5rem; border-radius: 50%; background: var(--tag); color: var(--soft); font-size: .8rem; line-height: 1.5rem; text-align: center; }
.row { --hue: var(--call); display: flex; border-radius: .4rem; cursor: default; }
.row.request { --hue: var(--request); } .row.reply { --hue: var(--reply); } .row.answer { --hue: var(--ink); }
.row.history { --hue: var(--grow); } .row.trouble, .row.note { --hue: var(--bad); }
.at { flex: none; width: 2.2rem; padding: .42rem .55rem 0 0; text-align: right; color: var(--soft); opacity: .75; font: .7rem/1.5 var(--code); text-decoration: none; }
.rails {
  position: relative; flex: none; width: calc(var(--lanes) * var(--w));
  background: repeating-linear-gradient(to right, transparent 0 calc(var(--half) - .5px), var(--rail) calc(var(--half) - .5px) calc(var(--half) + .5px), transparent calc(var(--half) + .5px) var(--w));
}
.arrow { position: absolute; top: .95rem; left: calc(var(--at) * var(--w) + var(--half)); width: calc(var(--span) * var(--w)); height: 0; border-top: 2px solid var(--hue); }
.arrow::after { content: ""; position: absolute; top: -6px; border: 5px solid transparent; }
.arrow.right::after { right: 0; border-left: 8px solid var(--hue); border-right: 0; }
.arrow.left::after { left: 0; border-right: 8px solid var(--hue); border-left: 0; }
.dot { position: absolute; top: calc(.95rem - 4px); left: calc(var(--at) * var(--w) + var(--half) - 5px); width: 10px; height: 10px; border-radius: 50%; background: var(--hue); box-shadow: 0 0 0 3px var(--paper); }
.words { min-width: 0; flex: 1; padding: .28rem .8rem .28rem 1rem; }
.label, .more, details { font: .84rem/1.6 var(--code); overflow-wrap: anywhere; }
.label { color: var(--hue); }
.answer .label { font-weight: 600; }
.way { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.more, summary { color: var(--soft); }
summary { cursor: pointer; width: fit-content; }
.messages, .prompt { margin-top: .3rem; padding: .1rem 0 .1rem .8rem; border-left: 2px solid var(--line); }
.messages li + li { margin-top: .15rem; }
.past { position: sticky; top: 0; max-height: 100vh; overflow: auto; padding: .4rem 2px 5.5rem; }
.past h2 { margin: 0 0 .8rem; color: var(--soft); font-size: .75rem; font-weight: 400; line-height: 1.5; }
.entry { display: flex; margin-bottom: .45rem; font: .8rem/1.5 var(--code); }
.branch { position: relative; flex: none; width: 1.2rem; }
.branch::before { content: ""; position: absolute; left: .35rem; top: -.45rem; bottom: 0; border-left: 1.5px solid var(--rail); }
.branch:not([class~="tee"], [class~="end"], [class~="through"])::before { display: none; }
.branch.end::before { bottom: auto; height: 1.6rem; }
.branch.tee::after, .branch.end::after { content: ""; position: absolute; left: .35rem; right: 0; top: 1.15rem; border-top: 1.5px solid var(--rail); }
.message { min-width: 0; flex: 1; padding: .45rem .65rem; border: 1px solid var(--line); border-radius: .45rem; background: var(--card); overflow-wrap: anywhere; }
.role { font-weight: 600; color: var(--call); } .role.user { color: var(--request); } .role.assistant { color: var(--reply); } .role.toolResult { color: var(--grow); }
.entry.leaf .message { border-color: var(--request); box-shadow: 0 0 0 1px var(--request); }
.entry.leaf .message::after { content: " ◂"; color: var(--request); }
.bar { position: fixed; z-index: 3; left: 50%; bottom: 1.2rem; transform: translateX(-50%); display: flex; align-items: center; gap: .6rem; width: max-content; max-width: min(44rem, calc(100vw - 1.5rem)); padding: .5rem .6rem; border: 1px solid var(--line); border-radius: .8rem; background: var(--card); box-shadow: 0 6px 24px rgb(0 0 0 / .14); font-size: .85rem; }
.bar[hidden] { display: none; }
.bar button { flex: none; min-width: 2.4rem; min-height: 2.2rem; padding: 0 .6rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); color: var(--ink); font: inherit; cursor: pointer; }
.bar button:hover { background: var(--lit); }
.count { flex: none; color: var(--soft); font: .78rem/1 var(--code); }
.now { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.stepping .row { cursor: pointer; }
.later { opacity: .22; }
.entry.later { opacity: .12; }
.row.current { background: var(--lit); }
.row.current .dot { box-shadow: 0 0 0 3px var(--lit); }
.entry.fresh .message { background: var(--lit); }
@media (max-width: 68rem) {
  main { grid-template-columns: minmax(0, 1fr); gap: 2rem; }
  .past { position: static; max-height: none; border-top: 1px solid var(--line); padding-top: 1.2rem; }
}
@media (max-width: 46rem) {
  :root { --w: 1.85rem; }
  body { padding: 1.2rem .8rem 6rem; }
  h1 { font-size: 1.4rem; }
  .at { display: none; }
  .lanes { padding-left: 0; }
  .lane { font-size: .6rem; }
  .lane .long { display: none; } .lane .short { display: inline; }
  .words { padding: .28rem .2rem .28rem .5rem; }
  .label, .more, details { font-size: .76rem; }
}
@media (max-width: 24rem) {
  :root { --w: 1.45rem; }
  .lane { font-size: .5rem; }
}
@media print { .bar { display: none; } .lanes, .past { position: static; } }
`;
