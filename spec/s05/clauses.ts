/** Chapter s05: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s05",
  title: say("Tool hooks", "工具钩子"),
  adds: {
    executeToolCall: "executeToolCall(registry, hooks, call)",
  },
  types: ["ToolHooks", "BeforeToolCallResult"],
  clauses: [],
};
