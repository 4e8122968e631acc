/** From pi-ai's stream to the course's events. */
import type { AssistantMessage, AssistantMessageEvent, JsonObject, ToolCall as PiToolCall } from "@earendil-works/pi-ai";
import type { ProviderEvent, ToolCall } from "../../solution/s12/code.ts";
import { say, type Text } from "../../spec/harness/text.ts";

/** A request that gave no answer. The message is what the program records, `text` what the person reads. */
export class ProviderFailure extends Error {
  readonly text: Text;
  constructor(message: string, text: Text) {
    super(message);
    this.text = text;
  }
}

/**
 * Text goes on as it comes. Calls go on when their message is complete, so that none of a message that broke off is
 * ever run. Thinking is left out: the course has no word for it.
 *
 * | pi-ai                     | the course                                                           |
 * |---------------------------|----------------------------------------------------------------------|
 * | done, with calls          | the calls, then message_end `toolUse`, whatever the model said it was |
 * | done, without             | message_end `stop`                                                   |
 * | done, `length`            | message_end `error`: the text so far is kept, its calls are dropped  |
 * | done, `deferred`          | throws                                                               |
 * | error, `error`, `aborted` | throws                                                               |
 *
 * @param note told what the events cannot say
 * @throws ProviderFailure where pi-ai ends with an error
 */
export async function* courseEvents(events: AsyncIterable<AssistantMessageEvent>, note: (text: Text) => void): AsyncGenerator<ProviderEvent> {
  yield { type: "message_start" };
  for await (const event of events) {
    if (event.type === "text_delta") yield { type: "text_delta", text: event.delta };
    if (event.type === "error") throw failureOf(event.reason, event.error);
    if (event.type !== "done") continue;
    if (event.reason === "deferred") throw failed("the provider put the answer off");
    if (event.reason === "length") note(cutOff);
    else for (const call of callsOf(event.message)) yield { type: "tool_call", call };
    yield { type: "message_end", stopReason: event.reason === "length" ? "error" : callsOf(event.message).length > 0 ? "toolUse" : "stop" };
    // Nothing of value comes behind the end, and the connection may stay open.
    return;
  }
}

const cutOff = say("The answer is cut off: the model reached its limit of output.", "回答没有说完：模型达到了输出上限。");

/** The calls of a complete message, in their order. */
export const callsOf = (message: AssistantMessage): ToolCall[] =>
  message.content.filter((block) => block.type === "toolCall").map((call) => ({ id: call.id, name: call.name, input: inputOf(call) }));

/** The course knows only strings: any other value becomes its JSON text. Arguments that were no JSON arrive as none. */
const inputOf = (call: PiToolCall): Record<string, string> => Object.fromEntries(Object.entries(call.arguments satisfies JsonObject).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]));

function failureOf(reason: "error" | "aborted", { errorMessage = "" }: AssistantMessage): ProviderFailure {
  if (reason === "aborted") return stopped();
  return failed(errorMessage === "" ? "an error without a message" : errorMessage);
}

/** The person stopped the turn. */
export const stopped = (): ProviderFailure => new ProviderFailure("stopped by the user", say("Stopped.", "已停止。"));

/** A client puts the cause behind its own sentence, and leaves that its full stop. */
const joined = (message: string): string => message.replaceAll(".: ", ": ");

const failed = (message: string): ProviderFailure => new ProviderFailure(message, say(`The provider failed: ${joined(message)}`, `provider 出错：${joined(message)}`));
