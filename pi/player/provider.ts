/** A provider reply as a stream of Pi's own class. The loop pulls; each event is made when it is pulled. */
import { createAssistantMessageEventStream, type AssistantMessage, type AssistantMessageEvent, type AssistantMessageEventStream, type TextContent } from "@earendil-works/pi-ai";
import type { ProviderEvent, Reply } from "../../spec/player/scenario.ts";
import { thrownValue } from "./thrown.ts";

/** What a reply that ends with `error` tells beside its text: Pi's protocol asks for a reason, the course has none. */
export const failureText = "the provider reported an error";

type Watch = {
  /** the loop asks for the nth event of the reply */
  pull(event: number): void;
  /** the loop is handed an event, alive */
  yielded(event: AssistantMessageEvent): void;
  /** the stream ended without its end event: the loop waits for a result that never comes */
  cutOff(): void;
};

/** @param message an assistant message without content, to be filled by the reply */
export function scriptedStream(reply: Reply, message: AssistantMessage, watch: Watch): AssistantMessageEventStream {
  const stream = createAssistantMessageEventStream();
  const script = new Script(reply, message, watch, stream);
  // What Pi's class queues is not needed: the loop reads the script itself.
  stream[Symbol.asyncIterator] = () => script.events();
  return stream;
}

class Script {
  readonly #reply: Reply;
  readonly #stream: AssistantMessageEventStream;
  readonly #message: AssistantMessage;
  readonly #watch: Watch;

  constructor(reply: Reply, message: AssistantMessage, watch: Watch, stream: AssistantMessageEventStream) {
    this.#stream = stream;
    this.#reply = reply;
    this.#message = message;
    this.#watch = watch;
  }

  async *events(): AsyncGenerator<AssistantMessageEvent> {
    let pulled = 0;
    let open: TextContent | undefined;
    yield this.#handed({ type: "start", partial: this.#message });
    for (const event of this.#reply.events) {
      if (this.#reply.slow === true) await new Promise((resume) => setImmediate(resume));
      this.#watch.pull((pulled += 1));
      if (event.type !== "text_delta" && open !== undefined) yield this.#closed(open);
      open = event.type === "text_delta" ? (open ?? (yield* this.#opened())) : undefined;
      if (event.type === "text_delta" && open !== undefined) yield this.#grown(open, event.text);
      if (event.type === "tool_call") yield* this.#called(event);
      if (event.type === "unknown") yield this.#stranger(event);
      if (event.type === "message_end") {
        yield this.#ended(event.stopReason);
        return;
      }
    }
    this.#watch.pull(pulled + 1);
    if (this.#reply.throws !== undefined) throw thrownValue(this.#reply.throws);
    this.#stream.end();
    this.#watch.cutOff();
  }

  *#opened(): Generator<AssistantMessageEvent, TextContent> {
    const text: TextContent = { type: "text", text: "" };
    this.#message.content.push(text);
    yield this.#handed({ type: "text_start", contentIndex: this.#last(), partial: this.#message });
    return text;
  }

  #grown(text: TextContent, delta: string): AssistantMessageEvent {
    text.text += delta;
    return this.#handed({ type: "text_delta", contentIndex: this.#last(), delta, partial: this.#message });
  }

  #closed(text: TextContent): AssistantMessageEvent {
    return this.#handed({ type: "text_end", contentIndex: this.#last(), content: text.text, partial: this.#message });
  }

  *#called({ call }: ProviderEvent & { type: "tool_call" }): Generator<AssistantMessageEvent> {
    const toolCall = { type: "toolCall" as const, id: call.id, name: call.name, arguments: structuredClone(call.input) };
    this.#message.content.push(toolCall);
    yield this.#handed({ type: "toolcall_start", contentIndex: this.#last(), partial: this.#message });
    yield this.#handed({ type: "toolcall_delta", contentIndex: this.#last(), delta: JSON.stringify(call.input), partial: this.#message });
    yield this.#handed({ type: "toolcall_end", contentIndex: this.#last(), toolCall, partial: this.#message });
  }

  /** An event that Pi's types do not know: only a provider in plain JavaScript can send one. */
  #stranger(event: ProviderEvent & { type: "unknown" }): AssistantMessageEvent {
    return { ...event.like, type: event.name, data: event.data ?? null } as unknown as AssistantMessageEvent;
  }

  /** The end, through Pi's own `push`, which settles `result()`. */
  #ended(stopReason: string): AssistantMessageEvent {
    const end: AssistantMessageEvent =
      stopReason === "error"
        ? { type: "error", reason: "error", error: Object.assign(this.#message, { stopReason: "error" as const, errorMessage: failureText }) }
        : { type: "done", reason: stopReason === "toolUse" ? "toolUse" : "stop", message: Object.assign(this.#message, { stopReason: stopReason === "toolUse" ? ("toolUse" as const) : ("stop" as const) }) };
    this.#stream.push(end);
    return this.#handed(end);
  }

  #last(): number {
    return this.#message.content.length - 1;
  }

  #handed(event: AssistantMessageEvent): AssistantMessageEvent {
    this.#watch.yielded(event);
    return event;
  }
}
