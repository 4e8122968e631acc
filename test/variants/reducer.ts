// reducer: functional style. A turn is a fold of events over immutable records; classes are thin shells over pure functions and a frozen, sharing model.
// Freedoms: constitution's order (results, then only the final assistant), deferred execution, calls of a failed message never run, no toolCalls
// recorded, frozen return values, render before emit, one message event per provider message, many extra log lines, streams read to their very end.

// ---------------------------------------------------------------- types

export type StopReason = "stop" | "toolUse" | "error";
export type ToolCall = { id: string; name: string; input: Record<string, string> };
export type UserMessage = { role: "user"; content: string };
export type AssistantMessage = { role: "assistant"; content: string; stopReason: StopReason; toolCalls?: ToolCall[] };
export type ToolResultMessage = { role: "toolResult"; toolCallId: string; content: string };
export type AgentMessage = UserMessage | AssistantMessage | ToolResultMessage;
export type AgentState = { messages: SessionTree; model: string };

export type ToolSpec = { name: string; description: string; input: Record<string, string> };
export type ToolHandler = (input: Record<string, string>) => string;
export type Tool = { spec: ToolSpec; handler: ToolHandler };

export type ProviderMessage =
  | { role: "user" | "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "toolResult"; toolCallId: string; content: string };
export type ProviderInput = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };
export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "tool_call"; call: ToolCall }
  | { type: "message_end"; stopReason: StopReason };
export interface Provider {
  stream(input: ProviderInput): AsyncGenerator<ProviderEvent>;
}
export type Output = { log(line: string): void };

export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };
export type ToolHooks = {
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult;
  afterToolCall?: (call: ToolCall, result: string) => string;
};
export type TurnSnapshot = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };
export type SessionEntry = {
  id: string;
  parentId: string | null;
  role: "user" | "assistant" | "toolResult";
  content: string;
  stopReason?: StopReason;
  toolCallId?: string;
  toolCalls?: ToolCall[];
};
export type ContextResource = { kind: "agents" | "skill" | "prompt"; name: string; content: string };
export type ProjectTrust = "trusted" | "untrusted";

export type Command = { name: string; run: () => string };
export type RuntimeEvent = { type: "message"; content: string } | { type: "done" };
export type RuntimeMode = { render(events: RuntimeEvent[]): void };
export type ExtensionAPI = {
  on(type: RuntimeEvent["type"], handler: (event: RuntimeEvent) => void): void;
  registerTool(tool: Tool): void;
  registerCommand(command: Command): void;
};
export type Extension = (api: ExtensionAPI) => void;

export type PackageManifest = { name: string; tools: string[]; commands: string[]; resources: string[] };
export type Package = { manifest: PackageManifest; contents: Record<string, string> };
export type LoadedPackage = {
  name: string;
  tools: Record<string, string>;
  commands: Record<string, string>;
  resources: Record<string, string>;
};

export type TurnOptions = {
  registry?: ToolRegistry;
  maxTurns?: number;
  hooks?: ToolHooks;
  loader?: ResourceLoader;
  extensions?: ExtensionRuntime;
  mode?: RuntimeMode;
  trust?: ProjectTrust;
};

// ---------------------------------------------------------------- small pure helpers

/** Freezes plain data all the way down, without recursion. */
const freeze = <T>(value: T): T => {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item !== "object" || item === null || Object.isFrozen(item)) continue;
    Object.freeze(item);
    for (const inner of Object.values(item)) waiting.push(inner);
  }
  return value;
};

/** A frozen copy: what the inside keeps and what it returns. */
const keep = <T>(value: T): T => freeze(structuredClone(value));

/** A copy that a stranger (provider, tool, hook, extension, mode) may scribble on. */
const lend = <T>(value: T): T => structuredClone(value);

const describe = (thrown: unknown): string => {
  try {
    if (typeof thrown === "string") return thrown;
    const message = (thrown as { message?: unknown } | null | undefined)?.message;
    return typeof message === "string" ? message : String(thrown);
  } catch {
    return "(an unreadable error)";
  }
};

type Outcome<T> = Readonly<{ ok: true; value: T } | { ok: false; why: string }>;

const attempt = <T>(action: () => T): Outcome<T> => {
  try {
    return { ok: true, value: action() };
  } catch (thrown) {
    return { ok: false, why: describe(thrown) };
  }
};

