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
  messages: AgentMessage[];
  model: string;
};

// The history keeps a copy of its own, so that nobody outside can rewrite it later.
function record(state: AgentState, message: AgentMessage): void {
  state.messages.push(structuredClone(message));
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
  messages: ProviderMessage[];
  tools: ToolSpec[];
};

export function createTurnSnapshot(messages: AgentMessage[], tools: ToolSpec[]): TurnSnapshot {
  return {
    messages: messages.map(toProviderMessage),
    tools: tools.map(copySpec),
  };
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

// --- Turns: one user input, one answer ---

// Optional fields that only grow (R1), so that a call written in an early chapter works for ever.
export type TurnOptions = {
  registry?: ToolRegistry;
  maxTurns?: number;
  hooks?: ToolHooks;
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
    messages: state.messages.map(toProviderMessage),
    tools: options.registry?.getSpecs() ?? [],
  };
}

// A request inside a turn: the history as it has grown, everything else as the turn began.
function buildTurnInput(snapshot: TurnSnapshot, state: AgentState): ProviderInput {
  return {
    messages: state.messages.map(toProviderMessage),
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
  const snapshot = createTurnSnapshot(state.messages, registry.getSpecs());
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
