/** Plays one scenario on the loaded program and records what can be observed. One instance a scenario. */
import { defaultTrust, freshState, messagesOf, type Era } from "./adapters.ts";
import { Fakes } from "./fakes.ts";
import { NotPlain, readThrown, toPlain, vandalise } from "./plain.ts";
import type { Inside } from "./realm.ts";
import type { Json, ModeFake, Scenario, Step, TurnOptions } from "./scenario.ts";
import type { Fault, Mark, Observation, Seen, StepRecord, Transcript } from "./transcript.ts";

/** An export or a member that the step needs and the program lacks. */
class Missing extends Error {
  readonly what: string;
  readonly has: string[];
  constructor(what: string, has: string[]) {
    super(what);
    this.what = what;
    this.has = has;
  }
}

type Named = { [name: string]: object };
const main = "main";

export class Play {
  readonly #inside: Inside;
  readonly #program: Record<string, unknown>;
  readonly #era: Era;
  readonly #fakes: Fakes;
  readonly #mark: (mark: Mark) => void;
  readonly #tell: ((seen: Seen) => void) | undefined;
  readonly #named: { state: Named; registry: Named; loader: Named; runtime: Named } = {
    state: Object.create(null),
    registry: Object.create(null),
    loader: Object.create(null),
    runtime: Object.create(null),
  };
  /** what each step was given and gave back, alive, for the step "vandal" */
  readonly #live: { args: unknown[]; result: unknown }[] = [];
  #step = 0;
  #stateName = main;
  #lastHistory = "";
  #brief = false;
  readonly transcript: Transcript = { steps: [], timeline: [] };

  /** @param tell told each part of the transcript as it comes */
  constructor(inside: Inside, program: Record<string, unknown>, era: Era, mark: (mark: Mark) => void, tell?: (seen: Seen) => void) {
    this.#inside = inside;
    this.#program = program;
    this.#era = era;
    this.#mark = mark;
    this.#tell = tell;
    this.#fakes = new Fakes(inside, (observation) => this.note(observation), mark, () => this.#step, {
      register: (name, tool) => this.#call(this.#registry(name), "ToolRegistry", "register", [tool]),
      vandal: (step, what) => this.#vandal(step, what),
      brief: () => this.#brief,
    });
  }

  /** The step that runs now, for what is observed outside of fakes: prints, escaped errors. */
  get step(): number {
    return this.#step;
  }

  async run(scenario: Scenario): Promise<Transcript> {
    this.#brief = scenario.brief === true;
    for (const [index, step] of scenario.steps.entries()) {
      this.#step = index;
      this.#mark({ step: index, what: "call", name: step.do === "turn" ? step.by : step.do });
      this.#live[index] = { args: [], result: undefined };
      const record: StepRecord = {};
      this.transcript.steps.push(record);
      this.#stateName = ("state" in step ? step.state : undefined) ?? main;
      await this.#perform(step, record);
      if (this.#tell === undefined) continue;
      this.#lookAtHistory();
      this.#tell({ record });
    }
    return this.transcript;
  }

  note(observation: Observation): void {
    if (this.#tell !== undefined) this.#lookAtHistory();
    this.#record(observation);
  }

  #record(observation: Observation): void {
    this.transcript.timeline.push(observation);
    this.#tell?.({ observation });
  }

  /** Records what the state of this step holds, where that has changed. A history that cannot be read is left out. */
  #lookAtHistory(): void {
    const name = this.#stateName;
    const state = this.#named.state[name];
    if (state === undefined) return;
    try {
      const tree: unknown = Reflect.get(state, "messages");
      const path = toPlain(this.#history(name), true);
      const history = this.#era.tree ? { path, entries: toPlain(this.#call(tree, "SessionTree", "allEntries", []), true) } : { path };
      const text = JSON.stringify(history);
      if (text === this.#lastHistory) return;
      this.#lastHistory = text;
      this.#record({ step: this.#step, what: "history", ...history });
    } catch {
      // The turn goes on; what is wrong with the history shows when the step ends.
    }
  }

  async #perform(step: Step, record: StepRecord): Promise<void> {
    const fault = await this.#attempt(async () => {
      const outcome = this.#carryOut(step);
      const result = outcome instanceof Pending ? (await outcome.settled).value : outcome;
      const live = this.#live[this.#step];
      if (live !== undefined) live.result = result;
      record.value = toPlain(result, this.#brief);
      if (result === undefined) record.nothing = true;
    });
    if (fault !== undefined) record.fault = fault;
    if (step.do !== "turn") return;
    const historyFault = await this.#attempt(() => {
      record.history = toPlain(this.#history(step.state), this.#brief);
    });
    if (historyFault !== undefined) record.historyFault = historyFault;
  }

  async #attempt(act: () => void | Promise<void>): Promise<Fault | undefined> {
    try {
      await act();
      return undefined;
    } catch (thrown) {
      if (thrown instanceof NotPlain) return { kind: "notPlain", path: thrown.path, what: thrown.what };
      if (thrown instanceof Missing) return { kind: "missing", name: thrown.what, has: thrown.has };
      return { kind: "threw", error: readThrown(thrown instanceof Rejected ? thrown.reason : thrown) };
    }
  }

  #carryOut(step: Step): unknown {
    switch (step.do) {
      case "turn":
        return this.#turn(step);
      case "input":
        return this.#invoke("buildProviderInput", [this.#state(step.state), ...this.#options(step.options)]);
      case "collect":
        return this.#settled("collectAssistantMessage", [this.#fakes.eventsOf(step.reply), this.#fakes.output("turn")]);
      case "history":
        return this.#history(step.state);
      case "register":
        return this.#call(this.#registry(step.registry), "ToolRegistry", "register", this.#given([this.#fakes.tool(step.tool)]));
      case "specs":
        return this.#call(this.#registry(step.registry), "ToolRegistry", "getSpecs", []);
      case "run":
        return this.#call(this.#registry(step.registry), "ToolRegistry", "run", this.#given([this.#plain(step.call)]));
      case "execute":
        return this.#invoke("executeToolCall", [this.#registry(step.registry), this.#fakes.hooks(step.hooks ?? {}), ...this.#given([this.#plain(step.call)])]);
      case "snapshot": {
        const systemPrompt = step.systemPrompt === undefined ? [] : [step.systemPrompt];
        return this.#invoke("createTurnSnapshot", [...this.#given([this.#plain(step.messages), this.#plain(step.tools)]), ...systemPrompt]);
      }
      case "append":
        return this.#call(this.#tree(step.state), "SessionTree", "append", this.#given([this.#plain(step.message)]));
      case "appendMany":
        for (let i = 0; i < step.count; i += 1) {
          this.#call(this.#tree(step.state), "SessionTree", "append", [this.#inside.message("user", `m${i}`)]);
        }
        return undefined;
      case "move":
        return this.#call(this.#tree(step.state), "SessionTree", "moveTo", [this.#entryId(step)]);
      case "path":
        return this.#call(this.#tree(step.state), "SessionTree", "currentPath", []);
      case "entries":
        return this.#call(this.#tree(step.state), "SessionTree", "allEntries", []);
      case "loader":
        this.#named.loader[step.loader ?? main] = this.#construct("ResourceLoader", this.#given([this.#plain(step.resources)]));
        return undefined;
      case "load":
        return this.#call(this.#loader(step.loader), "ResourceLoader", "load", [step.trust === undefined ? defaultTrust : this.#plain(step.trust)]);
      case "addResource":
        return this.#call(this.#loader(step.loader), "ResourceLoader", "add", this.#given([this.#plain(step.resource)]));
      case "prompt":
        return this.#invoke("buildSystemPrompt", this.#given([this.#plain(step.resources)]));
      case "runtime":
        this.#named.runtime[step.runtime ?? main] = this.#construct("ExtensionRuntime", [this.#registry(step.registry)]);
        return undefined;
      case "use":
        return this.#call(this.#runtime(step.runtime), "ExtensionRuntime", "use", [this.#fakes.extension(step.extension, (api, name, args) => this.#call(api, "ExtensionAPI", name, args))]);
      case "emit":
        return this.#call(this.#runtime(step.runtime), "ExtensionRuntime", "emit", this.#given([this.#plain(step.event)]));
      case "command":
        return this.#call(this.#runtime(step.runtime), "ExtensionRuntime", "runCommand", [step.name]);
      case "render": {
        const mode = this.#mode({ is: step.mode });
        return this.#call(mode, step.mode === "print" ? "PrintMode" : "JsonMode", "render", this.#given([this.#plain(step.events)]));
      }
      case "demo":
        return this.#invoke("createDemoRuntimeEvents", [step.input]);
      case "pick":
        return this.#invoke("pick", this.#given([this.#plain(step.contents), this.#plain(step.names)]));
      case "loadPackage":
        return this.#invoke("loadPackage", this.#given([this.#plain(step.package)]));
      case "install": {
        const loaded = this.#invoke("loadPackage", this.#given([this.#plain(step.package)]));
        for (let i = 0; i < (step.times ?? 1); i += 1) {
          this.#invoke("installLoadedPackage", [...this.#given([loaded]), this.#runtime(step.runtime), this.#loader(step.loader)]);
        }
        return undefined;
      }
      case "vandal":
        return this.#vandal(step.step, step.what);
      case "look":
        return step.what === "args" ? this.#live[step.step]?.args : this.#live[step.step]?.result;
    }
  }

  #turn(step: Step & { do: "turn" }): Pending {
    const provider = this.#fakes.provider(step.replies, step.forever === true, this.#era.streams, (event) => this.#given([event]));
    const args = [this.#state(step.state), provider, step.input, this.#fakes.output("turn"), ...this.#options(step.options)];
    return this.#settled(step.by, args);
  }

  /** The one options bag of a turn, or nothing where no option is set: the shorter call stays right for ever. */
  #options(options: TurnOptions = {}): object[] {
    const members: [string, unknown][] = [];
    if (options.registry !== undefined) members.push(["registry", this.#registry(options.registry)]);
    if (options.maxTurns !== undefined) members.push(["maxTurns", options.maxTurns]);
    if (options.hooks !== undefined) members.push(["hooks", this.#fakes.hooks(options.hooks)]);
    if (options.loader !== undefined) members.push(["loader", this.#loader(options.loader)]);
    if (options.extensions !== undefined) members.push(["extensions", this.#runtime(options.extensions)]);
    if (options.mode !== undefined) members.push(["mode", this.#mode(options.mode)]);
    if (options.loader !== undefined || options.trust !== undefined) members.push(["trust", options.trust ?? defaultTrust]);
    return members.length === 0 ? [] : [this.#inside.object(members)];
  }

  #mode(fake: ModeFake): object {
    if (fake.is === "print") return this.#construct("PrintMode", [this.#fakes.output("mode")]);
    if (fake.is === "json") return this.#construct("JsonMode", [this.#fakes.output("mode")]);
    return this.#fakes.mode(fake);
  }

  #state(name = main): object {
    return (this.#named.state[name] ??= freshState(this.#inside, this.#era, () => this.#construct("SessionTree", [])));
  }

  #tree(name?: string): unknown {
    return Reflect.get(this.#state(name), "messages");
  }

  #history(name?: string): unknown {
    return messagesOf(this.#state(name), this.#era, (tree) => this.#call(tree, "SessionTree", "currentPath", []));
  }

  #registry(name = main): object {
    return (this.#named.registry[name] ??= this.#construct("ToolRegistry", []));
  }

  #loader(name = main): object {
    return (this.#named.loader[name] ??= this.#construct("ResourceLoader", [this.#inside.list([])]));
  }

  #runtime(name = main): object {
    return (this.#named.runtime[name] ??= this.#construct("ExtensionRuntime", [this.#registry(name)]));
  }

  #entryId(step: Step & { do: "move" }): string {
    if ("id" in step.to) return step.to.id;
    const entries: unknown = this.#call(this.#tree(step.state), "SessionTree", "allEntries", []);
    const entry: unknown = Array.isArray(entries) ? entries[step.to.nth] : undefined;
    return String(typeof entry === "object" && entry !== null ? Reflect.get(entry, "id") : undefined);
  }

  #vandal(index: number, what: "args" | "result"): undefined {
    const live = this.#live[index];
    if (live !== undefined) vandalise(what === "args" ? live.args : live.result);
    return undefined;
  }

  /** Remembers what the program is given, for the step "vandal". */
  #given(args: unknown[]): unknown[] {
    this.#live[this.#step]?.args.push(...args);
    return args;
  }

  #plain(value: Json): unknown {
    return this.#inside.parse(JSON.stringify(value));
  }

  #export(name: string): (...args: unknown[]) => unknown {
    const value: unknown = Object.hasOwn(this.#program, name) ? this.#program[name] : undefined;
    if (typeof value !== "function") throw new Missing(name, Object.keys(this.#program));
    return value as (...args: unknown[]) => unknown;
  }

  #invoke(name: string, args: unknown[]): unknown {
    return this.#inside.call(this.#export(name), undefined, args);
  }

  #construct(name: string, args: unknown[]): object {
    const made: unknown = this.#inside.make(this.#export(name), args);
    return made as object;
  }

  /** Calls a member of an object that the program made. */
  #call(holder: unknown, kind: string, name: string, args: unknown[]): unknown {
    const member: unknown = typeof holder === "object" && holder !== null ? Reflect.get(holder, name) : undefined;
    if (typeof member !== "function") throw new Missing(`${kind}.${name}`, membersOf(holder));
    return this.#inside.call(member, holder, args);
  }

  #settled(name: string, args: unknown[]): Pending {
    const fn = this.#export(name);
    return new Pending(
      new Promise((resolve, reject) => {
        this.#inside.settle(fn, undefined, args, (ok, value) => (ok ? resolve({ value }) : reject(new Rejected(value))));
      }),
    );
  }
}

/**
 * The value of an asynchronous function of the program, to be awaited. Only these are: a promise from a function that
 * should be synchronous is a value, and not a plain one. The box keeps the value from being awaited a second time.
 */
class Pending {
  readonly settled: Promise<{ value: unknown }>;
  constructor(settled: Promise<{ value: unknown }>) {
    this.settled = settled;
  }
}

/** What a function of the program threw or rejected with. */
class Rejected {
  readonly reason: unknown;
  constructor(reason: unknown) {
    this.reason = reason;
  }
}

function membersOf(holder: unknown): string[] {
  if (typeof holder !== "object" || holder === null) return [];
  const names = new Set(Object.keys(holder));
  const prototype: unknown = Object.getPrototypeOf(holder);
  if (typeof prototype === "object" && prototype !== null) for (const name of Object.getOwnPropertyNames(prototype)) names.add(name);
  names.delete("constructor");
  return [...names].filter((name) => !name.startsWith("__")).slice(0, 20);
}
