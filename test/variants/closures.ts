// Style: closures. No class: each "class" is a constructor function that returns a frozen object of closures over immutable values; every border copies deeply.
// Freedoms used: results only, then the final answer; eager execution mid-stream; `run` throws; a missing trust loads all; render, then emit; several message events; `toolUse` without a call becomes `stop`;
// the stream is drained past `message_end` (the last one counts); hooks cannot rewrite a call; odd hook answers fail closed; a snapshot keeps `stopReason`; numeric `timestamp`s; Chinese log lines between the deltas; odd maxTurns mean 8.

// ---------------------------------------------------------------- types

export type StopReason = "stop" | "toolUse" | "error";

type Stamped = { timestamp?: number };

export type ToolCall = { id: string; name: string; input: Record<string, string> };

export type UserMessage = { role: "user"; content: string } & Stamped;
export type AssistantMessage = {
  role: "assistant";
  content: string;
  stopReason: StopReason;
  toolCalls?: ToolCall[];
} & Stamped;
export type ToolResultMessage = { role: "toolResult"; toolCallId: string; content: string } & Stamped;
export type AgentMessage = UserMessage | AssistantMessage | ToolResultMessage;

export type AgentState = { messages: SessionTree; model: string };

export type ProviderMessage =
  | { role: "user" | "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "toolResult"; toolCallId: string; content: string };

export type ProviderInput = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };

export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "message_end"; stopReason: StopReason }
  | { type: "tool_call"; call: ToolCall };

export type Provider = { stream(input: ProviderInput): AsyncGenerator<ProviderEvent> };

export type Output = { log(line: string): void };

export type ToolSpec = { name: string; description: string; input: Record<string, string> };
export type ToolHandler = (input: Record<string, string>) => string;
export type Tool = { spec: ToolSpec; handler: ToolHandler };

export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };
export type ToolHooks = {
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult;
  afterToolCall?: (call: ToolCall, result: string) => string;
};

export type TurnSnapshot = {
  systemPrompt: string;
  messages: (ProviderMessage & { stopReason?: StopReason })[];
  tools: ToolSpec[];
};

export type SessionEntry = {
  id: string;
  parentId: string | null;
  role: "user" | "assistant" | "toolResult";
  content: string;
  stopReason?: StopReason;
  toolCallId?: string;
  toolCalls?: ToolCall[];
} & Stamped;

export type ProjectTrust = "trusted" | "untrusted";
export type ContextResource = { kind: "agents" | "skill" | "prompt"; name: string; content: string };

export type Command = { name: string; run: () => string };
export type RuntimeEvent = { type: "message"; content: string } | { type: "done" };
export type ExtensionAPI = {
  on(type: RuntimeEvent["type"], handler: (event: RuntimeEvent) => void): void;
  registerTool(tool: Tool): void;
  registerCommand(command: Command): void;
};
export type Extension = (api: ExtensionAPI) => void;

export type RuntimeMode = { render(events: RuntimeEvent[]): void };

export type PackageManifest = { name: string; tools: string[]; commands: string[]; resources: string[] };
export type Package = { manifest: PackageManifest; contents: Record<string, string> };
export type LoadedPackage = {
  name: string;
  tools: Record<string, string>;
  commands: Record<string, string>;
  resources: Record<string, string>;
};

export type TurnOptions = {
  registry?: ToolRegistry;
  maxTurns?: number;
  hooks?: ToolHooks;
  loader?: ResourceLoader;
  extensions?: ExtensionRuntime;
  mode?: RuntimeMode;
  trust?: ProjectTrust;
};

export type ToolRegistry = {
  register(tool: Tool): void;
  getSpecs(): ToolSpec[];
  run(call: ToolCall): string;
};
export type SessionTree = {
  append(message: AgentMessage): SessionEntry;
  moveTo(id: string): void;
  currentPath(): AgentMessage[];
  allEntries(): SessionEntry[];
};
export type ResourceLoader = {
  load(trust?: ProjectTrust): ContextResource[];
  add(resource: ContextResource): void;
};
export type ExtensionRuntime = {
  use(extension: Extension): void;
  emit(event: RuntimeEvent): void;
  runCommand(name: string): string;
};
export type PrintMode = RuntimeMode;
export type JsonMode = RuntimeMode;

