/** Chapter s10: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s10",
  title: say("Runtime modes", "运行模式"),
  adds: {
    PrintMode: "class PrintMode",
    "PrintMode.render": "render(events)",
    JsonMode: "class JsonMode",
    "JsonMode.render": "render(events)",
    createDemoRuntimeEvents: "createDemoRuntimeEvents(input)",
  },
  types: ["RuntimeMode"],
  clauses: [],
};
