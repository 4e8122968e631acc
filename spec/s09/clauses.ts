/** Chapter s09: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s09",
  title: say("Extensions", "扩展"),
  adds: {
    ExtensionRuntime: "class ExtensionRuntime",
    "ExtensionRuntime.use": "use(extension)",
    "ExtensionRuntime.emit": "emit(event)",
    "ExtensionRuntime.runCommand": "runCommand(name)",
    "ExtensionAPI.on": "on(type, handler)",
    "ExtensionAPI.registerTool": "registerTool(tool)",
    "ExtensionAPI.registerCommand": "registerCommand(command)",
  },
  types: ["Extension", "ExtensionAPI", "Command", "RuntimeEvent"],
  clauses: [],
};
