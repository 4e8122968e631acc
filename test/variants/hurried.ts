// hurried: a fast competent programmer's compact style, arrow functions and private fields, every border crossed by structuredClone.
// Freedoms: Pi's order with toolCalls recorded, calls run as they arrive, even of a message that then fails (its results follow the message);
// run answers "error:", a stream is left at message_end, add replaces, runOneTurn emits and renders too, entries have numbers and a `seq`.
export type StopReason = "stop" | "error" | "toolUse";
export type UserMessage = { role: "user"; content: string };
export type AssistantMessage = { role: "assistant"; content: string; stopReason: StopReason; toolCalls?: ToolCall[] };
export type ToolResultMessage = { role: "toolResult"; toolCallId: string; content: string };
export type AgentMessage = UserMessage | AssistantMessage | ToolResultMessage;
export type AgentState = { messages: SessionTree; model: string };
export type ProviderMessage = ToolResultMessage | { role: "user" | "assistant"; content: string; toolCalls?: ToolCall[] };
export type ProviderInput = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };
export type TurnSnapshot = ProviderInput;
export type ProviderEvent = { type: "message_start" } | { type: "text_delta"; text: string }
  | { type: "message_end"; stopReason: StopReason } | { type: "tool_call"; call: ToolCall };
export type Provider = { stream(input: ProviderInput): AsyncGenerator<ProviderEvent> };
export type Output = { log(line: string): void };
export type ToolSpec = { name: string; description: string; input: Record<string, string> };
export type ToolHandler = (input: Record<string, string>) => string;
export type Tool = { spec: ToolSpec; handler: ToolHandler };
export type ToolCall = { id: string; name: string; input: Record<string, string> };
export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };
export type ToolHooks = {
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult; afterToolCall?: (call: ToolCall, result: string) => string;
};
export type SessionEntry = {
  id: string; parentId: string | null; role: AgentMessage["role"]; content: string;
  stopReason?: StopReason; toolCallId?: string; toolCalls?: ToolCall[]; seq?: number;
};
export type ContextResource = { kind: "agents" | "skill" | "prompt"; name: string; content: string };
export type Command = { name: string; run: () => string };
export type RuntimeEvent = { type: "message"; content: string } | { type: "done" };
export type ExtensionAPI = {
  on(type: RuntimeEvent["type"], handler: (event: RuntimeEvent) => void): void;
  registerTool(tool: Tool): void; registerCommand(command: Command): void;
};
export type Extension = (api: ExtensionAPI) => void;
export type RuntimeMode = { render(events: RuntimeEvent[]): void };
export type ProjectTrust = "trusted" | "untrusted";
export type PackageManifest = { name: string; tools: string[]; commands: string[]; resources: string[] };
export type Package = { manifest: PackageManifest; contents: Record<string, string> };
type Texts = Record<string, string>;
export type LoadedPackage = { name: string; tools: Texts; commands: Texts; resources: Texts };
export type TurnOptions = {
  registry?: ToolRegistry; maxTurns?: number; hooks?: ToolHooks; loader?: ResourceLoader;
  extensions?: ExtensionRuntime; mode?: RuntimeMode; trust?: ProjectTrust;
};

const explain = (thrown: unknown): string => {
  try {
    const message = typeof thrown === "string" ? thrown : (thrown as Error | undefined)?.message;
    return typeof message === "string" ? message : String(thrown);
  } catch { return "something unprintable was thrown"; }
};
/** A promise where a plain value was due: nobody awaits it, so its rejection must not end the process. */
const hush = <T>(value: T): T => {
  if (value instanceof Promise) value.catch(() => {});
  return value;
};
const quietly = (act: () => unknown): void => { try { hush(act()); } catch {} };
const textOf = (act: () => unknown): string => {
  try {
    const got = hush(act());
    return typeof got === "string" ? got : `error: expected a string, got ${typeof got}`;
  } catch (thrown) { return `error: ${explain(thrown)}`; }
};

