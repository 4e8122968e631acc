/** What a comparison has found: each difference with the row that explains it, or none. */
import { say, type Text } from "../../spec/harness/text.ts";
import type { HookFake, Scenario, Step } from "../../spec/player/scenario.ts";
import type { DifferenceId } from "../differences.ts";
import { hooksOf } from "./calls.ts";

/** `id`: the row that explains it; absent: nothing does. */
export type Note = { step: number; id?: DifferenceId; what: Text; contract: string; pi: string };

export class Ledger {
  readonly notes: Note[] = [];
  readonly #scenario: Scenario;
  /** states that hold something else from here on: what comes later on them is not compared */
  readonly #parted = new Set<string>();

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
  }

  explained(step: number, id: DifferenceId, what: Text, contract: string, pi: string): void {
    this.notes.push({ step, id, what, contract, pi });
  }

  /** Something differs that no rule of a row fits. What somebody wrote into a shared object explains it, if anything does. */
  differs(step: number, what: Text, contract: string, pi: string): void {
    const id = this.#scenario.steps.slice(0, step + 1).flatMap((one) => writtenBy(one, this.#scenario))[0];
    this.notes.push({ step, ...(id === undefined ? {} : { id }), what, contract, pi });
    if (id !== undefined) this.part(step);
  }

  part(step: number): void {
    this.#parted.add(stateOf(this.#scenario.steps[step]));
  }

  parted(step: number): boolean {
    return this.#parted.has(stateOf(this.#scenario.steps[step]));
  }
}

/** The state that a step reads or changes; empty: none. */
function stateOf(step: Step | undefined): string {
  if (step === undefined || !["turn", "history", "append", "appendMany", "move", "path", "entries"].includes(step.do)) return "";
  return ("state" in step ? step.state : undefined) ?? "main";
}

/** The rows that tell what comes of writing into what Pi shares, for the parties of this step that do so. */
function writtenBy(step: Step, scenario: Scenario): DifferenceId[] {
  if (step.do === "vandal") return sharedBy(scenario.steps[step.step]);
  const tools = step.do === "register" ? [step.tool] : [];
  const acts = tools.flatMap(({ acts = [] }) => acts).flatMap(({ effects = [] }) => effects);
  const hooks = rulesOf(step).flatMap(({ effects = [] }) => effects);
  return [
    ...(step.do === "turn" && step.replies.some((reply) => reply.vandal === true) ? (["s01-live-messages"] as const) : []),
    ...(hooks.some((effect) => effect.do === "vandalArgs") ? (["s05-live-call"] as const) : []),
    ...[...acts, ...hooks].flatMap((effect) => (effect.do === "vandal" ? sharedBy(scenario.steps[effect.step]) : [])),
  ];
}

function rulesOf(step: Step): NonNullable<HookFake["before"] | HookFake["after"]> {
  const hooks = hooksOf(step);
  return [...(hooks?.before ?? []), ...(hooks?.after ?? [])] as NonNullable<HookFake["before"]>;
}

/** What a step was given or gave that Pi keeps as it is. */
function sharedBy(step: Step | undefined): DifferenceId[] {
  if (step === undefined) return [];
  if (step.do === "register" || step.do === "specs") return ["s02-live-tools"];
  if (step.do === "turn") return ["s06-live-answer"];
  return ["append", "path", "entries", "history"].includes(step.do) ? ["s07-live-entries"] : [];
}

export const texts = {
  result: say("the result", "结果"),
  answer: say("the answer", "回复"),
  history: say("the history", "历史"),
  requests: say("the number of requests", "请求次数"),
};
