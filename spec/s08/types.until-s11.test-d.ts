import type { ContextResource, ResourceLoader } from "kata:code";

declare const loader: ResourceLoader;

// `load()` gives `ContextResource[]`.
// zh: `load()` 返回 `ContextResource[]`。
export const loaded: ContextResource[] = loader.load();
