/** A chapter's scene: a short scenario that shows the chapter's point, told part by part. `kata trace` plays and draws it. */
import type { Step } from "../player/scenario.ts";
import type { Text } from "./text.ts";

/** Some steps that belong together, and what to look for in them. */
export type Part = { caption: Text; steps: Step[] };

export type Scene = {
  /** what the scene shows, in a sentence */
  title: Text;
  /** the exports without which it cannot be played */
  needs: string[];
  parts: Part[];
};

export const part = (caption: Text, ...steps: Step[]): Part => ({ caption, steps });
