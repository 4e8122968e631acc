/** Programs that change what they share with the player, or look for a way out of their realm. None gains a point by it. */
import { atImport, poor, poorly, right, type Case } from "./case.ts";

const gainsNothing = { verdict: ["none", "partial"], gains: { atMost: "poor" } } as const satisfies Partial<Case>;
const harmless = { verdict: "ok", gains: { as: "right" } } as const;

/** A wrong program that patches while it is imported. */
const patched = (name: string, act: string): Case => ({ name: `patched ${name}`, lies: atImport(act, poor), ...gainsNothing });

const thief = `const thief: any = new Proxy(function () {}, { apply(_target: unknown, _self: unknown, args: any) {
    const all: any = Object.getPrototypeOf(args.constructor.prototype);
    try { all.toJSON = function () { if (this.timeline === undefined) return this; return { steps: this.steps, timeline: this.timeline.filter((seen: any) => seen.what !== "print") }; }; } catch {}
    try { args.constructor.prototype.push = () => 0; all.then = () => {}; } catch {}
    return "x";
  } });`;

export const globals: Case[] = [
  patched("JSON", "evil.JSON.stringify = () => '{}'; evil.JSON.parse = () => ({});"),
  patched("Promise", "evil.Promise.prototype.then = function () { return this; }; evil.Promise = class {};"),
  patched("toJSON and then", 'evil.Object.prototype.toJSON = () => "forged"; evil.Object.defineProperty(evil.Object.prototype, "then", { get() { return undefined; } });'),
  patched("lists", "evil.Array.prototype.push = () => 0; evil.Array.prototype.includes = () => true; evil.Array.prototype.some = () => true; evil.Array.isArray = () => true;"),
  patched("setters of a list", "for (const at of [0, 1, 2, 3]) evil.Object.defineProperty(evil.Array.prototype, at, { set() {}, get() { return { role: 'user', content: 'hello' }; } });"),
  patched("iterators", "evil.Array.prototype[Symbol.iterator] = function* () {}; Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())).next = () => {};"),
  patched("Object", "evil.Object.is = () => true; evil.Object.keys = () => []; evil.Object.hasOwn = () => true; evil.Object.getOwnPropertyNames = () => [];"),
  patched("Reflect and Function", "evil.Reflect.apply = () => undefined; evil.Function.prototype.call = () => true; evil.Function.prototype.apply = () => true;"),
  patched("texts", "evil.String.prototype.includes = () => true; evil.String.prototype.startsWith = () => true; evil.RegExp.prototype.test = () => true; evil.RegExp.prototype.exec = () => [];"),
  patched("time and chance", "evil.Date.now = () => 0; evil.Math.random = () => 0; evil.setTimeout = (run: () => void) => run(); evil.setImmediate = () => 0; evil.performance.now = () => 0; evil.queueMicrotask = () => {};"),
  patched("structuredClone and crypto", "evil.structuredClone = () => ({}); evil.crypto.randomUUID = () => '';"),
  patched("process and console", "evil.process = undefined; evil.console = undefined;"),
  patched("fields of messages", "evil.Object.prototype.role = 'assistant'; evil.Object.prototype.content = 'hi there'; evil.Object.prototype.stopReason = 'stop'; evil.Object.prototype.messages = [];"),
  patched("frozen prototypes", "for (const one of [Object, Array, Function, Promise, Map]) { Object.freeze(one); Object.freeze(one.prototype); }"),
  patched("a Symbol.hasInstance of everything", "for (const one of [Object, Array, Error, Promise]) evil.Object.defineProperty(one, Symbol.hasInstance, { value: () => true });"),
  { name: "patched in a turn and mended at its end", lies: poorly("const keep = evil.Array.prototype.push; evil.Array.prototype.push = () => 0; evil.Object.prototype.toJSON = () => ({}); queueMicrotask(() => { evil.Array.prototype.push = keep; delete evil.Object.prototype.toJSON; });"), ...gainsNothing },
  { name: "a right program that patches what it does not need", lies: atImport("evil.Array.prototype.flatMap = () => []; evil.Object.is = () => true; evil.JSON.stringify = () => '{}'; evil.Date.now = () => 0; evil.Math.random = () => 0;"), ...harmless },

  { name: "eval", lies: poorly('try { evil.eval("1"); (() => {}).constructor("return process")(); } catch {}'), ...gainsNothing },
  { name: "the constructor of what it is handed", lies: poorly('for (const one of [output.log, provider, provider.complete, state] as any[]) try { one.constructor.constructor("return process")().exit(0); } catch {}'), ...gainsNothing },
  { name: "Error.prepareStackTrace", lies: poorly("try { evil.Error.prepareStackTrace = (_error: unknown, sites: any) => sites.map((site: any) => site.getThis()); for (const one of (new Error().stack as any)) one?.process?.exit(0); } catch {}"), ...gainsNothing },
  { name: "WebAssembly", lies: poorly("try { new evil.WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); } catch {}"), ...gainsNothing },
  { name: "a trap that is handed a list of the player", lies: poorly(`${thief} console.log("noise"); class Odd {} Object.defineProperty(Odd, Symbol.hasInstance, { value: thief }); console.log({ constructor: Odd });`), ...gainsNothing, flags: ["prints"] },
  { name: "a getter that is handed a list of the player", lies: poorly(`${thief} console.log("noise"); if (userInput !== "never") return Object.defineProperty({ role: "assistant", stopReason: "stop" }, "content", { enumerable: true, get: thief }) as never;`), ...gainsNothing, flags: ["prints"] },
  { name: "its exports are exchanged", lies: atImport("export function then(done: (value: unknown) => void) { done(new Proxy({}, { get: (_all, name) => (name === 'then' ? undefined : () => ({ role: 'assistant', content: 'hi there', stopReason: 'stop' })), ownKeys: () => ['buildProviderInput', 'runOneTurn', 'ToolRegistry'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })); }", poor), verdict: ["none", "partial", "load-error"], gains: { atMost: "poor" } },
  { name: "names that are no names", lies: `${right}\nconst odd = 1;\nexport { odd as "a b", odd as __proto__, odd as constructor, odd as "\\u202e" };\n`, ...harmless },
];
