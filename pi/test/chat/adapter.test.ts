/** pi-ai's scripted provider through the adapter: what becomes of its stream, and of the course's requests. */
import { createAssistantMessageEventStream, createModels, fauxAssistantMessage, fauxProvider, fauxText, fauxThinking, fauxToolCall, type AssistantMessage, type AssistantMessageEvent, type Context, type FauxResponseStep, type Message } from "@earendil-works/pi-ai";
import { describe, expect, test } from "vitest";
import { providerOf } from "../../chat/provider.ts";
import type { ProviderEvent, ProviderInput, ProviderMessage } from "../../../solution/s12/code.ts";
import type { Text } from "../../../spec/harness/text.ts";

const inputOf = (...messages: ProviderMessage[]): ProviderInput => ({ systemPrompt: "", messages, tools: [] });
const hello = inputOf({ role: "user", content: "hello" });

type Heard = { events: ProviderEvent[]; notes: Text[]; thrown?: unknown };

async function heard(ask: (context: Context) => AsyncIterable<AssistantMessageEvent>, input: ProviderInput): Promise<Heard> {
  const notes: Text[] = [];
  const result: Heard = { events: [], notes };
  try {
    for await (const event of providerOf(ask, (text) => notes.push(text)).stream(input)) result.events.push(event);
  } catch (thrown) {
    result.thrown = thrown;
  }
  return result;
}

function scripted(...responses: FauxResponseStep[]): (context: Context) => AsyncIterable<AssistantMessageEvent> {
  const faux = fauxProvider({ tokenSize: { min: 1, max: 1 } });
  const models = createModels();
  models.setProvider(faux.provider);
  faux.setResponses(responses);
  return (context) => models.streamSimple(faux.getModel(), context);
}

const textOf = ({ events }: Heard): string => events.map((event) => (event.type === "text_delta" ? event.text : "")).join("");
const callsOf = ({ events }: Heard): unknown[] => events.flatMap((event) => (event.type === "tool_call" ? [event.call] : []));
const stopOf = ({ events }: Heard): unknown => events.flatMap((event) => (event.type === "message_end" ? [event.stopReason] : [])).join();

