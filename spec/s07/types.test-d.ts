// code.ts exports this type.
// zh: code.ts 要导出这个类型。
import type { AgentMessage, AgentState, SessionEntry } from "kata:code";
// code.ts exports this class.
// zh: code.ts 要导出这个类。
import { SessionTree } from "kata:code";

declare const message: AgentMessage;
declare const entry: SessionEntry;
declare const state: AgentState;

// A `SessionTree` is made by `new SessionTree()`.
// zh: `SessionTree` 用 `new SessionTree()` 创建。
export const tree: SessionTree = new SessionTree();

// A `SessionEntry` has `id: string`, `parentId: string | null`, `role` and `content: string`.
// zh: `SessionEntry` 要有 `id: string`、`parentId: string | null`、`role` 和 `content: string`。
export const read: { id: string; parentId: string | null; role: "user" | "assistant" | "toolResult"; content: string } = entry;

// `append(message)` takes an `AgentMessage` and gives a `SessionEntry`.
// zh: `append(message)` 接收 `AgentMessage`，返回 `SessionEntry`。
export const appended: SessionEntry = tree.append(message);

// `moveTo(id)` takes the id of an entry.
// zh: `moveTo(id)` 接收一个条目的 id。
tree.moveTo(entry.id);

// `currentPath()` gives `AgentMessage[]`.
// zh: `currentPath()` 返回 `AgentMessage[]`。
export const path: AgentMessage[] = tree.currentPath();

// `allEntries()` gives `SessionEntry[]`.
// zh: `allEntries()` 返回 `SessionEntry[]`。
export const entries: SessionEntry[] = tree.allEntries();

// `AgentState` has `messages: SessionTree`: this is the upgrade.
// zh: `AgentState` 的 `messages` 是 `SessionTree`：这就是本章的升级。
export const history: SessionTree = state.messages;
export const made: Pick<AgentState, "messages"> = { messages: new SessionTree() };
