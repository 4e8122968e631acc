/** Short names for the parts of a scenario, so that a spec reads as a story. All give plain data. */
import type { Act, Call, Message, ProviderEvent, Reply, Scenario, Step, Thrown, ToolFake, TurnOptions } from "../player/scenario.ts";

type TurnStep = Step & { do: "turn" };

export const scenario = (...steps: Step[]): Scenario => ({ steps });

/** What a provider streams: a text stands for its `text_delta`, every other event for itself. */
type Said = string | ProviderEvent;

/** A reply of text alone, in one or several deltas, ending with `stop`. */
export const says = (...deltas: Said[]): Reply => reply(deltas, [], "stop");

/** A reply that asks for tools, after an optional text, ending with `toolUse`. */
export const asks = (calls: Call[], ...deltas: Said[]): Reply => reply(deltas, calls, "toolUse");

/** A reply with every part chosen: deltas (or events in any order), then calls, then the end. */
export const reply = (deltas: Said[], calls: Call[], stopReason: string): Reply => ({
  events: [...opening(deltas, calls), { type: "message_end", stopReason }],
});

/** The stream stops after these events without `message_end`. */
export const truncated = (deltas: Said[], calls: Call[] = []): Reply => ({ events: opening(deltas, calls) });

/** The stream throws after these events. */
export const breaks = (thrown: Thrown, deltas: Said[] = [], calls: Call[] = []): Reply => ({ events: opening(deltas, calls), throws: thrown });

/** `stream` (or `complete`) itself throws. */
export const refuses = (thrown: Thrown): Reply => ({ events: [], throwsAtOnce: thrown });

const opening = (deltas: Said[], calls: Call[]): ProviderEvent[] => [
  { type: "message_start" },
  ...deltas.map((said): ProviderEvent => (typeof said === "string" ? { type: "text_delta", text: said } : said)),
  ...calls.map((made): ProviderEvent => ({ type: "tool_call", call: made })),
];

export const call = (id: string, name: string, input: Record<string, string> = {}): Call => ({ id, name, input });

export const error = (message: string): Thrown => ({ kind: "error", message });

/** A tool that gives these texts, call by call, the last one repeating; without texts it echoes `input.text`. */
export const tool = (name: string, ...texts: string[]): ToolFake =>
  texts.length === 0 ? { name } : { name, acts: texts.map((text): Act => ({ gives: { is: "text", text } })) };

export const throwingTool = (name: string, thrown: Thrown): ToolFake => ({ name, acts: [{ gives: { is: "throws", thrown } }] });

export const register = (fake: ToolFake, registry?: string): Step => ({ do: "register", tool: fake, ...(registry === undefined ? {} : { registry }) });

/** One turn by `runOneTurn`. */
export const turn = (input: string, replies: Reply[], options?: TurnOptions): TurnStep => ({ do: "turn", by: "runOneTurn", input, replies, ...(options === undefined ? {} : { options }) });

/** One turn by `runEventedToolLoop`, with the registry "main" unless the options say otherwise. */
export const loop = (input: string, replies: Reply[], options: TurnOptions = {}): TurnStep => ({
  do: "turn",
  by: "runEventedToolLoop",
  input,
  replies,
  options: { registry: "main", ...options },
});

export const user = (content: string): Message => ({ role: "user", content });
export const assistant = (content: string, stopReason = "stop"): Message => ({ role: "assistant", content, stopReason });
export const toolResult = (toolCallId: string, content: string): Message => ({ role: "toolResult", toolCallId, content });
