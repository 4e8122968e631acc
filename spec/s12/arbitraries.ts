/** Contents and names asked of them. Without `chain`, and with each part built once: generating is the cost of these properties. */
import * as fc from "fast-check";
import { contents, names } from "../harness/arbitraries.ts";
import type { Package } from "../player/scenario.ts";

/** A position stands for a name that the contents own, a text for any name: owned, missing or inherited. */
type Asked = number | string;

const anyName = names();
const anyContents = contents();
const asked = fc.array(fc.oneof<fc.Arbitrary<Asked>[]>(fc.nat({ max: 4 }), fc.nat({ max: 4 }), anyName), { maxLength: 5 });

function named(given: Record<string, string>, wanted: Asked[]): string[] {
  const known = Object.keys(given);
  return wanted.flatMap((one) => (typeof one === "string" ? [one] : known.slice(one, one + 1)));
}

export const picks = fc.record({ given: anyContents, wanted: asked }).map(({ given, wanted }) => ({ given, names: named(given, wanted) }));

/** A package whose manifest lists owned, missing, inherited and doubled names. */
export const packages: fc.Arbitrary<Package> = fc.record({ given: anyContents, name: anyName, tools: asked, commands: asked, resources: asked }).map(({ given, name, tools, commands, resources }) => ({
  manifest: { name, tools: named(given, tools), commands: named(given, commands), resources: named(given, resources) },
  contents: given,
}));
