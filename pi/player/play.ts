/** The second player: carries out the kata's scenarios on the real Pi and gives the kata's transcripts. */
import { runToolCall, type AgentTool, type FinishTurn } from "@earendil-works/pi-agent-core";
import { toToolDeclaration, type TranscriptContext } from "@earendil-works/pi-ai";
import { readThrown, toPlain, vandalise } from "../../spec/player/plain.ts";
import type { Call, Effect, HookFake, Json, Reply, Scenario, Step } from "../../spec/player/scenario.ts";
import type { Observation, StepRecord, Transcript } from "../../spec/player/transcript.ts";
import { lackOf, type ReasonId } from "./counterparts.ts";
import { conversationOf, messageOf, requestOf, resultOf, specOf } from "./projection.ts";
import { scriptedStream } from "./provider.ts";
import { emptyAnswer, Session, type Setting } from "./session.ts";
import { thrownValue } from "./thrown.ts";
import { agentHooks, agentTool, type World } from "./tools.ts";

/** `skipped`: why a step was not played. `hung`: the steps whose run never settled. `unknown`: calls, by step, that Pi found no tool for. */
export type PiPlayed = { transcript: Transcript; skipped: Map<number, ReasonId>; hung: Set<number>; unknown: Map<number, Set<string>> };

/** Pi has no limit of its own: a host that plays for ever stops here. */
export const guard = 24;
/** So many turns of the event loop after a stream was cut off, nothing in the process can settle the run any more. */
const idleTurns = 10;
const main = "main";
const beyondScript: Reply = { events: [{ type: "message_start" }, { type: "text_delta", text: "the script has ended" }, { type: "message_end", stopReason: "stop" }] };

type TurnStep = Step & { do: "turn" };

