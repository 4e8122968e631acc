/**
 * What the contract leaves free in one scenario (contract section 5, EVOLUTION.md section 7), read from the scenario
 * alone: which calls may run or not, what the text of a result or an answer must hold, how far two programs can be
 * compared at all.
 */
import { courseOf, type Course } from "../../spec/harness/turns.ts";
import type { AfterAct, BeforeAct, Call, HookFake, Scenario, Step, Thrown, ToolFake } from "../../spec/player/scenario.ts";

export type TurnStep = Step & { do: "turn" };

/** What a text must be. `same`: what the reference gives (`orError`: and where that is an error, any error). Otherwise it starts with and contains what is named. */
export type Demand = { same: true; orError?: true } | { same: false; starts?: string; contains?: string };

const same: Demand = { same: true };
const anything: Demand = { same: false };
const error = { same: false, starts: "error:" } as const;
const failed: Demand = error;

export type Freedom = {
  /** ids of calls in messages that never completed: they may run or not */
  open: Set<string>;
  /** tools that are registered in the middle of a turn: which handler runs is free */
  unsettled: Set<string>;
  /** a hook mutates the call that it is shown: whether that rewrites the call is free */
  rewritten: boolean;
  /** a listener mutates the event that it is shown: whether listeners share one is free */
  sharedEvents: boolean;
  /** a package brings its names in any order, its tools with any description, its resources with any kind */
  packaged: boolean;
  /** the steps before this one can be compared */
  end: number;
  /** what the result of a call must be; `raw`: before afterToolCall sees it */
  resultOf(id: string, raw?: boolean): Demand;
  /** whether afterToolCall may or may not be asked about a call */
  afterIsFree(id: string): boolean;
};

type Known = { call: Call; hooks: HookFake | undefined };

export function freedomOf(scenario: Scenario): Freedom {
  const { steps } = scenario;
  const known = new Map(steps.flatMap(callsOf).map((one) => [one.call.id, one] as const));
  const fakes = steps.flatMap(toolsOf);
  const packages = steps.flatMap((step) => (step.do === "install" ? [step.package] : []));
  const hooks = [...known.values()].flatMap((one) => (one.hooks === undefined ? [] : [one.hooks]));
  const effects = [...fakes.flatMap(({ acts = [] }) => acts), ...hooks.flatMap(rulesOf)].flatMap((act) => act.effects ?? []);
  const unsettled = new Set(effects.flatMap((effect) => (effect.do === "register" ? [effect.tool.name] : [])));
  const rewritten = hooks.flatMap(rulesOf).some((rule) => rule.effects?.some((effect) => effect.do === "vandalArgs") === true);

  const resultOf = (id: string, raw = false): Demand => {
    const one = known.get(id);
    if (one === undefined || rewritten) return anything;
    const [before, after] = raw ? [undefined, undefined] : [ruleFor<BeforeAct>(one.hooks?.before, id), ruleFor<AfterAct>(one.hooks?.after, id)];
    if (before?.is === "block") return { same: false, contains: before.reason };
    if (before?.is === "throws") return after?.is === "returns" ? anything : failed;
    if (after?.is === "throws") return failed;
    if (after?.is === "returns") return same;
    return byTool(one.call);
  };

  const byTool = ({ name }: Call): Demand => {
    const own = fakes.filter((fake) => fake.name === name);
    const packed = packages.filter(({ manifest, contents }) => manifest.tools.includes(name) && Object.hasOwn(contents, name));
    if (unsettled.has(name) || (packed.length > 0 && own.length + packed.length > 1)) return anything;
    if (own.length > 1) return { same: true, orError: true };
    const [pkg] = packed;
    if (pkg !== undefined) return { same: false, contains: pkg.contents[name] ?? "" };
    const [tool] = own;
    if (tool === undefined) return { ...error, contains: name };
    const gives = tool.acts?.map((act) => act.gives) ?? [{ is: "echo" as const }];
    if (gives.every((given) => given.is === "text" || given.is === "echo")) return same;
    const [only] = gives;
    return gives.length === 1 && only?.is === "throws" && only.thrown.kind === "error" ? { ...error, contains: only.thrown.message } : { same: true, orError: true };
  };

  return {
    open: new Set(steps.flatMap((step) => (step.do === "turn" ? openCalls(step) : []))),
    unsettled,
    rewritten,
    sharedEvents: steps.some((step) => step.do === "use" && step.extension.acts.some((act) => act.do === "on" && act.vandal === true)),
    packaged: packages.length > 0,
    end: comparableSteps(scenario),
    resultOf,
    afterIsFree: (id) => ruleFor<BeforeAct>(known.get(id)?.hooks?.before, id)?.is === "throws",
  };
}

