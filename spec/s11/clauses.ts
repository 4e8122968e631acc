/** Chapter s11: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s11",
  title: say("Project trust", "项目信任"),
  adds: {},
  types: ["ProjectTrust"],
  clauses: [],
};