describe("from pi-ai to the course", () => {
  test("an answer arrives in pieces, between message_start and message_end", async () => {
    const got = await heard(scripted(fauxAssistantMessage("one two three four five six")), hello);
    expect(got.events[0]).toEqual({ type: "message_start" });
    expect(got.events.at(-1)).toEqual({ type: "message_end", stopReason: "stop" });
    expect(got.events.length).toBeGreaterThan(3);
    expect(textOf(got)).toBe("one two three four five six");
    expect(got.notes).toEqual([]);
  });

  test("calls come in their order, when the message is complete; thinking stays out", async () => {
    const blocks = [fauxThinking("hmm"), fauxText("let me see"), fauxToolCall("a", { path: "x" }, { id: "1" }), fauxToolCall("b", {}, { id: "2" })];
    const got = await heard(scripted(fauxAssistantMessage(blocks, { stopReason: "toolUse" })), hello);
    expect(textOf(got)).toBe("let me see");
    expect(got.events.slice(-3)).toEqual([
      { type: "tool_call", call: { id: "1", name: "a", input: { path: "x" } } },
      { type: "tool_call", call: { id: "2", name: "b", input: {} } },
      { type: "message_end", stopReason: "toolUse" },
    ]);
  });

  test("arguments that are no strings become their JSON text, under any name", async () => {
    const input = JSON.parse('{"n":1,"yes":true,"none":null,"list":[1,"a"],"__proto__":{"a":1},"text":"1"}') as Record<string, never>;
    const got = await heard(scripted(fauxAssistantMessage([fauxToolCall("t", input, { id: "1" })], { stopReason: "toolUse" })), hello);
    const [call] = callsOf(got) as { input: Record<string, string> }[];
    expect(Object.entries(call?.input ?? {})).toEqual([["n", "1"], ["yes", "true"], ["none", "null"], ["list", '[1,"a"]'], ["__proto__", '{"a":1}'], ["text", "1"]]);
  });

  test("a message with calls ends with toolUse whatever the model called it; one without is the answer", async () => {
    expect(stopOf(await heard(scripted(fauxAssistantMessage([fauxToolCall("t", {})], { stopReason: "stop" })), hello))).toBe("toolUse");
    expect(stopOf(await heard(scripted(fauxAssistantMessage("text", { stopReason: "toolUse" })), hello))).toBe("stop");
  });

  test("a message cut off at the limit keeps its text, loses its calls, ends with error, and says so", async () => {
    const got = await heard(scripted(fauxAssistantMessage([fauxText("half a"), fauxToolCall("t", { path: "x" })], { stopReason: "length" })), hello);
    expect([textOf(got), callsOf(got), stopOf(got)]).toEqual(["half a", [], "error"]);
    expect(got.notes.map(({ en }) => en)).toEqual([expect.stringContaining("cut off")]);
  });

  test.each([["error", "the server is on fire"], ["aborted", "stopped"]] as const)("a stream that ends with %s throws after its text, without its calls, and says so once", async (stopReason, word) => {
    const got = await heard(scripted(fauxAssistantMessage([fauxText("half a"), fauxToolCall("t", {})], { stopReason, errorMessage: "the server is on fire" })), hello);
    expect([textOf(got), callsOf(got), stopOf(got)]).toEqual(["half a", [], ""]);
    expect((got.thrown as Error).message).toContain(word);
    expect(got.notes).toHaveLength(1);
    expect(got.notes[0]?.en.toLowerCase()).toContain(word);
  });

  test("an answer put off is an error, not an empty answer", async () => {
    const message = fauxAssistantMessage([], { stopReason: "deferred" });
    const got = await heard(() => streamOf({ type: "start", partial: message }, { type: "done", reason: "deferred", message }), hello);
    expect([got.events, (got.thrown as Error).message]).toEqual([[{ type: "message_start" }], expect.stringContaining("put the answer off")]);
  });

  test("a stream that ends without its end gives no message_end: the program has to notice", async () => {
    const partial = fauxAssistantMessage("x");
    const got = await heard(() => streamOf({ type: "start", partial }, { type: "text_delta", contentIndex: 0, delta: "half", partial }), hello);
    expect([textOf(got), stopOf(got), got.thrown]).toEqual(["half", "", undefined]);
  });

  test("an iterator that throws is passed on", async () => {
    const broken = new Error("broken pipe");
    const got = await heard(() => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(broken) }) }), hello);
    expect(got.thrown).toBe(broken);
  });

  test("a call without an id gets one, and two of them differ", async () => {
    const got = await heard(scripted(fauxAssistantMessage([fauxToolCall("t", {}, { id: "" }), fauxToolCall("t", {}, { id: "" })], { stopReason: "toolUse" })), hello);
    const ids = (callsOf(got) as { id: string }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain("");
  });
});

function streamOf(...events: AssistantMessageEvent[]): AsyncIterable<AssistantMessageEvent> {
  const stream = createAssistantMessageEventStream();
  for (const event of events) stream.push(event);
  stream.end();
  return stream;
}

/** What pi-ai was asked, by a request of the course. */
async function sent(input: ProviderInput): Promise<{ messages: Message[]; notes: Text[]; thrown: unknown }> {
  let messages: Message[] = [];
  const { notes, thrown } = await heard(scripted((context) => ((messages = context.messages), fauxAssistantMessage("ok"))), input);
  return { messages, notes, thrown };
}

const withoutTimes = (messages: Message[]): unknown[] => messages.map(({ timestamp: _, ...message }) => message);

