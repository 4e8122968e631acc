// code.ts exports these types.
// zh: code.ts 要导出这些类型。
import type { Command, Extension, ExtensionAPI, RuntimeEvent, Tool, TurnOptions } from "kata:code";
import type { NoneAny } from "../harness/types.ts";
// code.ts exports these classes.
// zh: code.ts 要导出这些类。
import { ExtensionRuntime, ToolRegistry } from "kata:code";

declare const event: RuntimeEvent;
declare const command: Command;
declare const api: ExtensionAPI;
declare const extension: Extension;
declare const options: TurnOptions;

// A `RuntimeEvent` is `{ type: "message"; content: string }` or `{ type: "done" }`.
// zh: `RuntimeEvent` 是 `{ type: "message"; content: string }` 或 `{ type: "done" }`。
export const events: RuntimeEvent[] = [{ type: "message", content: "hi" }, { type: "done" }];
export const types: RuntimeEvent["type"][] = ["message", "done"];
export const shown: string = event.type === "message" ? event.content : event.type;

// A `Command` is `{ name: string; run: () => string }`.
// zh: `Command` 是 `{ name: string; run: () => string }`。
export const madeCommand: Command = { name: "hello", run: () => "hi" };
export const readName: string = command.name;
export const readRun: () => string = command.run;

// `ExtensionAPI` has `on(type: RuntimeEvent["type"], handler: (event: RuntimeEvent) => void): void`.
// zh: `ExtensionAPI` 要有 `on(type: RuntimeEvent["type"], handler: (event: RuntimeEvent) => void): void`。
export const listen: (type: RuntimeEvent["type"], handler: (event: RuntimeEvent) => void) => void = (type, handler) => api.on(type, handler);

// `ExtensionAPI` has `registerTool(tool: Tool): void`.
// zh: `ExtensionAPI` 要有 `registerTool(tool: Tool): void`。
export const addTool: (tool: Tool) => void = (tool) => api.registerTool(tool);

// `ExtensionAPI` has `registerCommand(command: Command): void`.
// zh: `ExtensionAPI` 要有 `registerCommand(command: Command): void`。
export const addCommand: (command: Command) => void = (added) => api.registerCommand(added);

// An `Extension` is `(api: ExtensionAPI) => void`.
// zh: `Extension` 是 `(api: ExtensionAPI) => void`。
export const readExtension: (api: ExtensionAPI) => void = extension;
export const madeExtension: Extension = (given) => {
  given.on("message", (heard) => void heard.type);
  given.registerTool({ spec: { name: "t", description: "", input: {} }, handler: () => "" });
  given.registerCommand({ name: "c", run: () => "" });
};

// `new ExtensionRuntime(registry: ToolRegistry)` gives a runtime.
// zh: `new ExtensionRuntime(registry: ToolRegistry)` 创建一个 runtime。
export const runtime: ExtensionRuntime = new ExtensionRuntime(new ToolRegistry());

// `ExtensionRuntime` has `use(extension: Extension): void`.
// zh: `ExtensionRuntime` 要有 `use(extension: Extension): void`。
export const use: (extension: Extension) => void = (used) => runtime.use(used);

// `ExtensionRuntime` has `emit(event: RuntimeEvent): void`.
// zh: `ExtensionRuntime` 要有 `emit(event: RuntimeEvent): void`。
export const emit: (event: RuntimeEvent) => void = (sent) => runtime.emit(sent);

// `ExtensionRuntime` has `runCommand(name: string): string`.
// zh: `ExtensionRuntime` 要有 `runCommand(name: string): string`。
export const run: (name: string) => string = (name) => runtime.runCommand(name);

// `TurnOptions` has `extensions?: ExtensionRuntime`.
// zh: `TurnOptions` 要有 `extensions?: ExtensionRuntime`。
export const withExtensions: TurnOptions = { extensions: runtime };
export const without: TurnOptions = {};
export const readExtensions: ExtensionRuntime | undefined = options.extensions;

// `RuntimeEvent`, `Command`, `ExtensionAPI`, `Extension` and what `runCommand` gives are spelled out, none is `any`.
// zh: `RuntimeEvent`、`Command`、`ExtensionAPI`、`Extension` 和 `runCommand` 的返回值都要写明类型，不能是 `any`。
export const spelled: NoneAny<[
  RuntimeEvent,
  Extract<RuntimeEvent, { type: "message" }>["content"],
  Command["run"],
  ReturnType<Command["run"]>,
  Parameters<ExtensionAPI["registerTool"]>[0],
  Parameters<ExtensionAPI["registerCommand"]>[0],
  Parameters<ExtensionAPI["on"]>[0],
  Parameters<Extension>[0],
  ReturnType<ExtensionRuntime["runCommand"]>,
  Parameters<ExtensionRuntime["emit"]>[0],
]> = true;
