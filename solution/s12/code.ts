// Mini Pi: the core of a coding agent, one file that grows by one part a chapter.
// R1 to R8 in the comments are the rules of EVOLUTION.md: a line that names one exists because of it.

// --- Messages: what was said ---

export type StopReason = "stop" | "toolUse" | "error";

export type UserMessage = { role: "user"; content: string };

export type ToolResultMessage = { role: "toolResult"; toolCallId: string; content: string };

export type AssistantMessage = {
  role: "assistant";
  content: string;
  stopReason: StopReason;
  toolCalls?: ToolCall[];
};

export type AgentMessage =
  | UserMessage
  | ToolResultMessage
  | AssistantMessage;

// --- Provider: the model as the core sees it ---

// Only what a model may read. How a reply ended (stopReason) is the core's own business.
export type ProviderMessage =
  | { role: "user"; content: string }
  | { role: "toolResult"; toolCallId: string; content: string }
  | { role: "assistant"; content: string; toolCalls?: ToolCall[] };

export type ProviderInput = {
  systemPrompt: string;
  messages: ProviderMessage[];
  tools: ToolSpec[];
};

export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "tool_call"; call: ToolCall }
  | { type: "message_end"; stopReason: StopReason };

export interface Provider {
  stream(input: ProviderInput): AsyncGenerator<ProviderEvent>;
}

// --- Output: the only way out (R7) ---

export type Output = { log(line: string): void };

// --- State: what outlives a turn ---

export type AgentState = {
  messages: SessionTree;
  model: string;
};

// The history keeps a copy of its own, so that nobody outside can rewrite it later.
function record(state: AgentState, message: AgentMessage): void {
  state.messages.append(message);
}

// --- Session tree: a history that can branch ---

// An entry is the whole message plus its place in the tree.
export type SessionEntry = AgentMessage & { id: string; parentId: string | null };

// Append-only: an entry is never changed, moved or removed. Only the leaf moves.
export class SessionTree {
  #entries = new Map<string, SessionEntry>();
  #leafId: string | null = null;

