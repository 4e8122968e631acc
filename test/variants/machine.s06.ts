// machine, s06: written from the chapter READMEs alone. The loop is a small state machine; requests are the snapshot plus what the turn recorded.
// --- messages ---

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

export type AgentState = { messages: AgentMessage[]; model: string };

// --- provider ---

export type ProviderMessage =
  | { role: "user" | "assistant"; content: string; toolCalls?: ToolCall[] }
  | ToolResultMessage;
export type ProviderInput = { messages: ProviderMessage[]; tools: ToolSpec[] };

export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "tool_call"; call: ToolCall }
  | { type: "message_end"; stopReason: StopReason };

export interface Provider {
  stream(input: ProviderInput): AsyncGenerator<ProviderEvent>;
}

export type Output = { log(line: string): void };

// --- tools ---

export type ToolSpec = { name: string; description: string; input: Record<string, string> };
export type ToolHandler = (input: Record<string, string>) => string;
export type Tool = { spec: ToolSpec; handler: ToolHandler };

export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };
export type ToolHooks = {
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult;
  afterToolCall?: (call: ToolCall, result: string) => string;
};

export type TurnOptions = { registry?: ToolRegistry; maxTurns?: number; hooks?: ToolHooks };

export type TurnSnapshot = { messages: ProviderMessage[]; tools: ToolSpec[] };

export class ToolRegistry {
  private tools: Map<string, Tool> = new Map();

  register(tool: Tool): void {
    const spec = copySpec(tool.spec);
    this.tools.set(spec.name, { spec, handler: tool.handler });
  }

  getSpecs(): ToolSpec[] {
    return [...this.tools.values()].map((tool) => copySpec(tool.spec));
  }

  run(call: ToolCall): string {
    const tool = this.tools.get(call.name);
    if (tool === undefined) return `error: there is no tool named ${call.name}`;
    try {
      const handler = tool.handler;
      return mustBeText(handler({ ...call.input }), `tool ${call.name}`);
    } catch (thrown) {
      return `error: ${messageOf(thrown)}`;
    }
  }
}

// --- helpers ---

function copySpec(spec: ToolSpec): ToolSpec {
  return { name: spec.name, description: spec.description, input: { ...spec.input } };
}

function copyCall(call: ToolCall): ToolCall {
  return { id: call.id, name: call.name, input: { ...call.input } };
}

function copyReply(reply: AssistantMessage): AssistantMessage {
  return reply.toolCalls ? { ...reply, toolCalls: reply.toolCalls.map(copyCall) } : { ...reply };
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  try {
    const message: unknown = (thrown as { message: unknown }).message;
    if (typeof message === "string") return message;
  } catch {
    // there is nothing to read
  }
  return "unknown failure";
}

// Nobody waits for such a promise; if it rejects, the process must not die of it.
function letGo(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {});
}

function mustBeText(value: unknown, who: string): string {
  if (typeof value === "string") return value;
  letGo(value);
  throw new Error(`${who} did not return a string`);
}

function toProviderMessage(message: AgentMessage): ProviderMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.content };
    case "assistant":
      return message.toolCalls
        ? { role: "assistant", content: message.content, toolCalls: message.toolCalls.map(copyCall) }
        : { role: "assistant", content: message.content };
    case "toolResult":
      return { role: "toolResult", toolCallId: message.toolCallId, content: message.content };
  }
}

function copyProviderMessage(message: ProviderMessage): ProviderMessage {
  if (message.role === "toolResult" || !message.toolCalls) return { ...message };
  return { ...message, toolCalls: message.toolCalls.map(copyCall) };
}

function failure(text: string): AssistantMessage {
  return { role: "assistant", content: text, stopReason: "error" };
}

// --- requests ---

export function createTurnSnapshot(messages: AgentMessage[], tools: ToolSpec[]): TurnSnapshot {
  return { messages: messages.map(toProviderMessage), tools: tools.map(copySpec) };
}

export function buildProviderInput(state: AgentState, options?: TurnOptions): ProviderInput {
  return createTurnSnapshot(state.messages, options?.registry?.getSpecs() ?? []);
}