// ---------------------------------------------------------------- small tools

/** A deep copy of plain data. `Object.fromEntries` defines keys, so an own `__proto__` stays an own key. */
function deepCopy<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => deepCopy(item)) as unknown as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, deepCopy(item)])) as unknown as T;
}

/** A promise nobody waits for must not end the process by rejecting later. */
function hush(value: unknown): void {
  try {
    if (value instanceof Promise) Promise.prototype.then.call(value, () => undefined, () => undefined);
  } catch {
    // it only looked like a promise
  }
}

function guard(action: () => unknown): void {
  try {
    hush(action());
  } catch (thrown) {
    hush(thrown);
  }
}

/** Whatever was thrown, a text for it; never throws itself. */
function describe(thrown: unknown): string {
  hush(thrown);
  try {
    if (typeof thrown === "string") return thrown;
    if (typeof thrown === "object" && thrown !== null) {
      const message: unknown = (thrown as { message?: unknown }).message;
      if (typeof message === "string") return message;
    }
    return String(thrown);
  } catch {
    return "无法读取的异常";
  }
}

const stamp = <T extends object>(message: T): T & Stamped => ({ ...message, timestamp: Date.now() });

const speaker =
  (output: Output) =>
  (line: string): void =>
    guard(() => output.log(line));

// ---------------------------------------------------------------- tools

export const ToolRegistry: new () => ToolRegistry = function () {
  let tools: ReadonlyMap<string, Tool> = new Map();

  return Object.freeze({
    register(tool: Tool): void {
      const kept: Tool = { spec: deepCopy(tool.spec), handler: tool.handler };
      tools = new Map([...tools, [kept.spec.name, kept]]);
    },
    getSpecs: (): ToolSpec[] => [...tools.values()].map((tool) => deepCopy(tool.spec)),
    run(call: ToolCall): string {
      const tool = tools.get(call.name);
      if (tool === undefined) throw new Error(`没有名为「${call.name}」的工具`);
      const { handler } = tool;
      const text: unknown = handler(deepCopy(call.input));
      if (typeof text === "string") return text;
      hush(text);
      throw new TypeError(`工具「${call.name}」返回的不是字符串`);
    },
  });
} as unknown as new () => ToolRegistry;

export function executeToolCall(
  registry: ToolRegistry,
  hooks: ToolHooks | undefined,
  call: ToolCall,
): ToolResultMessage {
  const own = deepCopy(call);
  const answer = (content: string): ToolResultMessage => ({ role: "toolResult", toolCallId: own.id, content });
  const orError = (action: () => string): string => {
    try {
      return action();
    } catch (thrown) {
      return `error: ${describe(thrown)}`;
    }
  };

  type Verdict = { blocked: string } | { result: string };
  const decide = (): Verdict => {
    let reason: string | undefined;
    try {
      const before = hooks?.beforeToolCall;
      if (before !== undefined) {
        const verdict: unknown = before(deepCopy(own));
        hush(verdict);
        const shape = verdict as { type?: unknown; reason?: unknown } | null | undefined;
        const type = shape?.type;
        if (type === "block") reason = describe(shape?.reason);
        else if (type !== "allow") throw new TypeError("beforeToolCall 既没有放行也没有拦截");
      }
    } catch (thrown) {
      return { result: `error: ${describe(thrown)}` };
    }
    return reason === undefined ? { result: orError(() => registry.run(deepCopy(own))) } : { blocked: reason };
  };

  const verdict = decide();
  if ("blocked" in verdict) return answer(verdict.blocked);
  return answer(
    orError(() => {
      const after = hooks?.afterToolCall;
      if (after === undefined) return verdict.result;
      const text: unknown = after(deepCopy(own), verdict.result);
      if (typeof text === "string") return text;
      hush(text);
      throw new TypeError("afterToolCall 返回的不是字符串");
    }),
  );
}

