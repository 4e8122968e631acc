// Style: object-oriented. Classes with #private fields, error classes, (async) generators; a private TurnEngine drives every turn; copies only where the contract forces one.
// Freedoms used: Pi's order without `toolCalls`; deferred execution (a message that never completed runs nothing); answer first, then its results; `run` answers `error:`; random ids; emit, then render; one message event;
// a missing trust loads nothing; reading stops at the first `message_end`; `toolUse` without a call is kept; hooks may rewrite a call; listeners share an event; `add` replaces by kind and name; `runOneTurn` emits and renders too.

// ---------------------------------------------------------------- types

export type StopReason = "stop" | "toolUse" | "error";

export type UserMessage = { role: "user"; content: string };
export type AssistantMessage = {
  role: "assistant";
  content: string;
  stopReason: StopReason;
  toolCalls?: ToolCall[];
};
export type ToolResultMessage = { role: "toolResult"; toolCallId: string; content: string };
export type AgentMessage = UserMessage | AssistantMessage | ToolResultMessage;

export interface AgentState {
  messages: SessionTree;
  model: string;
}

export type ProviderMessage =
  | { role: "user" | "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "toolResult"; toolCallId: string; content: string };

export interface ProviderInput {
  systemPrompt: string;
  messages: ProviderMessage[];
  tools: ToolSpec[];
}

export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "message_end"; stopReason: StopReason }
  | { type: "tool_call"; call: ToolCall };

export interface Provider {
  stream(input: ProviderInput): AsyncGenerator<ProviderEvent>;
}

export interface Output {
  log(line: string): void;
}

export interface ToolSpec {
  name: string;
  description: string;
  input: Record<string, string>;
}
export type ToolHandler = (input: Record<string, string>) => string;
export interface Tool {
  spec: ToolSpec;
  handler: ToolHandler;
}
export interface ToolCall {
  id: string;
  name: string;
  input: Record<string, string>;
}

export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };
export interface ToolHooks {
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult;
  afterToolCall?: (call: ToolCall, result: string) => string;
}

export interface TurnSnapshot {
  systemPrompt: string;
  messages: ProviderMessage[];
  tools: ToolSpec[];
}

export interface SessionEntry {
  id: string;
  parentId: string | null;
  role: "user" | "assistant" | "toolResult";
  content: string;
  stopReason?: StopReason;
  toolCallId?: string;
  toolCalls?: ToolCall[];
}

export type ProjectTrust = "trusted" | "untrusted";
export interface ContextResource {
  kind: "agents" | "skill" | "prompt";
  name: string;
  content: string;
}

export interface Command {
  name: string;
  run: () => string;
}
export type RuntimeEvent = { type: "message"; content: string } | { type: "done" };
export interface ExtensionAPI {
  on(type: RuntimeEvent["type"], handler: (event: RuntimeEvent) => void): void;
  registerTool(tool: Tool): void;
  registerCommand(command: Command): void;
}
export type Extension = (api: ExtensionAPI) => void;

export interface RuntimeMode {
  render(events: RuntimeEvent[]): void;
}

export interface PackageManifest {
  name: string;
  tools: string[];
  commands: string[];
  resources: string[];
}
export interface Package {
  manifest: PackageManifest;
  contents: Record<string, string>;
}
export interface LoadedPackage {
  name: string;
  tools: Record<string, string>;
  commands: Record<string, string>;
  resources: Record<string, string>;
}

export interface TurnOptions {
  registry?: ToolRegistry;
  maxTurns?: number;
  hooks?: ToolHooks;
  loader?: ResourceLoader;
  extensions?: ExtensionRuntime;
  mode?: RuntimeMode;
  trust?: ProjectTrust;
}

// ---------------------------------------------------------------- failures

/** Anything somebody threw, wrapped so that the core always has a readable text. */
class Mishap extends Error {
  override readonly name: string = "Mishap";

  static readonly #nothing = (): void => {};

  readonly #text: string;

  constructor(text: string) {
    super(text);
    this.#text = text;
  }