export async function collectAssistantMessage(
  events: AsyncGenerator<ProviderEvent>,
  output: Output,
): Promise<AssistantMessage> {
  let text = "";
  const calls: ToolCall[] = [];
  let stopReason: StopReason | undefined;

  try {
    for await (const event of events) {
      if (event.type === "text_delta") {
        text += event.text;
        if (event.text !== "") output.log(event.text);
      } else if (event.type === "tool_call") {
        calls.push(copyCall(event.call));
      } else if (event.type === "message_end") {
        stopReason = event.stopReason;
        break;
      }
    }
  } catch (thrown) {
    if (stopReason === undefined) {
      return failure(text === "" ? messageOf(thrown) : `${text}\n[${messageOf(thrown)}]`);
    }
  }

  if (stopReason === undefined) return failure(`${text}\n[the answer broke off]`);
  const reply: AssistantMessage = { role: "assistant", content: text, stopReason };
  // The calls of a message that failed are not run, so they are not kept.
  if (calls.length > 0 && stopReason !== "error") reply.toolCalls = calls;
  return reply;
}

async function ask(provider: Provider, input: ProviderInput, output: Output): Promise<AssistantMessage> {
  let events: AsyncGenerator<ProviderEvent>;
  try {
    events = provider.stream(input);
  } catch (thrown) {
    return failure(messageOf(thrown));
  }
  return collectAssistantMessage(events, output);
}

// --- one tool call ---

function contentFor(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): string {
  const verdict = hooks.beforeToolCall ? hooks.beforeToolCall(copyCall(call)) : { type: "allow" as const };
  if (verdict.type === "block") return `blocked: ${verdict.reason}`;
  if (verdict.type !== "allow") {
    letGo(verdict);
    return "error: beforeToolCall neither allowed nor blocked the call";
  }

  let result: string;
  try {
    result = mustBeText(registry.run(copyCall(call)), `tool ${call.name}`);
  } catch (thrown) {
    result = `error: ${messageOf(thrown)}`;
  }

  if (!hooks.afterToolCall) return result;
  return mustBeText(hooks.afterToolCall(copyCall(call), result), "afterToolCall");
}

export function executeToolCall(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): ToolResultMessage {
  const own = copyCall(call);
  let content: string;
  try {
    content = contentFor(registry, hooks, own);
  } catch (thrown) {
    content = `error: ${messageOf(thrown)}`;
  }
  return { role: "toolResult", toolCallId: own.id, content };
}

// --- turns ---

export async function runOneTurn(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options?: TurnOptions,
): Promise<AssistantMessage> {
  state.messages.push({ role: "user", content: userInput });
  const reply = await ask(provider, buildProviderInput(state, options), output);
  delete reply.toolCalls;
  state.messages.push(reply);
  return { ...reply };
}

type Step =
  | { at: "asking" }
  | { at: "deciding"; reply: AssistantMessage }
  | { at: "running"; calls: ToolCall[]; then: Step }
  | { at: "answering"; answer: AssistantMessage };

export async function runEventedToolLoop(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options?: TurnOptions,
): Promise<AssistantMessage> {
  const registry = options?.registry ?? new ToolRegistry();
  const hooks = options?.hooks ?? {};
  const maxTurns = options?.maxTurns ?? 8;

  state.messages.push({ role: "user", content: userInput });
  const snapshot = createTurnSnapshot(state.messages, registry.getSpecs());
  const said: ProviderMessage[] = [];

  const record = (message: AgentMessage): void => {
    state.messages.push(message);
    said.push(toProviderMessage(message));
  };

  let asked = 0;
  let step: Step = { at: "asking" };
  while (true) {
    switch (step.at) {
      case "asking": {
        if (!(asked < maxTurns)) {
          const note = `max turns reached (${maxTurns})`;
          step = { at: "answering", answer: { role: "assistant", content: note, stopReason: "stop" } };
          break;
        }
        asked += 1;
        const input: ProviderInput = {
          messages: [...snapshot.messages, ...said].map(copyProviderMessage),
          tools: snapshot.tools.map(copySpec),
        };
        step = { at: "deciding", reply: await ask(provider, input, output) };
        break;
      }

      case "deciding": {
        const { toolCalls: calls, ...answer }: AssistantMessage = step.reply;
        if (!calls) {
          step = { at: "answering", answer };
        } else if (answer.stopReason === "toolUse") {
          record(step.reply);
          step = { at: "running", calls, then: { at: "asking" } };
        } else {
          step = { at: "running", calls, then: { at: "answering", answer } };
        }
        break;
      }

      case "running":
        for (const call of step.calls) record(executeToolCall(registry, hooks, call));
        step = step.then;
        break;

      case "answering":
        record(step.answer);
        return copyReply(step.answer);
    }
  }
}