/** The course of a turn by either function; `runOneTurn` makes one request. */
export const courseOfTurn = (step: TurnStep): Course => courseOf(step.by === "runOneTurn" ? { ...step, options: { ...step.options, maxTurns: 1 } } : step);

/** The last message of the turn held calls, or broke off: answer and results may come in either order. */
export function answerHeldCalls(step: TurnStep): boolean {
  const { heard, end } = courseOfTurn(step);
  return end !== "limit" && (heard.at(-1)?.calls.length ?? 0) > 0;
}

/** What the content of a turn's answer must be. */
export function answerOf(step: TurnStep): Demand {
  const { heard, end } = courseOfTurn(step);
  const last = heard.at(-1);
  if (end === "limit" && step.by === "runEventedToolLoop") return { same: false, contains: "max turns reached" };
  if (end !== "failure" || last === undefined) return same;
  // Below s03 the contract only says that the error is named.
  const thrown = step.by === "runOneTurn" && last.thrown?.kind === "value" ? ({ kind: "undefined" } as const) : last.thrown;
  return failureOf(last.text, thrown, last.stopReason);
}

/** What a failed message must say: the thrown message, or the text that came before it was cut off. */
export function failureOf(text: string, thrown: Thrown | undefined, stopReason: string | undefined): Demand {
  if (thrown?.kind === "error") return { same: false, contains: thrown.message };
  if (thrown !== undefined) return { same: false, contains: thrown.kind === "value" && typeof thrown.value === "string" ? thrown.value : "" };
  return stopReason === undefined ? { same: false, starts: text } : { same: false, contains: text };
}

function openCalls(step: TurnStep): string[] {
  const { heard, end } = courseOfTurn(step);
  // runOneTurn runs no tool: what it does with calls is free.
  const unsure = step.by === "runOneTurn" ? heard : end === "failure" ? heard.slice(-1) : [];
  return unsure.flatMap((reply) => reply.calls.map((made) => made.id));
}

/** Programs of the two orders differ in how many entries a turn with tools records: a later move to one of those means another entry in each. */
function comparableSteps({ steps }: Scenario): number {
  const settled = new Map<string, { entries: number; open: boolean }>();
  for (const [index, step] of steps.entries()) {
    const name = "state" in step ? (step.state ?? "main") : "main";
    const state = settled.get(name) ?? { entries: 0, open: false };
    settled.set(name, state);
    if (step.do === "move" && "nth" in step.to && state.open && step.to.nth >= state.entries) return index;
    if (state.open) continue;
    if (step.do === "append") state.entries += 1;
    if (step.do === "appendMany") state.entries += step.count;
    if (step.do !== "turn") continue;
    state.open = courseOfTurn(step).heard.some((reply) => reply.calls.length > 0);
    state.entries += state.open ? 1 : 2;
  }
  return steps.length;
}

function callsOf(step: Step): Known[] {
  if (step.do === "execute") return [{ call: step.call, hooks: step.hooks }];
  if (step.do !== "turn") return [];
  return step.replies.flatMap(({ events }) => events.flatMap((event) => (event.type === "tool_call" ? [{ call: event.call, hooks: step.options?.hooks }] : [])));
}

function toolsOf(step: Step): ToolFake[] {
  if (step.do === "register") return [step.tool];
  return step.do === "use" ? step.extension.acts.flatMap((act) => (act.do === "tool" ? [act.tool] : [])) : [];
}

const rulesOf = ({ before = [], after = [] }: HookFake) => [...before, ...after];

const ruleFor = <Act>(rules: { call?: string; act: Act }[] | undefined, id: string): Act | undefined => rules?.find((rule) => rule.call === undefined || rule.call === id)?.act;
