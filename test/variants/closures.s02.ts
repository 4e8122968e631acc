// closures, s02: written from the chapter READMEs alone. Functions and closures; the registry's members are own properties.
// s01: one conversation

export type StopReason = "stop" | "error";

export type UserMessage = { role: "user"; content: string };
export type AssistantMessage = { role: "assistant"; content: string; stopReason: StopReason };
export type AgentMessage = UserMessage | AssistantMessage;

export type AgentState = { messages: AgentMessage[] };

export type ProviderMessage = { role: "user" | "assistant"; content: string };
export type ProviderInput = { messages: ProviderMessage[]; tools: ToolSpec[] };

export interface Provider {
  complete(input: ProviderInput): Promise<AssistantMessage>;
}

export type Output = { log(line: string): void };

// s02: tools

export type ToolSpec = { name: string; description: string; input: Record<string, string> };
export type ToolHandler = (input: Record<string, string>) => string;
export type Tool = { spec: ToolSpec; handler: ToolHandler };

export type TurnOptions = { registry?: ToolRegistry };

function copySpec(spec: ToolSpec): ToolSpec {
  return { name: spec.name, description: spec.description, input: { ...spec.input } };
}

export class ToolRegistry {
  register: (tool: Tool) => void;
  getSpecs: () => ToolSpec[];

  constructor() {
    // A Map keeps a name at its first place when it is set again.
    const tools = new Map<string, Tool>();

    this.register = (tool) => {
      const spec = copySpec(tool.spec);
      tools.set(spec.name, { spec, handler: tool.handler });
    };

    this.getSpecs = () => [...tools.values()].map((tool) => copySpec(tool.spec));
  }
}

function describeError(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  try {
    const message: unknown = (thrown as { message: unknown }).message;
    if (typeof message === "string") return message;
  } catch {
    // undefined, null, or a message that cannot be read
  }
  return "the provider failed for an unknown reason";
}

export function buildProviderInput(state: AgentState, options?: TurnOptions): ProviderInput {
  return {
    messages: state.messages.map(({ role, content }) => ({ role, content })),
    tools: options?.registry?.getSpecs() ?? [],
  };
}

export async function runOneTurn(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options?: TurnOptions,
): Promise<AssistantMessage> {
  const ask = async (): Promise<AssistantMessage> => {
    const input = buildProviderInput(state, options);
    try {
      const { content, stopReason } = await provider.complete(input);
      return { role: "assistant", content, stopReason };
    } catch (thrown) {
      return { role: "assistant", content: describeError(thrown), stopReason: "error" };
    }
  };

  state.messages.push({ role: "user", content: userInput });
  const reply = await ask();
  state.messages.push(reply);
  output.log(reply.content);
  return { ...reply };
}