  append(message: AgentMessage): SessionEntry {
    const id = `entry-${this.#entries.size + 1}`;
    const entry: SessionEntry = { ...structuredClone(message), id, parentId: this.#leafId };
    this.#entries.set(id, entry);
    this.#leafId = id;
    return structuredClone(entry);
  }

  moveTo(id: string): void {
    if (!this.#entries.has(id)) throw new Error(`unknown entry ${id}`);
    this.#leafId = id;
  }

  // A loop from the leaf to the root, not a recursion: a long session must not exhaust the stack.
  currentPath(): AgentMessage[] {
    const path: AgentMessage[] = [];
    let entry = this.#entryAt(this.#leafId);
    while (entry !== undefined) {
      const { id, parentId, ...message } = structuredClone(entry);
      path.push(message);
      entry = this.#entryAt(parentId);
    }
    return path.reverse();
  }

  allEntries(): SessionEntry[] {
    return [...this.#entries.values()].map((entry) => structuredClone(entry));
  }

  #entryAt(id: string | null): SessionEntry | undefined {
    return id === null ? undefined : this.#entries.get(id);
  }
}

// --- Tools: what a model may ask for ---

export type ToolSpec = { name: string; description: string; input: Record<string, string> };

export type ToolHandler = (input: Record<string, string>) => string;

export type Tool = { spec: ToolSpec; handler: ToolHandler };

export type ToolCall = { id: string; name: string; input: Record<string, string> };

// Field by field, so that nothing but the description of a tool can travel with a spec.
function copySpec(spec: ToolSpec): ToolSpec {
  return { name: spec.name, description: spec.description, input: { ...spec.input } };
}

function copyCall(call: ToolCall): ToolCall {
  return structuredClone({ id: call.id, name: call.name, input: call.input });
}

export class ToolRegistry {
  // A Map, because any string is a name, "__proto__" too.
  #tools = new Map<string, Tool>();

  // A name given again replaces its tool and keeps its place: Map.set does both.
  register(tool: Tool): void {
    // bind: the handler runs with the caller's tool as `this`, never with the registry's entry.
    const entry: Tool = { spec: copySpec(tool.spec), handler: tool.handler.bind(tool) };
    this.#tools.set(entry.spec.name, entry);
  }

  getSpecs(): ToolSpec[] {
    return [...this.#tools.values()].map((tool) => copySpec(tool.spec));
  }

  // May throw. A turn makes a result of that, too.
  run(call: ToolCall): string {
    const tool = this.#tools.get(call.name);
    if (tool === undefined) throw new Error(`unknown tool ${call.name}`);
    return requireText(tool.handler(structuredClone(call.input)));
  }
}

// --- Hooks: the one place to stop or change a tool call (R6) ---

export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };

export type ToolHooks = {
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult;
  afterToolCall?: (call: ToolCall, result: string) => string;
};

// Every call has exactly one result, whatever its tool and its hooks did.
export function executeToolCall(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): ToolResultMessage {
  const toolCallId = call.id;
  const content = textOrError(() => {
    const refusal = askBefore(hooks, call);
    if (refusal !== undefined) return refusal;
    const result = textOrError(() => registry.run(call));
    if (hooks.afterToolCall === undefined) return result;
    return requireText(hooks.afterToolCall(copyCall(call), result));
  });
  return { role: "toolResult", toolCallId, content };
}

// Why the call may not run. Fails closed: only a clear "allow" lets it run, a hook that throws does not.
function askBefore(hooks: ToolHooks, call: ToolCall): string | undefined {
  if (hooks.beforeToolCall === undefined) return undefined;
  const verdict = hooks.beforeToolCall(copyCall(call));
  silenceRejection(verdict);
  return verdict.type === "allow" ? undefined : `error: blocked: ${verdict.reason}`;
}

// --- Snapshot: what stays the same for one turn ---

export type TurnSnapshot = {
  systemPrompt: string;
  messages: ProviderMessage[];
  tools: ToolSpec[];
};

export function createTurnSnapshot(
  messages: AgentMessage[],
  tools: ToolSpec[],
  systemPrompt = "",
): TurnSnapshot {
  return {
    systemPrompt,
    messages: messages.map(toProviderMessage),
    tools: tools.map(copySpec),
  };
}

// --- Resources: what the project tells the model ---

export type ContextResource = { kind: "agents" | "skill" | "prompt"; name: string; content: string };

export type ProjectTrust = "trusted" | "untrusted";

export class ResourceLoader {
  #resources: ContextResource[];

  constructor(resources: ContextResource[]) {
    this.#resources = structuredClone(resources);
  }

  // R6: trust decides what is loaded, never what is run. Fails closed: no decision, or a misspelt one, loads nothing.
  load(trust?: ProjectTrust): ContextResource[] {
    if (trust !== "trusted") return [];
    return structuredClone(this.#resources);
  }

  // A kind and name given again replaces the resource and keeps its place, as with tools.
  add(resource: ContextResource): void {
    const isSame = (known: ContextResource) => known.kind === resource.kind && known.name === resource.name;
    const index = this.#resources.findIndex(isSame);
    const place = index === -1 ? this.#resources.length : index;
    this.#resources[place] = structuredClone(resource);
  }
}

export function buildSystemPrompt(resources: ContextResource[]): string {
  return resources.map(({ kind, name, content }) => `# ${kind}: ${name}\n${content}`).join("\n\n");
}

function readSystemPrompt(options: TurnOptions): string {
  return options.loader === undefined ? "" : buildSystemPrompt(options.loader.load(options.trust));
}

// --- Extensions: code of others that adds tools and commands, and listens ---

export type RuntimeEvent = { type: "message"; content: string } | { type: "done" };

export type Command = { name: string; run: () => string };

export type ExtensionAPI = {
  on(type: RuntimeEvent["type"], handler: (event: RuntimeEvent) => void): void;
  registerTool(tool: Tool): void;
  registerCommand(command: Command): void;
};

export type Extension = (api: ExtensionAPI) => void;

export class ExtensionRuntime {
  #registry: ToolRegistry;
  #listeners: { type: RuntimeEvent["type"]; handler: (event: RuntimeEvent) => void }[] = [];
  #commands = new Map<string, () => string>();

  constructor(registry: ToolRegistry) {
    this.#registry = registry;
  }

  use(extension: Extension): void {
    const api: ExtensionAPI = {
      on: (type, handler) => {
        this.#listeners.push({ type, handler });
      },
      registerTool: (tool) => {
        this.#registry.register(tool);
      },
      registerCommand: (command) => {
        this.#commands.set(command.name, command.run.bind(command));
      },
    };
    isolate(() => extension(api));
  }

  emit(event: RuntimeEvent): void {
    // filter makes a list of its own: a handler added during this dispatch waits for the next one.
    const listeners = this.#listeners.filter((listener) => listener.type === event.type);
    for (const { handler } of listeners) {
      isolate(() => handler({ ...event }));
    }
  }

  runCommand(name: string): string {
    return textOrError(() => {
      const run = this.#commands.get(name);
      if (run === undefined) throw new Error(`unknown command ${name}`);
      return requireText(run());
    });
  }
}

// --- Modes: how a finished turn is shown (R7) ---

export type RuntimeMode = { render(events: RuntimeEvent[]): void };

export class PrintMode {
  #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  render(events: RuntimeEvent[]): void {
    for (const event of events) {
      if (event.type === "message") this.#output.log(event.content);
    }
  }
}

export class JsonMode {
  #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  render(events: RuntimeEvent[]): void {
    for (const event of events) {
      this.#output.log(jsonLine(event));
    }
  }
}

// JSON escapes \n and \r, but not U+2028 and U+2029, which some readers of lines also take for line ends.
function jsonLine(event: RuntimeEvent): string {
  return JSON.stringify(event).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

// Something to show before there is a turn to show.
export function createDemoRuntimeEvents(input: string): RuntimeEvent[] {
  return [{ type: "message", content: `You said: ${input}` }, { type: "done" }];
}

// --- Packages: tools, commands and resources that travel together ---

export type PackageManifest = { name: string; tools: string[]; commands: string[]; resources: string[] };

export type Package = { manifest: PackageManifest; contents: Record<string, string> };

export type LoadedPackage = {
  name: string;
  tools: Record<string, string>;
  commands: Record<string, string>;
  resources: Record<string, string>;
};

// Own names only: a manifest that lists "toString" must not reach what every object inherits.
// Object.fromEntries makes own properties, of "__proto__" too, where an assignment would not.
export function pick(contents: Record<string, string>, names: string[]): Record<string, string> {
  const picked = new Map<string, string>();
  for (const name of names) {
    const content = Object.hasOwn(contents, name) ? contents[name] : undefined;
    if (content !== undefined) picked.set(name, content);
  }
  return Object.fromEntries(picked);
}

// The manifest is the entry: what it does not list does not exist. Loading runs nothing.
export function loadPackage(pkg: Package): LoadedPackage {
  const { manifest, contents } = pkg;
  return {
    name: manifest.name,
    tools: pick(contents, manifest.tools),
    commands: pick(contents, manifest.commands),
    resources: pick(contents, manifest.resources),
  };
}

// A package has no door of its own: it comes in as an extension and as resources, so hooks and trust hold for it.
export function installLoadedPackage(
  loaded: LoadedPackage,
  runtime: ExtensionRuntime,
  loader: ResourceLoader,
): void {
  runtime.use((api) => {
    for (const [name, content] of Object.entries(loaded.tools)) {
      const spec: ToolSpec = { name, description: `A tool of the package ${loaded.name}`, input: {} };
      api.registerTool({ spec, handler: () => content });
    }
    for (const [name, content] of Object.entries(loaded.commands)) {
      api.registerCommand({ name, run: () => content });
    }
  });
  for (const [name, content] of Object.entries(loaded.resources)) {
    loader.add({ kind: "prompt", name, content });
  }
}

// --- Errors: a failure becomes a message, not a crash (R4) ---

// Anything can be thrown: a string, undefined, an object whose message getter throws in its turn.
function errorText(thrown: unknown): string {
  try {
    if (typeof thrown === "object" && thrown !== null && "message" in thrown) {
      const { message } = thrown;
      if (typeof message === "string") return message;
    }
    return String(thrown);
  } catch {
    return "an error that cannot be read";
  }
}

function errorMessage(content: string): AssistantMessage {
  return { role: "assistant", content, stopReason: "error" };
}

// What was said before a turn was cut off is kept, in front of the reason.
function withNote(text: string, note: string): string {
  return text === "" ? note : `${text}\n${note}`;
}

// The model reads what went wrong and decides how to go on.
function textOrError(action: () => string): string {
  try {
    return action();
  } catch (thrown) {
    return `error: ${errorText(thrown)}`;
  }
}

// The type promises a text; code of others may still give undefined, an object or a Promise.
function requireText(value: unknown): string {
  if (typeof value === "string") return value;
  silenceRejection(value);
  throw new TypeError(`expected a text, got ${typeof value}`);
}

// A Promise where a plain value is due is never awaited. If it rejects, that must not end the process.
function silenceRejection(value: unknown): void {
  if (value instanceof Promise) value.catch(() => undefined);
}

// For code of others that only adds or shows something: its failure ends nothing but itself.
function isolate(action: () => unknown): void {
  try {
    silenceRejection(action());
  } catch {
    // The turn and the other listeners go on.
  }
}

// --- Turns: one user input, one answer ---

// Optional fields that only grow (R1), so that a call written in an early chapter works for ever.
export type TurnOptions = {
  registry?: ToolRegistry;
  maxTurns?: number;
  hooks?: ToolHooks;
  loader?: ResourceLoader;
  extensions?: ExtensionRuntime;
  mode?: RuntimeMode;
  trust?: ProjectTrust;
};

// R5: a model that never stops asking is stopped here.
const DEFAULT_MAX_TURNS = 8;

function toProviderMessage(message: AgentMessage): ProviderMessage {
  if (message.role === "toolResult") {
    return { role: message.role, toolCallId: message.toolCallId, content: message.content };
  }
  if (message.role === "assistant" && message.toolCalls !== undefined) {
    return { role: message.role, content: message.content, toolCalls: message.toolCalls.map(copyCall) };
  }
  return { role: message.role, content: message.content };
}

export function buildProviderInput(state: AgentState, options: TurnOptions = {}): ProviderInput {
  return {
    systemPrompt: readSystemPrompt(options),
    messages: state.messages.currentPath().map(toProviderMessage),
    tools: options.registry?.getSpecs() ?? [],
  };
}

// A request inside a turn: the history as it has grown, everything else as the turn began.
function buildTurnInput(snapshot: TurnSnapshot, state: AgentState): ProviderInput {
  return {
    systemPrompt: snapshot.systemPrompt,
    messages: state.messages.currentPath().map(toProviderMessage),
    tools: snapshot.tools.map(copySpec),
  };
}

// Consumes events as they arrive: a delta is shown before the next event is asked for.
export async function collectAssistantMessage(
  events: AsyncIterable<ProviderEvent>,
  output: Output,
): Promise<AssistantMessage> {
  let content = "";
  let stopReason: StopReason | undefined;
  const toolCalls: ToolCall[] = [];
  try {
    for await (const event of events) {
      if (event.type === "text_delta") {
        content += event.text;
        output.log(event.text);
      }
      if (event.type === "tool_call") toolCalls.push(copyCall(event.call));
      if (event.type === "message_end") stopReason = event.stopReason;
    }
  } catch (thrown) {
    return errorMessage(withNote(content, errorText(thrown)));
  }
  // Without message_end nobody said that this text is all of it.
  if (stopReason === undefined) return errorMessage(withNote(content, "the stream ended without message_end"));
  // A message that failed carries no calls: they may be cut short, and they will not be run.
  if (toolCalls.length > 0 && stopReason !== "error") return { role: "assistant", content, stopReason, toolCalls };
  return { role: "assistant", content, stopReason };
}

async function askProvider(provider: Provider, input: ProviderInput, output: Output): Promise<AssistantMessage> {
  try {
    return await collectAssistantMessage(provider.stream(input), output);
  } catch (thrown) {
    return errorMessage(errorText(thrown));
  }
}

export async function runOneTurn(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  record(state, { role: "user", content: userInput });
  const answer = await askProvider(provider, buildProviderInput(state, options), output);
  // One turn runs no tool, and a recorded call must have a result.
  delete answer.toolCalls;
  record(state, answer);
  return answer;
}

export async function runEventedToolLoop(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  record(state, { role: "user", content: userInput });
  const answer = await answerWithTools(state, provider, output, options);
  announce(answer, options);
  return answer;
}

// Asks, runs what was asked for, and asks again, until a reply is the answer. Records all of it.
async function answerWithTools(
  state: AgentState,
  provider: Provider,
  output: Output,
  options: TurnOptions,
): Promise<AssistantMessage> {
  const registry = options.registry ?? new ToolRegistry();
  const hooks = options.hooks ?? {};
  const maxTurns = options.maxTurns ?? DEFAULT_MAX_TURNS;
  const snapshot = createTurnSnapshot(state.messages.currentPath(), registry.getSpecs(), readSystemPrompt(options));
  let lastText = "";
  for (let turn = 0; turn < maxTurns; turn++) {
    const reply = await askProvider(provider, buildTurnInput(snapshot, state), output);
    // The message that asks comes before the results: no provider accepts a result without its call.
    record(state, reply);
    const calls = reply.toolCalls ?? [];
    for (const call of calls) {
      record(state, executeToolCall(registry, hooks, call));
    }
    if (calls.length === 0 || reply.stopReason !== "toolUse") return reply;
    lastText = reply.content;
  }
  const answer: AssistantMessage = {
    role: "assistant",
    content: withNote(lastText, "max turns reached"),
    stopReason: "stop",
  };
  record(state, answer);
  return answer;
}

// The turn is recorded by now: nobody who listens can lose it.
function announce(answer: AssistantMessage, options: TurnOptions): void {
  const events: RuntimeEvent[] = [{ type: "message", content: answer.content }, { type: "done" }];
  for (const event of events) {
    options.extensions?.emit(event);
  }
  isolate(() => options.mode?.render(events));
}
