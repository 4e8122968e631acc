/**
 * The player's side inside the learner's realm: a script run in that realm before the learner's code, so that every
 * object and function the learner is handed, and every error a fake throws, is made there. It captures what it needs
 * first. Functions of the host (the player's own realm) are called but never handed on: values cross as JSON text
 * or as primitives, so the learner's code cannot reach the host's prototypes, constructors or `process`.
 */
import type { Thrown } from "./scenario.ts";

/** What a fake function does, decided by the host. `json` is the text of what it gives back. */
export type Outcome =
  | { is: "returns"; json: string }
  | { is: "undefined" }
  | { is: "promise"; json: string }
  | { is: "throws"; thrown: Thrown }
  | { is: "done" };

export type HostProvider = {
  /** one request; gives its number, or what to throw at once */
  open(input: unknown): { n: number; throwsAtOnce?: Thrown };
  /** the next event of request n, "done" at its end */
  next(n: number): Outcome;
  /** a macrotask passes before each event of request n */
  slow(n: number): boolean;
  wait(resume: () => void): void;
  /** told each event object, or whole reply, that the program is handed */
  yielded(event: unknown): void;
};

export type Host = {
  print(args: unknown[]): void;
  write(text: unknown): void;
  exit(code: unknown): void;
  timer(kind: "timeout" | "interval" | "immediate", run: () => void, ms: unknown): number;
  cancel(id: unknown): void;
  microtask(run: () => void): void;
  /** a structured clone made in the learner's realm; false: cannot be cloned, `why` says it */
  clone(value: unknown, take: (copy: unknown) => void): string | undefined;
  uuid(): string;
  randomBytes(array: unknown): void;
  now(): number;
  consoleMethods: string[];
};

const { parse, stringify } = JSON;
const { defineProperty, freeze, setPrototypeOf } = Object;
const { apply, construct } = Reflect;
const RealmError = Error;
const RealmSymbol = Symbol;
const RealmTypeError = TypeError;
const RealmRangeError = RangeError;
const RealmPromise = Promise;

/** Makes the thrown value in this realm, so that a right program's `instanceof Error` holds. */
function thrownValue(thrown: Thrown): unknown {
  switch (thrown.kind) {
    case "error": {
      const error = new RealmError(thrown.message);
      return thrown.frozen === true ? freeze(error) : error;
    }
    case "value":
      return parse(stringify(thrown.value));
    case "undefined":
      return undefined;
    case "symbol":
      return RealmSymbol("thrown");
    case "bare":
      return setPrototypeOf({ code: "bare" }, null);
    case "evil": {
      const evil = new RealmError("hidden");
      defineProperty(evil, "message", {
        get() {
          throw new RealmError("this message cannot be read");
        },
      });
      return evil;
    }
  }
}

function perform(outcome: Outcome): unknown {
  switch (outcome.is) {
    case "returns":
      return parse(outcome.json);
    case "promise": {
      const value: unknown = parse(outcome.json);
      return new RealmPromise((resolve) => resolve(value));
    }
    case "throws":
      throw thrownValue(outcome.thrown);
    default:
      return undefined;
  }
}

/** Host functions never let an error of their realm out, save a stack overflow at their very entry: replace it. */
function guarded<Result>(call: () => Result): Result {
  try {
    return call();
  } catch {
    throw new RealmRangeError("Maximum call stack size exceeded");
  }
}

function fake(host: (args: unknown[]) => Outcome): (...args: unknown[]) => unknown {
  return (...args) => perform(guarded(() => host(args)));
}

/** An object with the given members, for what a scenario cannot carry as JSON: fakes and instances. */
function object(members: [string, unknown][]): object {
  const made: Record<string, unknown> = {};
  for (let i = 0; i < members.length; i += 1) {
    const member = members[i];
    if (member !== undefined) made[member[0]] = member[1];
  }
  return made;
}

function list(items: unknown[]): unknown[] {
  const made: unknown[] = [];
  for (let i = 0; i < items.length; i += 1) made[i] = items[i];
  return made;
}

