/** The lanes of a drawing, and their names: in full, and in at most four columns. */
import { say, type Text } from "../../spec/harness/text.ts";

export type Lane = "user" | "core" | "provider" | "hooks" | "tools" | "extension" | "mode";

/** From left to right. */
export const lanes: Lane[] = ["user", "core", "provider", "hooks", "tools", "extension", "mode"];

export const laneNames: Record<Lane, Text> = {
  user: say("user", "用户"),
  core: say("core", "core"),
  provider: say("provider", "provider"),
  hooks: say("hooks", "hook"),
  tools: say("tools", "工具"),
  extension: say("extension", "扩展"),
  mode: say("mode", "mode"),
};

export const shortNames: Record<Lane, Text> = { ...laneNames, provider: say("prov", "prov"), hooks: say("hook", "hook"), tools: say("tool", "工具"), extension: say("ext", "扩展") };
