/** One turn of the reference and of Pi: requests, hooks and tools, what was recorded, said and answered. */
import { isFields, show, type Fields } from "../../spec/harness/show.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Json } from "../../spec/player/scenario.ts";
import type { Observation, Transcript } from "../../spec/player/transcript.ts";
import type { Calls } from "./calls.ts";
import { courseOfBoth, deltasOf, type Course, type Parting, type TurnStep } from "./course.ts";
import { texts, type Ledger } from "./ledger.ts";
import { alike, fieldsIn, toolsText, type Messages } from "./messages.ts";

type Kind = Observation["what"];
type Seen<What extends Kind> = Observation & { what: What };

export type Sides = { course: Transcript; pi: Transcript; hung: Set<number>; unknown: Map<number, Set<string>> };

const seen = <What extends Kind>({ timeline }: Transcript, step: number, what: What): Seen<What>[] => timeline.filter((one): one is Seen<What> => one.step === step && one.what === what);

/** What String() and an unreadable message come to (pi/player/thrown.ts). */
const unreadable = /^(Cannot convert object to primitive value|the message cannot be read)$/;

export class Turns {
  readonly #sides: Sides;
  readonly #calls: Calls;
  readonly #messages: Messages;
  readonly #ledger: Ledger;

  constructor(sides: Sides, calls: Calls, messages: Messages, ledger: Ledger) {
    this.#sides = sides;
    this.#calls = calls;
    this.#messages = messages;
    this.#ledger = ledger;
  }

  compare(step: TurnStep, at: number): void {
    const { course, pi } = this.#sides;
    const found = seen(pi, at, "request").length;
    const answer = pi.steps[at]?.value;
    const broke = isFields(answer) && typeof answer.error === "string" && unreadable.test(answer.error);
    const both = courseOfBoth(step, at, this.#calls, (requests) => broke && found === requests);
    if (!this.#counts(at, both, found)) return;
    if (both.limit || both.parting?.id === "s04-default-limit") this.#messages.limitReached(course.steps[at]?.value);
    for (let n = 0; n < both.requests; n += 1) this.#request(at, n);
    this.calls(at, both.parting);
    this.#log(step, at, both);
    this.#history(at, both);
    if (both.parting === undefined) this.#answer(at, both);
    else this.#ledger.part(at);
  }

  /** Whether both made as many requests as their rules demand, and ended as these say. */
  #counts(at: number, { requests, parting }: Course, found: number): boolean {
    const { course, pi, hung } = this.#sides;
    const mine = seen(course, at, "request").length;
    const rejected = pi.steps[at]?.fault !== undefined;
    const [ended, end] = [parting?.pi, found > requests ? "goes on" : hung.has(at) ? "hangs" : rejected ? "rejects" : parting?.pi === "fails" ? "fails" : undefined];
    // Where a run of Pi breaks off in the middle, the course goes on.
    if ((ended === "fails" ? mine < requests : mine !== requests) || ended !== end || found < requests) {
      this.#ledger.differs(at, texts.requests, `${mine}`, `${found}${end === undefined ? "" : `, ${end}`}${rejected ? `: ${show(faultText(pi, at))}` : ""}`);
      return false;
    }
    const answer = course.steps[at]?.value;
    const failed = isFields(answer) && answer.stopReason === "error";
    if ((parting?.pi === "hangs" || parting?.pi === "rejects") && !failed) {
      this.#ledger.differs(at, texts.answer, show(answer), parting.pi);
      return false;
    }
    if (parting !== undefined) this.#ledger.explained(at, parting.id, texts.answer, show(course.steps[at]?.value), partingText(parting, pi, at));
    return true;
  }

  #request(at: number, n: number): void {
    const { course, pi } = this.#sides;
    const what = say(`request ${n + 1}`, `第 ${n + 1} 次请求`);
    const [mine, theirs] = [course, pi].map((side) => seen(side, at, "request")[n]?.input);
    if (!isFields(mine) || !isFields(theirs)) return;
    this.#messages.compare(at, what, fieldsIn(mine.messages), fieldsIn(theirs.messages).map(({ stopReason, ...message }) => (stopReason === "error" ? { ...message, stopReason } : message)), true);
    if (mine.tools !== undefined && !alike(mine.tools, theirs.tools)) this.#tools(at, toolsText(what), mine.tools, theirs.tools);
    if (mine.systemPrompt !== undefined && mine.systemPrompt !== theirs.systemPrompt) this.#ledger.differs(at, what, show(mine.systemPrompt), show(theirs.systemPrompt));
  }

