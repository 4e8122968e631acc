/** Chapter s04: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s04",
  title: say("Evented tool loop", "事件驱动的工具循环"),
  adds: {
    runEventedToolLoop: "runEventedToolLoop(state, provider, userInput, output, options?)",
    "ToolRegistry.run": "run(call)",
  },
  types: ["ToolCall", "ToolResultMessage"],
  clauses: [],
};
