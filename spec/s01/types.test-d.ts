// code.ts exports these types.
// zh: code.ts 要导出这些类型。
import type { AgentMessage, AgentState, AssistantMessage, Output, Provider, ProviderInput, ProviderMessage, StopReason, UserMessage } from "kata:code";
// code.ts exports these functions.
// zh: code.ts 要导出这些函数。
import { buildProviderInput, runOneTurn } from "kata:code";
import type { NoneAny } from "../harness/types.ts";

declare const user: UserMessage;
declare const assistant: AssistantMessage;
declare const state: AgentState;
declare const input: ProviderInput;
declare const output: Output;
declare const reason: Exclude<StopReason, "toolUse">;

// `StopReason` has the values "stop" and "error".
// zh: `StopReason` 包含 "stop" 和 "error"。
export const reasons: StopReason[] = ["stop", "error"];

// `StopReason` has no other values ("toolUse" comes in s04): not any string is one.
// zh: `StopReason` 没有别的值（"toolUse" 到 s04 才有）：不能是任意字符串。
export const readReason: "stop" | "error" = reason;

// A `UserMessage` is `{ role: "user"; content: string }`.
// zh: `UserMessage` 是 `{ role: "user"; content: string }`。
export const readUser: { role: "user"; content: string } = user;
export const madeUser: UserMessage = { role: "user", content: "hello" };

// An `AssistantMessage` is `{ role: "assistant"; content: string; stopReason: StopReason }`.
// zh: `AssistantMessage` 是 `{ role: "assistant"; content: string; stopReason: StopReason }`。
export const readAssistant: { role: "assistant"; content: string; stopReason: StopReason } = assistant;
export const madeAssistant: AssistantMessage = { role: "assistant", content: "hi", stopReason: "stop" };

// `AgentMessage` is the union of the messages.
// zh: `AgentMessage` 是各种消息的并集。
export const all: AgentMessage[] = [user, assistant];

// A `ProviderMessage` is `{ role: "user" | "assistant"; content: string }`, without stopReason.
// zh: `ProviderMessage` 是 `{ role: "user" | "assistant"; content: string }`，不带 stopReason。
export const shown: ProviderMessage[] = [
  { role: "user", content: "hello" },
  { role: "assistant", content: "hi" },
];

// `ProviderInput` has `messages: ProviderMessage[]`.
// zh: `ProviderInput` 要有 `messages: ProviderMessage[]`。
export const readMessages: ProviderMessage[] = input.messages;
export const madeInput: Pick<ProviderInput, "messages"> = { messages: shown };

// `Output` is `{ log(line: string): void }`.
// zh: `Output` 是 `{ log(line: string): void }`。
export const quiet: Output = { log: (line: string) => void line };
output.log("a line");

// `buildProviderInput(state)` gives a `ProviderInput`.
// zh: `buildProviderInput(state)` 返回 `ProviderInput`。
export const build: (state: AgentState) => ProviderInput = buildProviderInput;

// `runOneTurn(state, provider, userInput, output)` gives a `Promise<AssistantMessage>`.
// zh: `runOneTurn(state, provider, userInput, output)` 返回 `Promise<AssistantMessage>`。
export const run: (state: AgentState, provider: Provider, userInput: string, output: Output) => Promise<AssistantMessage> = runOneTurn;
void state;

// No field of a message, of `ProviderInput` or `Output` is `any`: each has the type of the dictionary.
// zh: 消息、`ProviderInput` 和 `Output` 的字段都不能是 `any`，要用字典里的类型。
type Shown = ProviderInput["messages"][number];
export const fields: NoneAny<[StopReason, AgentMessage["role"], UserMessage["content"], AssistantMessage["content"], AssistantMessage["stopReason"], Shown, Shown["role"], Shown["content"], ProviderMessage["content"], Parameters<Output["log"]>[0]]> = true;

// No parameter and no result of `buildProviderInput` and `runOneTurn` is `any`.
// zh: `buildProviderInput` 和 `runOneTurn` 的参数和返回值都不能是 `any`。
type Run = typeof runOneTurn;
export const functions: NoneAny<[Parameters<typeof buildProviderInput>[0], ReturnType<typeof buildProviderInput>, Parameters<Run>[0], Parameters<Run>[1], Parameters<Run>[2], Parameters<Run>[3], ReturnType<Run>, Awaited<ReturnType<Run>>]> = true;
