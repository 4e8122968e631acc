// code.ts exports these types, those from before among them.
// zh: code.ts 要导出这些类型，之前的类型也都还在。
import type { AgentMessage, AgentState, AssistantMessage, Output, Provider, ProviderEvent, ProviderMessage, StopReason, ToolCall, ToolResultMessage, TurnOptions } from "kata:code";
// code.ts exports this function and this class.
// zh: code.ts 要导出这个函数和这个类。
import { runEventedToolLoop, ToolRegistry } from "kata:code";
import type { NoneAny } from "../harness/types.ts";

declare const call: ToolCall;
declare const result: ToolResultMessage;
declare const message: AgentMessage;
declare const event: ProviderEvent;
declare const options: TurnOptions;
declare const reason: StopReason;

// `StopReason` has the values "stop", "toolUse" and "error".
// zh: `StopReason` 包含 "stop"、"toolUse" 和 "error"。
export const reasons: StopReason[] = ["stop", "toolUse", "error"];
export const readReason: "stop" | "toolUse" | "error" = reason;
export const asking: AssistantMessage = { role: "assistant", content: "let me look", stopReason: "toolUse" };

// A `ToolCall` is `{ id: string; name: string; input: Record<string, string> }`.
// zh: `ToolCall` 是 `{ id: string; name: string; input: Record<string, string> }`。
export const readCall: { id: string; name: string; input: Record<string, string> } = call;
export const madeCall: ToolCall = { id: "c1", name: "read", input: { path: "a.txt" } };

// A `ToolResultMessage` is `{ role: "toolResult"; toolCallId: string; content: string }`.
// zh: `ToolResultMessage` 是 `{ role: "toolResult"; toolCallId: string; content: string }`。
export const readResult: { role: "toolResult"; toolCallId: string; content: string } = result;
export const madeResult: ToolResultMessage = { role: "toolResult", toolCallId: "c1", content: "text" };

// `ToolResultMessage` belongs to `AgentMessage`; its role tells it from the others.
// zh: `ToolResultMessage` 属于 `AgentMessage`，靠 role 就能和其他消息区分开。
export const all: AgentMessage[] = [{ role: "user", content: "go" }, asking, result];
if (message.role === "toolResult") message.toolCallId satisfies string;

// A `ProviderMessage` may be `{ role: "toolResult"; toolCallId: string; content: string }`.
// zh: `ProviderMessage` 可以是 `{ role: "toolResult"; toolCallId: string; content: string }`。
export const shown: ProviderMessage[] = [
  { role: "user", content: "go" },
  { role: "assistant", content: "let me look" },
  { role: "toolResult", toolCallId: "c1", content: "text" },
];

// `ProviderEvent` gains `{ type: "tool_call"; call: ToolCall }`; the events of s03 stay.
// zh: `ProviderEvent` 增加 `{ type: "tool_call"; call: ToolCall }`，s03 的事件都还在。
export const events: ProviderEvent[] = [{ type: "message_start" }, { type: "text_delta", text: "a" }, { type: "tool_call", call: madeCall }, { type: "message_end", stopReason: "toolUse" }];
if (event.type === "tool_call") event.call satisfies ToolCall;

// `TurnOptions` has `maxTurns?: number`.
// zh: `TurnOptions` 要有 `maxTurns?: number`。
export const limited: TurnOptions = { registry: new ToolRegistry(), maxTurns: 3 };
export const unlimited: TurnOptions = {};
export const limit: number | undefined = options.maxTurns;

// `ToolRegistry` has `run(call: ToolCall): string`.
// zh: `ToolRegistry` 要有 `run(call: ToolCall): string`。
export const text: string = new ToolRegistry().run(madeCall);

// `runEventedToolLoop(state, provider, userInput, output, options?)` gives a `Promise<AssistantMessage>`.
// zh: `runEventedToolLoop(state, provider, userInput, output, options?)` 返回 `Promise<AssistantMessage>`。
export const loop: (state: AgentState, provider: Provider, userInput: string, output: Output, options?: TurnOptions) => Promise<AssistantMessage> = runEventedToolLoop;
export const short: (state: AgentState, provider: Provider, userInput: string, output: Output) => Promise<AssistantMessage> = runEventedToolLoop;

// No field of `ToolCall`, `ToolResultMessage` and `TurnOptions`, no parameter and no result here is `any`.
// zh: `ToolCall`、`ToolResultMessage`、`TurnOptions` 的字段，这里的参数和返回值，都不能是 `any`。
type Loop = typeof runEventedToolLoop;
export const fields: NoneAny<[ToolCall["id"], ToolCall["name"], ToolCall["input"], ToolCall["input"][string], ToolResultMessage["toolCallId"], ToolResultMessage["content"], TurnOptions["maxTurns"], Extract<ProviderEvent, { type: "tool_call" }>["call"]]> = true;
export const functions: NoneAny<[Parameters<ToolRegistry["run"]>[0], ReturnType<ToolRegistry["run"]>, Parameters<Loop>[0], Parameters<Loop>[1], Parameters<Loop>[2], Parameters<Loop>[3], Parameters<Loop>[4], ReturnType<Loop>, Awaited<ReturnType<Loop>>]> = true;
