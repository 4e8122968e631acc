/** What one step of a scenario comes to in two programs, side by side, and whether the contract lets them differ there. */
import { firstDifference, show } from "../../spec/harness/show.ts";
import { describe, isFields, type Fields, type Played } from "../../spec/harness/played.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Json } from "../../spec/player/scenario.ts";
import type { Fault } from "../../spec/player/transcript.ts";
import type { Demand, Freedom } from "./freedom.ts";

export type Fact = {
  /** what is compared ("request 2") */
  what: Text;
  yours: string[];
  reference: string[];
  same: boolean;
  /** told only where it differs */
  quiet?: boolean;
};

/** Two programs after the same scenario. */
export type Both = { reference: Played; yours: Played; freedom: Freedom };

export const isText = (value: Json | undefined): value is string => typeof value === "string";

/** Whether a text of yours is right where the reference gave `wanted`. */
export function meets(demand: Demand, wanted: Json | undefined, text: Json | undefined): boolean {
  if (demand.same) return Object.is(wanted, text) || (demand.orError === true && isText(wanted) && wanted.startsWith("error:") && isText(text) && text.startsWith("error:"));
  return isText(text) && text.startsWith(demand.starts ?? "") && text.includes(demand.contains ?? "");
}

/** Whether `yours` has everything that the reference has; further members are free. */
export const covers = (yours: Json | undefined, reference: Json | undefined): boolean => firstDifference(yours, reference ?? null) === undefined;

export const fieldsIn = (list: Json | undefined): Fields[] => (Array.isArray(list) ? list.filter(isFields) : []);

/** The named members of each object in a list. */
export const only = (list: Json | undefined, names: string[]): Fields[] => fieldsIn(list).map((one) => Object.fromEntries(names.flatMap((name) => (one[name] === undefined ? [] : [[name, one[name] ?? null]]))));

/** One value of each program. */
export function valueFact(what: Text, yours: Json | undefined, reference: Json | undefined, same: boolean): Fact {
  const lines = (value: Json | undefined): string[] => (Array.isArray(value) ? (value.length === 0 ? ["[]"] : value.map((one) => show(one))) : [show(value)]);
  return { what, yours: lines(yours), reference: lines(reference), same };
}

/** How the step itself ended in the two programs, where it ended with a fault in one; undefined: normally in both. */
export function faultFact(both: Both, index: number, what: Text): Fact | undefined {
  const [mine, theirs] = [both.yours, both.reference].map((played) => {
    const record = played.transcript.steps[index];
    return record?.fault ?? record?.historyFault;
  });
  if (mine === undefined && theirs === undefined) return undefined;
  return { what, yours: [tellEnd(both.yours, index, mine)], reference: [tellEnd(both.reference, index, theirs)], same: mine?.kind === theirs?.kind };
}

const tellEnd = (played: Played, index: number, fault: Fault | undefined): string => (fault === undefined ? `→ ${show(played.transcript.steps[index]?.value)}` : tellFault(fault));

function tellFault(fault: Fault): string {
  if (fault.kind === "threw") return `throws ${describe(fault.error)}`;
  return fault.kind === "missing" ? `there is no ${fault.name}` : `${fault.path === "" ? "it" : fault.path} ${fault.what}`;
}

/** What no program may do: let an error escape, hand a fake something that is not plain data. */
export function borderFacts({ yours }: Both, index: number): Fact[] {
  const escaped = yours.all("escaped", index).map((seen) => describe(seen.error));
  const notPlain = yours.all("notPlain", index).map((seen) => `${seen.whose}${seen.path}: ${seen.is}`);
  return [
    { what: say("errors that nobody caught", "没有人接住的错误"), yours: escaped, reference: [], same: escaped.length === 0, quiet: true },
    { what: say("what is not plain data", "不是纯数据的东西"), yours: notPlain, reference: [], same: notPlain.length === 0, quiet: true },
  ];
}
