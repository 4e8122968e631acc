/** Chapter s06: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s06",
  title: say("Turn snapshot", "轮次快照"),
  adds: {
    createTurnSnapshot: "createTurnSnapshot(messages, tools)",
  },
  types: ["TurnSnapshot"],
  clauses: [],
};
