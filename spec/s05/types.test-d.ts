// code.ts exports these types.
// zh: code.ts 要导出这些类型。
import type { BeforeToolCallResult, ToolCall, ToolHooks, ToolResultMessage, TurnOptions } from "kata:code";
// code.ts exports these functions.
// zh: code.ts 要导出这些函数。
import { executeToolCall, ToolRegistry } from "kata:code";
import type { NoneAny } from "../harness/types.ts";

declare const call: ToolCall;
declare const hooks: ToolHooks;
declare const options: TurnOptions;
declare const verdict: BeforeToolCallResult;
declare const before: NonNullable<ToolHooks["beforeToolCall"]>;
declare const after: NonNullable<ToolHooks["afterToolCall"]>;

// `BeforeToolCallResult` is `{ type: "allow" } | { type: "block"; reason: string }`.
// zh: `BeforeToolCallResult` 是 `{ type: "allow" } | { type: "block"; reason: string }`。
export const verdicts: BeforeToolCallResult[] = [{ type: "allow" }, { type: "block", reason: "not here" }];
export const reason: string = verdict.type === "block" ? verdict.reason : verdict.type;

// Both members of `ToolHooks` are optional.
// zh: `ToolHooks` 的两个成员都是可选的。
export const noHooks: ToolHooks = {};

// `beforeToolCall` takes a `ToolCall` and gives a `BeforeToolCallResult`.
// zh: `beforeToolCall` 接收 `ToolCall`，返回 `BeforeToolCallResult`。
export const guard: ToolHooks = { beforeToolCall: (made: ToolCall): BeforeToolCallResult => (made.name === "rm" ? { type: "block", reason: made.id } : { type: "allow" }) };
export const judged: BeforeToolCallResult = before(call);

// `afterToolCall` takes a `ToolCall` and the result text, and always gives a text.
// zh: `afterToolCall` 接收 `ToolCall` 和结果文字，总是返回文字。
export const censor: ToolHooks = { afterToolCall: (made: ToolCall, result: string): string => `${made.name}: ${result}` };
export const changed: string = after(call, "a result");

// `executeToolCall(registry, hooks, call)` gives a `ToolResultMessage`, not a promise of one.
// zh: `executeToolCall(registry, hooks, call)` 返回 `ToolResultMessage`，不是它的 promise。
export const execute: (registry: ToolRegistry, hooks: ToolHooks, call: ToolCall) => ToolResultMessage = executeToolCall;
export const result: ToolResultMessage = executeToolCall(new ToolRegistry(), hooks, call);

// `TurnOptions` has `hooks?: ToolHooks`.
// zh: `TurnOptions` 要有 `hooks?: ToolHooks`。
export const madeOptions: TurnOptions = { hooks: guard };
export const noOptions: TurnOptions = {};
export const readHooks: ToolHooks | undefined = options.hooks;

// No parameter and no result of the hooks and of `executeToolCall` is `any`.
// zh: 钩子和 `executeToolCall` 的参数、返回值都不能是 `any`。
type Execute = typeof executeToolCall;
export const functions: NoneAny<[typeof before, typeof after, Parameters<typeof before>[0], ReturnType<typeof before>, Parameters<typeof after>[0], Parameters<typeof after>[1], ReturnType<typeof after>, Parameters<Execute>[0], Parameters<Execute>[1], Parameters<Execute>[2], ReturnType<Execute>]> = true;
export const fields: NoneAny<[TurnOptions["hooks"], Extract<BeforeToolCallResult, { type: "block" }>["reason"]]> = true;
