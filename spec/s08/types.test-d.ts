// code.ts exports these types.
// zh: code.ts 要导出这些类型。
import type { AgentMessage, ContextResource, ProviderInput, ToolSpec, TurnOptions, TurnSnapshot } from "kata:code";
// code.ts exports this class and these functions.
// zh: code.ts 要导出这个类和这些函数。
import { buildSystemPrompt, createTurnSnapshot, ResourceLoader } from "kata:code";

declare const resource: ContextResource;
declare const input: ProviderInput;
declare const snapshot: TurnSnapshot;
declare const messages: AgentMessage[];
declare const tools: ToolSpec[];

// A `ContextResource` is `{ kind: "agents" | "skill" | "prompt"; name: string; content: string }`.
// zh: `ContextResource` 是 `{ kind: "agents" | "skill" | "prompt"; name: string; content: string }`。
export const read: { kind: "agents" | "skill" | "prompt"; name: string; content: string } = resource;
export const made: ContextResource[] = [
  { kind: "agents", name: "AGENTS.md", content: "be kind" },
  { kind: "skill", name: "review", content: "read twice" },
  { kind: "prompt", name: "fix", content: "fix it" },
];

// A `ResourceLoader` is made by `new ResourceLoader(resources)`.
// zh: `ResourceLoader` 用 `new ResourceLoader(resources)` 创建。
export const loader: ResourceLoader = new ResourceLoader(made);

// `buildSystemPrompt(resources)` gives a string.
// zh: `buildSystemPrompt(resources)` 返回字符串。
export const build: (resources: ContextResource[]) => string = buildSystemPrompt;

// `ProviderInput` gains `systemPrompt: string`.
// zh: `ProviderInput` 增加 `systemPrompt: string`。
export const prompt: string = input.systemPrompt;
export const madeInput: Pick<ProviderInput, "systemPrompt" | "messages" | "tools"> = { systemPrompt: "be kind", messages: [], tools: [] };

// `TurnSnapshot` gains `systemPrompt: string`.
// zh: `TurnSnapshot` 增加 `systemPrompt: string`。
export const fixed: string = snapshot.systemPrompt;

// `TurnOptions` gains `loader?: ResourceLoader`.
// zh: `TurnOptions` 增加 `loader?: ResourceLoader`。
export const options: TurnOptions = { loader };

// `createTurnSnapshot(messages, tools, systemPrompt?)` takes the prompt as a third, optional argument.
// zh: `createTurnSnapshot(messages, tools, systemPrompt?)` 的第三个参数是 prompt，可以不传。
export const withPrompt: TurnSnapshot = createTurnSnapshot(messages, tools, "be kind");
export const without: TurnSnapshot = createTurnSnapshot(messages, tools);
