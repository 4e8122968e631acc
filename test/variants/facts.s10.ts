// facts, s10: written from the chapter READMEs alone. The tree is a list of facts, path and entries are derived from it.
// ---------- what is said ----------

export type StopReason = "stop" | "toolUse" | "error";

export type ToolCall = { id: string; name: string; input: Record<string, string> };

export type UserMessage = { role: "user"; content: string };
export type AssistantMessage = {
  role: "assistant";
  content: string;
  stopReason: StopReason;
  toolCalls?: ToolCall[];
};
export type ToolResultMessage = { role: "toolResult"; toolCallId: string; content: string };
export type AgentMessage = UserMessage | AssistantMessage | ToolResultMessage;

export type ProviderMessage =
  | { role: "user" | "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "toolResult"; toolCallId: string; content: string };

export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "tool_call"; call: ToolCall }
  | { type: "message_end"; stopReason: StopReason };

export type ProviderInput = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };
export type TurnSnapshot = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };

export interface Provider {
  stream(input: ProviderInput): AsyncGenerator<ProviderEvent>;
}

export type Output = { log(line: string): void };

export type AgentState = { messages: SessionTree; model: string };

export type TurnOptions = {
  registry?: ToolRegistry;
  maxTurns?: number;
  hooks?: ToolHooks;
  loader?: ResourceLoader;
  extensions?: ExtensionRuntime;
  mode?: RuntimeMode;
};

// ---------- helpers for code of other people ----------

function explain(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  try {
    const { message } = thrown as { message: unknown };
    if (typeof message === "string") return message;
  } catch {
    // falls through: nothing readable was thrown
  }
  return "something unreadable was thrown";
}

// Runs foreign code whose result does not matter. An async function that rejects is as harmless as one that throws.
function attempt(action: () => unknown): void {
  try {
    const result = action();
    if (result instanceof Promise) result.catch(() => {});
  } catch {
    // theirs, not ours
  }
}

// Runs foreign code that has to answer with a text.
function attemptText(who: string, action: () => unknown): string {
  try {
    const result = action();
    if (typeof result === "string") return result;
    if (result instanceof Promise) result.catch(() => {});
    return `error: ${who} did not answer with a string`;
  } catch (thrown) {
    return `error: ${explain(thrown)}`;
  }
}

// ---------- session tree ----------

export type SessionEntry = AgentMessage & { id: string; parentId: string | null };

type SessionFact = { type: "appended"; entry: SessionEntry } | { type: "moved"; to: string };

// The tree is a list of facts that only grows. The leaf, the path and the entries are read from it.
export class SessionTree {
  private facts: SessionFact[] = [];
  private index: Map<string, SessionEntry> = new Map();

  append(message: AgentMessage): SessionEntry {
    const entry: SessionEntry = {
      ...structuredClone(message),
      id: `entry-${this.index.size + 1}`,
      parentId: this.leaf(),
    };
    this.facts.push({ type: "appended", entry });
    this.index.set(entry.id, entry);
    return structuredClone(entry);
  }

  moveTo(id: string): void {
    if (!this.index.has(id)) throw new Error(`there is no entry ${String(id)}`);
    this.facts.push({ type: "moved", to: id });
  }

  currentPath(): AgentMessage[] {
    const path: AgentMessage[] = [];
    let id = this.leaf();
    while (id !== null) {
      const { id: _id, parentId, ...message } = this.index.get(id)!;
      path.push(message);
      id = parentId;
    }
    return structuredClone(path.reverse());
  }

  allEntries(): SessionEntry[] {
    const entries = this.facts.flatMap((fact) => (fact.type === "appended" ? [fact.entry] : []));
    return structuredClone(entries);
  }

  private leaf(): string | null {
    const last = this.facts.at(-1);
    if (last === undefined) return null;
    return last.type === "appended" ? last.entry.id : last.to;
  }
}

// ---------- tools ----------

export type ToolSpec = { name: string; description: string; input: Record<string, string> };
export type ToolHandler = (input: Record<string, string>) => string;
export type Tool = { spec: ToolSpec; handler: ToolHandler };

export class ToolRegistry {
  private tools: Map<string, Tool> = new Map();

  register(tool: Tool): void {
    const spec = copySpec(tool.spec);
    this.tools.set(spec.name, { spec, handler: tool.handler });
  }