// ---------------------------------------------------------------- session tree

export const SessionTree: new () => SessionTree = function () {
  type Node = { readonly id: string; readonly message: AgentMessage; readonly parent: Node | undefined };
  type Log = { readonly node: Node; readonly earlier: Log | undefined; readonly length: number };

  const known = new Map<string, Node>();
  let leaf: Node | undefined;
  let log: Log | undefined;

  const entryOf = (node: Node): SessionEntry => ({
    ...deepCopy(node.message),
    id: node.id,
    parentId: node.parent?.id ?? null,
  });

  return Object.freeze({
    append(message: AgentMessage): SessionEntry {
      const length = (log?.length ?? 0) + 1;
      const node: Node = { id: `条目-${length}`, message: deepCopy(message), parent: leaf };
      known.set(node.id, node);
      log = { node, earlier: log, length };
      leaf = node;
      return entryOf(node);
    },
    moveTo(id: string): void {
      const node = known.get(id);
      if (node === undefined) throw new Error(`会话里没有条目 ${describe(id)}`);
      leaf = node;
    },
    currentPath(): AgentMessage[] {
      const path: AgentMessage[] = [];
      for (let node = leaf; node !== undefined; node = node.parent) path.push(deepCopy(node.message));
      return path.reverse();
    },
    allEntries(): SessionEntry[] {
      const entries: SessionEntry[] = [];
      for (let item = log; item !== undefined; item = item.earlier) entries.push(entryOf(item.node));
      return entries.reverse();
    },
  });
} as unknown as new () => SessionTree;

// ---------------------------------------------------------------- resources

export const ResourceLoader: new (resources: ContextResource[]) => ResourceLoader = function (
  resources: ContextResource[],
) {
  let owned: readonly ContextResource[] = deepCopy(resources ?? []);

  return Object.freeze({
    load: (trust: ProjectTrust | undefined = "trusted"): ContextResource[] =>
      trust === "trusted" ? owned.map((resource) => deepCopy(resource)) : [],
    add(resource: ContextResource): void {
      const same = (other: ContextResource): boolean =>
        other.kind === resource.kind && other.name === resource.name && other.content === resource.content;
      if (!owned.some(same)) owned = [...owned, deepCopy(resource)];
    },
  });
} as unknown as new (resources: ContextResource[]) => ResourceLoader;

export function buildSystemPrompt(resources: ContextResource[]): string {
  return resources.map(({ kind, name, content }) => `【${kind}】${name}\n${content}\n`).join("\n");
}

const promptFor = (options: TurnOptions): string =>
  options.loader === undefined ? "" : buildSystemPrompt(options.loader.load(options.trust));

// ---------------------------------------------------------------- snapshot and request

export function createTurnSnapshot(
  messages: readonly AgentMessage[],
  tools: readonly ToolSpec[],
  systemPrompt = "",
): TurnSnapshot {
  return {
    systemPrompt,
    messages: messages.map((message) => deepCopy(message)),
    tools: tools.map((tool) => deepCopy(tool)),
  };
}

function requestOf(snapshot: TurnSnapshot): ProviderInput {
  return {
    systemPrompt: snapshot.systemPrompt,
    messages: snapshot.messages.map((message) =>
      message.role === "toolResult"
        ? { role: message.role, toolCallId: message.toolCallId, content: message.content }
        : { role: message.role, content: message.content },
    ),
    tools: deepCopy(snapshot.tools),
  };
}

export function buildProviderInput(state: AgentState, options: TurnOptions = {}): ProviderInput {
  return requestOf(
    createTurnSnapshot(state.messages.currentPath(), options.registry?.getSpecs() ?? [], promptFor(options)),
  );
}

// ---------------------------------------------------------------- the stream

type Heard = { readonly text: string; readonly stopReason: StopReason | undefined; readonly calls: number };
type Spoken = { readonly text: string; readonly stopReason: StopReason; readonly calls: number };

const asStopReason = (value: unknown): StopReason =>
  value === "stop" || value === "toolUse" ? value : "error";