  /** Of tools with one name Pi declares one; which one, and in which place, depends on what it declared before. */
  #tools(at: number, what: Text, mine: Json, theirs: Json | undefined): void {
    const names = (list: Json | undefined): string[] => fieldsIn(list).map((spec) => String(spec.name)).sort();
    const single = (list: Json | undefined): Json => sortedByName(fieldsIn(list).filter((spec) => !this.#calls.doubled(String(spec.name))));
    const doubled = names(mine).some((name) => this.#calls.doubled(name));
    if (doubled && alike(names(mine), names(theirs)) && alike(single(mine), single(theirs))) this.#ledger.explained(at, "s02-duplicate-names", what, show(mine), show(theirs ?? null));
    else this.#ledger.differs(at, what, show(mine), show(theirs));
  }

  /** The hooks and tools that were asked, each list in its order, and how they interleave. */
  calls(at: number, parting?: Parting): void {
    const { course, pi } = this.#sides;
    const unknown = (this.#sides.unknown.get(at) ?? new Set());
    const [mine, all] = [eventsOf(course, at), eventsOf(pi, at)];
    const theirs = parting?.pi === "goes on" ? all.filter((one) => one.request <= parting.requests) : all;
    const known = mine.filter((one) => one.kind === "handler" || !unknown.has(one.id));
    if (known.length < mine.length) this.#ledger.explained(at, "s05-unknown-tool", say("given to the hooks", "交给钩子的调用"), [...unknown].map((id) => show(id)).join(", "), "—");
    // Whether afterToolCall sees a call whose beforeToolCall failed is free; the reference does not show it.
    for (const kind of ["before", "handler", "after"] as const) {
      // Tools that run together finish in any order, and afterToolCall is asked as they finish.
      const [wanted, found] = [known, theirs].map((list) => (kind === "after" ? settled(list) : list).filter((one) => one.kind === kind).map((one) => one.value));
      // Of a batch that broke off, Pi has asked for some, in the order in which they finished.
      const whole = parting?.pi === "fails" ? found?.filter((one) => wanted?.some((other) => alike(one, other))) : wanted;
      if (!alike(whole, found)) return this.#ledger.differs(at, kindText[kind], show(whole), show(found));
    }
    this.#rawResults(at, parting);
    if (parting !== undefined) return;
    const order = (list: Asked[]): Json => list.map(({ kind, value }): Json => [kind, value]);
    if (alike(order(known), order(theirs))) return;
    const what = say("the order of hooks and tools", "钩子和工具的先后");
    if (alike(order(settled(known)), order(settled(theirs))) && alike(order(inKinds(theirs)), order(theirs))) this.#ledger.explained(at, "s05-parallel", what, known.map(labelOf).join(" "), theirs.map(labelOf).join(" "));
    else this.#ledger.differs(at, what, known.map(labelOf).join(" "), theirs.map(labelOf).join(" "));
  }

  #rawResults(at: number, parting?: Parting): void {
    const unknown = (this.#sides.unknown.get(at) ?? new Set());
    const idOf = (call: Json): string => (isFields(call) ? String(call.id) : "");
    const [mine, theirs] = [this.#sides.course, this.#sides.pi].map((side) => seen(side, at, "after").filter(({ call }) => !unknown.has(idOf(call))));
    for (const [n, { call, result }] of (theirs ?? []).entries()) {
      const wanted = mine?.filter((one) => idOf(one.call) === idOf(call))[theirs?.slice(0, n).filter((one) => idOf(one.call) === idOf(call)).length ?? 0];
      if (wanted === undefined || !isFields(result)) continue;
      const found = { content: String(result.content), isError: result.isError === true };
      const ids = this.#calls.explain(idOf(call), at, String(wanted.result), found, true);
      const what = say("what afterToolCall is shown", "afterToolCall 看到的结果");
      if (ids === undefined && parting === undefined) this.#ledger.differs(at, what, show(wanted.result), show(result));
      else for (const id of ids ?? []) this.#ledger.explained(at, id, what, show(wanted.result), show(result));
    }
  }

  #log(step: TurnStep, at: number, { requests }: Course): void {
    const wanted = deltasOf(step, requests);
    const found = seen(this.#sides.pi, at, "log").flatMap(({ line }) => (line === "" ? [] : [line]));
    if (!alike(wanted, found.slice(0, wanted.length))) this.#ledger.differs(at, say("what listeners are told", "监听者收到的文本"), show(wanted), show(found));
  }

  #history(at: number, { parting }: Course): void {
    const [mine, theirs] = [this.#sides.course, this.#sides.pi].map((side) => fieldsIn(side.steps[at]?.history));
    const [course, pi] = [mine ?? [], theirs ?? []];
    if (parting?.pi === "fails") return;
    if (parting === undefined) return this.#messages.compare(at, texts.history, course, pi, false);
    // Where Pi goes on, its next request shows what it had recorded by then; where it hangs or rejects, there is no answer.
    const next = seen(this.#sides.pi, at, "request")[parting.requests]?.input;
    if (parting.pi === "goes on") this.#messages.compare(at, texts.history, parting.id === "s04-default-limit" ? this.#messages.kept(course) : course, fieldsIn(isFields(next) ? next.messages : []), false);
    else this.#messages.compare(at, texts.history, course.slice(0, -1), pi, false);
  }

  #answer(at: number, { limit }: Course): void {
    const [mine, theirs] = [this.#sides.course, this.#sides.pi].map((side) => side.steps[at]?.value);
    if (!isFields(mine) || !isFields(theirs)) return this.#ledger.differs(at, texts.answer, show(mine), show(theirs));
    if (!limit) return this.#messages.single(at, texts.answer, mine, theirs);
    const told = mine.stopReason === "stop" && String(mine.content).includes("max turns reached");
    if (told && theirs.stopReason === "toolUse") this.#ledger.explained(at, "s04-limit", texts.answer, show(mine), show(theirs));
    else this.#ledger.differs(at, texts.answer, show(mine), show(theirs));
  }
}

const sortedByName = (list: Fields[]): Fields[] => [...list].sort((a, b) => (String(a.name) < String(b.name) ? -1 : 1));

type Asked = { kind: "before" | "handler" | "after"; id: string; value: Json; request: number };

const kindText = { before: say("given to beforeToolCall", "交给 beforeToolCall 的"), handler: say("tools that ran", "执行了的工具"), after: say("given to afterToolCall", "交给 afterToolCall 的") };

/** Hooks and handlers in the order in which they were asked; the result that afterToolCall was shown is left out. */
function eventsOf({ timeline }: Transcript, step: number): Asked[] {
  let request = 0;
  return timeline.flatMap((one): Asked[] => {
    if (one.step !== step) return [];
    if (one.what === "request") request = one.n;
    if (one.what === "handler") return [{ kind: "handler", id: "", value: [one.tool, one.input], request }];
    if (one.what !== "before" && one.what !== "after") return [];
    const { id = null, name = null, input = null } = isFields(one.call) ? one.call : {};
    return [{ kind: one.what, id: String(id), value: { id, name, input }, request }];
  });
}

const labelOf = ({ kind, id, value }: Asked): string => (kind === "handler" ? show(Array.isArray(value) ? (value[0] ?? null) : value) : `${kind}(${show(id)})`);

/** Batch by batch: first what was asked before, then what ran, then what was asked afterwards. */
function inKinds(list: Asked[]): Asked[] {
  const batches = [...new Set(list.map((one) => one.request))].map((request) => list.filter((one) => one.request === request));
  return batches.flatMap((batch) => (["before", "handler", "after"] as const).flatMap((kind) => batch.filter((one) => one.kind === kind)));
}

/** The same, with what was asked afterwards in the order of ids. */
function settled(list: Asked[]): Asked[] {
  const place = ({ request, kind, id }: Asked): [number, number, string] => [request, ["before", "handler", "after"].indexOf(kind), kind === "after" ? id : ""];
  return [...list].sort((one, other) => {
    const [a, b] = [place(one), place(other)];
    return a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0);
  });
}

const faultText = (pi: Transcript, at: number): string => {
  const fault = pi.steps[at]?.fault;
  return fault?.kind === "threw" ? fault.error.text : "";
};

function partingText({ pi: end, requests }: Parting, pi: Transcript, at: number): string {
  if (end === "hangs") return "never settles";
  if (end === "rejects") return `prompt() rejects: ${faultText(pi, at)}`;
  if (end === "fails") return show(pi.steps[at]?.value);
  const next = seen(pi, at, "request")[requests]?.input;
  return `request ${requests + 1}: … ${show(isFields(next) ? fieldsIn(next.messages).at(-1) : next)}`;
}
