/**
 * A scenario: plain, serialisable data that says what to do with a mini Pi. The harness writes it, fast-check
 * generates and shrinks it, the player carries it out, a person can read it. Nothing here depends on a chapter's
 * level: the player's adapters know the three upgrades (EVOLUTION.md, U1).
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What a misbehaving provider, tool, hook, extension or mode throws. Errors are made in the learner's own realm. */
export type Thrown =
  | { kind: "error"; message: string }
  | { kind: "value"; value: Json }
  | { kind: "undefined" }
  /** an object without a prototype, so without `toString` */
  | { kind: "bare" }
  /** an Error whose `message` getter throws */
  | { kind: "evil" };

export type StopReason = "stop" | "toolUse" | "error";
export type Call = { id: string; name: string; input: Record<string, string> };
export type Message = { [field: string]: Json } & { role: string; content: string };
export type Resource = { kind: "agents" | "skill" | "prompt"; name: string; content: string };
export type Package = {
  manifest: { name: string; tools: string[]; commands: string[]; resources: string[] };
  contents: Record<string, string>;
};
export type RuntimeEvent = { type: "message"; content: string } | { type: "done" };

/** One provider event, handed to the learner's code as it stands. Unknown types are allowed: they test tolerance. */
export type ProviderEvent =
  | { type: "message_start" }
  | { type: "text_delta"; text: string }
  | { type: "tool_call"; call: Call }
  | { type: "message_end"; stopReason: string }
  | { type: "unknown"; name: string; data?: Json; stopReason?: string };

/** What the provider does with one request: the events it yields, then how the stream ends. */
export type Reply = {
  events: ProviderEvent[];
  /** thrown after the last event instead of ending (for `complete`: the promise rejects) */
  throws?: Thrown;
  /** thrown by the call of `stream`/`complete` itself, before any event */
  throwsAtOnce?: Thrown;
  /** a macrotask passes before each event */
  slow?: boolean;
  /** the provider mutates the input it was given, deeply, after it was recorded */
  vandal?: boolean;
};

/** What a fake function gives back. `echo` is the text of `input.text`, or the empty string. */
export type Gives =
  | { is: "text"; text: string }
  | { is: "echo" }
  | { is: "value"; value: Json }
  | { is: "undefined" }
  | { is: "promise"; text: string }
  | { is: "throws"; thrown: Thrown };

/** Something a fake does to the world before it gives its answer. */
export type Effect =
  | { do: "register"; tool: ToolFake; registry?: string }
  /** mutate the arguments it was called with, deeply */
  | { do: "vandalArgs" }
  /** mutate, deeply, what an earlier step was given or gave back (see the step "vandal") */
  | { do: "vandal"; step: number; what: "args" | "result" };

export type Act = { effects?: Effect[]; gives: Gives };

/** A tool. Its nth call performs `acts[n]`, the last one repeats; without acts it echoes. */
export type ToolFake = { name: string; description?: string; input?: Record<string, string>; acts?: Act[] };

export type BeforeAct = { is: "allow" } | { is: "block"; reason: string } | { is: "throws"; thrown: Thrown };
export type AfterAct = { is: "keeps" } | { is: "returns"; text: string } | { is: "appends"; text: string } | { is: "throws"; thrown: Thrown };

/** Hooks as rules: the first rule whose `call` is the call's id (or that has none) acts; no rule allows and keeps. */
export type HookFake = {
  before?: { call?: string; act: BeforeAct; effects?: Effect[] }[];
  after?: { call?: string; act: AfterAct; effects?: Effect[] }[];
};

/** What an extension does with its API, in order. Handlers and commands are told apart in the timeline by `label`/`name`. */
export type ExtensionAct =
  | { do: "tool"; tool: ToolFake }
  | { do: "command"; name: string; gives: Gives }
  | { do: "on"; type: RuntimeEvent["type"]; label: string; throws?: Thrown; adds?: { type: RuntimeEvent["type"]; label: string }; vandal?: boolean }
  | { do: "throw"; thrown: Thrown };
export type ExtensionFake = { acts: ExtensionAct[] };

/** The mode of a turn: one of our own that records what it is given, or the program's, with an output of its own. */
export type ModeFake = { is: "records"; vandal?: boolean } | { is: "throws"; thrown: Thrown } | { is: "print" } | { is: "json" };

export type TurnOptions = {
  /** the name of a registry, loader or runtime of this scenario; absent: the option is not passed */
  registry?: string;
  maxTurns?: number;
  hooks?: HookFake;
  loader?: string;
  extensions?: string;
  mode?: ModeFake;
  /** absent: the adapter passes "trusted" */
  trust?: "trusted" | "untrusted";
};

/** An entry of a tree: the nth of `allEntries()`, counted from 0, or an id spelled out. */
export type EntryRef = { nth: number } | { id: string };

/** States, registries, loaders and runtimes are named and made at first use; the name is "main" where absent. */
export type Step =
  | { do: "turn"; by: "runOneTurn" | "runEventedToolLoop"; input: string; replies: Reply[]; forever?: boolean; state?: string; options?: TurnOptions }
  | { do: "input"; state?: string; options?: TurnOptions }
  | { do: "collect"; reply: Reply }
  | { do: "history"; state?: string }
  | { do: "register"; tool: ToolFake; registry?: string }
  | { do: "specs"; registry?: string }
  | { do: "run"; call: Call; registry?: string }
  | { do: "execute"; call: Call; registry?: string; hooks?: HookFake }
  | { do: "snapshot"; messages: Message[]; tools: { name: string; description: string; input: Record<string, string> }[]; systemPrompt?: string }
  | { do: "append"; message: Message; state?: string }
  /** appends `count` user messages with the contents "m0", "m1", … */
  | { do: "appendMany"; count: number; state?: string }
  | { do: "move"; to: EntryRef; state?: string }
  | { do: "path"; state?: string }
  | { do: "entries"; state?: string }
  | { do: "loader"; resources: Resource[]; loader?: string }
  | { do: "load"; trust?: Json; loader?: string }
  | { do: "addResource"; resource: Resource; loader?: string }
  | { do: "prompt"; resources: Resource[] }
  | { do: "runtime"; runtime?: string; registry?: string }
  | { do: "use"; extension: ExtensionFake; runtime?: string }
  | { do: "emit"; event: RuntimeEvent; runtime?: string }
  | { do: "command"; name: string; runtime?: string }
  | { do: "render"; mode: "print" | "json"; events: RuntimeEvent[] }
  | { do: "demo"; input: string }
  | { do: "pick"; contents: Record<string, string>; names: string[] }
  | { do: "loadPackage"; package: Package }
  /** loads the package with the program's `loadPackage` and installs what came out */
  | { do: "install"; package: Package; runtime?: string; loader?: string; times?: number }
  /** mutates, deeply, what an earlier step was given or gave back: what was passed or shown is no handle on the inside */
  | { do: "vandal"; step: number; what: "args" | "result" }
  /** gives, once more, what an earlier step was given or gave back, as it is now */
  | { do: "look"; step: number; what: "args" | "result" };

/**
 * `brief`: arrays of more than a hundred elements are recorded as `{ length, sample: { index: element } }`, with the
 * first three, the last three and each hundredth part between them.
 */
export type Scenario = { steps: Step[]; brief?: true };