/** Nobody waits for a promise that came where a plain value was due: its rejection must not end the process. */
const abandon = (value: unknown): void => {
  attempt(() => (value instanceof Promise ? void value.then(undefined, () => undefined) : undefined));
};

const textFrom = (who: string, value: unknown): string => {
  if (typeof value === "string") return value;
  abandon(value);
  throw new TypeError(`${who} answered with ${value === null ? "null" : typeof value} where text was due`);
};

const failed = (why: string): string => `error: ${why}`;
const orFailed = (outcome: Outcome<string>): string => (outcome.ok ? outcome.value : failed(outcome.why));

const note = (output: Output, line: string): void => {
  attempt(() => output.log(line));
};

// ---------------------------------------------------------------- session tree: an immutable list of nodes

/** `parent` is the tree's edge; `previous` and `jump` (a skew-binary skip pointer) find a node by number in O(log n). */
type Node = Readonly<{
  number: number;
  message: AgentMessage;
  entry: SessionEntry;
  parent: Node | null;
  previous: Node | null;
  jump: Node | null;
}>;
type Forest = Readonly<{ newest: Node | null; leaf: Node | null }>;

const emptyForest: Forest = Object.freeze({ newest: null, leaf: null });
const numberOf = (node: Node | null): number => (node === null ? -1 : node.number);
const idOf = (number: number): string => `node-${number.toString(36)}`;

const jumpFrom = (previous: Node | null): Node | null => {
  if (previous === null) return null;
  const near = previous.jump;
  const far = near === null ? null : near.jump;
  return near !== null && previous.number - near.number === near.number - numberOf(far) ? far : previous;
};

const grow = (forest: Forest, given: AgentMessage): Forest => {
  const { newest, leaf } = forest;
  const number = numberOf(newest) + 1;
  const message = keep(given);
  const entry: SessionEntry = freeze({ ...message, id: idOf(number), parentId: leaf === null ? null : leaf.entry.id });
  const node: Node = Object.freeze({ number, message, entry, parent: leaf, previous: newest, jump: jumpFrom(newest) });
  return Object.freeze({ newest: node, leaf: node });
};

const find = (forest: Forest, id: string): Node | null => {
  if (typeof id !== "string" || !id.startsWith("node-")) return null;
  const number = Number.parseInt(id.slice(5), 36);
  let node = forest.newest;
  while (node !== null && node.number > number) {
    node = node.jump !== null && node.jump.number >= number ? node.jump : node.previous;
  }
  return node !== null && node.entry.id === id ? node : null;
};

const collect = <T>(from: Node | null, next: (node: Node) => Node | null, take: (node: Node) => T): T[] => {
  const items: T[] = [];
  for (let node = from; node !== null; node = next(node)) items.push(take(node));
  return items.reverse();
};

export class SessionTree {
  #forest: Forest = emptyForest;