function asCall(value: unknown): ToolCall | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, name, input } = value as { id?: unknown; name?: unknown; input?: unknown };
  if (typeof id !== "string" || typeof name !== "string") return undefined;
  return { id, name, input: deepCopy((input ?? {}) as Record<string, string>) };
}

async function listen(
  open: () => AsyncIterable<unknown>,
  say: (line: string) => void,
  onCall: (call: ToolCall) => void,
): Promise<Spoken> {
  let heard: Heard = { text: "", stopReason: undefined, calls: 0 };

  const hear = (event: unknown): Heard => {
    if (typeof event !== "object" || event === null) return heard;
    const seen = event as { type?: unknown; text?: unknown; stopReason?: unknown; call?: unknown };
    switch (seen.type) {
      case "text_delta": {
        const { text } = seen;
        if (typeof text !== "string") return heard;
        say(text);
        return { ...heard, text: heard.text + text };
      }
      case "tool_call": {
        const call = asCall(seen.call);
        if (call === undefined) return heard;
        onCall(call);
        return { ...heard, calls: heard.calls + 1 };
      }
      case "message_end":
        return { ...heard, stopReason: asStopReason(seen.stopReason) };
      default:
        return heard;
    }
  };

  try {
    for await (const event of await open()) heard = hear(event);
  } catch (thrown) {
    return { ...heard, text: `${heard.text}〔模型出错：${describe(thrown)}〕`, stopReason: "error" };
  }
  return heard.stopReason === undefined
    ? { ...heard, text: `${heard.text}〔消息没有说完流就断了〕`, stopReason: "error" }
    : { ...heard, stopReason: heard.stopReason };
}

const assistant = (content: string, stopReason: StopReason): AssistantMessage =>
  stamp({ role: "assistant" as const, content, stopReason });

export async function collectAssistantMessage(
  events: AsyncGenerator<ProviderEvent>,
  output: Output,
): Promise<AssistantMessage> {
  const { text, stopReason } = await listen(() => events, speaker(output), () => undefined);
  return assistant(text, stopReason);
}

// ---------------------------------------------------------------- turns

export async function runOneTurn(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  const say = speaker(output);
  const tree = state.messages;
  tree.append(stamp({ role: "user" as const, content: userInput }));
  say("〔开始回答〕");
  const { text, stopReason } = await listen(
    () => provider.stream(buildProviderInput(state, options)),
    say,
    () => undefined,
  );
  const answer = assistant(text, stopReason);
  tree.append(answer);
  say(stopReason === "error" ? "〔回答失败〕" : "〔回答完毕〕");
  return deepCopy(answer);
}

const allowedTurns = (maxTurns: number | undefined): number =>
  typeof maxTurns === "number" && Number.isSafeInteger(maxTurns) && maxTurns >= 0 ? maxTurns : 8;

export async function runEventedToolLoop(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  const { registry = new ToolRegistry(), hooks, extensions, mode } = options;
  const say = speaker(output);
  const limit = allowedTurns(options.maxTurns);
  const tree = state.messages;

  const systemPrompt = promptFor(options);
  tree.append(stamp({ role: "user" as const, content: userInput }));
  let snapshot = createTurnSnapshot(tree.currentPath(), registry.getSpecs(), systemPrompt);
  say("〔新的一轮〕");

  const onCall = (call: ToolCall): void => {
    say(`〔调用工具〕${call.name}`);
    const result = stamp(executeToolCall(registry, hooks, call));
    tree.append(result);
    snapshot = { ...snapshot, messages: [...snapshot.messages, deepCopy(result)] };
    say(`〔工具结果〕${result.content}`);
  };

  let texts: readonly string[] = [];
  let answer: AssistantMessage | undefined;
  for (let turn = 0; turn < limit && answer === undefined; turn += 1) {
    const { text, stopReason, calls } = await listen(() => provider.stream(requestOf(snapshot)), say, onCall);
    if (stopReason === "toolUse" && calls > 0) texts = [...texts, text];
    else answer = assistant(text, stopReason === "toolUse" ? "stop" : stopReason);
  }
  const final = answer ?? assistant(`${texts.at(-1) ?? ""}〔已到上限：max turns reached〕`, "stop");
  tree.append(final);
  say(`〔本轮结束〕${final.stopReason}`);

  const happened = (): RuntimeEvent[] => [
    ...texts.filter((text) => text !== "").map((content) => ({ type: "message" as const, content })),
    { type: "message", content: final.content },
    { type: "done" },
  ];
  if (mode !== undefined) guard(() => mode.render(happened()));
  if (extensions !== undefined) happened().forEach((event) => guard(() => extensions.emit(event)));
  return deepCopy(final);
}

