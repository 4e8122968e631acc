/** A whole scenario on the reference and on Pi. */
import { isFields, show } from "../../spec/harness/show.ts";
import { calls as names } from "../../spec/harness/played.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import { parentsOf } from "../../spec/s07/entries.ts";
import type { Json, Scenario, Step } from "../../spec/player/scenario.ts";
import type { Transcript } from "../../spec/player/transcript.ts";
import type { ReasonId } from "../player/counterparts.ts";
import type { PiPlayed } from "../player/play.ts";
import { Calls } from "./calls.ts";
import { courseOfBoth, deltasOf, type TurnStep } from "./course.ts";
import { Ledger, texts, type Note } from "./ledger.ts";
import { alike, fieldsIn, Messages } from "./messages.ts";
import { Turns } from "./turns.ts";

/** `compared`: how many steps could be; `lacks`: why others could not. */
export type { Note };
export type Verdict = { notes: Note[]; compared: number; lacks: ReasonId[] };

export function verdictOf(scenario: Scenario, course: Transcript, pi: PiPlayed): Verdict {
  return new Comparison(scenario, course, pi).verdict();
}

class Comparison {
  readonly #scenario: Scenario;
  readonly #course: Transcript;
  readonly #pi: PiPlayed;
  readonly #ledger: Ledger;
  readonly #calls: Calls;
  readonly #messages: Messages;
  readonly #turns: Turns;

  constructor(scenario: Scenario, course: Transcript, pi: PiPlayed) {
    this.#scenario = scenario;
    this.#course = course;
    this.#pi = pi;
    this.#ledger = new Ledger(scenario);
    this.#calls = new Calls(scenario);
    this.#messages = new Messages(scenario, this.#calls, this.#ledger);
    this.#turns = new Turns({ course, pi: pi.transcript, hung: pi.hung, unknown: pi.unknown }, this.#calls, this.#messages, this.#ledger);
  }

