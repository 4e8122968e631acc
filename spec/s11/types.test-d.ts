// code.ts exports the type `ProjectTrust`.
// zh: code.ts 要导出类型 `ProjectTrust`。
import type { ContextResource, ProjectTrust, ResourceLoader, TurnOptions } from "kata:code";
import type { NoneAny } from "../harness/types.ts";

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

// `load` takes no text but "trusted" and "untrusted", and nothing in these types is `any`.
// zh: `load` 的参数除了 "trusted" 和 "untrusted" 不接受别的文字，这些类型也都不能是 `any`。
declare const asked: Parameters<ResourceLoader["load"]>[0];
export const readAsked: "trusted" | "untrusted" | undefined = asked;
export const spelled: NoneAny<[
  ProjectTrust,
  Parameters<ResourceLoader["load"]>[0],
  ReturnType<ResourceLoader["load"]>[number],
  TurnOptions["trust"],
]> = true;
