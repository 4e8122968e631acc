import type { Mutant } from "./mutant.ts";

const asking = "return await collectAssistantMessage(provider.stream(input), output);";
const joining = "content += event.text;";
const logging = "output.log(event.text);";
const ending = 'if (event.type === "message_end") stopReason = event.stopReason;';
const broken = "return errorMessage(withNote(content, errorText(thrown)));";
const truncated = 'return errorMessage(withNote(content, "the stream ended without message_end"));';
const unheard = "let stopReason: StopReason | undefined;";
const reading = "for await (const event of events) {";

export const mutants: Mutant[] = [
  {
    name: "the turn still calls complete",
    clause: "s03.1",
    from: "s03",
    edits: [{ find: asking, put: "return await (provider as never as { complete(input: ProviderInput): Promise<AssistantMessage> }).complete(input);" }],
    says: "`complete` is gone",
  },
  {
    name: "every delta becomes a message of its own",
    clause: "s03.1",
    from: "s03",
    edits: [
      { find: "  const answer = await askProvider(provider, buildProviderInput(state, options), output);\n", put: '  const pieces: string[] = [];\n  const answer = await askProvider(provider, buildProviderInput(state, options), { log: (line) => (output.log(line), void pieces.push(line)) });\n  for (const piece of pieces.slice(0, -1)) record(state, { ...answer, content: piece });\n' },
    ],
    says: "the history after the turn",
  },
  {
    name: "the stream is opened twice",
    clause: "s03.1",
    from: "s03",
    edits: [{ find: asking, put: `provider.stream(input);\n    ${asking}` }],
    says: "the number of streams opened",
  },
  {
    name: "deltas are joined by line ends",
    clause: "s03.2",
    from: "s03",
    edits: [{ find: joining, put: 'content += (content === "" ? "" : "\\n") + event.text;' }],
    says: "the collected message",
  },
  {
    name: "each delta replaces the text so far",
    clause: "s03.2",
    from: "s03",
    edits: [{ find: joining, put: "content = event.text;" }],
    says: "first difference: .content",
  },
  {
    name: "the text is trimmed",
    clause: "s03.2",
    from: "s03",
    edits: [{ find: 'return { role: "assistant", content, stopReason };', put: 'return { role: "assistant", content: content.trim(), stopReason };' }],
    says: "first difference: .content",
  },
  {
    name: "the text so far outlives its message",
    clause: "s03.2",
    from: "s03",
    edits: [
      { find: '  let content = "";\n', put: "" },
      { find: "// Consumes events", put: 'let content = "";\n// Consumes events' },
      { find: 'return { role: "assistant", content, stopReason };', put: 'const whole = content;\n  content = "";\n  return { role: "assistant", content: whole, stopReason };' },
    ],
    says: "Text of an earlier message is still there",
  },
  {
    name: "every message that ends ends with stop",
    clause: "s03.3",
    from: "s03",
    edits: [{ find: ending, put: 'if (event.type === "message_end") stopReason = "stop";' }],
    says: '"I cannot go on" error',
  },
  {
    name: "the stopReason is not recorded",
    clause: "s03.3",
    from: "s03",
    edits: [{ find: "  record(state, answer);\n", put: '  record(state, { ...answer, stopReason: "stop" });\n' }],
    says: "the history after the turn",
  },
  {
    name: "the text is logged at the end, in one piece",
    clause: "s03.4",
    from: "s03",
    edits: [
      { find: logging, put: "" },
      { find: 'return { role: "assistant", content, stopReason };', put: 'output.log(content);\n  return { role: "assistant", content, stopReason };' },
    ],
    says: "before event 3 is pulled",
  },
  {
    name: "all events are gathered before the first is handled",
    clause: "s03.4",
    from: "s03",
    edits: [{ find: reading, put: "const all: ProviderEvent[] = [];\n    for await (const event of events) all.push(event);\n    for (const event of all) {" }],
    says: "before event 3 is pulled",
  },
  {
    name: "a delta is logged when the next event is there",
    clause: "s03.4",
    from: "s03",
    edits: [
      { find: reading, put: `let late: string | undefined;\n    ${reading}\n      if (late !== undefined) output.log(late);\n      late = undefined;` },
      { find: logging, put: "late = event.text;" },
    ],
    says: "it was logged after event 3 was pulled",
  },
  {
    name: "a stream that breaks makes the collector reject",
    clause: "s03.5",
    from: "s03",
    edits: [{ find: broken, put: "throw thrown;" }],
    says: "collectAssistantMessage returns normally",
  },
  {
    name: "a broken stream is swallowed as a finished answer",
    clause: "s03.5",
    from: "s03",
    edits: [{ find: broken, put: 'return { role: "assistant", content, stopReason: "stop" };' }],
    says: "error",
  },
  {
    name: "a broken stream is not explained",
    clause: "s03.5",
    from: "s03",
    edits: [{ find: broken, put: "return errorMessage(content);" }],
    says: "An error nobody can read",
  },
  {
    name: "only errors are expected to be thrown",
    clause: "s03.5",
    from: "s03",
    edits: [{ find: broken, put: "return errorMessage(withNote(content, (thrown as Error).message));" }],
    says: "the content of the answer",
  },
  {
    name: "stream is called outside of the try",
    clause: "s03.6",
    from: "s03",
    edits: [{ find: `  try {\n    ${asking}`, put: "  const events = provider.stream(input);\n  try {\n    return await collectAssistantMessage(events, output);" }],
    says: "runOneTurn returns normally",
  },
  {
    name: "a refused request is not explained",
    clause: "s03.6",
    from: "s03",
    edits: [{ find: "    return errorMessage(errorText(thrown));", put: '    return errorMessage("");' }],
    says: "An error nobody can read",
  },
  {
    name: "a stream without message_end is taken for a finished answer",
    clause: "s03.7",
    from: "s03",
    edits: [{ find: unheard, put: 'let stopReason: StopReason | undefined = "stop";' }],
    says: "Only `message_end` says that the message is complete",
  },
  {
    name: "the text of a message that was cut off is thrown away",
    clause: "s03.7",
    from: "s03",
    edits: [{ find: truncated, put: 'return errorMessage("the stream ended without message_end");' }],
    says: "worth keeping",
  },
  {
    name: "the note on a cut comes before the text",
    clause: "s03.7",
    from: "s03",
    edits: [{ find: truncated, put: 'return errorMessage(withNote("the stream ended without message_end", content));' }],
    says: "starts with",
  },
  {
    name: "an unknown event is an error",
    clause: "s03.8",
    from: "s03",
    edits: [{ find: ending, put: `${ending}\n      if (!["message_start", "text_delta", "message_end"].includes(event.type)) throw new Error("unknown event");` }],
    says: "it passes over",
  },
  {
    name: "an unknown event ends the message",
    clause: "s03.8",
    from: "s03",
    edits: [{ find: ending, put: `${ending}\n      if (!["message_start", "text_delta", "message_end"].includes(event.type)) break;` }],
    says: "it passes over",
  },
  {
    name: "everything between start and end is taken for text",
    clause: "s03.8",
    from: "s03",
    edits: [{ find: 'if (event.type === "text_delta") {', put: 'if (event.type !== "message_start" && event.type !== "message_end") {' }],
    says: "undefined",
  },
  {
    name: "events are dispatched through a plain object",
    clause: "s03.8",
    from: "s03",
    edits: [{ find: ending, put: `const others: Record<string, () => void> = { message_end: () => { ${ending} } };\n      others[event.type]?.();` }],
    says: "is not a function",
  },
  {
    name: "the upgrade drops the tools",
    clause: "s03.9",
    from: "s03",
    edits: [{ find: "buildProviderInput(state, options), output);", put: "buildProviderInput(state), output);" }],
    says: "never taken away",
  },
  {
    name: "the stream is given the newest message only",
    clause: "s03.9",
    from: "s03",
    edits: [{ find: "messages: state.messages.map(toProviderMessage),", put: "messages: state.messages.slice(-1).map(toProviderMessage)," }],
    says: "the messages of the request",
  },
  {
    name: "ProviderEvent has no message_start",
    clause: "s03.10",
    from: "s03",
    edits: [{ find: '  | { type: "message_start" }\n', put: "" }],
    says: "message_start",
  },
  {
    name: "Provider still has complete",
    clause: "s03.10",
    from: "s03",
    edits: [{ find: "  stream(input: ProviderInput)", put: "  complete(input: ProviderInput): Promise<AssistantMessage>;\n  stream(input: ProviderInput)" }],
    says: "complete",
  },
];
