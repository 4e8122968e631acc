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

function toProviderMessage(message: AgentMessage): ProviderMessage {
  return { role: message.role, content: message.content };
}

export function buildProviderInput(state: AgentState): ProviderInput {
  return {
    messages: state.messages.map(toProviderMessage),
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
): Promise<AssistantMessage> {
  record(state, { role: "user", content: userInput });
  const answer = await askProvider(provider, buildProviderInput(state));
  output.log(answer.content);
  record(state, answer);
  return answer;
}
