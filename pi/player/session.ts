/** One state of a scenario in Pi: an agent and the session it is recorded in, joined as the coding agent joins them. */
import { Agent, type AgentMessage, type AgentTool } from "@earendil-works/pi-agent-core";
import { SessionManager } from "../node_modules/@earendil-works/pi-coding-agent/dist/core/session-manager.js";
import type { Message } from "@earendil-works/pi-ai";
import type { Json, Message as CourseMessage } from "../../spec/player/scenario.ts";
import { messageOf } from "./projection.ts";
import type { Hooks } from "./tools.ts";

export const model = {
  id: "scripted",
  name: "Scripted",
  api: "scripted",
  provider: "scripted",
  baseUrl: "",
  reasoning: false,
  input: ["text" as const],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 0,
  maxTokens: 0,
};

const noUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };

export const emptyAnswer = () => ({ role: "assistant" as const, content: [], api: model.api, provider: model.provider, model: model.id, usage: noUsage, stopReason: "pending" as const, timestamp: Date.now() });

type AgentOptions = ConstructorParameters<typeof Agent>[0];

/** What a turn gives the agent: who answers, which tools there are, who is asked about calls, when it ends. */
export type Setting = { streamFn: AgentOptions["streamFn"]; tools: AgentTool[]; hooks: Hooks; finishTurn: AgentOptions["finishTurn"]; delta(text: string): void; finished(id: string, tool: string, content: unknown): void };

export class Session {
  readonly tree = SessionManager.inMemory();
  /** answers, tools and hooks are those of the turn at hand */
  #setting: Setting | undefined;
  readonly #agent = new Agent({ initialState: { model }, streamFn: (...request) => this.#now().streamFn(...request) });

  constructor() {
    this.#agent.subscribe((event) => {
      // As AgentSession does: each finished message becomes an entry.
      if (event.type === "message_end" && isSaid(event.message)) this.tree.appendMessage(event.message);
      if (event.type === "tool_execution_end" && event.isError) this.#now().finished(event.toolCallId, event.toolName, Reflect.get(Object(event.result), "content"));
      if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") this.#now().delta(event.assistantMessageEvent.delta);
    });
  }

  #now(): Setting {
    if (this.#setting === undefined) throw new Error("no turn has begun");
    return this.#setting;
  }

  get messages(): AgentMessage[] {
    return this.#agent.state.messages;
  }

  set tools(tools: AgentTool[]) {
    this.#agent.state.tools = tools;
  }

  prompt(input: string, setting: Setting): Promise<void> {
    this.#setting = setting;
    this.#agent.state.tools = setting.tools;
    this.#agent.beforeToolCall = setting.hooks.beforeToolCall;
    this.#agent.afterToolCall = setting.hooks.afterToolCall;
    this.#agent.finishTurn = setting.finishTurn;
    return this.#agent.prompt(input);
  }

  /** Appends a message of the course's shape; gives the message as Pi keeps it, and the entry's id. */
  append(message: CourseMessage): { kept: object; id: string } {
    const kept = piMessage(message);
    const id = this.tree.appendMessage(kept);
    this.#follow();
    return { kept, id };
  }

  appendMany(count: number): void {
    for (let i = 0; i < count; i += 1) this.tree.appendMessage(piMessage({ role: "user", content: `m${i}` }));
    this.#follow();
  }

  /** @throws Error for an id that no entry has */
  move(id: string): void {
    this.tree.branch(id);
    this.#follow();
  }

  /** The agent goes on from the path that ends at the session's leaf. */
  #follow(): void {
    this.#agent.state.messages = this.tree.buildSessionContext().messages;
  }

  /** The entries that hold a message of the conversation, each with the nearest such entry above it. */
  entries(): { [key: string]: Json }[] {
    const all = this.tree.getEntries();
    const byId = new Map(all.map((entry) => [entry.id, entry]));
    const said = (entry: (typeof all)[number]): boolean => entry.type === "message" && entry.message.role !== "system";
    return all.filter(said).map((entry) => {
      let parent = entry.parentId === null ? undefined : byId.get(entry.parentId);
      while (parent !== undefined && !said(parent)) parent = parent.parentId === null ? undefined : byId.get(parent.parentId);
      return { id: entry.id, parentId: parent?.id ?? null, ...(entry.type === "message" ? messageOf(entry.message) : {}) };
    });
  }
}

/** Messages of a conversation; the coding agent has others, that it writes elsewhere. */
const isSaid = (message: AgentMessage): message is Message => ["system", "user", "assistant", "toolResult"].includes(message.role);

/** A message of the course in Pi's shape; members of its own travel along. */
function piMessage(message: CourseMessage): Parameters<SessionManager["appendMessage"]>[0] {
  const { role, content, stopReason, ...rest } = message;
  const text = [{ type: "text" as const, text: content }];
  const made = role === "assistant" ? { ...emptyAnswer(), ...rest, content: text, stopReason: stopReason ?? "stop" } : { ...rest, role, content: text, timestamp: Date.now(), ...(role === "toolResult" ? { isError: false } : {}) };
  // Further members are data of the scenario; the compiler cannot know them.
  return made as unknown as Parameters<SessionManager["appendMessage"]>[0];
}
