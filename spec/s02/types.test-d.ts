// code.ts exports these types.
// zh: code.ts 要导出这些类型。
import type { AgentState, AssistantMessage, Output, Provider, ProviderInput, Tool, ToolHandler, ToolSpec, TurnOptions } from "kata:code";
// code.ts exports the class `ToolRegistry` and these functions.
// zh: code.ts 要导出类 `ToolRegistry` 和这些函数。
import { buildProviderInput, runOneTurn, ToolRegistry } from "kata:code";
import type { NoneAny } from "../harness/types.ts";

declare const spec: ToolSpec;
declare const handler: ToolHandler;
declare const tool: Tool;
declare const options: TurnOptions;
declare const input: ProviderInput;

// A `ToolSpec` is `{ name: string; description: string; input: Record<string, string> }`.
// zh: `ToolSpec` 是 `{ name: string; description: string; input: Record<string, string> }`。
export const readSpec: { name: string; description: string; input: Record<string, string> } = spec;
export const madeSpec: ToolSpec = { name: "read", description: "reads a file", input: { path: "the file to read" } };

// A `ToolHandler` is `(input: Record<string, string>) => string`: it answers at once, no promise.
// zh: `ToolHandler` 是 `(input: Record<string, string>) => string`：同步返回结果，不是 promise。
export const madeHandler: ToolHandler = (given: Record<string, string>) => given["path"] ?? "";
export const handled: string = handler({ path: "a.txt" });

// A `Tool` is `{ spec: ToolSpec; handler: ToolHandler }`.
// zh: `Tool` 是 `{ spec: ToolSpec; handler: ToolHandler }`。
export const readTool: { spec: ToolSpec; handler: ToolHandler } = tool;
export const madeTool: Tool = { spec: madeSpec, handler: madeHandler };

// `new ToolRegistry()` makes an empty registry, no arguments needed.
// zh: `new ToolRegistry()` 得到一个空的 registry，不需要参数。
export const registry: ToolRegistry = new ToolRegistry();

// A `ToolRegistry` has `register(tool: Tool): void`.
// zh: `ToolRegistry` 要有 `register(tool: Tool): void`。
export const register: (tool: Tool) => void = (one) => registry.register(one);

// A `ToolRegistry` has `getSpecs(): ToolSpec[]`.
// zh: `ToolRegistry` 要有 `getSpecs(): ToolSpec[]`。
export const specs: ToolSpec[] = registry.getSpecs();

// `TurnOptions` is a bag whose fields may all be left out; `registry?: ToolRegistry` is the first.
// zh: `TurnOptions` 的字段都可以不填，第一个是 `registry?: ToolRegistry`。
export const noOptions: TurnOptions = {};
export const madeOptions: TurnOptions = { registry };
export const readRegistry: ToolRegistry | undefined = options.registry;

// `ProviderInput` gains `tools: ToolSpec[]`.
// zh: `ProviderInput` 增加 `tools: ToolSpec[]`。
export const readTools: ToolSpec[] = input.tools;
export const madeInput: Pick<ProviderInput, "tools"> = { tools: [madeSpec] };

// `buildProviderInput(state, options?)` gives a `ProviderInput`.
// zh: `buildProviderInput(state, options?)` 返回 `ProviderInput`。
export const build: (state: AgentState, options?: TurnOptions) => ProviderInput = buildProviderInput;

// `runOneTurn(state, provider, userInput, output, options?)` gives a `Promise<AssistantMessage>`.
// zh: `runOneTurn(state, provider, userInput, output, options?)` 返回 `Promise<AssistantMessage>`。
export const run: (state: AgentState, provider: Provider, userInput: string, output: Output, options?: TurnOptions) => Promise<AssistantMessage> = runOneTurn;

// No field of `ToolSpec`, `Tool` and `TurnOptions`, no parameter and no result here is `any`.
// zh: `ToolSpec`、`Tool`、`TurnOptions` 的字段，这里的参数和返回值，都不能是 `any`。
export const fields: NoneAny<[ToolSpec["name"], ToolSpec["description"], ToolSpec["input"], ToolSpec["input"][string], Tool["spec"], Tool["handler"], TurnOptions["registry"], ProviderInput["tools"], ProviderInput["tools"][number]]> = true;
export const functions: NoneAny<[Parameters<ToolHandler>[0], Parameters<ToolHandler>[0][string], ReturnType<ToolHandler>, Parameters<ToolRegistry["register"]>[0], ReturnType<ToolRegistry["getSpecs"]>, ReturnType<ToolRegistry["getSpecs"]>[number], Parameters<typeof buildProviderInput>[1], Parameters<typeof runOneTurn>[4]]> = true;
