/** The fakes a scenario describes, made in the learner's realm, deciding and recording in ours. */
import { NotPlain, readThrown, toPlain, vandalise } from "./plain.ts";
import type { Inside, Outcome } from "./realm.ts";
import type { AfterAct, BeforeAct, Effect, ExtensionFake, Gives, HookFake, Json, ModeFake, ProviderEvent, Reply, ToolFake } from "./scenario.ts";
import type { Mark, Observation } from "./transcript.ts";

type World = { register(registry: string | undefined, tool: object): void; vandal(step: number, what: "args" | "result"): void; brief(): boolean };
type Api = (api: unknown, member: string, args: unknown[]) => unknown;

const nothing: Outcome = { is: "undefined" };
const returns = (value: Json): Outcome => ({ is: "returns", json: JSON.stringify(value) });

export class Fakes {
  readonly #inside: Inside;
  readonly #timeline: Observation[];
  readonly #mark: (mark: Mark) => void;
  readonly #step: () => number;
  readonly #world: World;

  constructor(inside: Inside, timeline: Observation[], mark: (mark: Mark) => void, step: () => number, world: World) {
    this.#inside = inside;
    this.#timeline = timeline;
    this.#mark = mark;
    this.#step = step;
    this.#world = world;
  }

  output(to: "turn" | "mode"): object {
    const log = this.#fake("log", to, (line) => {
      this.#note({ step: this.#step(), what: "log", to, line: this.#read(line, "output.log") });
      return nothing;
    });
    return this.#inside.object([["log", log]]);
  }

  /** `yielded` is told each live event that the program is handed. */
  provider(replies: Reply[], forever: boolean, streams: boolean, yielded: (event: unknown) => void): object {
    const open: { reply: Reply; at: number; step: number }[] = [];
    return this.#inside.provider(
      {
        open: (input) => {
          const n = open.length + 1;
          this.#mark({ step: this.#step(), what: "request", name: String(n) });
          this.#note({ step: this.#step(), what: "request", n, input: this.#read(input, "the provider's input") });
          const reply = replies[n - 1] ?? (forever ? replies.at(-1) : undefined) ?? beyondScript;
          open.push({ reply, at: 0, step: this.#step() });
          if (reply.vandal === true) vandalise(input);
          return reply.throwsAtOnce === undefined ? { n } : { n, throwsAtOnce: reply.throwsAtOnce };
        },
        next: (n) => {
          const request = open[n - 1];
          if (request === undefined) return { is: "done" };
          const event = request.reply.events[request.at];
          request.at += 1;
          this.#mark({ step: request.step, what: "pull", name: `${n}.${request.at}` });
          this.#note({ step: request.step, what: "pull", n, event: request.at });
          if (event !== undefined) return returns(wire(event));
          return request.reply.throws === undefined ? { is: "done" } : { is: "throws", thrown: request.reply.throws };
        },
        slow: (n) => open[n - 1]?.reply.slow === true,
        wait: (resume) => void setImmediate(resume),
        yielded,
      },
      streams,
    );
  }

  /** The events of one reply, without a provider. */
  eventsOf(reply: Reply): unknown {
    let at = 0;
    return this.#inside.events(
      {
        open: () => ({ n: 1 }),
        next: () => {
          const event = reply.events[at];
          at += 1;
          this.#mark({ step: this.#step(), what: "pull", name: String(at) });
          this.#note({ step: this.#step(), what: "pull", n: 1, event: at });
          if (event !== undefined) return returns(wire(event));
          return reply.throws === undefined ? { is: "done" } : { is: "throws", thrown: reply.throws };
        },
        slow: () => reply.slow === true,
        wait: (resume) => void setImmediate(resume),
        yielded: () => undefined,
      },
      1,
    );
  }

  tool(fake: ToolFake): object {
    const acts = fake.acts ?? [{ gives: { is: "echo" } }];
    let calls = 0;
    const handler = this.#fake("handler", fake.name, (input, ...rest) => {
      this.#note({ step: this.#step(), what: "handler", tool: fake.name, input: this.#read(input, `the input of the tool ${JSON.stringify(fake.name)}`) });
      const act = acts[Math.min(calls, acts.length - 1)];
      calls += 1;
      if (act === undefined) return nothing;
      const text = act.gives.is === "echo" ? echoOf(input) : "";
      this.#effects(act.effects, [input, ...rest]);
      return act.gives.is === "echo" ? returns(text) : gives(act.gives);
    });
    const spec = { name: fake.name, description: fake.description ?? `the tool ${fake.name}`, input: fake.input ?? {} };
    return this.#inside.object([
      ["spec", this.#inside.parse(JSON.stringify(spec))],
      ["handler", handler],
    ]);
  }

  hooks(fake: HookFake): object {
    const members: [string, unknown][] = [];
    const { before, after } = fake;
    if (before !== undefined) {
      const hook = this.#fake("before", "", (call) => {
        const seen = this.#read(call, "the call given to beforeToolCall");
        this.#note({ step: this.#step(), what: "before", call: seen });
        const rule = ruleFor(before, seen);
        this.#effects(rule?.effects, [call]);
        return beforeOutcome(rule?.act ?? { is: "allow" });
      });
      members.push(["beforeToolCall", hook]);
    }
    if (after !== undefined) {
      const hook = this.#fake("after", "", (call, result) => {
        const seen = this.#read(call, "the call given to afterToolCall");
        const text = this.#read(result, "the result given to afterToolCall");
        this.#note({ step: this.#step(), what: "after", call: seen, result: text });
        const rule = ruleFor(after, seen);
        this.#effects(rule?.effects, [call]);
        return afterOutcome(rule?.act ?? { is: "keeps" }, text);
      });
      members.push(["afterToolCall", hook]);
    }
    return this.#inside.object(members);
  }

  mode(fake: ModeFake): object {
    const render = this.#fake("render", "", (events) => {
      this.#note({ step: this.#step(), what: "render", events: this.#read(events, "the events given to render") });
      if (fake.is === "records" && fake.vandal === true) vandalise(events);
      return fake.is === "throws" ? { is: "throws", thrown: fake.thrown } : nothing;
    });
    return this.#inside.object([["render", render]]);
  }

  /** `call` calls a member of the API object that the program hands the extension. */
  extension(fake: ExtensionFake, call: Api): unknown {
    return this.#inside.fake((args) => {
      const api = args[0];
      for (const act of fake.acts) {
        if (act.do === "throw") return { is: "throws", thrown: act.thrown };
        if (act.do === "tool") this.#tell(() => call(api, "registerTool", [this.tool(act.tool)]));
        if (act.do === "command") this.#tell(() => call(api, "registerCommand", [this.#command(act.name, act.gives)]));
        if (act.do === "on") this.#tell(() => call(api, "on", [act.type, this.#listener(act, api, call)]));
      }
      return nothing;
    });
  }

  #command(name: string, given: Gives): object {
    const run = this.#fake("command", name, () => {
      this.#note({ step: this.#step(), what: "command", name });
      return gives(given);
    });
    return this.#inside.object([
      ["name", name],
      ["run", run],
    ]);
  }

  #listener(act: ExtensionFake["acts"][number] & { do: "on" }, api: unknown, call: Api): unknown {
    const { adds } = act;
    return this.#fake("event", act.label, (event) => {
      this.#note({ step: this.#step(), what: "event", label: act.label, event: this.#read(event, "the event given to a handler") });
      if (act.vandal === true) vandalise(event);
      if (adds !== undefined) this.#tell(() => call(api, "on", [adds.type, this.#listener({ do: "on", ...adds }, api, call)]));
      return act.throws === undefined ? nothing : { is: "throws", thrown: act.throws };
    });
  }

  /** An API member that throws is the program's fault: it is noted, and the extension goes on. */
  #tell(act: () => unknown): void {
    try {
      act();
    } catch (thrown) {
      this.#note({ step: this.#step(), what: "escaped", error: readThrown(thrown) });
    }
  }

  #effects(effects: Effect[] = [], args: unknown[]): void {
    for (const effect of effects) {
      if (effect.do === "register") this.#tell(() => this.#world.register(effect.registry, this.tool(effect.tool)));
      if (effect.do === "vandalArgs") vandalise(args);
      if (effect.do === "vandal") this.#world.vandal(effect.step, effect.what);
    }
  }

  #fake(what: Mark["what"], name: string, act: (...args: unknown[]) => Outcome): unknown {
    return this.#inside.fake((args) => {
      this.#mark({ step: this.#step(), what, name });
      return act(...args);
    });
  }

  #note(observation: Observation): void {
    this.#timeline.push(observation);
  }

  /** What the program passed to a fake, as plain data; what is not is noted, for the judge to name. */
  #read(value: unknown, whose: string): Json {
    try {
      return toPlain(value, this.#world.brief());
    } catch (thrown) {
      if (!(thrown instanceof NotPlain)) throw thrown;
      this.#note({ step: this.#step(), what: "notPlain", whose, path: thrown.path, is: thrown.what });
      return null;
    }
  }
}

