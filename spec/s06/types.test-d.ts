// code.ts exports these types.
// zh: code.ts 要导出这些类型。
import type { AgentMessage, AgentState, ProviderInput, ProviderMessage, ToolSpec, TurnSnapshot } from "kata:code";
// code.ts exports this function.
// zh: code.ts 要导出这个函数。
import { createTurnSnapshot } from "kata:code";
import type { NoneAny } from "../harness/types.ts";

declare const state: AgentState;
declare const snapshot: TurnSnapshot;

// `TurnSnapshot` has `messages: ProviderMessage[]` and `tools: ToolSpec[]`.
// zh: `TurnSnapshot` 要有 `messages: ProviderMessage[]` 和 `tools: ToolSpec[]`。
export const readMessages: ProviderMessage[] = snapshot.messages;
export const readTools: ToolSpec[] = snapshot.tools;
export const made: Pick<TurnSnapshot, "messages" | "tools"> = { messages: [{ role: "user", content: "hello" }], tools: [{ name: "read", description: "", input: {} }] };

// `createTurnSnapshot(messages, tools)` takes `AgentMessage[]` and `ToolSpec[]` and gives a `TurnSnapshot`.
// zh: `createTurnSnapshot(messages, tools)` 接收 `AgentMessage[]` 和 `ToolSpec[]`，返回 `TurnSnapshot`。
export const create: (messages: AgentMessage[], tools: ToolSpec[]) => TurnSnapshot = createTurnSnapshot;
export const created: TurnSnapshot = createTurnSnapshot([], []);

// `AgentState` has `model: string`.
// zh: `AgentState` 要有 `model: string`。
export const readModel: string = state.model;
export const madeModel: Pick<AgentState, "model"> = { model: "any" };

// Neither `TurnSnapshot` nor `ProviderInput` has a `model`.
// zh: `TurnSnapshot` 和 `ProviderInput` 里都没有 `model`。
export const noModelInSnapshot: "model" extends keyof TurnSnapshot ? false : true = true;
export const noModelInInput: "model" extends keyof ProviderInput ? false : true = true;

// No field of `TurnSnapshot`, no parameter and no result of `createTurnSnapshot`, and no `model` is `any`.
// zh: `TurnSnapshot` 的字段、`createTurnSnapshot` 的参数和返回值、`model` 都不能是 `any`。
type Create = typeof createTurnSnapshot;
export const sure: NoneAny<[TurnSnapshot["messages"], TurnSnapshot["messages"][number], TurnSnapshot["tools"], TurnSnapshot["tools"][number], Parameters<Create>[0], Parameters<Create>[0][number], Parameters<Create>[1], Parameters<Create>[1][number], ReturnType<Create>, AgentState["model"]]> = true;
