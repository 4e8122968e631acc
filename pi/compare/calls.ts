/** What one call of a scenario comes to in Pi where that is something else than in the course. */
import type { AfterAct, BeforeAct, Call, Gives, HookFake, Scenario, Step, ToolFake } from "../../spec/player/scenario.ts";
import type { DifferenceId } from "../differences.ts";
import { textOfThrown } from "../player/thrown.ts";
import { ruleFor } from "../player/tools.ts";

type Known = { at: number; call: Call; hooks: HookFake | undefined };
/** A text, and whether it is flagged as an error. */
export type PiResult = { content: string; isError: boolean };

export class Calls {
  readonly #calls: Known[];
  readonly #fakes: ToolFake[];

  constructor({ steps }: Scenario) {
    this.#calls = steps.flatMap(callsOf);
    this.#fakes = steps.flatMap(fakesOf);
  }

  /** Names that more than one tool was registered under. */
  doubled(name: string): boolean {
    return this.#fakes.filter((fake) => fake.name === name).length > 1;
  }

  /** Whether a tool or a hook of this call may throw something that has no text. */
  mayBreak(id: string, step: number): boolean {
    const one = this.#find(id, step);
    const thrown = [...this.#gives(one).flatMap((given) => (given.is === "throws" ? [given.thrown] : [])), ...actsOf(one).flatMap((act) => (act.is === "throws" ? [act.thrown] : []))];
    return thrown.some((one) => textOfThrown(one) === undefined);
  }

  /** The rows that explain Pi's result of a call where the course's text is `course`; undefined: none does. `raw`: before afterToolCall. */
  explain(id: string, step: number, course: string, pi: PiResult, raw = false): DifferenceId[] | undefined {
    if (!pi.isError && course === pi.content) return [];
    const known = this.#find(id, step);
    const { call, hooks } = known ?? {};
    const [before, after] = raw ? [undefined, undefined] : [ruleFor(hooks?.before, id)?.act, ruleFor(hooks?.after, id)?.act];
    const error = course.startsWith("error:");
    if (pi.isError && pi.content === `Tool ${call?.name ?? ""} not found`) return this.#notFound(call?.name ?? "", course, (before ?? after) !== undefined);
    if (pi.isError && before !== undefined && textsOf(before).includes(pi.content)) return error && course.includes(before.is === "block" ? before.reason : "") ? ["s04-error-flag"] : undefined;
    if (this.doubled(call?.name ?? "") && this.#given(known, pi)) return ["s02-duplicate-names"];
    if (after?.is === "returns") return pi.isError && course === pi.content ? ["s05-flag-stays"] : undefined;
    if (after?.is === "throws") return error && pi.isError && textsOf(after).includes(pi.content) ? ["s04-error-flag"] : undefined;
    if (after?.is === "appends" && course.endsWith(after.text) && pi.content.endsWith(after.text)) {
      const cut = (text: string): string => text.slice(0, text.length - after.text.length);
      return this.explain(id, step, cut(course), { ...pi, content: cut(pi.content) }, true);
    }
    return error ? this.#gives(known).flatMap((given) => unlikely(given, pi))[0] : undefined;
  }

  /** The call with this id that was made last, up to a step: its results are shown later, too. */
  #find(id: string, step: number): Known | undefined {
    return this.#calls.findLast((one) => one.at <= step && one.call.id === id);
  }

  /** In the course the hooks are asked about an unknown tool, too, and have the last word. */
  #notFound(name: string, course: string, hooked: boolean): DifferenceId[] | undefined {
    const named = course.startsWith("error:") && (hooked || course.includes(name));
    const ids: DifferenceId[] = [...(named ? (["s04-error-flag"] as const) : []), ...(hooked ? (["s05-unknown-tool"] as const) : [])];
    return ids.length === 0 ? undefined : ids;
  }

  /** Whether one of the tools of this name gives this result. */
  #given(one: Known | undefined, pi: PiResult): boolean {
    const gives: Gives[] = this.#fakes.filter((fake) => fake.name === one?.call.name).flatMap(({ acts = [{ gives: { is: "echo" } }] }) => acts.map((act) => act.gives));
    return gives.some((given) => (given.is === "text" ? !pi.isError && pi.content === given.text : given.is === "echo" ? !pi.isError && pi.content === (one?.call.input.text ?? "") : unlikely(given, pi).length > 0));
  }

  #gives(one: Known | undefined): Gives[] {
    return this.#fakes.filter((fake) => fake.name === one?.call.name).flatMap(({ acts = [] }) => acts.map((act) => act.gives));
  }
}

function actsOf(one: Known | undefined): (BeforeAct | AfterAct)[] {
  const id = one?.call.id ?? "";
  return [ruleFor(one?.hooks?.before, id), ruleFor(one?.hooks?.after, id)].flatMap((rule) => (rule === undefined ? [] : [rule.act]));
}

/** The texts of an act that keeps a call from its result. */
function textsOf(act: BeforeAct | AfterAct): string[] {
  if (act.is === "block") return [act.reason === "" ? "Tool execution was blocked" : act.reason];
  return act.is === "throws" ? [textOfThrown(act.thrown) ?? ""] : [];
}

/** What comes of a tool that throws, or gives what no right one does. */
function unlikely(given: Gives, pi: PiResult): DifferenceId[][] {
  if (given.is === "throws") return pi.isError && pi.content === textOfThrown(given.thrown) ? [["s04-error-flag"]] : [];
  if (given.is === "promise") return !pi.isError && pi.content === given.text ? [["s04-async-tools"]] : [];
  if (given.is !== "undefined" && given.is !== "value") return [];
  const value = given.is === "value" ? given.value : undefined;
  if (value === undefined || value === null) return pi.isError && /^Cannot read properties of (undefined|null)/.test(pi.content) ? [["s04-not-a-text"]] : [];
  const content = typeof value === "object" && !Array.isArray(value) && typeof value.content === "string" ? value.content : "";
  return !pi.isError && pi.content === content ? [["s04-not-a-text"]] : [];
}

function callsOf(step: Step, at: number): Known[] {
  if (step.do === "run") return [{ at, call: step.call, hooks: undefined }];
  if (step.do === "execute") return [{ at, call: step.call, hooks: step.hooks }];
  if (step.do !== "turn") return [];
  return step.replies.flatMap(({ events }) => events.flatMap((event) => (event.type === "tool_call" ? [{ at, call: event.call, hooks: step.options?.hooks }] : [])));
}

/** The hooks that a step gives to a turn, or to a call. */
export const hooksOf = (step: Step): HookFake | undefined => (step.do === "turn" ? step.options?.hooks : step.do === "execute" ? step.hooks : undefined);

/** The tools of a step, and those that its fakes register in their turn. */
function fakesOf(step: Step): ToolFake[] {
  const first = step.do === "register" ? [step.tool] : [];
  const hooks = hooksOf(step);
  const effects = [...first.flatMap(({ acts = [] }) => acts), ...(hooks?.before ?? []), ...(hooks?.after ?? [])].flatMap((act) => act.effects ?? []);
  return [...first, ...effects.flatMap((effect) => (effect.do === "register" ? [effect.tool] : []))];
}
