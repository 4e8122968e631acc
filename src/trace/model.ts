/** From a transcript to what is drawn: rows between lanes, and the history as it grew. Pure. */
import { isFields } from "../../spec/harness/played.ts";
import { show } from "../../spec/harness/show.ts";
import type { Scene } from "../../spec/harness/scene.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Json, Step } from "../../spec/player/scenario.ts";
import type { Observation } from "../../spec/player/transcript.ts";
import { grown, type Entry } from "./history.ts";
import { answerOf, callText, eventText, givenBy, lineText, optionLines, same, shownOf, stepText, verdictOf, wholeReply, type Shown } from "./labels.ts";
import { lanes, type Lane } from "./lanes.ts";
import type { Watched } from "./play.ts";
import { endSentence, escapedSentence, faultSentence, type Trouble } from "./trouble.ts";

/** `call`: the core is called or calls; `reply`: something comes back; `history`: it has grown; `note`: beside the chain. */
export type Kind = "call" | "request" | "reply" | "answer" | "history" | "note" | "trouble";

export type Row = {
  /** index of the scene's part */
  part: number;
  kind: Kind;
  /** where from and where to; the same lane twice: nothing travels */
  from: Lane;
  to: Lane;
  label: Text;
  more: Text[];
  /** of a request: what the provider was shown */
  shown?: Shown;
  /** index of the entry that the history ends with, -1 for none */
  leaf: number;
};

export type Trace = {
  title: Text;
  captions: Text[];
  /** those that something happens in, in order */
  lanes: Lane[];
  rows: Row[];
  entries: Entry[];
  /** the history is a tree (s07) */
  tree: boolean;
  /** what kept the scene from its end, or went wrong in it */
  trouble?: Trouble;
};

/** @param streams whether the program's provider is `stream` (from s03) */
export function traceOf(scene: Scene, { scenario, transcript, stopped }: Watched, streams: boolean): Trace {
  const partOf = scene.parts.flatMap(({ steps }, index) => steps.map(() => index));
  const made = new Rows(scenario.steps, streams);
  let trouble: Trouble | undefined;
  for (const [index, step] of scenario.steps.entries()) {
    const record = transcript.steps[index];
    const seen = transcript.timeline.filter((one) => one.step === index);
    if (record === undefined && seen.length === 0 && stopped?.ending.during.step !== index) break;
    made.begin(step, partOf[index] ?? 0);
    for (const observation of seen) {
      if (observation.what === "escaped") trouble ??= escapedSentence(observation.error);
      if (observation.what === "notPlain") trouble ??= faultSentence(step, { kind: "notPlain", path: observation.path, what: observation.is }, observation.whose);
      made.observe(observation);
    }
    const fault = record?.fault ?? record?.historyFault;
    if (fault !== undefined) trouble ??= faultSentence(step, fault);
    if (record === undefined || fault !== undefined) {
      made.add("trouble", "core", "core", say("here the scene ends", "场景到此为止"));
      break;
    }
    made.end(record.value);
  }
  if (stopped !== undefined) trouble = endSentence(stopped);
  const used = new Set<Lane>(["user", "core", "provider", ...made.rows.flatMap(({ from, to }) => [from, to])]);
  return { title: scene.title, captions: scene.parts.map(({ caption }) => caption), lanes: lanes.filter((lane) => used.has(lane)), rows: made.rows, entries: made.entries, tree: made.tree, ...(trouble === undefined ? {} : { trouble }) };
}

class Rows {
  readonly rows: Row[] = [];
  entries: Entry[] = [];
  tree = false;
  readonly #steps: Step[];
  readonly #streams: boolean;
  readonly #calls = new Map<string, number>();
  #step: Step = { do: "history" };
  #part = 0;
  #leaf = -1;
  /** by the request before, in this turn */
  #shown: Shown | undefined;

  constructor(steps: Step[], streams: boolean) {
    this.#steps = steps;
    this.#streams = streams;
  }

  begin(step: Step, part: number): void {
    this.#step = step;
    this.#part = part;
    this.#shown = undefined;
    const { label, more } = stepText(step, this.entries.map(({ text }) => text));
    this.add("call", "user", "core", label, step.do === "turn" ? optionLines(step.options) : more);
  }

