/** Chapter s08: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s08",
  title: say("Context resources", "上下文资源"),
  adds: {
    ResourceLoader: "class ResourceLoader",
    "ResourceLoader.load": "load()",
    buildSystemPrompt: "buildSystemPrompt(resources)",
  },
  types: ["ContextResource"],
  clauses: [],
};
