/** How a spec says that a clause does not hold. */
import type { Scenario } from "../player/scenario.ts";
import type { Ending } from "../player/transcript.ts";
import type { Text } from "./text.ts";

export type Place = { file: string; line: number; column: number };

/** The parts of docs/faq.md that cards point to, by their anchors. */
export const faqParts = ["hangs", "exits", "memory", "flood", "escaped", "not-plain", "shared", "left-over"] as const;
export type FaqPart = (typeof faqParts)[number];

/** What a failure card is made of. */
export type Card = {
  expected: Text;
  got: Text;
  /** how the two differ, in the scenario's words, one difference a line */
  differs?: Text;
  /** the likely mistake, in terms of the scenario */
  why?: Text;
  /** where the FAQ treats this kind of failure, for failures that say little about their cause */
  faq?: FaqPart;
  scenario?: Scenario;
  at?: Place;
  ending?: Ending;
  /** what the learner's code printed while the scenario was played */
  prints?: string;
  /** shows only when everything is judged: a single clause judged again would hold */
  wholeRun?: true;
  /** replays exactly this case */
  replay?: { seed: number; path: string };
};

export class Broken extends Error {
  readonly card: Card;
  constructor(card: Card) {
    super([`expected ${card.expected.en}`, `got ${card.got.en}`, ...noteLines(card)].join("\n"));
    this.name = "Broken";
    this.card = card;
  }
}

/** What a card says beyond expected and got, in English. */
export const noteLines = ({ differs, why }: Card): string[] => [differs, why].flatMap((text) => (text === undefined ? [] : [text.en]));