  end(value: Json | undefined): void {
    const answer = answerOf(this.#step, value);
    if (answer !== undefined) this.add("answer", "core", "user", answer);
  }

  add(kind: Kind, from: Lane, to: Lane, label: Text, more: Text[] = [], shown?: Shown): void {
    this.rows.push({ part: this.#part, kind, from, to, label, more, leaf: this.#leaf, ...(shown === undefined ? {} : { shown }) });
  }

  observe(seen: Observation): void {
    const step = this.#step;
    switch (seen.what) {
      case "request": {
        const shown = shownOf(seen.input, this.#shown);
        this.#shown = shown;
        this.add("request", "core", "provider", say(`request ${seen.n}`, `第 ${seen.n} 次请求`), shown.lines, shown);
        const thrown = step.do === "turn" ? step.replies[seen.n - 1]?.throwsAtOnce : undefined;
        if (thrown !== undefined) this.add("reply", "provider", "core", say(`throws ${givenBy({ is: "throws", thrown })}`, `抛出 ${givenBy({ is: "throws", thrown })}`));
        return;
      }
      case "pull":
        return this.#pull(seen.n, seen.event);
      case "log":
        return this.add("reply", seen.to === "mode" ? "mode" : "core", "user", same(`log ${lineText(seen.line)}`));
      case "handler":
        return this.#handler(seen.tool, seen.input);
      case "before":
        this.add("call", "core", "hooks", same(`beforeToolCall ${callText(seen.call)}`));
        return this.add("reply", "hooks", "core", verdictOf(step, "before", seen.call, null));
      case "after":
        this.add("call", "core", "hooks", same(`afterToolCall ${callText(seen.call)}`), [same(show(seen.result))]);
        return this.add("reply", "hooks", "core", verdictOf(step, "after", seen.call, seen.result));
      case "event":
        return this.add("call", "core", "extension", say(`tells ${seen.label}: ${eventText(seen.event)}`, `告知 ${seen.label}：${eventText(seen.event)}`));
      case "command":
        return this.add("call", "core", "extension", say(`command ${show(seen.name)}`, `命令 ${show(seen.name)}`));
      case "render":
        return this.add("call", "core", "mode", same(`render ${show(seen.events)}`));
      case "history":
        return this.#history(seen.path, seen.entries);
      case "print":
        return this.add("note", "core", "core", say(`printed ${show(seen.text)}`, `打印了 ${show(seen.text)}`));
      case "notPlain":
        return this.add("trouble", "core", "core", say(`${seen.whose}: ${seen.path} ${seen.is}`, `${seen.whose}：${seen.path} ${seen.is}`));
      case "escaped":
        return this.add("trouble", "core", "core", escapedSentence(seen.error).sentence);
    }
  }

  /** Pulls count from 1. Below s03 the reply comes whole: its first pull stands for all. */
  #pull(n: number, pull: number): void {
    const event = pull - 1;
    const reply = this.#step.do === "turn" ? this.#step.replies[n - 1] : undefined;
    if (reply === undefined) return;
    if (!this.#streams) {
      if (event === 0) this.add("reply", "provider", "core", wholeReply(reply));
      return;
    }
    const given = reply.events[event];
    if (given === undefined) {
      if (reply.throws !== undefined) this.add("reply", "provider", "core", say(`throws ${givenBy({ is: "throws", thrown: reply.throws })}`, `抛出 ${givenBy({ is: "throws", thrown: reply.throws })}`));
      else if (reply.events.at(-1)?.type !== "message_end") this.add("reply", "provider", "core", say("the stream stops", "流断了"));
      return;
    }
    if (given.type === "text_delta") this.add("reply", "provider", "core", same(`text_delta ${show(given.text)}`));
    if (given.type === "tool_call") this.add("reply", "provider", "core", same(`tool_call ${callText(given.call)}`));
    if (given.type === "message_end") this.add("reply", "provider", "core", same(`message_end ${given.stopReason}`));
    if (given.type === "unknown") this.add("reply", "provider", "core", same(`${given.name} ${show(given.data ?? null)}`));
  }

  #handler(name: string, input: Json): void {
    const called = this.#calls.get(name) ?? 0;
    this.#calls.set(name, called + 1);
    this.add("call", "core", "tools", same(isFields(input) && Object.keys(input).length === 0 ? name : `${name} ${show(input)}`));
    const { label, more } = answerOfTool(this.#steps, name, called, input);
    this.add("reply", "tools", "core", label, more);
  }

  #history(path: Json, entries: Json | undefined): void {
    this.tree ||= entries !== undefined;
    const now = grown(this.entries, path, entries, this.rows.length);
    const leafMoved = now.leaf !== this.#leaf && now.added.length === 0;
    this.entries = now.entries;
    this.#leaf = now.leaf;
    if (now.changed) this.add("history", "core", "core", say("earlier entries are not what they were", "之前的条目和原来不一样了"));
    for (const at of now.added) {
      const text = now.entries[at]?.text ?? "";
      this.add("history", "core", "core", say(`history + ${text}`, `历史 + ${text}`));
      const row = this.rows.at(-1);
      if (row !== undefined) row.leaf = at;
    }
    const leaf = now.entries[now.leaf]?.text;
    if (leafMoved && leaf !== undefined) this.add("history", "core", "core", say(`leaf → ${leaf}`, `叶子 → ${leaf}`));
  }
}

/** What a fake tool gives at its nth call, and what it does meanwhile. */
function answerOfTool(steps: Step[], name: string, called: number, input: Json): { label: Text; more: Text[] } {
  const acts = fakesOf(steps).find((fake) => fake.name === name)?.acts;
  const act = acts?.[Math.min(called, acts.length - 1)];
  if (act === undefined) return { label: same(show(isFields(input) ? (input.text ?? "") : "")), more: [] };
  const enabled = (act.effects ?? []).flatMap((effect) => (effect.do === "register" ? [effect.tool.name] : []));
  return { label: same(givenBy(act.gives)), more: enabled.map((tool) => say(`and registers the tool ${tool}`, `并注册工具 ${tool}`)) };
}

function fakesOf(steps: Step[]): (Step & { do: "register" })["tool"][] {
  const own = steps.flatMap((step) => {
    if (step.do === "register") return [step.tool];
    return step.do === "use" ? step.extension.acts.flatMap((act) => (act.do === "tool" ? [act.tool] : [])) : [];
  });
  const enabled = own.flatMap(({ acts = [] }) => acts.flatMap(({ effects = [] }) => effects.flatMap((effect) => (effect.do === "register" ? [effect.tool] : []))));
  return [...own, ...enabled];
}