export class ToolRegistry {
  #tools = new Map<string, Tool>();
  register({ spec: { name, description, input }, handler }: Tool): void {
    this.#tools.set(name, { spec: structuredClone({ name, description, input }), handler });
  }
  getSpecs(): ToolSpec[] { return [...this.#tools.values()].map(({ spec }) => structuredClone(spec)); }
  run({ name, input }: ToolCall): string {
    const handler = this.#tools.get(name)?.handler;
    return handler ? textOf(() => handler(structuredClone(input))) : `error: unknown tool ${name}`;
  }
}

export const executeToolCall = (registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): ToolResultMessage => {
  const { id: toolCallId } = call, own = () => structuredClone(call);
  let blocked = false;
  let content = textOf(() => {
    const verdict = hooks?.beforeToolCall ? hush(hooks.beforeToolCall(own())) : { type: "allow" as const };
    if (verdict.type === "allow") return registry.run(own());
    if (verdict.type !== "block") throw new Error("beforeToolCall gave no verdict");
    blocked = true;
    return `error: blocked: ${verdict.reason}`;
  });
  if (!blocked) content = textOf(() => (hooks?.afterToolCall ? hooks.afterToolCall(own(), content) : content));
  return { role: "toolResult", toolCallId, content };
};

export class SessionTree {
  #nodes = new Map<string, { message: AgentMessage; parentId: string | null }>();
  #leaf: string | null = null;
  #entry(id: string): SessionEntry {
    const { message, parentId } = this.#nodes.get(id)!;
    return { seq: Number(id), ...structuredClone(message), id, parentId };
  }
  append(message: AgentMessage): SessionEntry {
    const id = String(this.#nodes.size);
    this.#nodes.set(id, { message: structuredClone(message), parentId: this.#leaf });
    return this.#entry((this.#leaf = id));
  }
  moveTo(id: string): void {
    if (!this.#nodes.has(id)) throw new Error("unknown entry id");
    this.#leaf = id;
  }
  currentPath(): AgentMessage[] {
    const path: AgentMessage[] = [];
    for (let at = this.#leaf; at !== null; at = this.#nodes.get(at)!.parentId) path.push(this.#nodes.get(at)!.message);
    return structuredClone(path.reverse());
  }
  allEntries(): SessionEntry[] { return [...this.#nodes.keys()].map((id) => this.#entry(id)); }
}

export class ResourceLoader {
  #resources: ContextResource[];
  constructor(resources: ContextResource[] = []) { this.#resources = structuredClone(resources); }
  add(resource: ContextResource): void {
    const at = this.#resources.findIndex(({ kind, name }) => kind === resource.kind && name === resource.name);
    this.#resources[at < 0 ? this.#resources.length : at] = structuredClone(resource);
  }
  load(trust?: ProjectTrust): ContextResource[] { return trust === "trusted" ? structuredClone(this.#resources) : []; }
}
export const buildSystemPrompt = (resources: ContextResource[]): string =>
  resources.map(({ kind, name, content }) => `[${kind} ${name}]\n${content}`).join("\n\n");

export const createTurnSnapshot = (
  messages: (AgentMessage | ProviderMessage)[], tools: ToolSpec[], systemPrompt = "",
): TurnSnapshot =>
  structuredClone({
    systemPrompt, tools,
    messages: messages.map((message): ProviderMessage => {
      const { role, content } = message;
      if (role === "toolResult") return { role, toolCallId: message.toolCallId, content };
      return role === "assistant" && "toolCalls" in message ? { role, content, toolCalls: message.toolCalls } : { role, content };
    }),
  });
export const buildProviderInput = (state: AgentState, { registry, loader, trust }: TurnOptions = {}): ProviderInput =>
  createTurnSnapshot(state.messages.currentPath(), registry?.getSpecs() ?? [], buildSystemPrompt(loader?.load(trust) ?? []));

/** Reads one message; `run`, when given, executes each call as it arrives. */
const read = async (open: () => AsyncIterable<ProviderEvent>, output: Output, run?: (call: ToolCall) => ToolResultMessage) => {
  const message: AssistantMessage = { role: "assistant", content: "", stopReason: "error" };
  const toolCalls: ToolCall[] = [], results: ToolResultMessage[] = [];
  let ended = false;
  try {
    for await (const event of open()) {
      if (event.type === "text_delta") {
        message.content += event.text;
        output.log(event.text);
      } else if (event.type === "tool_call" && run) {
        const call = structuredClone(event.call);
        results.push(run(call));
        toolCalls.push(call);
      } else if (event.type === "message_end") {
        ended = true;
        if (event.stopReason === "stop" || event.stopReason === "toolUse") message.stopReason = event.stopReason;
        break;
      }
    }
    if (!ended) message.content += " [error: the stream ended without message_end]";
  } catch (thrown) { if (!ended) message.content += ` [error: ${explain(thrown)}]`; }
  if (toolCalls.length) message.toolCalls = toolCalls;
  return { message, results };
};
export const collectAssistantMessage = async (events: AsyncIterable<ProviderEvent>, output: Output): Promise<AssistantMessage> =>
  (await read(() => events, output)).message;

const finish = (answer: AssistantMessage, { extensions, mode }: TurnOptions): AssistantMessage => {
  const events = (): RuntimeEvent[] => [{ type: "message", content: answer.content }, { type: "done" }];
  for (const event of events()) quietly(() => extensions?.emit(event));
  quietly(() => mode?.render(events()));
  return answer;
};
type RunTurn = (
  state: AgentState, provider: Provider, userInput: string, output: Output, options?: TurnOptions,
) => Promise<AssistantMessage>;
export const runOneTurn: RunTurn = async (state, provider, userInput, output, given = {}) => {
  const options = { ...given };
  state.messages.append({ role: "user", content: userInput });
  const { message } = await read(() => provider.stream(buildProviderInput(state, options)), output);
  state.messages.append(message);
  return finish(message, options);
};
export const runEventedToolLoop: RunTurn = async (state, provider, userInput, output, given = {}) => {
  const options = { ...given }, { registry = new ToolRegistry(), hooks = {}, maxTurns = 8 } = options;
  state.messages.append({ role: "user", content: userInput });
  const { tools, systemPrompt } = buildProviderInput(state, options);
  for (let turn = 0; turn < maxTurns; turn++) {
    const input = createTurnSnapshot(state.messages.currentPath(), tools, systemPrompt);
    const run = (call: ToolCall) => executeToolCall(registry, hooks, call);
    const { message, results } = await read(() => provider.stream(input), output, run);
    for (const each of [message, ...results]) state.messages.append(each);
    if (message.stopReason !== "toolUse" || !results.length) return finish(message, options);
  }
  const answer: AssistantMessage = { role: "assistant", content: `max turns reached (${maxTurns})`, stopReason: "stop" };
  state.messages.append(answer);
  return finish(answer, options);
};

export class ExtensionRuntime {
  #registry: ToolRegistry;
  #handlers: [type: string, handler: (event: RuntimeEvent) => void][] = [];
  #commands = new Map<string, () => string>();
  constructor(registry = new ToolRegistry()) { this.#registry = registry; }
  use(extension: Extension): void {
    quietly(() => extension({
      on: (type, handler) => void this.#handlers.push([type, handler]),
      registerTool: (tool) => this.#registry.register(tool),
      registerCommand: ({ name, run }) => void this.#commands.set(name, run),
    }));
  }
  emit(event: RuntimeEvent): void {
    const own = structuredClone(event);
    for (const [type, handler] of [...this.#handlers]) if (type === own.type) quietly(() => handler(structuredClone(own)));
  }
  runCommand(name: string): string {
    const run = this.#commands.get(name);
    return run ? textOf(() => run()) : `error: unknown command ${name}`;
  }
}

export class PrintMode implements RuntimeMode {
  #output: Output;
  constructor(output: Output) { this.#output = output; }
  render(events: RuntimeEvent[]): void { for (const e of events) if (e.type === "message") this.#output.log(e.content); }
}
export class JsonMode implements RuntimeMode {
  #output: Output;
  constructor(output: Output) { this.#output = output; }
  render(events: RuntimeEvent[]): void { for (const event of events) this.#output.log(JSON.stringify(event)); }
}
export const createDemoRuntimeEvents = (input: string): RuntimeEvent[] => [{ type: "message", content: input }, { type: "done" }];

export const pick = (contents: Texts, names: string[]): Texts => {
  const picked: Texts = Object.create(null);
  for (const name of names) if (Object.hasOwn(contents, name)) picked[name] = contents[name]!;
  return picked;
};
export const loadPackage = ({ manifest: { name, tools, commands, resources }, contents }: Package): LoadedPackage => ({
  name, tools: pick(contents, tools), commands: pick(contents, commands), resources: pick(contents, resources),
});
export const installLoadedPackage = (loaded: LoadedPackage, runtime: ExtensionRuntime, loader: ResourceLoader): void => {
  runtime.use(({ registerTool, registerCommand }) => {
    for (const [name, content] of Object.entries(loaded.tools))
      registerTool({ spec: { name, description: `${name} (${loaded.name})`, input: {} }, handler: () => content });
    for (const [name, content] of Object.entries(loaded.commands)) registerCommand({ name, run: () => content });
  });
  for (const [name, content] of Object.entries(loaded.resources)) loader.add({ kind: "skill", name, content });
};
