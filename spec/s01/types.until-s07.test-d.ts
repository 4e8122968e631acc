import type { AgentMessage, AgentState } from "kata:code";

// `AgentState` has `messages: AgentMessage[]`.
// zh: `AgentState` 要有 `messages: AgentMessage[]`。
declare const state: AgentState;
export const read: AgentMessage[] = state.messages;
export const made: Pick<AgentState, "messages"> = { messages: [{ role: "user", content: "hello" }] };
