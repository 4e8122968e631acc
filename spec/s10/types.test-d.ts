// code.ts exports the type `RuntimeMode`.
// zh: code.ts 要导出类型 `RuntimeMode`。
import type { Output, RuntimeEvent, RuntimeMode, TurnOptions } from "kata:code";
import type { NoneAny } from "../harness/types.ts";
// code.ts exports `PrintMode`, `JsonMode` and `createDemoRuntimeEvents`.
// zh: code.ts 要导出 `PrintMode`、`JsonMode` 和 `createDemoRuntimeEvents`。
import { createDemoRuntimeEvents, JsonMode, PrintMode } from "kata:code";

declare const output: Output;
declare const mode: RuntimeMode;
declare const options: TurnOptions;

// A `RuntimeMode` is `{ render(events: RuntimeEvent[]): void }`.
// zh: `RuntimeMode` 是 `{ render(events: RuntimeEvent[]): void }`。
export const made: RuntimeMode = { render: (events: RuntimeEvent[]) => void events.length };
export const render: (events: RuntimeEvent[]) => void = (events) => mode.render(events);

// `new PrintMode(output: Output)` gives a `RuntimeMode`.
// zh: `new PrintMode(output: Output)` 得到一个 `RuntimeMode`。
export const print: RuntimeMode = new PrintMode(output);
export const printed: PrintMode = new PrintMode(output);

// `new JsonMode(output: Output)` gives a `RuntimeMode`.
// zh: `new JsonMode(output: Output)` 得到一个 `RuntimeMode`。
export const json: RuntimeMode = new JsonMode(output);
export const jsoned: JsonMode = new JsonMode(output);

// `createDemoRuntimeEvents(input: string)` gives `RuntimeEvent[]`.
// zh: `createDemoRuntimeEvents(input: string)` 返回 `RuntimeEvent[]`。
export const demo: (input: string) => RuntimeEvent[] = createDemoRuntimeEvents;

// `TurnOptions` has `mode?: RuntimeMode`.
// zh: `TurnOptions` 要有 `mode?: RuntimeMode`。
export const withMode: TurnOptions = { mode: made };
export const without: TurnOptions = {};
export const readMode: RuntimeMode | undefined = options.mode;

// `RuntimeMode` and what `createDemoRuntimeEvents` takes and gives are spelled out, none is `any`.
// zh: `RuntimeMode`，以及 `createDemoRuntimeEvents` 的参数和返回值，都要写明类型，不能是 `any`。
export const spelled: NoneAny<[
  RuntimeMode,
  Parameters<RuntimeMode["render"]>[0][number],
  Parameters<PrintMode["render"]>[0][number],
  Parameters<JsonMode["render"]>[0][number],
  Parameters<typeof createDemoRuntimeEvents>[0],
  ReturnType<typeof createDemoRuntimeEvents>[number],
]> = true;