async function* events(host: HostProvider, n: number): AsyncGenerator<unknown> {
  for (;;) {
    if (guarded(() => host.slow(n))) await new RealmPromise<void>((resolve) => guarded(() => host.wait(() => resolve())));
    const outcome = guarded(() => host.next(n));
    if (outcome.is === "done") return;
    const event = perform(outcome);
    guarded(() => host.yielded(event));
    yield event;
  }
}

/** The messages of the program's first chapters come whole: `complete` gathers the events of one request itself. */
function gather(host: HostProvider, n: number): { role: string; content: string; stopReason: string } {
  let content = "";
  let stopReason = "stop";
  for (;;) {
    const outcome = guarded(() => host.next(n));
    if (outcome.is === "done") return { role: "assistant", content, stopReason };
    const event = perform(outcome) as { type: string; text?: string; stopReason?: string };
    if (event.type === "text_delta") content += event.text ?? "";
    if (event.type === "message_end") stopReason = event.stopReason ?? "stop";
  }
}

function provider(host: HostProvider, streams: boolean): object {
  const open = (input: unknown): number => {
    const opened = guarded(() => host.open(input));
    if (opened.throwsAtOnce !== undefined) throw thrownValue(opened.throwsAtOnce);
    return opened.n;
  };
  if (streams) return { stream: (input: unknown) => events(host, open(input)) };
  return {
    complete(input: unknown) {
      const n = open(input);
      return (async () => {
        if (guarded(() => host.slow(n))) await new RealmPromise<void>((resolve) => guarded(() => host.wait(() => resolve())));
        const reply = gather(host, n);
        guarded(() => host.yielded(reply));
        return reply;
      })();
    },
  };
}

/**
 * Every call of the program starts in this realm: the trap of a proxy, or of one that hides behind a bound function, is
 * handed an array made where the call was made.
 */
const call = (fn: unknown, self: unknown, args: unknown[]): unknown => apply(fn as () => unknown, self, args);
const make = (fn: unknown, args: unknown[]): unknown => construct(fn as new () => object, args);

/** Calls a function of the program and awaits it in this realm: a lying thenable meets functions of this realm only. */
function settle(fn: unknown, self: unknown, args: unknown[], done: (ok: boolean, value: unknown) => void): void {
  void (async () => {
    let value: unknown;
    try {
      value = await apply(fn as () => unknown, self, args);
    } catch (thrown) {
      done(false, thrown);
      return;
    }
    done(true, value);
  })();
}

const uncloned = Symbol("uncloned");
const { keys, getPrototypeOf } = Object;
const { isArray } = Array;
const ObjectPrototype = Object.prototype;
const ArrayPrototype = Array.prototype;
const mostNodes = 64;

/** A clone of a plain object whose members are all primitive, as most messages are. */
function flatClone(value: unknown): unknown {
  if (typeof value !== "object" || value === null || getPrototypeOf(value) !== ObjectPrototype) return uncloned;
  const copy: Record<string, unknown> = {};
  const names = keys(value);
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i];
    if (name === undefined || name === "__proto__") return uncloned;
    const part = (value as Record<string, unknown>)[name];
    if (typeof part === "object" ? part !== null : typeof part === "function" || typeof part === "symbol") return uncloned;
    copy[name] = part;
  }
  return copy;
}

/**
 * A clone of a small tree of plain objects and arrays, as messages are: the way over the host's message channel costs
 * ten times as much. Anything else (a Map, a cycle, a shared part, a function) is left to the host.
 */