  getSpecs(): ToolSpec[] {
    return Array.from(this.tools.values(), (tool) => copySpec(tool.spec));
  }

  run(call: ToolCall): string {
    const handler = this.tools.get(call.name)?.handler;
    if (handler === undefined) return `error: unknown tool "${call.name}"`;
    return attemptText(`tool "${call.name}"`, () => handler({ ...call.input }));
  }
}

function copySpec(spec: ToolSpec): ToolSpec {
  return { name: spec.name, description: spec.description, input: { ...spec.input } };
}

function copyCall(call: ToolCall): ToolCall {
  return { id: call.id, name: call.name, input: { ...call.input } };
}

export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };
export type ToolHooks = {
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult;
  afterToolCall?: (call: ToolCall, result: string) => string;
};

export function executeToolCall(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): ToolResultMessage {
  const own = copyCall(call);

  const content = attemptText("the hook", () => {
    if (hooks.beforeToolCall) {
      const verdict: BeforeToolCallResult = hooks.beforeToolCall(copyCall(own));
      if (verdict.type === "block") return `blocked: ${verdict.reason}`;
      if (verdict.type !== "allow") return verdict;
    }
    const result = attemptText("the tool", () => registry.run(copyCall(own)));
    return hooks.afterToolCall ? hooks.afterToolCall(copyCall(own), result) : result;
  });

  return { role: "toolResult", toolCallId: own.id, content };
}

// ---------- resources ----------

export type ContextResource = { kind: "agents" | "skill" | "prompt"; name: string; content: string };

export class ResourceLoader {
  private resources: ContextResource[];

  constructor(resources: ContextResource[]) {
    this.resources = structuredClone(resources);
  }

  load(): ContextResource[] {
    return structuredClone(this.resources);
  }
}

export function buildSystemPrompt(resources: ContextResource[]): string {
  return resources.map(({ kind, name, content }) => `## ${kind}: ${name}\n\n${content}`).join("\n\n");
}

// ---------- extensions ----------

export type RuntimeEvent = { type: "message"; content: string } | { type: "done" };

export type Command = { name: string; run: () => string };

export type ExtensionAPI = {
  on(type: RuntimeEvent["type"], handler: (event: RuntimeEvent) => void): void;
  registerTool(tool: Tool): void;
  registerCommand(command: Command): void;
};
export type Extension = (api: ExtensionAPI) => void;

type Registration =
  | { what: "handler"; type: RuntimeEvent["type"]; handler: (event: RuntimeEvent) => void }
  | { what: "command"; name: string; command: Command };

export class ExtensionRuntime {
  private registry: ToolRegistry;
  private registrations: Registration[] = [];

  constructor(registry: ToolRegistry) {
    this.registry = registry;
  }

  use(extension: Extension): void {
    const api: ExtensionAPI = {
      on: (type, handler) => {
        this.registrations.push({ what: "handler", type, handler });
      },
      registerTool: (tool) => this.registry.register(tool),
      registerCommand: (command) => {
        this.registrations.push({ what: "command", name: command.name, command });
      },
    };
    attempt(() => extension(api));
  }

  emit(event: RuntimeEvent): void {
    const { type } = event;
    const audience = this.registrations.filter((one) => one.what === "handler" && one.type === type);
    for (const one of audience) {
      if (one.what === "handler") attempt(() => one.handler({ ...event }));
    }
  }

  runCommand(name: string): string {
    const found = this.registrations.findLast((one) => one.what === "command" && one.name === name);
    if (found?.what !== "command") return `error: unknown command "${name}"`;
    return attemptText(`command "${name}"`, () => found.command.run());
  }
}

// ---------- modes ----------

export type RuntimeMode = { render(events: RuntimeEvent[]): void };

export class PrintMode {
  private output: Output;

  constructor(output: Output) {
    this.output = output;
  }

  render(events: RuntimeEvent[]): void {
    for (const event of events) {
      if (event.type === "message") this.output.log(event.content);
    }
  }
}

export class JsonMode {
  private output: Output;

  constructor(output: Output) {
    this.output = output;
  }

  render(events: RuntimeEvent[]): void {
    for (const event of events) this.output.log(JSON.stringify(event));
  }
}

export function createDemoRuntimeEvents(input: string): RuntimeEvent[] {
  return [{ type: "message", content: `You said: ${input}` }, { type: "done" }];
}

// ---------- requests ----------