// ---------------------------------------------------------------- extensions

export const ExtensionRuntime: new (registry: ToolRegistry) => ExtensionRuntime = function (registry: ToolRegistry) {
  type Listener = { readonly type: string; readonly handler: (event: RuntimeEvent) => void };
  let listeners: readonly Listener[] = [];
  let commands: ReadonlyMap<string, () => string> = new Map();

  const api = (): ExtensionAPI => ({
    on(type, handler) {
      listeners = [...listeners, { type, handler }];
    },
    registerTool: (tool) => registry.register(tool),
    registerCommand({ name, run }) {
      commands = new Map([...commands, [name, run]]);
    },
  });

  return Object.freeze({
    use: (extension: Extension): void => guard(() => extension(api())),
    emit(event: RuntimeEvent): void {
      const original = deepCopy(event);
      listeners
        .filter(({ type }) => type === original.type)
        .forEach(({ handler }) => guard(() => handler(deepCopy(original))));
    },
    runCommand(name: string): string {
      const run = commands.get(name);
      if (run === undefined) return `error: 没有命令「${name}」`;
      try {
        const text: unknown = run();
        if (typeof text === "string") return text;
        hush(text);
        return `error: 命令「${name}」没有给出文字`;
      } catch (thrown) {
        return `error: ${describe(thrown)}`;
      }
    },
  });
} as unknown as new (registry: ToolRegistry) => ExtensionRuntime;

// ---------------------------------------------------------------- modes

export const PrintMode: new (output: Output) => PrintMode = function (output: Output) {
  return Object.freeze({
    render(events: RuntimeEvent[]): void {
      for (const event of events) if (event.type === "message") output.log(event.content);
    },
  });
} as unknown as new (output: Output) => PrintMode;

export const JsonMode: new (output: Output) => JsonMode = function (output: Output) {
  const line = (event: RuntimeEvent): string =>
    JSON.stringify(event).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  return Object.freeze({
    render(events: RuntimeEvent[]): void {
      for (const event of events) output.log(line(event));
    },
  });
} as unknown as new (output: Output) => JsonMode;

export function createDemoRuntimeEvents(input: string): RuntimeEvent[] {
  return [{ type: "message", content: `演示：${input}` }, { type: "done" }];
}

// ---------------------------------------------------------------- packages

export function pick(contents: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(contents, name)).map((name) => [name, contents[name] ?? ""]),
  );
}

export function loadPackage(pkg: Package): LoadedPackage {
  const { manifest, contents } = pkg;
  return {
    name: manifest.name,
    tools: pick(contents, manifest.tools),
    commands: pick(contents, manifest.commands),
    resources: pick(contents, manifest.resources),
  };
}

export function installLoadedPackage(loaded: LoadedPackage, runtime: ExtensionRuntime, loader: ResourceLoader): void {
  const own = deepCopy(loaded);
  runtime.use((api) => {
    for (const [name, content] of Object.entries(own.tools)) {
      api.registerTool({
        spec: { name, description: `来自包「${own.name}」`, input: {} },
        handler: () => `〔${name}〕${content}`,
      });
    }
    for (const [name, content] of Object.entries(own.commands)) api.registerCommand({ name, run: () => content });
  });
  for (const [name, content] of Object.entries(own.resources)) loader.add({ kind: "prompt", name, content });
}

/** An extra export: which variant this is. */
export const variantName = (): string => "closures";
