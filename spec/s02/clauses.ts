/** Chapter s02: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s02",
  title: say("Tool contract", "工具契约"),
  adds: {
    ToolRegistry: "class ToolRegistry",
    "ToolRegistry.register": "register(tool)",
    "ToolRegistry.getSpecs": "getSpecs()",
  },
  types: ["ToolSpec", "ToolHandler", "Tool", "TurnOptions"],
  clauses: [],
};