function toProviderMessage(message: AgentMessage): ProviderMessage {
  if (message.role === "toolResult") {
    return { role: "toolResult", toolCallId: message.toolCallId, content: message.content };
  }
  const shown: ProviderMessage = { role: message.role, content: message.content };
  if (message.role === "assistant" && message.toolCalls) shown.toolCalls = message.toolCalls.map(copyCall);
  return shown;
}

export function createTurnSnapshot(
  messages: AgentMessage[],
  tools: ToolSpec[],
  systemPrompt: string = "",
): TurnSnapshot {
  return { systemPrompt, messages: messages.map(toProviderMessage), tools: tools.map(copySpec) };
}

export function buildProviderInput(state: AgentState, options: TurnOptions = {}): ProviderInput {
  return createTurnSnapshot(
    state.messages.currentPath(),
    options.registry?.getSpecs() ?? [],
    buildSystemPrompt(options.loader?.load() ?? []),
  );
}

export async function collectAssistantMessage(
  events: AsyncGenerator<ProviderEvent>,
  output: Output,
): Promise<AssistantMessage> {
  let text = "";
  const toolCalls: ToolCall[] = [];

  try {
    for await (const event of events) {
      switch (event.type) {
        case "text_delta":
          text += event.text;
          if (event.text !== "") output.log(event.text);
          break;
        case "tool_call":
          toolCalls.push(copyCall(event.call));
          break;
        case "message_end": {
          const { stopReason } = event;
          const reply: AssistantMessage = { role: "assistant", content: text, stopReason };
          return toolCalls.length > 0 && stopReason !== "error" ? { ...reply, toolCalls } : reply;
        }
      }
    }
  } catch (thrown) {
    return failed(thrown, text);
  }
  return failed("the stream ended before the message did", text);
}

function failed(thrown: unknown, text: string = ""): AssistantMessage {
  const content = text === "" ? explain(thrown) : `${text}\n(${explain(thrown)})`;
  return { role: "assistant", content, stopReason: "error" };
}

// From here on everything that can go wrong with a request is an answer.
async function ask(provider: Provider, output: Output, makeInput: () => ProviderInput): Promise<AssistantMessage> {
  try {
    return await collectAssistantMessage(provider.stream(makeInput()), output);
  } catch (thrown) {
    return failed(thrown);
  }
}

// ---------- turns ----------

export async function runOneTurn(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  state.messages.append({ role: "user", content: userInput });
  const { toolCalls: _unused, ...reply } = await ask(provider, output, () => buildProviderInput(state, options));
  state.messages.append(reply);
  return reply;
}

export async function runEventedToolLoop(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  const { registry = new ToolRegistry(), hooks = {}, maxTurns = 8, extensions, mode } = options;
  const replies: AssistantMessage[] = [];

  const record = (reply: AssistantMessage): void => {
    state.messages.append(reply);
    replies.push(reply);
  };
  const runCalls = (reply: AssistantMessage): void => {
    for (const call of reply.toolCalls ?? []) {
      state.messages.append(executeToolCall(registry, hooks, call));
    }
  };

  const converse = async (): Promise<AssistantMessage> => {
    state.messages.append({ role: "user", content: userInput });

    let snapshot: TurnSnapshot;
    try {
      snapshot = buildProviderInput(state, options);
    } catch (thrown) {
      return failed(thrown);
    }

    for (let asked = 0; asked < maxTurns; asked++) {
      const reply = await ask(provider, output, () =>
        createTurnSnapshot(state.messages.currentPath(), snapshot.tools, snapshot.systemPrompt),
      );
      if (!reply.toolCalls || reply.stopReason !== "toolUse") return reply;
      record(reply);
      runCalls(reply);
    }
    return { role: "assistant", content: `max turns reached: ${maxTurns}`, stopReason: "stop" };
  };

  const answer = await converse();
  record(answer);
  runCalls(answer);

  const events = eventsOf(replies);
  for (const event of events) extensions?.emit({ ...event });
  if (mode) attempt(() => mode.render(structuredClone(events)));
  return structuredClone(answer);
}

// What a turn looks like from outside: the texts on the way, the answer even where it is empty, the end.
function eventsOf(replies: AssistantMessage[]): RuntimeEvent[] {
  const told = replies.filter((reply, at) => reply.content !== "" || at === replies.length - 1);
  return [...told.map((reply): RuntimeEvent => ({ type: "message", content: reply.content })), { type: "done" }];
}
