import type { AssistantMessage, Provider, ProviderInput } from "kata:code";

// A `Provider` is `{ complete(input: ProviderInput): Promise<AssistantMessage> }`.
// zh: `Provider` 是 `{ complete(input: ProviderInput): Promise<AssistantMessage> }`。
export const made: Provider = { complete: async (input: ProviderInput) => ({ role: "assistant", content: String(input.messages.length), stopReason: "stop" }) };
declare const provider: Provider;
declare const input: ProviderInput;
export const asked: Promise<AssistantMessage> = provider.complete(input);
