/** Chapter s03: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s03",
  title: say("Event stream", "事件流"),
  adds: {
    collectAssistantMessage: "collectAssistantMessage(events, output)",
  },
  types: ["ProviderEvent"],
  clauses: [],
};