describe("from the course to pi-ai", () => {
  test("prompt, tools, calls and results, each in its place", async () => {
    const { messages } = await sent({
      systemPrompt: "be brief",
      tools: [{ name: "read", description: "reads", input: { path: "a file", __proto__x: "odd" } }],
      messages: [
        { role: "user", content: "look" },
        { role: "assistant", content: "I look", toolCalls: [{ id: "1", name: "read", input: { path: "a" } }, { id: "2", name: "read", input: {} }] },
        { role: "toolResult", toolCallId: "1", content: "text" },
        { role: "toolResult", toolCallId: "2", content: "error: no path" },
        { role: "assistant", content: "done" },
        { role: "user", content: "thanks" },
      ],
    });
    const [system, ...others] = messages;
    expect(system).toMatchObject({ role: "system", content: "be brief", toolsAdded: [{ name: "read", description: "reads", parameters: { type: "object", properties: { path: { type: "string", description: "a file" }, __proto__x: { type: "string", description: "odd" } }, required: ["path", "__proto__x"] } }] });
    expect(withoutTimes(others)).toMatchObject([
      { role: "user", content: "look" },
      { role: "assistant", stopReason: "toolUse", content: [{ type: "text", text: "I look" }, { type: "toolCall", id: "1", name: "read", arguments: { path: "a" } }, { type: "toolCall", id: "2", name: "read", arguments: {} }] },
      { role: "toolResult", toolCallId: "1", toolName: "read", isError: false, content: [{ type: "text", text: "text" }] },
      { role: "toolResult", toolCallId: "2", toolName: "read", isError: true, content: [{ type: "text", text: "error: no path" }] },
      { role: "assistant", stopReason: "stop", content: [{ type: "text", text: "done" }] },
      { role: "user", content: "thanks" },
    ]);
  });

  test("nothing is said of a prompt and of tools that are not there", async () => {
    const { messages } = await sent(hello);
    expect(messages.map(({ role }) => role)).toEqual(["user"]);
  });

  test.each<[string, ProviderMessage[]]>([
    ["no message at all", [{ role: "toolResult", toolCallId: "c7", content: "x" }]],
    ["a message without toolCalls", [{ role: "user", content: "a" }, { role: "assistant", content: "b" }, { role: "toolResult", toolCallId: "c7", content: "x" }]],
    ["a message with other calls", [{ role: "assistant", content: "b", toolCalls: [{ id: "c1", name: "t", input: {} }] }, { role: "toolResult", toolCallId: "c7", content: "x" }]],
  ])("a result behind %s is not sent: both languages say why, and where to read on", async (_, history) => {
    const { messages, notes, thrown } = await sent(inputOf(...history));
    expect(messages).toEqual([]);
    expect((thrown as Error).message).toContain("no assistant message whose toolCalls hold that call");
    expect(notes).toHaveLength(1);
    expect(notes[0]?.en).toMatch(/Nothing was sent.*c7.*spec\/s04\/README\.md/s);
    expect(notes[0]?.zh).toMatch(/没有发送任何内容.*c7.*spec\/s04\/README\.zh-CN\.md/s);
  });

  test("a result that stands away from its call is told apart", async () => {
    const call: ProviderMessage = { role: "assistant", content: "", toolCalls: [{ id: "c7", name: "t", input: {} }] };
    const { messages, thrown } = await sent(inputOf(call, { role: "user", content: "now" }, { role: "toolResult", toolCallId: "c7", content: "x" }));
    expect([messages, (thrown as Error).message]).toEqual([[], expect.stringContaining("does not stand right behind")]);
  });

  test("a message of pi-ai's own goes back as it came, with signatures and thinking, if the program left it as it was", async () => {
    const own: AssistantMessage = fauxAssistantMessage([{ type: "thinking", thinking: "hmm", thinkingSignature: "s1" }, fauxText("I look"), { ...fauxToolCall("read", { line: 3 }, { id: "1" }), thoughtSignature: "s2" }], { stopReason: "toolUse" });
    const seen: Message[][] = [];
    const ask = scripted(own, (context) => (seen.push(context.messages), fauxAssistantMessage("ok")), (context) => (seen.push(context.messages), fauxAssistantMessage("ok")));
    const provider = providerOf(ask, () => undefined);
    const drain = async (input: ProviderInput): Promise<void> => {
      for await (const _ of provider.stream(input));
    };
    await drain(hello);
    const said = (content: string): ProviderMessage[] => [{ role: "assistant", content, toolCalls: [{ name: "read", input: { line: "3" }, id: "1" }] }, { role: "toolResult", toolCallId: "1", content: "x" }];
    await drain(inputOf(...said("I look")));
    await drain(inputOf(...said("I look elsewhere")));
    expect(seen[0]?.[0]).toMatchObject({ content: [{ thinkingSignature: "s1" }, { text: "I look" }, { thoughtSignature: "s2", arguments: { line: 3 } }] });
    expect(seen[1]?.[0]).toMatchObject({ content: [{ text: "I look elsewhere" }, { type: "toolCall", arguments: { line: "3" } }], provider: "pi-kata" });
  });
});
