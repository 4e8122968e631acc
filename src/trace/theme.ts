/** What our pages look like in common: paper, ink and letters, light and dark by the reader's own setting. */
export const theme = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #23262b; --soft: #5f6670; --line: #dcd9d1; --rail: #d3cfc5; --lit: #f0ede4;
  --call: #4b5563; --request: #2459a8; --reply: #7a5a12; --grow: #2c7048; --bad: #b3261e; --tag: #efece4;
  --text: system-ui, -apple-system, "Segoe UI", "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif;
  --code: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace;
}
/* Paper is white, whatever the screen is. */
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --card: #1d2025; --ink: #e4e2dc; --soft: #9aa0aa; --line: #31353c; --rail: #3a3f47; --lit: #252a31;
    --call: #aeb6c2; --request: #84b4f4; --reply: #d8b15e; --grow: #7cc79a; --bad: #ff8a80; --tag: #2a2e35;
  }
}
@media print { :root { color-scheme: light; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--text); }
ol, ul { margin: 0; padding: 0; list-style: none; }
p { margin: 0; }
code { font: .92em var(--code); }
.program { color: var(--soft); font: .8rem/1.5 var(--code); overflow-wrap: anywhere; }
h1 { margin: .35rem 0 .4rem; font-size: 1.8rem; line-height: 1.2; font-weight: 600; letter-spacing: -.01em; }
.chapter { color: var(--request); font-variant-numeric: tabular-nums; }
:focus-visible { outline: 2px solid var(--request); outline-offset: 2px; }
`;