/** Requests after the script's end get this answer, so that a program that asks too often still comes to an end. */
const beyondScript: Reply = {
  events: [{ type: "message_start" }, { type: "text_delta", text: "the script has ended" }, { type: "message_end", stopReason: "stop" }],
};

function wire(event: ProviderEvent): Json {
  if (event.type !== "unknown") return event;
  return { type: event.name, data: event.data ?? null, ...(event.stopReason === undefined ? {} : { stopReason: event.stopReason }) };
}

function echoOf(input: unknown): string {
  const text: unknown = typeof input === "object" && input !== null ? Reflect.get(input, "text") : undefined;
  return typeof text === "string" ? text : "";
}

function gives(given: Gives): Outcome {
  switch (given.is) {
    case "text":
      return returns(given.text);
    case "value":
      return returns(given.value);
    case "promise":
      return { is: "promise", json: JSON.stringify(given.text) };
    case "throws":
      return { is: "throws", thrown: given.thrown };
    default:
      return nothing;
  }
}

function ruleFor<Rule extends { call?: string }>(rules: Rule[], call: Json): Rule | undefined {
  const id = typeof call === "object" && call !== null && !Array.isArray(call) ? call.id : undefined;
  return rules.find((rule) => rule.call === undefined || rule.call === id);
}

function beforeOutcome(act: BeforeAct): Outcome {
  if (act.is === "throws") return { is: "throws", thrown: act.thrown };
  return returns(act.is === "allow" ? { type: "allow" } : { type: "block", reason: act.reason });
}

function afterOutcome(act: AfterAct, result: Json): Outcome {
  switch (act.is) {
    case "throws":
      return { is: "throws", thrown: act.thrown };
    case "keeps":
      return returns(result);
    case "returns":
      return returns(act.text);
    case "appends":
      return returns(`${typeof result === "string" ? result : ""}${act.text}`);
  }
}