export class PiPlay {
  readonly #sessions = new Map<string, Session>();
  readonly #registries = new Map<string, AgentTool[]>();
  /** states whose content is no longer that of the course */
  readonly #astray = new Set<string>();
  readonly #live: { args: unknown[]; result: unknown }[] = [];
  readonly #transcript: Transcript = { steps: [], timeline: [] };
  readonly #skipped = new Map<number, ReasonId>();
  readonly #hung = new Set<number>();
  readonly #unknown = new Map<number, Set<string>>();
  /** an extension or a package came, and with it tools that Pi was not given */
  #outgrown = false;
  #step = 0;
  #brief = false;
  /** the state of the step at hand: a tool that registers another one changes its agent's tools */
  #turn: { session: Session; registry: string | undefined } | undefined;
  readonly #world: World = {
    step: () => this.#step,
    note: (observation) => this.#note(observation),
    effects: (effects, args) => this.#effects(effects, args),
  };

  /** What is noted of the events that the agent tells its listeners. */
  readonly #ears: Pick<Setting, "delta" | "finished"> = {
    delta: (text) => this.#note({ step: this.#step, what: "log", to: "turn", line: text }),
    finished: (id, name, content) => this.#lookFor(id, name, content),
  };

  #lookFor(id: string, name: string, content: unknown): void {
    if (resultOf(content, true).content !== `Tool ${name} not found`) return;
    const ids = this.#unknown.get(this.#step) ?? new Set();
    this.#unknown.set(this.#step, ids.add(id));
  }

  async run(scenario: Scenario): Promise<PiPlayed> {
    this.#brief = scenario.brief === true;
    // What Pi is given is written into: the scenario itself stays as it is.
    for (const [index, step] of structuredClone(scenario.steps).entries()) {
      this.#step = index;
      this.#live[index] = { args: [], result: undefined };
      const record: StepRecord = {};
      this.#transcript.steps.push(record);
      const state = "state" in step ? (step.state ?? main) : main;
      const lack = lackOf(step) ?? (this.#outgrown || (touches(step) && this.#astray.has(state)) ? "after" : undefined);
      this.#outgrown ||= step.do === "use" || step.do === "install";
      if (lack === undefined) await this.#perform(step, record);
      else this.#skipped.set(index, lack);
      if (touches(step) && (lack !== undefined || this.#hung.has(index)) && (step.do === "turn" || lack === "after")) this.#astray.add(state);
    }
    return { transcript: this.#transcript, skipped: this.#skipped, hung: this.#hung, unknown: this.#unknown };
  }

  #note(observation: Observation): void {
    this.#transcript.timeline.push(observation);
  }

  async #perform(step: Step, record: StepRecord): Promise<void> {
    try {
      const value = await this.#carryOut(step);
      record.value = toPlain(value, this.#brief);
      if (value === undefined) record.nothing = true;
    } catch (thrown) {
      record.fault = { kind: "threw", error: readThrown(thrown) };
    }
    if (step.do === "turn") record.history = toPlain(conversationOf(this.#session(step.state).messages), this.#brief);
  }

  async #carryOut(step: Step): Promise<Json | undefined> {
    switch (step.do) {
      case "turn":
        return this.#prompt(step);
      case "collect":
        return this.#collect(step.reply);
      case "history":
        return conversationOf(this.#session(step.state).messages);
      case "register":
        this.#registry(step.registry).push(this.#given(agentTool(step.tool, this.#world)));
        return undefined;
      case "specs":
        return this.#gave(this.#registry(step.registry).map(toToolDeclaration)).map(specOf);
      case "run":
        return this.#runCall(step.call, step.registry, {});
      case "execute":
        return this.#runCall(step.call, step.registry, step.hooks ?? {});
      case "append": {
        const { kept, id } = this.#session(step.state).append(step.message);
        this.#given(kept);
        const entry = this.#session(step.state).entries().find((one) => one.id === id);
        return toPlain(this.#gave(entry));
      }
      case "appendMany":
        this.#session(step.state).appendMany(step.count);
        return undefined;
      case "move": {
        const session = this.#session(step.state);
        session.move("id" in step.to ? step.to.id : String(session.entries()[step.to.nth]?.id));
        return undefined;
      }
      case "path":
        return conversationOf(this.#gave(this.#session(step.state).tree.buildSessionContext().messages));
      case "entries":
        this.#gave(this.#session(step.state).tree.getEntries());
        return this.#session(step.state).entries();
      case "vandal":
        this.#vandal(step.step, step.what);
        return undefined;
      default:
        throw new Error(`${step.do} has no counterpart`);
    }
  }

  async #prompt(step: TurnStep): Promise<Json> {
    const session = this.#session(step.state);
    const { registry, hooks = {}, maxTurns = guard } = step.options ?? {};
    let finished = 0;
    const finishTurn: FinishTurn = () => ((finished += 1) >= (step.by === "runOneTurn" ? 1 : maxTurns) ? { action: "end" } : undefined);
    this.#turn = { session, registry };
    const { streamFn, cutOff } = this.#provider(step.replies, step.forever === true);
    const setting: Setting = { streamFn, tools: registry === undefined ? [] : this.#registry(registry), hooks: agentHooks(hooks, this.#world), finishTurn, ...this.#ears };
    await this.#settled(session.prompt(step.input, setting), cutOff);
    const answer = session.messages.findLast(({ role }) => role === "assistant");
    return messageOf(this.#gave(answer ?? {}));
  }

  /** One response on a session of its own. */
  async #collect(reply: Reply): Promise<Json> {
    const session = new Session();
    const { streamFn, cutOff } = this.#provider([reply], false);
    const setting: Setting = { streamFn, tools: [], hooks: {}, finishTurn: () => ({ action: "end" }), ...this.#ears };
    await this.#settled(session.prompt("", setting), cutOff);
    return messageOf(session.messages.find(({ role }) => role === "assistant") ?? {});
  }

  /** Waits for a run. One whose stream was cut off and that does not settle is left to itself. */
  async #settled(run: Promise<void>, cutOff: Promise<void>): Promise<void> {
    let over = false;
    const settled = run.finally(() => {
      over = true;
    });
    const hangs = cutOff.then(async () => {
      for (let i = 0; i < idleTurns && !over; i += 1) await new Promise((resume) => setImmediate(resume));
      if (!over) this.#hung.add(this.#step);
    });
    await Promise.race([settled, hangs]);
  }

  #provider(replies: Reply[], forever: boolean): { streamFn: Setting["streamFn"]; cutOff: Promise<void> } {
    let requests = 0;
    let cut = (): void => undefined;
    const cutOff = new Promise<void>((resolve) => {
      cut = resolve;
    });
    const streamFn = (_model: object, context: TranscriptContext): ReturnType<typeof scriptedStream> => {
      const n = (requests += 1);
      const reply = replies[n - 1] ?? (forever ? replies.at(-1) : undefined) ?? beyondScript;
      this.#note({ step: this.#step, what: "request", n, input: toPlain(requestOf(context.messages), this.#brief) });
      if (reply.vandal === true) vandalise(context);
      if (reply.throwsAtOnce !== undefined) throw thrownValue(reply.throwsAtOnce);
      return scriptedStream(reply, emptyAnswer(), {
        pull: (event) => this.#note({ step: this.#step, what: "pull", n, event }),
        yielded: (event) => void this.#given(event),
        cutOff: cut,
      });
    };
    return { streamFn, cutOff };
  }

  async #runCall(call: Call, registry: string | undefined, hooks: HookFake): Promise<Json> {
    const toolCall = this.#given({ type: "toolCall" as const, id: call.id, name: call.name, arguments: structuredClone(call.input) });
    const assistantMessage = { ...emptyAnswer(), content: [toolCall], stopReason: "toolUse" as const };
    const { result, isError, toolCall: ran } = this.#gave(await runToolCall(toolCall, { assistantMessage, tools: this.#registry(registry), context: { messages: [] }, ...agentHooks(hooks, this.#world) }));
    if (isError) this.#lookFor(ran.id, ran.name, result.content);
    return { role: "toolResult", toolCallId: ran.id, ...resultOf(Reflect.get(Object(result), "content"), isError) };
  }

  #effects(effects: Effect[] = [], args: unknown[]): void {
    for (const effect of effects) {
      if (effect.do === "register") this.#registerAmidst(effect);
      if (effect.do === "vandalArgs") vandalise(args);
      if (effect.do === "vandal") this.#vandal(effect.step, effect.what);
    }
  }

  /** A host tells the agent of a new tool by setting its tools. */
  #registerAmidst({ tool, registry = main }: Effect & { do: "register" }): void {
    const tools = this.#registry(registry);
    tools.push(agentTool(tool, this.#world));
    if (this.#turn?.registry === registry) this.#turn.session.tools = tools;
  }

  #vandal(step: number, what: "args" | "result"): void {
    const live = this.#live[step];
    if (live !== undefined) vandalise(what === "args" ? live.args : live.result);
  }

  #session(name = main): Session {
    const session = this.#sessions.get(name) ?? new Session();
    this.#sessions.set(name, session);
    return session;
  }

  #registry(name = main): AgentTool[] {
    const registry = this.#registries.get(name) ?? [];
    this.#registries.set(name, registry);
    return registry;
  }

  #given<Value>(value: Value): Value {
    this.#live[this.#step]?.args.push(value);
    return value;
  }

  #gave<Value>(value: Value): Value {
    const live = this.#live[this.#step];
    if (live !== undefined) live.result = value;
    return value;
  }
}

/** Whether a step reads or changes a state. */
const touches = (step: Step): boolean => ["turn", "history", "append", "appendMany", "move", "path", "entries"].includes(step.do);