  verdict(): Verdict {
    let compared = 0;
    for (const [at, step] of this.#scenario.steps.entries()) {
      if (this.#pi.skipped.has(at) || this.#ledger.parted(at)) continue;
      if (step.do !== "register" && step.do !== "vandal") compared += 1;
      this.#compare(step, at);
    }
    return { notes: this.#ledger.notes, compared, lacks: [...new Set(this.#pi.skipped.values())] };
  }

  #compare(step: Step, at: number): void {
    const [mine, theirs] = [this.#course.steps[at], this.#pi.transcript.steps[at]];
    const what = returned(step);
    if (step.do === "turn") return this.#turns.compare(step, at);
    if (step.do === "collect") return this.#collect(step, at);
    if ((step.do === "run" || step.do === "execute") && theirs?.fault !== undefined && this.#calls.mayBreak(step.call.id, at)) return this.#ledger.explained(at, "s04-unreadable-throw", what, show(mine?.value), `runToolCall() rejects: ${faultOf(theirs.fault)}`);
    if (step.do === "run") return this.#run(step, at);
    if (mine?.fault?.kind !== theirs?.fault?.kind) return this.#ledger.differs(at, what, show(mine?.fault === undefined ? mine?.value : faultOf(mine.fault)), show(theirs?.fault === undefined ? theirs?.value : faultOf(theirs.fault)));
    if (mine?.fault !== undefined) return;
    this.#value(step, at, mine?.value, theirs?.value);
  }

  #value(step: Step, at: number, mine: Json | undefined, theirs: Json | undefined): void {
    const what = returned(step);
    if (step.do === "history" || step.do === "path") return this.#messages.compare(at, what, fieldsIn(mine), fieldsIn(theirs), false);
    if (step.do === "entries") return this.#entries(at, what, mine, theirs);
    if (step.do === "append" && !alike(withoutIds(mine), withoutIds(theirs))) return this.#ledger.differs(at, what, show(mine), show(theirs));
    if (step.do === "specs") return this.#specs(at, what, mine, theirs);
    if (step.do !== "execute" || !isFields(mine) || !isFields(theirs)) return;
    this.#turns.calls(at);
    const { notes } = this.#ledger;
    if (!notes.some((note) => note.step === at && note.id === undefined)) this.#messages.single(at, texts.result, mine, theirs);
  }

  #specs(at: number, what: Text, mine: Json | undefined, theirs: Json | undefined): void {
    if (alike(mine, theirs)) return;
    const declared = [...new Map(fieldsIn(theirs).map((spec) => [spec.name, spec])).values()];
    if (declared.length < fieldsIn(theirs).length && alike(mine, declared)) this.#ledger.explained(at, "s02-duplicate-names", what, show(mine), show(theirs));
    else this.#ledger.differs(at, what, show(mine), show(theirs));
  }

  #entries(at: number, what: Text, mine: Json | undefined, theirs: Json | undefined): void {
    const [course, pi] = [fieldsIn(mine), fieldsIn(theirs)];
    this.#messages.compare(at, what, course.map(withoutIds).filter(isFields), pi.map(withoutIds).filter(isFields), false);
    if (this.#scenario.brief !== true && course.length === pi.length && !alike(parentsOf(course), parentsOf(pi))) this.#ledger.differs(at, what, show(parentsOf(course)), show(parentsOf(pi)));
  }

  /** `run` called directly may throw or answer where it fails. */
  #run(step: Step & { do: "run" }, at: number): void {
    const [mine, theirs] = [this.#course.steps[at], this.#pi.transcript.steps[at]?.value];
    if (!isFields(theirs)) return this.#ledger.differs(at, texts.result, show(mine?.value), faultOf(this.#pi.transcript.steps[at]?.fault));
    const text = mine?.fault?.kind === "threw" ? `error: ${mine.fault.error.text}` : String(mine?.value);
    this.#messages.single(at, texts.result, { role: "toolResult", toolCallId: step.call.id, content: text }, theirs);
    this.#turns.calls(at);
  }

  #collect(step: Step & { do: "collect" }, at: number): void {
    const turn: TurnStep = { do: "turn", by: "runOneTurn", input: "", replies: [step.reply] };
    const { parting } = courseOfBoth(turn, at, this.#calls, () => false);
    const [mine, theirs] = [this.#course.steps[at]?.value, this.#pi.transcript.steps[at]];
    const end = this.#pi.hung.has(at) ? "hangs" : theirs?.fault !== undefined ? "rejects" : undefined;
    if (parting?.pi !== end) return this.#ledger.differs(at, returned(step), show(mine), end ?? show(theirs?.value));
    const wanted = deltasOf(turn, 1);
    const found = this.#pi.transcript.timeline.flatMap((one) => (one.step === at && one.what === "log" && one.line !== "" ? [one.line] : []));
    if (!alike(wanted, found)) return this.#ledger.differs(at, say("what listeners are told", "监听者收到的文本"), show(wanted), show(found));
    if (!this.#arrives(at)) return this.#ledger.differs(at, say("a delta is told before the next event is pulled", "拉取下一个事件之前就送出 delta"), "", show(found));
    if (parting !== undefined && !(isFields(mine) && mine.stopReason === "error")) return this.#ledger.differs(at, returned(step), show(mine), end ?? "");
    if (parting !== undefined) return this.#ledger.explained(at, parting.id, returned(step), show(mine), end === "hangs" ? "never settles" : faultOf(theirs?.fault));
    if (isFields(mine) && isFields(theirs?.value)) this.#messages.single(at, returned(step), mine, theirs.value);
  }

  /** Each line of the log stands right after the pull of its event. */
  #arrives(at: number): boolean {
    const step = this.#scenario.steps[at];
    const events = step?.do === "collect" ? step.reply.events : [];
    let pulled = 0;
    return this.#pi.transcript.timeline.every((one) => {
      if (one.step !== at) return true;
      if (one.what === "pull") pulled = one.event;
      const event = events[pulled - 1];
      return one.what !== "log" || (event?.type === "text_delta" && event.text === one.line);
    });
  }
}

const returned = (step: Step): Text => {
  const name = names[step.do] ?? step.do;
  return say(`what ${name} gives`, `${name} 给出的结果`);
};

const faultOf = (fault: Transcript["steps"][number]["fault"]): string => (fault?.kind === "threw" ? `throws ${fault.error.text}` : (fault?.kind ?? "—"));

function withoutIds(entry: Json | undefined): Json {
  if (!isFields(entry)) return null;
  const { id, parentId, ...message } = entry;
  return message;
}
