/**
 * Pi's messages, tools and requests in the shapes of the course. This is what is levelled before anything is compared
 * (pi/differences.ts says it in words); what Pi has beyond it, an error's flag and text, stays as a member of its own.
 */
import { getCurrentSystemPrompt, getCurrentTools, type Message, type Tool } from "@earendil-works/pi-ai";
import { isFields, type Fields } from "../../spec/harness/show.ts";
import { toPlain } from "../../spec/player/plain.ts";

/** Members of Pi's messages that the course has no name for, or that are read below. */
const own = ["role", "content", "api", "provider", "model", "stopReason", "errorMessage", "timestamp", "durationMs", "thinkingLevel", "toolCallId", "toolName", "isError", "details"];

/** A message as the course writes it. Content that is no list of blocks any more (somebody wrote into it) is given as it is. */
export function messageOf(message: object): Fields {
  const plain = toPlain(message);
  if (!isFields(plain)) return {};
  const blocks = Array.isArray(plain.content) ? plain.content.filter(isFields) : [];
  const text = blocks.flatMap((block) => (block.type === "text" && typeof block.text === "string" ? [block.text] : [])).join("");
  const calls = blocks.flatMap((block): Fields[] => (block.type === "toolCall" ? [{ id: block.id ?? null, name: block.name ?? null, input: block.arguments ?? null }] : []));
  // A message that was appended may have a `usage` of its own; Pi's counts tokens.
  const extra = Object.fromEntries(Object.entries(plain).filter(([name, value]) => !own.includes(name) && !(name === "usage" && isFields(value) && Object.hasOwn(value, "totalTokens"))));
  return {
    ...extra,
    role: plain.role ?? null,
    ...(plain.toolCallId === undefined ? {} : { toolCallId: plain.toolCallId }),
    content: Array.isArray(plain.content) ? text : (plain.content ?? null),
    ...(plain.stopReason === undefined ? {} : { stopReason: plain.stopReason }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(plain.isError === true ? { isError: true } : {}),
    ...(plain.errorMessage === undefined ? {} : { error: plain.errorMessage }),
  };
}

/** The conversation without the messages that declare prompt and tools. */
export const conversationOf = (messages: readonly object[]): Fields[] => messages.filter((message) => Reflect.get(message, "role") !== "system").map(messageOf);

/** A tool as the course's spec: the descriptions of its parameters stand for the course's `input`. */
export function specOf({ name, description, parameters }: Tool): Fields {
  const properties: unknown = Reflect.get(parameters, "properties");
  const input: Fields = Object.create(null) as Fields;
  for (const [key, schema] of Object.entries(typeof properties === "object" && properties !== null ? properties : {})) {
    input[key] = toPlain(typeof schema === "object" && schema !== null ? Reflect.get(schema, "description") : schema);
  }
  return { name: toPlain(name), description: toPlain(description), input };
}

/** What a provider is shown: the messages, and the tools and the prompt that its system messages come to. */
export const requestOf = (messages: Message[]): Fields => ({
  systemPrompt: getCurrentSystemPrompt(messages),
  messages: conversationOf(messages),
  tools: getCurrentTools(messages).map(specOf),
});

/** The text of a tool's result, and whether it is flagged as an error. */
export function resultOf(content: unknown, isError: boolean): Fields {
  const { content: text, isError: flagged } = messageOf({ role: "toolResult", content: content ?? [], isError });
  return { content: text ?? null, ...(flagged === undefined ? {} : { isError: flagged }) };
}
