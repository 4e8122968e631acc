import type { Provider, ProviderEvent, ProviderInput } from "kata:code";

// A `Provider` is `{ stream(input: ProviderInput): AsyncGenerator<ProviderEvent> }`, and `complete` is gone.
// zh: `Provider` 是 `{ stream(input: ProviderInput): AsyncGenerator<ProviderEvent> }`，不再有 `complete`。
export const made: Provider = {
  async *stream(input: ProviderInput): AsyncGenerator<ProviderEvent> {
    yield { type: "text_delta", text: String(input.messages.length) };
    yield { type: "message_end", stopReason: "stop" };
  },
};
declare const provider: Provider;
declare const input: ProviderInput;
export const asked: AsyncGenerator<ProviderEvent> = provider.stream(input);
