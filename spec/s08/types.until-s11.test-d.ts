import type { ContextResource, ResourceLoader } from "kata:code";

declare const loader: ResourceLoader;

// `load` gives `ContextResource[]`.
// zh: `load` 返回 `ContextResource[]`。
declare const given: ReturnType<typeof loader.load>;
export const loaded: ContextResource[] = given;

// `load` asks for nothing (from s11 on: for a trust, and nothing else).
// zh: `load` 不需要参数（s11 起只需要 trust）。
declare const asked: Parameters<typeof loader.load>;
export const takes: [] | [("trusted" | "untrusted")?] = asked;
