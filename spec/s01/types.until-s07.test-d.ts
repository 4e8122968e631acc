import type { AgentMessage, AgentState } from "kata:code";
import type { NoneAny } from "../harness/types.ts";

// `AgentState` has `messages: AgentMessage[]`.
// zh: `AgentState` 要有 `messages: AgentMessage[]`。
declare const state: AgentState;
export const read: AgentMessage[] = state.messages;
export const sure: NoneAny<[AgentState["messages"], AgentState["messages"][number]]> = true;
export const made: Pick<AgentState, "messages"> = { messages: [{ role: "user", content: "hello" }] };