  /** The private name is the brand: asking for it runs no trap of a hostile proxy. */
  static from(thrown: unknown): Mishap {
    if (typeof thrown === "object" && thrown !== null && #text in thrown) return thrown;
    return new Mishap(Mishap.#read(thrown));
  }

  /** Keeps a promise that nobody awaits from turning into an unhandled rejection. */
  static disarm(value: unknown): void {
    try {
      if (value instanceof Promise) Promise.prototype.then.call(value, Mishap.#nothing, Mishap.#nothing);
    } catch {
      // not a promise after all
    }
  }

  /** Runs foreign code whose failure concerns nobody. */
  static contain(foreign: () => unknown): void {
    try {
      Mishap.disarm(foreign());
    } catch (thrown) {
      Mishap.disarm(thrown);
    }
  }

  static #read(thrown: unknown): string {
    Mishap.disarm(thrown);
    try {
      if (typeof thrown === "string") return thrown;
      if (thrown instanceof Error || (typeof thrown === "object" && thrown !== null && "message" in thrown)) {
        const { message } = thrown as { message: unknown };
        if (typeof message === "string") return message;
      }
      return `${thrown}`;
    } catch {
      return "something that cannot be put into words";
    }
  }

  get text(): string {
    return this.#text;
  }

  asToolText(): string {
    return `error: ${this.#text}`;
  }
}

class NoSuchTool extends Mishap {
  override readonly name = "NoSuchTool";
  constructor(tool: string) {
    super(`the registry knows nothing called "${tool}"`);
  }
}

class NotText extends Mishap {
  override readonly name = "NotText";
  constructor(source: string, value: unknown) {
    Mishap.disarm(value);
    super(`${source} was due to return a string, yet gave a value of type ${value === null ? "null" : typeof value}`);
  }

  static require(source: string, value: unknown): string {
    if (typeof value !== "string") throw new NotText(source, value);
    return value;
  }
}

class NoSuchEntry extends Mishap {
  override readonly name = "NoSuchEntry";
  constructor() {
    super("cannot move: this session holds no entry with that id");
  }
}

// ---------------------------------------------------------------- tools

class RegisteredTool {
  readonly #spec: ToolSpec;
  readonly #handler: ToolHandler;

  constructor(tool: Tool) {
    this.#spec = RegisteredTool.cloneSpec(tool.spec);
    this.#handler = tool.handler;
  }

  static cloneSpec({ name, description, input }: ToolSpec): ToolSpec {
    return { name, description, input: { ...input } };
  }

  get name(): string {
    return this.#spec.name;
  }

  describe(): ToolSpec {
    return RegisteredTool.cloneSpec(this.#spec);
  }

  call(input: Record<string, string>): string {
    const handler = this.#handler;
    return NotText.require(`tool "${this.name}"`, handler({ ...input }) as unknown);
  }
}

export class ToolRegistry {
  readonly #tools = new Map<string, RegisteredTool>();

  register(tool: Tool): void {
    const registered = new RegisteredTool(tool);
    this.#tools.set(registered.name, registered);
  }

  getSpecs(): ToolSpec[] {
    return Array.from(this.#tools.values(), (tool) => tool.describe());
  }

  run(call: ToolCall): string {
    try {
      const tool = this.#tools.get(call.name);
      if (tool === undefined) throw new NoSuchTool(call.name);
      return tool.call(call.input);
    } catch (thrown) {
      return Mishap.from(thrown).asToolText();
    }
  }
}

/** One tool call on its way through the hooks. */
class CallRun {
  readonly #registry: ToolRegistry;
  readonly #hooks: ToolHooks;
  readonly #id: string;
  readonly #call: ToolCall;

  constructor(registry: ToolRegistry, hooks: ToolHooks | undefined, call: ToolCall) {
    this.#registry = registry;
    this.#hooks = hooks ?? {};
    this.#id = call.id;
    this.#call = { id: call.id, name: call.name, input: { ...call.input } };
  }

  finish(): ToolResultMessage {
    return { role: "toolResult", toolCallId: this.#id, content: this.#content() };
  }

  #content(): string {
    try {
      const refusal = this.#refusal();
      return refusal ?? this.#polish(this.#registry.run(this.#call));
    } catch (thrown) {
      return Mishap.from(thrown).asToolText();
    }
  }

  #refusal(): string | undefined {
    if (this.#hooks.beforeToolCall === undefined) return undefined;
    const verdict: unknown = this.#hooks.beforeToolCall(this.#call);
    if (verdict === undefined || verdict === null) return undefined;
    const { type, reason } = verdict as { type?: unknown; reason?: unknown };
    if (type === "allow") return undefined;
    if (type === "block") return `error: not permitted (${Mishap.from(reason).text})`;
    Mishap.disarm(verdict);
    throw new Mishap("the permission hook gave an answer nobody understands, so the call was not made");
  }

  #polish(result: string): string {
    if (this.#hooks.afterToolCall === undefined) return result;
    return NotText.require("afterToolCall", this.#hooks.afterToolCall(this.#call, result) as unknown);
  }
}

export function executeToolCall(
  registry: ToolRegistry,
  hooks: ToolHooks | undefined,
  call: ToolCall,
): ToolResultMessage {
  return new CallRun(registry, hooks, call).finish();
}

// ---------------------------------------------------------------- session tree

class TreeNode {
  readonly id: string;
  readonly parent: TreeNode | null;
  readonly #message: AgentMessage;

  constructor(id: string, parent: TreeNode | null, message: AgentMessage) {
    this.id = id;
    this.parent = parent;
    this.#message = TreeNode.#clone(message);
  }

  /** A flat message needs a flat copy; only nested further fields ask for more. */
  static #clone(message: AgentMessage): AgentMessage {
    for (const value of Object.values(message)) {
      if (typeof value === "object" && value !== null) return structuredClone(message);
    }
    return { ...message };
  }

  get message(): AgentMessage {
    return TreeNode.#clone(this.#message);
  }

  get entry(): SessionEntry {
    return Object.assign(this.message, { id: this.id, parentId: this.parent === null ? null : this.parent.id });
  }

  *lineage(): Generator<TreeNode, void> {
    let node: TreeNode | null = this;
    while (node !== null) {
      yield node;
      node = node.parent;
    }
  }
}

export class SessionTree {
  /** A Map keeps the order of insertion, so it is the log as well as the index. */
  readonly #nodes = new Map<string, TreeNode>();
  #leaf: TreeNode | null = null;

  append(message: AgentMessage): SessionEntry {
    const node = new TreeNode(this.#freshId(), this.#leaf, message);
    this.#nodes.set(node.id, node);
    this.#leaf = node;
    return node.entry;
  }

  moveTo(id: string): void {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new NoSuchEntry();
    this.#leaf = node;
  }

  currentPath(): AgentMessage[] {
    if (this.#leaf === null) return [];
    return Array.from(this.#leaf.lineage(), (node) => node.message).reverse();
  }

  allEntries(): SessionEntry[] {
    return Array.from(this.#nodes.values(), (node) => node.entry);
  }

  #freshId(): string {
    let id = Math.random().toString(36).slice(2, 12);
    while (id === "" || this.#nodes.has(id)) id += (this.#nodes.size + Math.floor(Math.random() * 1e6)).toString(36);
    return id;
  }
}

// ---------------------------------------------------------------- resources

export class ResourceLoader {
  readonly #resources: ContextResource[];

  constructor(resources: ContextResource[] = []) {
    this.#resources = resources.map((resource) => ({ ...resource }));
  }

  load(trust?: ProjectTrust): ContextResource[] {
    return trust === "trusted" ? this.#resources.map((resource) => ({ ...resource })) : [];
  }

  add(resource: ContextResource): void {
    const place = this.#resources.findIndex(({ kind, name }) => kind === resource.kind && name === resource.name);
    this.#resources.splice(place < 0 ? this.#resources.length : place, place < 0 ? 0 : 1, { ...resource });
  }
}

export function buildSystemPrompt(resources: ContextResource[]): string {
  let prompt = "";
  for (const { kind, name, content } of resources) {
    prompt += `<${kind} name="${name}">\n${content}\n</${kind}>\n`;
  }
  return prompt;
}

// ---------------------------------------------------------------- requests

class RequestBuilder {
  static message(message: AgentMessage | ProviderMessage): ProviderMessage {
    return message.role === "toolResult"
      ? { role: "toolResult", toolCallId: message.toolCallId, content: message.content }
      : { role: message.role, content: message.content };
  }

  static prompt({ loader, trust }: TurnOptions): string {
    return loader === undefined ? "" : buildSystemPrompt(loader.load(trust));
  }

  static snapshot(state: AgentState, options: TurnOptions): TurnSnapshot {
    return createTurnSnapshot(
      state.messages.currentPath(),
      options.registry?.getSpecs() ?? [],
      RequestBuilder.prompt(options),
    );
  }
}

export function createTurnSnapshot(
  messages: readonly AgentMessage[],
  tools: readonly ToolSpec[],
  systemPrompt: string = "",
): TurnSnapshot {
  return {
    systemPrompt,
    messages: messages.map(RequestBuilder.message),
    tools: tools.map(RegisteredTool.cloneSpec),
  };
}

export function buildProviderInput(state: AgentState, options: TurnOptions = {}): ProviderInput {
  return RequestBuilder.snapshot(state, options);
}

// ---------------------------------------------------------------- one provider message

class Draft {
  readonly #parts: string[] = [];
  readonly #calls: ToolCall[] = [];
  #ending: StopReason | undefined;
  #failure: Mishap | undefined;

  /** The calls that are due: none of a message that never completed. */
  get calls(): readonly ToolCall[] {
    return this.stopReason === "error" ? [] : this.#calls;
  }

  get stopReason(): StopReason {
    return this.#failure === undefined ? (this.#ending ?? "error") : "error";
  }

  get content(): string {
    if (this.#failure !== undefined) return `The provider broke down: ${this.#failure.text}`;
    const text = this.#parts.join("");
    return this.#ending === undefined ? `${text} [cut off: the stream closed before the message did]` : text;
  }

  get message(): AssistantMessage {
    return { role: "assistant", content: this.content, stopReason: this.stopReason };
  }

  async read(open: () => AsyncIterable<unknown>, output: Output): Promise<this> {
    try {
      for await (const event of Draft.#upToEnd(open)) this.#take(event, output);
    } catch (thrown) {
      const failure = Mishap.from(thrown);
      if (this.#ending === undefined) this.#failure = failure;
    }
    return this;
  }

  static async *#upToEnd(open: () => AsyncIterable<unknown>): AsyncGenerator<Record<string, unknown>, void> {
    for await (const event of await open()) {
      if (typeof event !== "object" || event === null) continue;
      yield event as Record<string, unknown>;
      if ((event as { type?: unknown }).type === "message_end") return;
    }
  }

  #take(event: Record<string, unknown>, output: Output): void {
    const type = event["type"];
    if (type === "text_delta") this.#text(event["text"], output);
    else if (type === "tool_call") this.#call(event["call"]);
    else if (type === "message_end") this.#end(event["stopReason"]);
  }

  #text(text: unknown, output: Output): void {
    if (typeof text !== "string") return;
    this.#parts.push(text);
    Mishap.contain(() => output.log(text));
  }

  #call(call: unknown): void {
    if (typeof call !== "object" || call === null) return;
    const { id, name, input } = call as ToolCall;
    if (typeof id === "string" && typeof name === "string") this.#calls.push({ id, name, input: { ...input } });
  }

  #end(stopReason: unknown): void {
    this.#ending = stopReason === "toolUse" || stopReason === "error" ? stopReason : "stop";
  }
}

export async function collectAssistantMessage(
  events: AsyncGenerator<ProviderEvent>,
  output: Output,
): Promise<AssistantMessage> {
  const draft = await new Draft().read(() => events, output);
  return draft.message;
}

// ---------------------------------------------------------------- the engine

class TurnEngine {
  static readonly #usualLimit = 8;

  readonly #session: SessionTree;
  readonly #provider: Provider;
  readonly #output: Output;
  readonly #options: TurnOptions;
  readonly #registry: ToolRegistry;
  readonly #pinned: TurnSnapshot;

  constructor(state: AgentState, provider: Provider, userInput: string, output: Output, options: TurnOptions) {
    this.#session = state.messages;
    this.#provider = provider;
    this.#output = output;
    this.#options = { ...options };
    this.#registry = options.registry ?? new ToolRegistry();
    this.#session.append({ role: "user", content: userInput });
    this.#pinned = RequestBuilder.snapshot(state, options);
  }

  async once(): Promise<AssistantMessage> {
    const draft = await this.#ask();
    return this.#announce(this.#record(draft.message));
  }

  async loop(): Promise<AssistantMessage> {
    for (let left = this.#limit(); left > 0; left -= 1) {
      const draft = await this.#ask();
      const message = this.#record(draft.message);
      this.#runAll(draft.calls);
      if (draft.calls.length === 0 || message.stopReason !== "toolUse") return this.#announce(message);
    }
    return this.#announce(
      this.#record({ role: "assistant", content: "I had to give up here: max turns reached.", stopReason: "stop" }),
    );
  }

  #limit(): number {
    const wish = this.#options.maxTurns ?? TurnEngine.#usualLimit;
    return Number.isFinite(wish) ? Math.max(0, Math.ceil(wish)) : TurnEngine.#usualLimit;
  }

  #ask(): Promise<Draft> {
    return new Draft().read(() => this.#provider.stream(this.#request()), this.#output);
  }

  /** Prompt and tools as pinned, the messages as the session has them now; nothing the provider gets is kept. */
  #request(): ProviderInput {
    return {
      systemPrompt: this.#pinned.systemPrompt,
      messages: this.#session.currentPath().map(RequestBuilder.message),
      tools: this.#pinned.tools.map(RegisteredTool.cloneSpec),
    };
  }

  #record(message: AssistantMessage): AssistantMessage {
    this.#session.append(message);
    return message;
  }

  #runAll(calls: readonly ToolCall[]): void {
    for (const call of calls) {
      const result = executeToolCall(this.#registry, this.#options.hooks, call);
      this.#session.append(result);
      Mishap.contain(() => this.#output.log(`${call.name} -> ${result.content}`));
    }
  }

  *#story(answer: AssistantMessage): Generator<RuntimeEvent, void> {
    yield { type: "message", content: answer.content };
    yield { type: "done" };
  }

  #announce(answer: AssistantMessage): AssistantMessage {
    const { extensions, mode } = this.#options;
    if (extensions !== undefined) {
      for (const event of this.#story(answer)) Mishap.contain(() => extensions.emit(event));
    }
    if (mode !== undefined) Mishap.contain(() => mode.render([...this.#story(answer)]));
    return answer;
  }
}

export async function runOneTurn(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  return new TurnEngine(state, provider, userInput, output, options).once();
}

export async function runEventedToolLoop(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  return new TurnEngine(state, provider, userInput, output, options).loop();
}

// ---------------------------------------------------------------- extensions

export class ExtensionRuntime {
  readonly #registry: ToolRegistry;
  readonly #listeners = new Map<string, ((event: RuntimeEvent) => void)[]>();
  readonly #commands = new Map<string, () => string>();

  constructor(registry: ToolRegistry) {
    this.#registry = registry;
  }

  use(extension: Extension): void {
    Mishap.contain(() => extension(this.#api()));
  }

  emit(event: RuntimeEvent): void {
    const shown = { ...event };
    for (const listener of [...(this.#listeners.get(event.type) ?? [])]) Mishap.contain(() => listener(shown));
  }

  runCommand(name: string): string {
    try {
      const run = this.#commands.get(name);
      if (run === undefined) throw new Mishap(`there is no command by the name of "${name}"`);
      return NotText.require(`command "${name}"`, run() as unknown);
    } catch (thrown) {
      return Mishap.from(thrown).asToolText();
    }
  }

  #api(): ExtensionAPI {
    return {
      on: (type, handler) => {
        const listeners = this.#listeners.get(type);
        if (listeners === undefined) this.#listeners.set(type, [handler]);
        else listeners.push(handler);
      },
      registerTool: (tool) => this.#registry.register(tool),
      registerCommand: ({ name, run }) => void this.#commands.set(name, run),
    };
  }
}

// ---------------------------------------------------------------- modes

abstract class LineMode implements RuntimeMode {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  render(events: RuntimeEvent[]): void {
    for (const event of events) for (const line of this.lines(event)) this.#output.log(line);
  }

  protected abstract lines(event: RuntimeEvent): Iterable<string>;
}

export class PrintMode extends LineMode {
  protected override *lines(event: RuntimeEvent): Generator<string, void> {
    if (event.type === "message") yield event.content;
  }
}

export class JsonMode extends LineMode {
  protected override *lines(event: RuntimeEvent): Generator<string, void> {
    yield JSON.stringify(event);
  }
}

export function createDemoRuntimeEvents(input: string): RuntimeEvent[] {
  return [{ type: "message", content: `You said "${input}", and this is the demo talking.` }, { type: "done" }];
}

// ---------------------------------------------------------------- packages

export function pick(contents: Record<string, string>, names: readonly string[]): Record<string, string> {
  const wanted = new Set(names);
  const owned = Object.getOwnPropertyNames(contents).filter((name) => wanted.has(name));
  return Object.fromEntries(owned.map((name) => [name, contents[name] as string]));
}

export function loadPackage({ manifest, contents }: Package): LoadedPackage {
  return {
    name: manifest.name,
    tools: pick(contents, manifest.tools),
    commands: pick(contents, manifest.commands),
    resources: pick(contents, manifest.resources),
  };
}

class PackageInstaller {
  readonly #loaded: LoadedPackage;

  constructor(loaded: LoadedPackage) {
    this.#loaded = loaded;
  }

  readonly extension: Extension = (api) => {
    for (const [name, content] of Object.entries(this.#loaded.tools)) {
      api.registerTool({ spec: { name, description: content, input: {} }, handler: () => content });
    }
    for (const [name, content] of Object.entries(this.#loaded.commands)) {
      api.registerCommand({ name, run: () => content });
    }
  };

  *resources(): Generator<ContextResource, void> {
    for (const [name, content] of Object.entries(this.#loaded.resources)) yield { kind: "skill", name, content };
  }
}

export function installLoadedPackage(loaded: LoadedPackage, runtime: ExtensionRuntime, loader: ResourceLoader): void {
  const installer = new PackageInstaller(loaded);
  runtime.use(installer.extension);
  for (const resource of installer.resources()) loader.add(resource);
}
