// copies: written from contract.md and the chapter READMEs alone, without specs or reference. Copies everything at every border.
// Freedoms: results only, calls run after the message has ended, log lines and error prose in German, extra exports and fields.
// Mini-Pi, s01 bis s12: eine Datei, ohne Importe. Grundsätze dieser Fassung:
//  - Was über eine Grenze geht (hinein oder hinaus), wird tief kopiert.
//  - Werkzeugrufe werden gesammelt und erst ausgeführt, wenn die Nachricht zu Ende ist.
//  - Der Verlauf hält nur Ergebnisse und die eine Schlussantwort, keine Zwischennachricht mit toolUse.
//  - Fremder Code (Anbieter, Werkzeug, Haken, Erweiterung, Modus) darf alles werfen; kein Zug geht daran verloren.

// ---------------------------------------------------------------------------------------------------------------------
// Typen
// ---------------------------------------------------------------------------------------------------------------------

export type StopReason = "stop" | "toolUse" | "error";

export type ToolCall = { id: string; name: string; input: Record<string, string> };

export type UserMessage = { role: "user"; content: string; timestamp?: string };
export type AssistantMessage = {
  role: "assistant";
  content: string;
  stopReason: StopReason;
  toolCalls?: ToolCall[];
  timestamp?: string;
};
export type ToolResultMessage = {
  role: "toolResult";
  toolCallId: string;
  content: string;
  toolName?: string;
  timestamp?: string;
};
export type AgentMessage = UserMessage | AssistantMessage | ToolResultMessage;

export type ProviderMessage =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ToolCall[] }
  | { role: "toolResult"; toolCallId: string; content: string };

export type ToolSpec = { name: string; description: string; input: Record<string, string> };
export type ToolHandler = (input: Record<string, string>) => string;
export type Tool = { spec: ToolSpec; handler: ToolHandler };

export type ProviderInput = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };
export type TurnSnapshot = { systemPrompt: string; messages: ProviderMessage[]; tools: ToolSpec[] };

export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "tool_call"; call: ToolCall }
  | { type: "message_end"; stopReason: StopReason };

export interface Provider {
  stream(input: ProviderInput): AsyncGenerator<ProviderEvent>;
}

export type Output = { log(line: string): void };

export type BeforeToolCallResult = { type: "allow" } | { type: "block"; reason: string };
export type ToolHooks = {
  beforeToolCall?: (call: ToolCall) => BeforeToolCallResult;
  afterToolCall?: (call: ToolCall, result: string) => string;
};

export type SessionEntry = AgentMessage & { id: string; parentId: string | null; appendedAt?: string };

export type AgentState = { messages: SessionTree; model: string };

export type ContextResource = { kind: "agents" | "skill" | "prompt"; name: string; content: string };
export type ProjectTrust = "trusted" | "untrusted";

export type RuntimeEvent = { type: "message"; content: string } | { type: "done" };
export type Command = { name: string; run: () => string };
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

export const DEFAULT_MAX_TURNS = 8;

// ---------------------------------------------------------------------------------------------------------------------
// Helfer
// ---------------------------------------------------------------------------------------------------------------------

/** Tiefe Kopie als reine Daten: eigene aufzählbare Zeichenketten-Schlüssel, keine Funktionen, Kreise bleiben Kreise. */
export function deepCopy<T>(value: T): T {
  return copyValue(value, new Map()) as T;
}

function copyValue(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return isCode(value) ? undefined : value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    seen.set(value, list);
    for (const item of value as unknown[]) list.push(copyValue(item, seen));
    return list;
  }
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key];
    if (!isCode(field)) own(copy, key, copyValue(field, seen));
  }
  return copy;
}

function isCode(value: unknown): boolean {
  return typeof value === "function" || typeof value === "symbol";
}

