/** A difference that nothing explains, as a story: what was played, and where Pi parts from the contract. Pure. */
import { narrate } from "../../spec/harness/narrate.ts";
import { say, type Language } from "../../spec/harness/text.ts";
import { safe, wrap, type Terminal } from "../../src/report/terminal.ts";
import type { Row } from "./rows.ts";

const advice = say("No row of pi/differences.ts tells this: the contract, the player or the table is wrong.", "pi/differences.ts 里没有一条说到它：契约、播放器或这张表有一处错了。");

export function openLines({ test, open }: Row, language: Language, terminal: Terminal): string[] {
  if (open === undefined) return [];
  const { scenario, expected, got } = open;
  const told = narrate(scenario, language).flatMap((text, at) => wrap(safe(text), terminal.width - 6).map((line, n) => `  ${terminal.paint("dim", n === 0 ? `${at + 1}`.padStart(2) : "  ")}  ${line}`));
  const [contract, pi] = language === "zh" ? ["契约", "Pi  "] : ["contract", "Pi      "];
  const side = (name: string, text: string): string[] => wrap(safe(text), terminal.width - 12).map((line, at) => `  ${terminal.paint("dim", at === 0 ? name : " ".repeat(name.length))}  ${line}`);
  return [
    "",
    ...wrap(`${terminal.paint("red", "≠ ?")} ${terminal.paint("bold", test.clause)}  ${test.condition[language]}`, terminal.width),
    ...told,
    ...side(contract ?? "", expected[language]),
    ...side(pi ?? "", got[language]),
    ...wrap(terminal.paint("yellow", advice[language]), terminal.width),
  ];
}
