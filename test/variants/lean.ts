// lean: written from contract.md and the chapter READMEs alone, without specs or reference. Copies nothing it need not.
// Freedoms: calls run as they arrive, Pi's order with toolCalls even where the answer holds them, frozen values are shared.
// Mini Pi, s01 to s12. What goes in is copied and locked once; what goes out is locked, or a fresh copy where the
// receiver may write (requests, tool inputs, hooks, loaded resources).

// ---- dictionary ----

export type StopReason = "stop" | "toolUse" | "error";
export type ToolCall = { id: string; name: string; input: Record<string, string> };

export type UserMessage = { role: "user"; content: string };
export type AssistantMessage = { role: "assistant"; content: string; stopReason: StopReason; toolCalls?: ToolCall[] };
export type ToolResultMessage = { role: "toolResult"; toolCallId: string; content: string };
export type AgentMessage = UserMessage | AssistantMessage | ToolResultMessage;
export type SessionEntry = AgentMessage & { id: string; parentId: string | null };
export type AgentState = { messages: SessionTree; model: string };

export type ToolSpec = { name: string; description: string; input: Record<string, string> };
export type ToolHandler = (input: Record<string, string>) => string;
export type Tool = { spec: ToolSpec; handler: ToolHandler };

export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };
export type ToolHooks = {
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult;
  afterToolCall?: (call: ToolCall, result: string) => string;
};

export type ProviderMessage =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ToolCall[] }
  | ToolResultMessage;
export type TurnSnapshot = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };
export type ProviderInput = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };
export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "tool_call"; call: ToolCall }
  | { type: "message_end"; stopReason: StopReason };
export interface Provider { stream(input: ProviderInput): AsyncGenerator<ProviderEvent> }
export type Output = { log(line: string): void };

export type ProjectTrust = "trusted" | "untrusted";
export type ContextResource = { kind: "agents" | "skill" | "prompt"; name: string; content: string };

export type RuntimeEvent = { type: "message"; content: string } | { type: "done" };
export type RuntimeMode = { render(events: RuntimeEvent[]): void };
export type Command = { name: string; run: () => string };
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

// ---- values and failures ----

/** A deep copy of plain data that nobody can change, so that it can be shared from then on. */
const lock = <T>(value: T): T =>
  (Array.isArray(value) ? Object.freeze(value.map((item) => lock(item)))
    : typeof value === "object" && value !== null
      ? Object.freeze(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lock(item)])))
      : value) as T;

const copyCall = ({ id, name, input }: ToolCall): ToolCall => ({ id, name, input: { ...input } });
const copySpec = ({ name, description, input }: ToolSpec): ToolSpec => ({ name, description, input: { ...input } });

const reasonOf = (thrown: unknown): string => {
  try {
    const text = typeof thrown === "string" ? thrown : (thrown as { message?: unknown }).message;
    return typeof text === "string" ? text : "unknown";
  } catch {
    return "unknown";
  }
};

const attempt = (run: () => string): string => {
  try {
    return run();
  } catch (thrown) {
    return `error: ${reasonOf(thrown)}`;
  }
};

/** Runs what others wrote; neither a throw nor a late rejection gets out. */
const quietly = (run: () => unknown): void => {
  try {
    Promise.resolve(run()).catch(() => {});
  } catch {}
};

const asText = (value: unknown): string => {
  if (typeof value === "string") return value;
  quietly(() => value);
  throw new TypeError("no text returned");
};

// ---- tools ----

export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();

  register(tool: Tool): void {
    const { name, description, input } = tool.spec;
    this.#tools.set(name, { spec: lock({ name, description, input }), handler: tool.handler.bind(tool) });
  }

  getSpecs(): ToolSpec[] {
    return Array.from(this.#tools.values(), ({ spec }) => spec);
  }

  run({ name, input }: ToolCall): string {
    const tool = this.#tools.get(name);
    if (!tool) throw new Error(`unknown tool ${name}`);
    return asText(tool.handler({ ...input }));
  }
}

export const executeToolCall = (registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): ToolResultMessage => ({
  role: "toolResult",
  toolCallId: call.id,
  content: attempt(() => {
    const verdict: BeforeToolCallResult = hooks.beforeToolCall ? hooks.beforeToolCall(copyCall(call)) : { type: "allow" };
    if (verdict.type !== "allow") return verdict.type === "block" ? `blocked: ${verdict.reason}` : asText(verdict);
    const result = attempt(() => registry.run(call));
    return hooks.afterToolCall ? asText(hooks.afterToolCall(copyCall(call), result)) : result;
  }),
});