/** Setzt ein eigenes Feld, auch wenn es `__proto__` heißt. */
function own(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

function without(value: object, ...names: string[]): Record<string, unknown> {
  const copy = deepCopy(value) as Record<string, unknown>;
  for (const name of names) delete copy[name];
  return copy;
}

/** Die Meldung eines geworfenen Werts, was immer er ist. Wirft nie. */
export function describeThrown(thrown: unknown): string {
  try {
    if (typeof thrown === "string") return thrown;
    if (typeof thrown === "object" && thrown !== null) {
      const message: unknown = (thrown as { message?: unknown }).message;
      return typeof message === "string" ? message : "unbekannter Fehler (ein Objekt ohne lesbare Meldung)";
    }
    if (typeof thrown === "function") return "unbekannter Fehler (eine Funktion wurde geworfen)";
    return `unbekannter Fehler (geworfen wurde ${String(thrown)})`;
  } catch {
    return "unbekannter Fehler (die Meldung ist nicht lesbar)";
  }
}

/** Zeitpunkt als ISO-Zeichenkette. */
export function isoNow(): string {
  return new Date().toISOString();
}

function log(output: Output, line: string): void {
  try {
    output.log(line);
  } catch {
    // Eine kaputte Ausgabe kostet nicht den Zug.
  }
}

/** Ein Versprechen, wo ein Wert erwartet war: seine spätere Ablehnung darf den Prozess nicht beenden. */
function defuse(value: unknown): void {
  try {
    if (value instanceof Promise) value.then(undefined, () => undefined);
  } catch {
    // nichts zu retten
  }
}

/** Ruft fremden Code und übergeht, was er wirft oder später ablehnt. */
function runQuietly(action: () => unknown): void {
  try {
    defuse(action());
  } catch {
    // Der Fehler gehört dem Fremden.
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// s02, s04: Werkzeuge
// ---------------------------------------------------------------------------------------------------------------------

type StoredTool = { spec: ToolSpec; handler: ToolHandler; self: Tool };

export class ToolRegistry {
  readonly #tools = new Map<string, StoredTool>();

  register(tool: Tool): void {
    const spec = deepCopy(tool.spec);
    if (typeof spec.input !== "object" || spec.input === null) spec.input = {};
    this.#tools.set(spec.name, { spec, handler: tool.handler, self: tool });
  }

  getSpecs(): ToolSpec[] {
    return [...this.#tools.values()].map(({ spec }) => deepCopy(spec));
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** Führt einen Ruf aus. Jedes Scheitern ist ein Text, der mit `error:` beginnt. */
  run(call: ToolCall): string {
    try {
      const tool = this.#tools.get(call.name);
      if (tool === undefined) return `error: unbekanntes Werkzeug: ${call.name}`;
      const result: unknown = Reflect.apply(tool.handler, tool.self, [deepCopy(call.input ?? {})]);
      if (typeof result === "string") return result;
      defuse(result);
      return `error: das Werkzeug hat keinen Text geliefert, sondern ${typeof result}: ${call.name}`;
    } catch (thrown) {
      return `error: ${describeThrown(thrown)}`;
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// s05: Haken
// ---------------------------------------------------------------------------------------------------------------------

export function executeToolCall(registry: ToolRegistry, hooks: ToolHooks, call: ToolCall): ToolResultMessage {
  // Die Kennung zuerst: was danach auch geschieht, das Ergebnis gehört zu diesem Ruf.
  let id = "";
  let name = "";
  let content: string;
  try {
    id = call.id;
    name = call.name;
    content = hookedContent(registry, hooks, deepCopy(call));
  } catch (thrown) {
    content = `error: der Ruf ist nicht lesbar: ${describeThrown(thrown)}`;
  }
  return { role: "toolResult", toolCallId: id, content, toolName: name, timestamp: isoNow() };
}

function hookedContent(registry: ToolRegistry, hooks: ToolHooks | undefined, call: ToolCall): string {
  try {
    const before = hooks?.beforeToolCall;
    if (before !== undefined && before !== null) {
      const verdict: unknown = Reflect.apply(before, hooks, [deepCopy(call)]);
      defuse(verdict);
      const { type, reason } = (verdict ?? {}) as { type?: unknown; reason?: unknown };
      if (type === "block") {
        return `blockiert: ${typeof reason === "string" ? reason : "ohne Angabe von Gründen"}`;
      }
      if (type !== "allow") return "error: beforeToolCall hat weder erlaubt noch blockiert; das Werkzeug lief nicht";
    }
  } catch (thrown) {
    return `error: beforeToolCall ist gescheitert, das Werkzeug lief nicht: ${describeThrown(thrown)}`;
  }

  let result: string;
  try {
    result = registry.run(deepCopy(call));
    if (typeof result !== "string") result = `error: kein Text von ${call.name}`;
  } catch (thrown) {
    result = `error: ${describeThrown(thrown)}`;
  }

  try {
    const after = hooks?.afterToolCall;
    if (after === undefined || after === null) return result;
    const changed: unknown = Reflect.apply(after, hooks, [deepCopy(call), result]);
    if (typeof changed === "string") return changed;
    defuse(changed);
    return "error: afterToolCall hat keinen Text geliefert; das Ergebnis wird zurückgehalten";
  } catch (thrown) {
    return `error: afterToolCall ist gescheitert, das Ergebnis wird zurückgehalten: ${describeThrown(thrown)}`;
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// s07: der Verlauf als Baum
// ---------------------------------------------------------------------------------------------------------------------

type Node = { id: string; parent: Node | null; appendedAt: string; message: AgentMessage };

export class SessionTree {
  readonly #nodes: Node[] = [];
  readonly #byId = new Map<string, Node>();
  #leaf: Node | null = null;

  append(message: AgentMessage): SessionEntry {
    const node: Node = {
      id: `eintrag-${this.#nodes.length + 1}`,
      parent: this.#leaf,
      appendedAt: isoNow(),
      message: without(message, "id", "parentId") as AgentMessage,
    };
    this.#nodes.push(node);
    this.#byId.set(node.id, node);
    this.#leaf = node;
    return toEntry(node);
  }

  moveTo(id: string): void {
    const node = this.#byId.get(id);
    if (node === undefined) throw new Error(`Unbekannter Eintrag: ${String(id)}`);
    this.#leaf = node;
  }

  currentPath(): AgentMessage[] {
    const path: AgentMessage[] = [];
    for (let node = this.#leaf; node !== null; node = node.parent) path.push(deepCopy(node.message));
    return path.reverse();
  }

  allEntries(): SessionEntry[] {
    return this.#nodes.map(toEntry);
  }

  /** Die Kennung des Blatts, `null` im leeren Baum. */
  leafId(): string | null {
    return this.#leaf?.id ?? null;
  }
}

function toEntry(node: Node): SessionEntry {
  // Die Nachricht zuletzt, damit ein Feld von ihr, das auch appendedAt heißt, gewinnt; id und parentId hat sie nie.
  return {
    appendedAt: node.appendedAt,
    ...deepCopy(node.message),
    id: node.id,
    parentId: node.parent?.id ?? null,
  };
}

// ---------------------------------------------------------------------------------------------------------------------
// s08, s11, s12: Ressourcen
// ---------------------------------------------------------------------------------------------------------------------

export class ResourceLoader {
  readonly #resources: ContextResource[];

  constructor(resources: ContextResource[] = []) {
    this.#resources = deepCopy(resources);
  }

  /** Nur genau "trusted" öffnet; alles andere lädt nichts. */
  load(trust: ProjectTrust): ContextResource[] {
    return trust === "trusted" ? deepCopy(this.#resources) : [];
  }

  /** Hängt eine Kopie an; eine Ressource, die es in allen drei Feldern schon gibt, wird nicht verdoppelt. */
  add(resource: ContextResource): void {
    const copy = deepCopy(resource);
    const twin = this.#resources.some(
      (other) => other.kind === copy.kind && other.name === copy.name && other.content === copy.content,
    );
    if (!twin) this.#resources.push(copy);
  }
}

export function buildSystemPrompt(resources: ContextResource[]): string {
  return resources.map(({ kind, name, content }) => `## ${name} (${kind})\n${content}`).join("\n\n");
}

// ---------------------------------------------------------------------------------------------------------------------
// s06: Momentaufnahme und Anfrage
// ---------------------------------------------------------------------------------------------------------------------

export function toProviderMessage(message: AgentMessage): ProviderMessage {
  if (message.role === "toolResult") {
    return { role: "toolResult", toolCallId: message.toolCallId, content: message.content };
  }
  if (message.role === "assistant") {
    const said: ProviderMessage = { role: "assistant", content: message.content };
    if (message.toolCalls !== undefined) said.toolCalls = deepCopy(message.toolCalls);
    return said;
  }
  return { role: "user", content: message.content };
}

export function createTurnSnapshot(messages: AgentMessage[], tools: ToolSpec[], systemPrompt: string = ""): TurnSnapshot {
  return { systemPrompt, messages: messages.map(toProviderMessage), tools: deepCopy(tools) };
}

export function buildProviderInput(state: AgentState, options: TurnOptions = {}): ProviderInput {
  return takeSnapshot(state, options);
}

function takeSnapshot(state: AgentState, options: TurnOptions): TurnSnapshot {
  return createTurnSnapshot(state.messages.currentPath(), options.registry?.getSpecs() ?? [], promptOf(options));
}

function promptOf(options: TurnOptions): string {
  if (options.loader === undefined || options.loader === null) return "";
  try {
    return buildSystemPrompt(options.loader.load(options.trust ?? "untrusted"));
  } catch {
    return ""; // Ein kaputter Lader lädt nichts.
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// s03: den Strom einer Nachricht lesen
// ---------------------------------------------------------------------------------------------------------------------

type Reply = { content: string; stopReason: StopReason; calls: ToolCall[] };

async function readReply(open: () => unknown, output: Output): Promise<Reply> {
  let text = "";
  const calls: ToolCall[] = [];
  const failed = (why: string): Reply => {
    log(output, `[Strom] Fehler: ${why}`);
    return { content: text === "" ? `error: ${why}` : `${text}\nerror: ${why}`, stopReason: "error", calls: [] };
  };

  let iterator: AsyncIterator<unknown> | undefined;
  try {
    const source = (await open()) as AsyncIterable<unknown>;
    iterator = source[Symbol.asyncIterator]();
    for (;;) {
      const step = await iterator.next();
      if (step.done) return failed("der Strom endete ohne message_end");
      const event = (step.value ?? {}) as { type?: unknown; text?: unknown; call?: unknown; stopReason?: unknown };
      switch (event.type) {
        case "text_delta": {
          const piece = event.text;
          if (typeof piece === "string" && piece !== "") {
            text += piece;
            log(output, piece);
          }
          break;
        }
        case "tool_call": {
          const call = readCall(event.call);
          if (call === undefined) {
            log(output, "[Strom] unlesbarer Werkzeugruf übergangen");
          } else {
            calls.push(call);
            log(output, `[Strom] Werkzeugruf vorgemerkt: ${call.name}`);
          }
          break;
        }
        case "message_end": {
          const stopReason = event.stopReason;
          if (stopReason === "stop" || stopReason === "toolUse") return { content: text, stopReason, calls };
          if (stopReason === "error") {
            log(output, "[Strom] der Anbieter meldet einen Fehler");
            return { content: text, stopReason, calls: [] };
          }
          return failed("unbekannter stopReason in message_end");
        }
        default: // message_start und alles, was wir nicht kennen
      }
    }
  } catch (thrown) {
    return failed(`der Anbieter ist gescheitert: ${describeThrown(thrown)}`);
  } finally {
    try {
      await iterator?.return?.();
    } catch {
      // Die Nachricht ist gelesen; wie der Strom schließt, ändert nichts mehr an ihr.
    }
  }
}

function readCall(value: unknown): ToolCall | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const call = deepCopy(value) as Partial<ToolCall>;
  if (typeof call.id !== "string" || typeof call.name !== "string") return undefined;
  const input = typeof call.input === "object" && call.input !== null ? call.input : {};
  return { id: call.id, name: call.name, input };
}

function assistant(content: string, stopReason: StopReason): AssistantMessage {
  return { role: "assistant", content, stopReason, timestamp: isoNow() };
}

/** Ohne `toolCalls`: wer nur sammelt, führt nichts aus, und ein Ruf ohne Ergebnis soll in keinem Verlauf stehen. */
export async function collectAssistantMessage(
  events: AsyncGenerator<ProviderEvent>,
  output: Output,
): Promise<AssistantMessage> {
  const reply = await readReply(() => events, output);
  return assistant(reply.content, reply.stopReason);
}

// ---------------------------------------------------------------------------------------------------------------------
// s01: ein Zug
// ---------------------------------------------------------------------------------------------------------------------

function recordUser(state: AgentState, content: string): void {
  state.messages.append({ role: "user", content, timestamp: isoNow() });
}

/** Trägt die Antwort ein und gibt eine Kopie von ihr. */
function recordAnswer(state: AgentState, answer: AssistantMessage): AssistantMessage {
  state.messages.append(answer);
  return deepCopy(answer);
}

export async function runOneTurn(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  recordUser(state, userInput);
  log(output, "[Zug] eine Anfrage an den Anbieter");
  const input = buildProviderInput(state, options);
  const reply = await readReply(() => provider.stream(input), output);
  log(output, `[Zug] Antwort eingetragen (${reply.stopReason})`);
  return recordAnswer(state, assistant(reply.content, reply.stopReason));
}

// ---------------------------------------------------------------------------------------------------------------------
// s04: die Werkzeugschleife
// ---------------------------------------------------------------------------------------------------------------------

function limitOf(maxTurns: number | undefined): number {
  if (typeof maxTurns !== "number" || !Number.isFinite(maxTurns)) return DEFAULT_MAX_TURNS;
  return Math.max(0, Math.floor(maxTurns));
}

export async function runEventedToolLoop(
  state: AgentState,
  provider: Provider,
  userInput: string,
  output: Output,
  options: TurnOptions = {},
): Promise<AssistantMessage> {
  recordUser(state, userInput);

  const registry = options.registry ?? new ToolRegistry();
  const hooks = options.hooks ?? {};
  const limit = limitOf(options.maxTurns);
  const snapshot = takeSnapshot(state, options);
  const events: RuntimeEvent[] = [];

  let answer: AssistantMessage | undefined;
  for (let asked = 0; answer === undefined && asked < limit; asked += 1) {
    log(output, `[Zug] Anfrage ${asked + 1} von höchstens ${limit}`);
    const input = createTurnSnapshot(state.messages.currentPath(), snapshot.tools, snapshot.systemPrompt);
    const reply = await readReply(() => provider.stream(input), output);

    for (const call of reply.calls) {
      log(output, `[Werkzeug] ${call.name} wird ausgeführt`);
      const result = executeToolCall(registry, hooks, call);
      state.messages.append(result);
      log(output, `[Werkzeug] ${call.name} ist fertig`);
    }

    if (reply.stopReason === "toolUse" && reply.calls.length > 0) {
      if (reply.content !== "") events.push({ type: "message", content: reply.content });
    } else {
      // Ein toolUse ohne Ruf wartet auf nichts: die Antwort ist fertig.
      answer = assistant(reply.content, reply.stopReason === "toolUse" ? "stop" : reply.stopReason);
    }
  }
  if (answer === undefined) {
    answer = assistant(`max turns reached: nach ${limit} Anfragen ist Schluss für diesen Zug`, "stop");
    log(output, "[Zug] die Grenze der Anfragen ist erreicht");
  }

  const returned = recordAnswer(state, answer);
  log(output, `[Zug] fertig (${answer.stopReason})`);
  events.push({ type: "message", content: answer.content }, { type: "done" });
  tell(events, options);
  return returned;
}

function tell(events: RuntimeEvent[], options: TurnOptions): void {
  const { extensions, mode } = options;
  if (extensions !== undefined && extensions !== null) {
    for (const event of events) runQuietly(() => extensions.emit(deepCopy(event)));
  }
  if (mode !== undefined && mode !== null) runQuietly(() => mode.render(deepCopy(events)));
}

// ---------------------------------------------------------------------------------------------------------------------
// s09: Erweiterungen
// ---------------------------------------------------------------------------------------------------------------------

type Listener = { type: RuntimeEvent["type"]; handler: (event: RuntimeEvent) => void };

export class ExtensionRuntime {
  readonly #registry: ToolRegistry;
  readonly #commands = new Map<string, { run: () => string; self: Command }>();
  readonly #listeners: Listener[] = [];

  constructor(registry: ToolRegistry) {
    this.#registry = registry ?? new ToolRegistry();
  }

  use(extension: Extension): void {
    const api: ExtensionAPI = {
      on: (type, handler) => {
        this.#listeners.push({ type, handler });
      },
      registerTool: (tool) => {
        this.#registry.register(tool);
      },
      registerCommand: (command) => {
        this.#commands.set(command.name, { run: command.run, self: command });
      },
    };
    runQuietly(() => extension(api));
  }

  emit(event: RuntimeEvent): void {
    const sent = deepCopy(event);
    for (const { handler } of this.#listeners.filter(({ type }) => type === sent.type)) {
      runQuietly(() => handler(deepCopy(sent)));
    }
  }

  runCommand(name: string): string {
    const command = this.#commands.get(name);
    if (command === undefined) return `error: unbekannter Befehl: ${String(name)}`;
    try {
      const text: unknown = Reflect.apply(command.run, command.self, []);
      if (typeof text === "string") return text;
      defuse(text);
      return `error: der Befehl hat keinen Text geliefert: ${String(name)}`;
    } catch (thrown) {
      return `error: der Befehl ist gescheitert: ${describeThrown(thrown)}`;
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// s10: Modi
// ---------------------------------------------------------------------------------------------------------------------

export class PrintMode {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  render(events: RuntimeEvent[]): void {
    for (const event of deepCopy(events)) {
      if (event.type === "message") this.#output.log(event.content);
    }
  }
}

export class JsonMode {
  readonly #output: Output;

  constructor(output: Output) {
    this.#output = output;
  }

  render(events: RuntimeEvent[]): void {
    for (const event of deepCopy(events)) {
      const line = JSON.stringify(event).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
      this.#output.log(line);
    }
  }
}

export function createDemoRuntimeEvents(input: string): RuntimeEvent[] {
  return [{ type: "message", content: `Vorführung: ${input}` }, { type: "done" }];
}

// ---------------------------------------------------------------------------------------------------------------------
// s12: Pakete
// ---------------------------------------------------------------------------------------------------------------------

export function pick(contents: Record<string, string>, names: string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    if (!Object.hasOwn(contents, name)) continue;
    const content = contents[name];
    if (typeof content === "string") own(picked, name, content);
  }
  return picked;
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
  const parts = deepCopy(loaded);
  runtime.use((api) => {
    for (const [name, content] of Object.entries(parts.tools)) {
      api.registerTool({
        spec: { name, description: `Werkzeug aus dem Paket ${parts.name}`, input: {} },
        handler: () => `Inhalt des Werkzeugs:\n${content}`,
      });
    }
    for (const [name, content] of Object.entries(parts.commands)) {
      api.registerCommand({ name, run: () => content });
    }
  });
  for (const [name, content] of Object.entries(parts.resources)) {
    loader.add({ kind: "skill", name, content });
  }
}