function plainClone(value: unknown, walk: { nodes: number; seen: unknown[] }): unknown {
  if (typeof value === "function" || typeof value === "symbol") return uncloned;
  if (typeof value !== "object" || value === null) return value;
  const list = isArray(value);
  if (getPrototypeOf(value) !== (list ? ArrayPrototype : ObjectPrototype)) return uncloned;
  for (let i = 0; i < walk.nodes; i += 1) if (walk.seen[i] === value) return uncloned;
  if (walk.nodes === mostNodes) return uncloned;
  walk.seen[walk.nodes] = value;
  walk.nodes += 1;
  const names = keys(value);
  if (list && names.length !== value.length) return uncloned;
  const copy: Record<string, unknown> = list ? ([] as unknown as Record<string, unknown>) : {};
  const source = value as Record<string, unknown>;
  for (let i = 0; i < names.length; i += 1) {
    const name = names[i];
    if (name === undefined || name === "__proto__") return uncloned;
    const part = plainClone(source[name], walk);
    if (part === uncloned) return uncloned;
    copy[name] = part;
  }
  return copy;
}

/** The globals a program may count on beside the language's own (EVOLUTION.md lists them). */
function install(host: Host): void {
  const define = (name: string, value: unknown): void => {
    defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  };

  // Node calls this hook with an array of the host's realm; a constant keeps it out of the program's reach.
  defineProperty(RealmError, "prepareStackTrace", { value: undefined, writable: false, configurable: false });
  defineProperty(globalThis, "Error", { value: RealmError, writable: false, configurable: false });

  const console: Record<string, unknown> = {};
  for (let i = 0; i < host.consoleMethods.length; i += 1) {
    const method = host.consoleMethods[i];
    if (method !== undefined) console[method] = (...args: unknown[]): void => guarded(() => host.print(args));
  }
  define("console", console);

  const stream = { write: (text: unknown): boolean => (guarded(() => host.write(text)), true), isTTY: false, columns: 80 };
  define("process", {
    argv: ["node", "code.ts"],
    env: {},
    platform: "kata",
    pid: 1,
    exitCode: undefined,
    stdout: stream,
    stderr: stream,
    cwd: () => "/",
    exit: (code?: unknown): void => guarded(() => host.exit(code)),
    nextTick: (run: (...args: unknown[]) => void, ...args: unknown[]): void => guarded(() => host.microtask(() => run(...args))),
    on() {
      return this;
    },
  });

  const timer =
    (kind: "timeout" | "interval" | "immediate") =>
    (run: (...args: unknown[]) => void, ...rest: unknown[]): object => {
      if (typeof run !== "function") throw new RealmTypeError("The callback must be a function");
      const [ms, ...args] = kind === "immediate" ? [0, ...rest] : rest;
      const id = guarded(() => host.timer(kind, () => run(...args), ms));
      const handle: Record<PropertyKey, unknown> = { id, hasRef: () => false };
      handle.ref = handle.unref = (): object => handle;
      handle[Symbol.toPrimitive] = (): number => id;
      return handle;
    };
  const cancel = (handle: unknown): void => {
    if (typeof handle === "object" && handle !== null && "id" in handle) guarded(() => host.cancel(handle.id));
    else guarded(() => host.cancel(handle));
  };
  define("setTimeout", timer("timeout"));
  define("setInterval", timer("interval"));
  define("setImmediate", timer("immediate"));
  for (const name of ["clearTimeout", "clearInterval", "clearImmediate"]) define(name, cancel);
  define("queueMicrotask", (run: () => void): void => {
    if (typeof run !== "function") throw new RealmTypeError("The callback must be a function");
    guarded(() => host.microtask(() => run()));
  });

  define("structuredClone", (value: unknown): unknown => {
    let plain = flatClone(value);
    if (plain === uncloned) plain = plainClone(value, { nodes: 0, seen: [] });
    if (plain !== uncloned) return plain;
    let copy: unknown;
    const why = guarded(() => host.clone(value, (made) => (copy = made)));
    if (why === undefined) return copy;
    const error = new RealmError(why);
    error.name = "DataCloneError";
    throw error;
  });
  define("crypto", {
    randomUUID: (): string => guarded(() => host.uuid()),
    getRandomValues: (array: unknown): unknown => (guarded(() => host.randomBytes(array)), array),
  });
  define("performance", { now: (): number => guarded(() => host.now()) });
}

const message = (role: string, content: string): object => ({ role, content });

export const inside = { parse, message, call, make, fake, object, list, events, provider, settle, install };
export type Inside = typeof inside;
