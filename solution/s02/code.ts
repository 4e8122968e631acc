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

export interface Provider {
  complete(input: ProviderInput): Promise<AssistantMessage>;
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

async function askProvider(provider: Provider, input: ProviderInput): Promise<AssistantMessage> {
  try {
    const reply = structuredClone(await provider.complete(input));
    if (typeof reply.content !== "string") throw new TypeError("the reply has no text");
    return reply;
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
  const answer = await askProvider(provider, buildProviderInput(state, options));
  output.log(answer.content);
  record(state, answer);
  return answer;
}
