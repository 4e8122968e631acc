// code.ts exports the type `ProjectTrust`.
// zh: code.ts 要导出类型 `ProjectTrust`。
import type { ContextResource, ProjectTrust, ResourceLoader, TurnOptions } from "kata:code";

declare const trust: ProjectTrust;
declare const loader: ResourceLoader;
declare const options: TurnOptions;

// `ProjectTrust` is "trusted" or "untrusted".
// zh: `ProjectTrust` 只能是 "trusted" 或 "untrusted"。
export const decisions: ProjectTrust[] = ["trusted", "untrusted"];
export const readTrust: "trusted" | "untrusted" = trust;

// `ResourceLoader` has `load(trust: ProjectTrust): ContextResource[]`.
// zh: `ResourceLoader` 要有 `load(trust: ProjectTrust): ContextResource[]`。
export const loaded: ContextResource[] = loader.load(trust);
export const few: ContextResource[] = loader.load("untrusted");

// `TurnOptions` has `trust?: ProjectTrust`.
// zh: `TurnOptions` 要有 `trust?: ProjectTrust`。
export const cautious: TurnOptions = { trust: "untrusted" };
export const undecided: TurnOptions = {};
export const readOption: ProjectTrust | undefined = options.trust;
