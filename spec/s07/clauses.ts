/** Chapter s07: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s07",
  title: say("Session tree", "会话树"),
  adds: {
    SessionTree: "class SessionTree",
    "SessionTree.append": "append(message)",
    "SessionTree.moveTo": "moveTo(id)",
    "SessionTree.currentPath": "currentPath()",
    "SessionTree.allEntries": "allEntries()",
  },
  types: ["SessionEntry"],
  clauses: [],
};
