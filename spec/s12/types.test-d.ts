// code.ts exports these types.
// zh: code.ts 要导出这些类型。
import type { ContextResource, ExtensionRuntime, LoadedPackage, Package, PackageManifest, ResourceLoader } from "kata:code";
import type { NoneAny } from "../harness/types.ts";
// code.ts exports these functions.
// zh: code.ts 要导出这些函数。
import { installLoadedPackage, loadPackage, pick } from "kata:code";

declare const manifest: PackageManifest;
declare const pkg: Package;
declare const loaded: LoadedPackage;
declare const loader: ResourceLoader;
declare const resource: ContextResource;

// A `PackageManifest` is `{ name: string; tools: string[]; commands: string[]; resources: string[] }`.
// zh: `PackageManifest` 是 `{ name: string; tools: string[]; commands: string[]; resources: string[] }`。
export const readManifest: { name: string; tools: string[]; commands: string[]; resources: string[] } = manifest;
export const madeManifest: PackageManifest = { name: "kit", tools: ["guide"], commands: [], resources: [] };

// A `Package` is `{ manifest: PackageManifest; contents: Record<string, string> }`.
// zh: `Package` 是 `{ manifest: PackageManifest; contents: Record<string, string> }`。
export const readPackage: { manifest: PackageManifest; contents: Record<string, string> } = pkg;
export const madePackage: Package = { manifest: madeManifest, contents: { guide: "pick the smallest change" } };

// A `LoadedPackage` has `name: string`, and `tools`, `commands` and `resources`, each a `Record<string, string>`.
// zh: `LoadedPackage` 有 `name: string`，以及 `tools`、`commands`、`resources`，三者都是 `Record<string, string>`。
export const readLoaded: { name: string; tools: Record<string, string>; commands: Record<string, string>; resources: Record<string, string> } = loaded;
export const madeLoaded: LoadedPackage = { name: "kit", tools: { guide: "text" }, commands: {}, resources: {} };

// `pick(contents, names)` takes a `Record<string, string>` and a `string[]` and gives a `Record<string, string>`.
// zh: `pick(contents, names)` 接收 `Record<string, string>` 和 `string[]`，返回 `Record<string, string>`。
export const picks: (contents: Record<string, string>, names: string[]) => Record<string, string> = pick;

// `loadPackage(pkg)` takes a `Package` and gives a `LoadedPackage`.
// zh: `loadPackage(pkg)` 接收 `Package`，返回 `LoadedPackage`。
export const loads: (pkg: Package) => LoadedPackage = loadPackage;

// `installLoadedPackage(loaded, runtime, loader)` takes a `LoadedPackage`, an `ExtensionRuntime` and a `ResourceLoader`.
// zh: `installLoadedPackage(loaded, runtime, loader)` 接收 `LoadedPackage`、`ExtensionRuntime` 和 `ResourceLoader`。
export const installs: (loaded: LoadedPackage, runtime: ExtensionRuntime, loader: ResourceLoader) => void = installLoadedPackage;

// `ResourceLoader` has `add(resource: ContextResource): void`.
// zh: `ResourceLoader` 要有 `add(resource: ContextResource): void`。
loader.add(resource);

// The parts of a package and of what is loaded, and what the functions take, are spelled out, none is `any`.
// zh: 包和加载结果的各个部分，以及这些函数的参数，都要写明类型，不能是 `any`。
export const spelled: NoneAny<[
  PackageManifest["tools"][number],
  PackageManifest["commands"][number],
  PackageManifest["resources"][number],
  Package["manifest"],
  Package["contents"][string],
  LoadedPackage["tools"][string],
  LoadedPackage["commands"][string],
  LoadedPackage["resources"][string],
  ReturnType<typeof pick>[string],
  ReturnType<typeof loadPackage>,
  Parameters<typeof loadPackage>[0],
  Parameters<typeof installLoadedPackage>[0],
  Parameters<ResourceLoader["add"]>[0],
]> = true;
