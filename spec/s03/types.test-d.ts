// code.ts exports the type `ProviderEvent`.
// zh: code.ts 要导出类型 `ProviderEvent`。
import type { AssistantMessage, Output, ProviderEvent, StopReason } from "kata:code";
// code.ts exports the function `collectAssistantMessage`.
// zh: code.ts 要导出函数 `collectAssistantMessage`。
import { collectAssistantMessage } from "kata:code";
import type { NoneAny } from "../harness/types.ts";

// `{ type: "message_start" }` is a `ProviderEvent`.
// zh: `{ type: "message_start" }` 是一种 `ProviderEvent`。
export const started: ProviderEvent = { type: "message_start" };

// `{ type: "text_delta"; text: string }` is a `ProviderEvent`.
// zh: `{ type: "text_delta"; text: string }` 是一种 `ProviderEvent`。
export const delta: ProviderEvent = { type: "text_delta", text: "hi" };
export const readText = (event: ProviderEvent): string => (event.type === "text_delta" ? event.text : "");

// `{ type: "message_end"; stopReason: StopReason }` is a `ProviderEvent`.
// zh: `{ type: "message_end"; stopReason: StopReason }` 是一种 `ProviderEvent`。
export const ended: ProviderEvent = { type: "message_end", stopReason: "stop" };
export const readEnd = (event: ProviderEvent): StopReason | undefined => (event.type === "message_end" ? event.stopReason : undefined);

// `collectAssistantMessage(events, output)` takes an `AsyncGenerator<ProviderEvent>` and an `Output` and gives a `Promise<AssistantMessage>`.
// zh: `collectAssistantMessage(events, output)` 接收 `AsyncGenerator<ProviderEvent>` 和 `Output`，返回 `Promise<AssistantMessage>`。
export const collect: (events: AsyncGenerator<ProviderEvent>, output: Output) => Promise<AssistantMessage> = collectAssistantMessage;

// No field of a `ProviderEvent`, no parameter and no result of `collectAssistantMessage` is `any`.
// zh: `ProviderEvent` 的字段、`collectAssistantMessage` 的参数和返回值都不能是 `any`。
export const fields: NoneAny<[ProviderEvent, ProviderEvent["type"], Extract<ProviderEvent, { type: "text_delta" }>["text"], Extract<ProviderEvent, { type: "message_end" }>["stopReason"]]> = true;
export const functions: NoneAny<[Parameters<typeof collectAssistantMessage>[0], Parameters<typeof collectAssistantMessage>[1], ReturnType<typeof collectAssistantMessage>, Awaited<ReturnType<typeof collectAssistantMessage>>]> = true;