// ---- history ----

type Place = { message: AgentMessage; entry: SessionEntry; parent: Place | null };

export class SessionTree {
  readonly #places = new Map<string, Place>();
  #leaf: Place | null = null;

  append(message: AgentMessage): SessionEntry {
    const parent = this.#leaf;
    const kept = lock(message);
    const entry = Object.freeze({ ...kept, id: `e${this.#places.size}`, parentId: parent?.entry.id ?? null });
    this.#leaf = { message: kept, entry, parent };
    this.#places.set(entry.id, this.#leaf);
    return entry;
  }

  moveTo(id: string): void {
    const place = this.#places.get(id);
    if (!place) throw new Error(`unknown entry ${id}`);
    this.#leaf = place;
  }

  currentPath(): AgentMessage[] {
    const path: AgentMessage[] = [];
    for (let place = this.#leaf; place; place = place.parent) path.push(place.message);
    return path.reverse();
  }

  allEntries(): SessionEntry[] {
    return Array.from(this.#places.values(), ({ entry }) => entry);
  }
}

// ---- resources ----

export class ResourceLoader {
  #resources: readonly ContextResource[];

  constructor(resources: ContextResource[]) {
    this.#resources = lock(resources);
  }

  load(trust: ProjectTrust): ContextResource[] {
    return trust === "trusted" ? this.#resources.map((resource) => ({ ...resource })) : [];
  }

  add({ kind, name, content }: ContextResource): void {
    const known = this.#resources.some((it) => it.kind === kind && it.name === name && it.content === content);
    if (!known) this.#resources = [...this.#resources, { kind, name, content }];
  }
}

export const buildSystemPrompt = (resources: ContextResource[]): string =>
  resources.map(({ name, content }) => `# ${name}\n${content}`).join("\n\n");

// ---- requests ----

const toProviderMessage = (message: AgentMessage): ProviderMessage => {
  const { role, content } = message;
  if (role === "toolResult") return { role, toolCallId: message.toolCallId, content };
  if (role === "assistant" && message.toolCalls) return { role, content, toolCalls: message.toolCalls.map(copyCall) };
  return { role, content };
};

export const createTurnSnapshot = (messages: AgentMessage[], tools: ToolSpec[], systemPrompt = ""): TurnSnapshot => ({
  systemPrompt,
  messages: messages.map(toProviderMessage),
  tools: tools.map(copySpec),
});

/** What stands still during a turn: locked specs and a string, so holding them is the snapshot. */
const pin = ({ registry, loader, trust = "untrusted" }: TurnOptions) => ({
  tools: registry?.getSpecs() ?? [],
  systemPrompt: loader ? buildSystemPrompt(loader.load(trust)) : "",
});

const request = (state: AgentState, { tools, systemPrompt }: ReturnType<typeof pin>): ProviderInput =>
  createTurnSnapshot(state.messages.currentPath(), tools, systemPrompt);

export const buildProviderInput = (state: AgentState, options: TurnOptions = {}): ProviderInput =>
  request(state, pin(options));

// ---- turns ----

const failure = (soFar: string, why: string): AssistantMessage => ({
  role: "assistant",
  content: [soFar, why].filter(Boolean).join("\n"),
  stopReason: "error",
});

const listen = async (
  open: () => AsyncGenerator<ProviderEvent>, output: Output, onCall: (call: ToolCall) => void,
): Promise<AssistantMessage> => {
  let content = "";
  try {
    for await (const event of open()) {
      if (event.type === "message_end") return { role: "assistant", content, stopReason: event.stopReason };
      if (event.type === "tool_call") onCall(event.call);
      if (event.type === "text_delta" && event.text) {
        content += event.text;
        output.log(event.text);
      }
    }
    return failure(content, "stream cut off");
  } catch (thrown) {
    return failure(content, reasonOf(thrown));
  }
};

export const collectAssistantMessage = (
  events: AsyncGenerator<ProviderEvent>, output: Output,
): Promise<AssistantMessage> => listen(() => events, output, () => {});

export const runOneTurn = async (
  state: AgentState, provider: Provider, userInput: string, output: Output, options: TurnOptions = {},
): Promise<AssistantMessage> => {
  state.messages.append({ role: "user", content: userInput });
  const answer = await listen(() => provider.stream(buildProviderInput(state, options)), output, () => {});
  state.messages.append(answer);
  return answer;
};

const untilAnswer = async (
  state: AgentState, provider: Provider, output: Output, options: TurnOptions,
): Promise<AssistantMessage> => {
  const { registry = new ToolRegistry(), hooks = {}, maxTurns = 8 } = options;
  const pinned = pin(options);

  for (let turn = 0; turn < maxTurns; turn++) {
    const toolCalls: ToolCall[] = [];
    const results: ToolResultMessage[] = [];
    const reply = await listen(() => provider.stream(request(state, pinned)), output, (heard) => {
      const call = copyCall(heard); // the provider keeps its own
      toolCalls.push(call);
      results.push(executeToolCall(registry, hooks, call));
    });
    const message = toolCalls.length ? { ...reply, toolCalls } : reply;
    [message, ...results].forEach((it) => state.messages.append(it));
    if (!toolCalls.length || message.stopReason !== "toolUse") return message;
  }

  const answer: AssistantMessage = { role: "assistant", content: "max turns reached", stopReason: "stop" };
  state.messages.append(answer);
  return answer;
};

const turnEvents = (content: string): RuntimeEvent[] => [{ type: "message", content }, { type: "done" }];

export const runEventedToolLoop = async (
  state: AgentState, provider: Provider, userInput: string, output: Output, options: TurnOptions = {},
): Promise<AssistantMessage> => {
  const { extensions, mode } = options;
  state.messages.append({ role: "user", content: userInput });
  const answer = await untilAnswer(state, provider, output, options);
  turnEvents(answer.content).forEach((event) => extensions?.emit(event));
  quietly(() => mode?.render(turnEvents(answer.content)));
  return answer;
};

// ---- extensions ----

export class ExtensionRuntime {
  readonly #registry: ToolRegistry;
  readonly #commands = new Map<string, () => string>();
  #listeners: readonly { type: RuntimeEvent["type"]; handler: (event: RuntimeEvent) => void }[] = [];

  constructor(registry: ToolRegistry) {
    this.#registry = registry;
  }

  use(extension: Extension): void {
    quietly(() => extension({
      on: (type, handler) => { this.#listeners = [...this.#listeners, { type, handler }]; },
      registerTool: (tool) => this.#registry.register(tool),
      registerCommand: (command) => { this.#commands.set(command.name, command.run.bind(command)); },
    }));
  }

  emit(event: RuntimeEvent): void {
    const { type } = event;
    this.#listeners.forEach((it) => { if (it.type === type) quietly(() => it.handler(event)); });
  }

  runCommand(name: string): string {
    return attempt(() => {
      const run = this.#commands.get(name);
      if (!run) throw new Error(`unknown command ${name}`);
      return asText(run());
    });
  }
}

// ---- modes ----

export class PrintMode implements RuntimeMode {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  render(events: RuntimeEvent[]): void {
    events.forEach((event) => { if (event.type === "message") this.#output.log(event.content); });
  }
}

export class JsonMode implements RuntimeMode {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  render(events: RuntimeEvent[]): void {
    events.forEach((event) => this.#output.log(JSON.stringify(event)));
  }
}

export const createDemoRuntimeEvents = turnEvents;

// ---- packages ----

export const pick = (contents: Record<string, string>, names: string[]): Record<string, string> => {
  const listed = new Set(names);
  return Object.fromEntries(Object.entries(contents).filter(([name]) => listed.has(name)));
};

export const loadPackage = ({ manifest, contents }: Package): LoadedPackage => ({
  name: manifest.name,
  tools: pick(contents, manifest.tools),
  commands: pick(contents, manifest.commands),
  resources: pick(contents, manifest.resources),
});

export const installLoadedPackage = (loaded: LoadedPackage, runtime: ExtensionRuntime, loader: ResourceLoader): void => {
  runtime.use((api) => {
    Object.entries(loaded.tools).forEach(([name, content]) =>
      api.registerTool({ spec: { name, description: `from package ${loaded.name}`, input: {} }, handler: () => content }));
    Object.entries(loaded.commands).forEach(([name, content]) => api.registerCommand({ name, run: () => content }));
  });
  Object.entries(loaded.resources).forEach(([name, content]) => loader.add({ kind: "skill", name, content }));
};
