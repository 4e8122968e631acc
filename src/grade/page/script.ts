/** The page's script, in three parts that share one scope. All text goes in as text, never as markup. */
import { addressScript } from "./script-address.ts";
import { mapScript } from "./script-map.ts";
import { panelScript } from "./script-panel.ts";

export const script = `
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { columns, lines, students, statuses, verdicts, words } = data;
  const find = (selector, from = document) => from.querySelector(selector);
  /* An element with classes, and texts or elements in it. */
  const make = (name, classes = "", ...inside) => {
    const one = document.createElement(name);
    if (classes !== "") one.className = classes;
    one.append(...inside);
    return one;
  };
  /* A sentence of ours: what stands in backquotes is code. */
  const sentence = (text) => text.split("\`").map((part, at) => (at % 2 === 1 ? make("code", "", part) : part));
${mapScript}${panelScript}${addressScript}})();
`;
