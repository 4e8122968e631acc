/** What the steps before a turn have put into its reach: resources, and answers whose text is settled. */
import type { Resource, Scenario } from "../../spec/player/scenario.ts";
import { courseOfTurn } from "./freedom.ts";

export type Offer = {
  /** of the loader, in order */
  resources: Resource[];
  /** names and contents that packages brought it, in any order */
  packed: string[];
  /** texts of answers that ended normally */
  answers: Set<string>;
};

export function offerAt({ steps }: Scenario, index: number, loader: string | undefined): Offer {
  const offer: Offer = { resources: [], packed: [], answers: new Set() };
  for (const step of steps.slice(0, index)) {
    if (step.do === "turn") {
      const { heard, end } = courseOfTurn(step);
      if (end === "answer") offer.answers.add(heard.at(-1)?.text ?? "");
    }
    if (loader === undefined || !("loader" in step || step.do === "loader" || step.do === "install" || step.do === "addResource")) continue;
    if ((step.do !== "loader" && step.do !== "install" && step.do !== "addResource") || (step.loader ?? "main") !== loader) continue;
    if (step.do === "loader") offer.resources = [...step.resources];
    if (step.do === "addResource") offer.packed.push(step.resource.name, step.resource.content);
    if (step.do === "install") {
      const { manifest, contents } = step.package;
      for (const name of manifest.resources.filter((one) => Object.hasOwn(contents, one))) offer.packed.push(name, contents[name] ?? "");
    }
  }
  return offer;
}
