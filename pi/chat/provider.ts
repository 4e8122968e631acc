/** The adapter: pi-ai's unified stream as the course's Provider. */
import type { AssistantMessage, AssistantMessageEvent, Context } from "@earendil-works/pi-ai";
import type { Provider, ToolCall } from "../../solution/s12/code.ts";
import type { Text } from "../../spec/harness/text.ts";
import { callsOf, courseEvents, ProviderFailure } from "./events.ts";
import { contextOf, type Recall } from "./history.ts";

/** Sends one request; its events as pi-ai tells them. */
export type Ask = (context: Context) => AsyncIterable<AssistantMessageEvent>;

/**
 * @param ask how a request is sent
 * @param note told, for the person to read, why an answer is missing or cut off
 */
export function providerOf(ask: Ask, note: (text: Text) => void): Provider {
  // Some models take their calls back only with the signature that they gave them, which the course's history does not hold.
  const known = new Map<string, AssistantMessage>();
  const recall: Recall = ({ content, toolCalls = [] }) => known.get(keyOf(content, toolCalls));
  return {
    async *stream(input) {
      try {
        yield* courseEvents(remembering(ask(contextOf(input, recall)), known), note);
      } catch (error) {
        if (error instanceof ProviderFailure) note(error.text);
        throw error;
      }
    },
  };
}

async function* remembering(events: AsyncIterable<AssistantMessageEvent>, known: Map<string, AssistantMessage>): AsyncGenerator<AssistantMessageEvent> {
  for await (const event of events) {
    if (event.type === "done") {
      // Some servers give their calls no id; a result has to name one.
      for (const block of event.message.content) if (block.type === "toolCall" && block.id === "") block.id = `call-${crypto.randomUUID()}`;
      const calls = callsOf(event.message);
      const text = event.message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
      if (calls.length > 0) known.set(keyOf(text, calls), event.message);
    }
    yield event;
  }
}

/** Equal for messages that say the same, in whatever order a program keeps the members of a call. */
const keyOf = (content: string, calls: ToolCall[]): string => JSON.stringify([content, calls.map(({ id, name, input }) => [id, name, Object.entries(input).sort()])]);
