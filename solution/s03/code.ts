// Mini Pi: the core of a coding agent, one file that grows by one part a chapter.
// R1 to R8 in the comments are the rules of EVOLUTION.md: a line that names one exists because of it.

// --- Messages: what was said ---

export type StopReason = "stop" | "error";

export type UserMessage = { role: "user"; content: string };

export type AssistantMessage = {
  role: "assistant";
  content: string;
  stopReason: StopReason;
};

export type AgentMessage =
  | UserMessage
  | AssistantMessage;

// --- Provider: the model as the core sees it ---

// Only what a model may read. How a reply ended (stopReason) is the core's own business.
export type ProviderMessage =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string };

export type ProviderInput = {
  messages: ProviderMessage[];
  tools: ToolSpec[];
};

export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "message_end"; stopReason: StopReason };

export interface Provider {
  stream(input: ProviderInput): AsyncGenerator<ProviderEvent>;
}

// --- Output: the only way out (R7) ---

export type Output = { log(line: string): void };

// --- State: what outlives a turn ---

export type AgentState = {
  messages: AgentMessage[];
};

// The history keeps a copy of its own, so that nobody outside can rewrite it later.
function record(state: AgentState, message: AgentMessage): void {
  state.messages.push(structuredClone(message));
}

// --- Tools: what a model may ask for ---

export type ToolSpec = { name: string; description: string; input: Record<string, string> };

export type ToolHandler = (input: Record<string, string>) => string;

export type Tool = { spec: ToolSpec; handler: ToolHandler };

// Field by field, so that nothing but the description of a tool can travel with a spec.
function copySpec(spec: ToolSpec): ToolSpec {
  return { name: spec.name, description: spec.description, input: { ...spec.input } };
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

// --- Turns: one user input, one answer ---

// Optional fields that only grow (R1), so that a call written in an early chapter works for ever.
export type TurnOptions = {
  registry?: ToolRegistry;
};

function toProviderMessage(message: AgentMessage): ProviderMessage {
  return { role: message.role, content: message.content };
}

export function buildProviderInput(state: AgentState, options: TurnOptions = {}): ProviderInput {
  return {
    messages: state.messages.map(toProviderMessage),
    tools: options.registry?.getSpecs() ?? [],
  };
}

// Consumes events as they arrive: a delta is shown before the next event is asked for.
export async function collectAssistantMessage(
  events: AsyncIterable<ProviderEvent>,
  output: Output,
): Promise<AssistantMessage> {
  let content = "";
  let stopReason: StopReason | undefined;
  try {
    for await (const event of events) {
      if (event.type === "text_delta") {
        content += event.text;
        output.log(event.text);
      }
      if (event.type === "message_end") stopReason = event.stopReason;
    }
  } catch (thrown) {
    return errorMessage(withNote(content, errorText(thrown)));
  }
  // Without message_end nobody said that this text is all of it.
  if (stopReason === undefined) return errorMessage(withNote(content, "the stream ended without message_end"));
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
  record(state, answer);
  return answer;
}