  append(message: AgentMessage): SessionEntry {
    this.#forest = grow(this.#forest, message);
    return (this.#forest.newest as Node).entry;
  }

  moveTo(id: string): void {
    const leaf = find(this.#forest, id);
    if (leaf === null) throw new RangeError("moveTo: no entry of this tree has that id");
    this.#forest = Object.freeze({ ...this.#forest, leaf });
  }

  currentPath(): AgentMessage[] {
    return collect(this.#forest.leaf, (node) => node.parent, (node) => node.message);
  }

  allEntries(): SessionEntry[] {
    return collect(this.#forest.newest, (node) => node.previous, (node) => node.entry);
  }
}

// ---------------------------------------------------------------- tools and hooks

const specOf = ({ name, description, input }: ToolSpec): ToolSpec => ({ name, description, input });

/** Replaces the item of the same key in place, or adds one at the end. */
const upsert = <T>(items: readonly T[], item: T, same: (other: T) => boolean): readonly T[] =>
  Object.freeze(items.some(same) ? items.map((other) => (same(other) ? item : other)) : [...items, item]);

export class ToolRegistry {
  #tools: readonly Readonly<{ spec: ToolSpec; call: ToolHandler }>[] = Object.freeze([]);

  register(tool: Tool): void {
    const { handler } = tool;
    const item = Object.freeze({
      spec: keep(specOf(tool.spec)),
      call: (input: Record<string, string>): string => handler.call(tool, input),
    });
    this.#tools = upsert(this.#tools, item, (other) => other.spec.name === item.spec.name);
  }

  getSpecs(): ToolSpec[] {
    return freeze(this.#tools.map((tool) => tool.spec));
  }

  /** Throws for an unknown tool, a throwing handler and an answer that is no text: `executeToolCall` turns that into a result. */
  run(call: ToolCall): string {
    const found = this.#tools.find((tool) => tool.spec.name === call.name);
    if (found === undefined) throw new RangeError(`there is no tool called ${call.name}`);
    return textFrom(`the tool ${call.name}`, found.call(lend(call.input)));
  }
}

type Verdict = Readonly<{ type: "run" } | { type: "refuse"; text: string }>;

const judge = (hooks: ToolHooks | undefined, call: ToolCall): Verdict => {
  const verdict = attempt((): Verdict => {
    const before = hooks?.beforeToolCall;
    if (hooks === undefined || before === undefined) return { type: "run" };
    const said: BeforeToolCallResult = before.call(hooks, lend(call));
    if (said.type === "allow") return { type: "run" };
    if (said.type === "block") return { type: "refuse", text: `not permitted here. ${said.reason}` };
    abandon(said);
    throw new TypeError("beforeToolCall said neither allow nor block");
  });
  return verdict.ok ? verdict.value : { type: "refuse", text: failed(`beforeToolCall broke: ${verdict.why}`) };
};

const finishCall = (hooks: ToolHooks | undefined, call: ToolCall, text: string): string =>
  orFailed(
    attempt(() => {
      const after = hooks?.afterToolCall;
      if (hooks === undefined || after === undefined) return text;
      return textFrom("afterToolCall", after.call(hooks, lend(call), text));
    }),
  );

export function executeToolCall(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): ToolResultMessage {
  const toolCallId = call.id;
  const content = orFailed(
    attempt(() => {
      const own = keep(call);
      const verdict = judge(hooks, own);
      if (verdict.type === "refuse") return verdict.text;
      return finishCall(hooks, own, orFailed(attempt(() => registry.run(lend(own)))));
    }),
  );
  return freeze({ role: "toolResult", toolCallId, content });
}

// ---------------------------------------------------------------- resources, prompt, snapshot, request

export class ResourceLoader {
  #resources: readonly ContextResource[];

  constructor(resources: ContextResource[] = []) {
    this.#resources = keep([...resources]);
  }

  /** The very same resource is not kept twice. */
  add(resource: ContextResource): void {
    const item = keep(resource);
    const same = (other: ContextResource): boolean =>
      other.kind === item.kind && other.name === item.name && other.content === item.content;
    if (!this.#resources.some(same)) this.#resources = Object.freeze([...this.#resources, item]);
  }

  load(trust?: ProjectTrust): ContextResource[] {
    return trust === "trusted" ? keep([...this.#resources]) : freeze([]);
  }
}

export function buildSystemPrompt(resources: ContextResource[]): string {
  return resources.map(({ kind, name, content }) => `## ${kind}: ${name}\n${content}\n`).join("\n");
}

const toProvider = (message: AgentMessage | ProviderMessage): ProviderMessage =>
  message.role === "toolResult"
    ? { role: message.role, toolCallId: message.toolCallId, content: message.content }
    : { role: message.role, content: message.content };

export function createTurnSnapshot(
  messages: readonly (AgentMessage | ProviderMessage)[],
  tools: readonly ToolSpec[],
  systemPrompt = "",
): TurnSnapshot {
  return keep({ systemPrompt, messages: messages.map(toProvider), tools: tools.map(specOf) });
}

export function buildProviderInput(state: AgentState, options: TurnOptions = {}): ProviderInput {
  const { registry, loader, trust } = options;
  const prompt = loader === undefined ? "" : buildSystemPrompt(loader.load(trust));
  return createTurnSnapshot(state.messages.currentPath(), registry?.getSpecs() ?? [], prompt);
}

// ---------------------------------------------------------------- one provider message: a fold over its events

type Draft = Readonly<{ text: string; calls: readonly ToolCall[]; end: StopReason | null; fault: string | null }>;
type Step = ProviderEvent | Readonly<{ type: "thrown"; why: string }> | Readonly<{ type: "exhausted" }>;

const blank: Draft = freeze({ text: "", calls: [], end: null, fault: null });

const stopReasonOf = (value: unknown): StopReason =>
  value === "stop" || value === "toolUse" || value === "error" ? value : "error";

const callFrom = (given: ToolCall): ToolCall => {
  const call = keep(given);
  if (typeof call?.id === "string" && typeof call.name === "string") return call;
  throw new TypeError("a tool call without an id or a name");
};

const reduceDraft = (draft: Draft, step: Step): Draft => {
  switch (step.type) {
    case "thrown":
      return { ...draft, fault: `the model's stream broke: ${step.why}` };
    case "exhausted":
      return draft.end === null ? { ...draft, fault: "the model's stream stopped before the message was complete" } : draft;
    case "text_delta":
      return draft.end === null ? { ...draft, text: draft.text + step.text } : draft;
    case "tool_call":
      return draft.end === null ? { ...draft, calls: [...draft.calls, callFrom(step.call)] } : draft;
    case "message_end":
      return draft.end === null ? { ...draft, end: stopReasonOf(step.stopReason) } : draft;
    default:
      return draft;
  }
};

const messageOf = ({ text, end, fault }: Draft): AssistantMessage =>
  fault === null
    ? freeze({ role: "assistant", content: text, stopReason: end ?? "error" })
    : freeze({ role: "assistant", content: text === "" ? fault : `${text}\n${fault}`, stopReason: "error" });

const readDraft = async (open: () => AsyncIterable<ProviderEvent>, output: Output): Promise<Draft> => {
  let draft = blank;
  let count = 0;
  try {
    for await (const event of open()) {
      count += 1;
      note(output, `-- event ${count}`);
      draft = reduceDraft(draft, event);
      if (event.type === "text_delta") note(output, event.text);
    }
    draft = reduceDraft(draft, { type: "exhausted" });
  } catch (thrown) {
    draft = reduceDraft(draft, { type: "thrown", why: describe(thrown) });
  }
  note(output, `-- message read after ${count} events`);
  if (draft.fault !== null) note(output, `-- ${draft.fault}`);
  return draft;
};

export async function collectAssistantMessage(
  events: AsyncIterable<ProviderEvent>,
  output: Output,
): Promise<AssistantMessage> {
  return messageOf(await readDraft(() => events, output));
}

export async function runOneTurn(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  state.messages.append({ role: "user", content: userInput });
  const input = buildProviderInput(state, options);
  const answer = messageOf(await readDraft(() => provider.stream(lend(input)), output));
  state.messages.append(answer);
  return answer;
}

// ---------------------------------------------------------------- the loop: a fold over drafts and results

type Turn = Readonly<{
  asked: number;
  limit: number;
  texts: readonly string[];
  results: readonly ToolResultMessage[];
  answer: AssistantMessage | null;
}>;
type TurnEvent =
  | Readonly<{ type: "read"; draft: Draft }>
  | Readonly<{ type: "ran"; result: ToolResultMessage }>
  | Readonly<{ type: "spent" }>;

const callsToRun = (draft: Draft): readonly ToolCall[] =>
  draft.fault === null && (draft.end === "stop" || draft.end === "toolUse") ? draft.calls : [];

const reduceTurn = (turn: Turn, event: TurnEvent): Turn => {
  switch (event.type) {
    case "read": {
      const message = messageOf(event.draft);
      const goesOn = message.stopReason === "toolUse" && event.draft.calls.length > 0;
      return {
        ...turn,
        asked: turn.asked + 1,
        texts: [...turn.texts, message.content],
        answer: goesOn ? null : message,
      };
    }
    case "ran":
      return { ...turn, results: [...turn.results, event.result] };
    case "spent": {
      const last = turn.texts.at(-1) ?? "";
      const content = `${last}${last === "" ? "" : "\n"}(max turns reached: ${turn.limit})`;
      return { ...turn, texts: [...turn.texts, content], answer: freeze({ role: "assistant", content, stopReason: "stop" }) };
    }
  }
};

const eventsOf = (turn: Turn): RuntimeEvent[] => [
  ...turn.texts.map((content): RuntimeEvent => ({ type: "message", content })),
  { type: "done" },
];

export async function runEventedToolLoop(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  const { registry = new ToolRegistry(), maxTurns = 8, hooks = {}, extensions, mode } = options;
  note(output, "-- turn begins");
  state.messages.append({ role: "user", content: userInput });
  const snapshot = buildProviderInput(state, { ...options, registry });

  let turn: Turn = { asked: 0, limit: maxTurns, texts: [], results: [], answer: null };
  while (turn.answer === null) {
    if (!(turn.asked < turn.limit)) {
      turn = reduceTurn(turn, { type: "spent" });
      break;
    }
    note(output, `-- request ${turn.asked + 1} of at most ${turn.limit}`);
    const input = lend({ ...snapshot, messages: [...snapshot.messages, ...turn.results] });
    const draft = await readDraft(() => provider.stream(input), output);
    turn = reduceTurn(turn, { type: "read", draft });
    for (const call of callsToRun(draft)) {
      note(output, `-- running ${call.name}`);
      const result = executeToolCall(registry, hooks, call);
      state.messages.append(result);
      turn = reduceTurn(turn, { type: "ran", result });
      note(output, `-- it answered ${result.content}`);
    }
  }

  const answer = turn.answer as AssistantMessage;
  state.messages.append(answer);
  const events = freeze(eventsOf(turn));
  attempt(() => abandon(mode?.render(lend(events))));
  for (const event of events) attempt(() => extensions?.emit(event));
  note(output, "-- turn ends");
  return answer;
}

// ---------------------------------------------------------------- extensions

type Listener = Readonly<{ type: RuntimeEvent["type"]; hear: (event: RuntimeEvent) => void }>;
type Order = Readonly<{ name: string; run: () => string }>;

export class ExtensionRuntime {
  readonly #registry: ToolRegistry;
  #listeners: readonly Listener[] = Object.freeze([]);
  #orders: readonly Order[] = Object.freeze([]);

  constructor(registry: ToolRegistry = new ToolRegistry()) {
    this.#registry = registry;
  }

  use(extension: Extension): void {
    const api: ExtensionAPI = {
      on: (type, handler) => {
        this.#listeners = Object.freeze([...this.#listeners, Object.freeze({ type, hear: handler })]);
      },
      registerTool: (tool) => this.#registry.register(tool),
      registerCommand: (command) => {
        const { name, run } = command;
        const order: Order = Object.freeze({ name, run: () => run.call(command) });
        this.#orders = upsert(this.#orders, order, (other) => other.name === name);
      },
    };
    attempt(() => abandon(extension(api)));
  }

  emit(event: RuntimeEvent): void {
    const own = keep(event);
    for (const { type, hear } of this.#listeners) {
      if (type === own.type) attempt(() => abandon(hear(lend(own))));
    }
  }

  runCommand(name: string): string {
    return orFailed(
      attempt(() => {
        const order = this.#orders.find((other) => other.name === name);
        if (order === undefined) throw new RangeError(`there is no command called ${name}`);
        return textFrom(`the command ${name}`, order.run());
      }),
    );
  }
}

// ---------------------------------------------------------------- modes

export class PrintMode implements RuntimeMode {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  render(events: RuntimeEvent[]): void {
    for (const event of events) if (event.type === "message") this.#output.log(event.content);
  }
}

const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

export class JsonMode implements RuntimeMode {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  render(events: RuntimeEvent[]): void {
    for (const event of events) this.#output.log(jsonLine(event));
  }
}

export function createDemoRuntimeEvents(input: string): RuntimeEvent[] {
  return freeze([{ type: "message", content: `You wrote: ${input}` }, { type: "done" }]);
}

// ---------------------------------------------------------------- packages

export function pick(contents: Record<string, string>, names: string[]): Record<string, string> {
  const own = [...new Set(names)].filter((name) => Object.hasOwn(contents, name));
  return freeze(Object.fromEntries(own.map((name) => [name, contents[name] as string])));
}

export function loadPackage({ manifest, contents }: Package): LoadedPackage {
  return freeze({
    name: manifest.name,
    tools: pick(contents, manifest.tools),
    commands: pick(contents, manifest.commands),
    resources: pick(contents, manifest.resources),
  });
}

export function installLoadedPackage(loaded: LoadedPackage, runtime: ExtensionRuntime, loader: ResourceLoader): void {
  runtime.use((api) => {
    for (const [name, content] of Object.entries(loaded.tools)) {
      const spec = { name, description: `From the package ${loaded.name}`, input: {} };
      api.registerTool({ spec, handler: () => content });
    }
    for (const [name, content] of Object.entries(loaded.commands)) api.registerCommand({ name, run: () => content });
  });
  for (const [name, content] of Object.entries(loaded.resources)) loader.add({ kind: "prompt", name, content });
}
