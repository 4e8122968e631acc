/**
 * The subject process: one learner's program in a realm of its own, and the player beside it. It reads orders and
 * writes reports on file descriptor 3, one JSON text a line. Nothing else of the repository is in this process.
 */
import { randomFillSync, randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { formatWithOptions } from "node:util";
import { createContext, Script } from "node:vm";
import { MessageChannel, moveMessagePortToContext, receiveMessageOnPort, Worker } from "node:worker_threads";
import { eraOf, type Era } from "./adapters.ts";
import { programName, readThrown } from "./plain.ts";
import { Play } from "./play.ts";
import type { Host, Inside } from "./realm.ts";
import type { Scenario } from "./scenario.ts";
import type { Mark, Order, Report, ThrownRecord } from "./transcript.ts";

const pipe = new Socket({ fd: 3, readable: true, writable: true });
const printLimit = 16_384;

let playing: Play | undefined;
let prints = "";
/** characters printed since the last order */
let told = 0;
let program: Record<string, unknown> = {};
let era: Era = { streams: false, model: false, tree: false };
let inside: Inside | undefined;

function report(message: Report): void {
  pipe.write(`${JSON.stringify(message)}\n`);
}

let last: Mark = { step: 0, what: "import", name: "code.ts" };
let narrating = false;

/** Marks are told only on request: they would double the cost of a scenario. */
function mark(made: Mark): void {
  last = made;
  if (narrating) report({ mark: made });
}

/** Prints are told at once as well: a program that hangs or exits gives no transcript. */
function print(text: string): void {
  if (told < printLimit) report({ print: text.slice(0, printLimit - told) });
  told += text.length;
  if (playing === undefined) {
    prints = (prints + text).slice(0, printLimit);
    return;
  }
  const { timeline } = playing.transcript;
  const last = timeline.at(-1);
  if (last?.what === "print") last.text = (last.text + text).slice(0, printLimit);
  else timeline.push({ step: playing.step, what: "print", text: text.slice(0, printLimit) });
}

/** `process.exit` never returns, so the report is written at once, past the pipe's queue. */
function exit(code: unknown): void {
  const status = typeof code === "number" ? code : 0;
  const line = Buffer.from(`${JSON.stringify({ exits: status, during: last } satisfies Report)}\n`);
  for (let sent = 0, tries = 0; sent < line.length && tries < 1000; tries += 1) {
    try {
      sent += writeSync(3, line, sent);
    } catch {
      // The pipe is full: the reader is about to empty it.
    }
  }
  process.exit(status);
}

function hostOf(context: object): Host {
  const timers = new Map<number, NodeJS.Timeout | NodeJS.Immediate>();
  let lastTimer = 0;
  let channel: MessageChannel | undefined;
  let inner: ReturnType<typeof moveMessagePortToContext> | undefined;
  return {
    consoleMethods: Object.keys(console).filter((name) => typeof Reflect.get(console, name) === "function"),
    print: (args) => print(`${formatWithOptions({ customInspect: false, depth: 4 }, ...args)}\n`),
    write: (text) => print(typeof text === "string" ? text : formatWithOptions({ customInspect: false }, text)),
    exit,
    timer(kind, run, ms) {
      const id = (lastTimer += 1);
      const delay = typeof ms === "number" ? ms : 0;
      if (kind === "interval") timers.set(id, setInterval(run, delay).unref());
      else if (kind === "timeout") timers.set(id, setTimeout(() => (timers.delete(id), run()), delay));
      else timers.set(id, setImmediate(() => (timers.delete(id), run())));
      return id;
    },
    cancel(id) {
      const timer = typeof id === "number" ? timers.get(id) : undefined;
      if (timer === undefined) return;
      clearTimeout(timer as NodeJS.Timeout);
      clearImmediate(timer as NodeJS.Immediate);
    },
    microtask: (run) => queueMicrotask(run),
    clone(value, take) {
      if (channel === undefined || inner === undefined) {
        channel = new MessageChannel();
        inner = moveMessagePortToContext(channel.port2, context);
        channel.port1.unref();
      }
      try {
        channel.port1.postMessage(value);
      } catch (thrown) {
        return readThrown(thrown).text;
      }
      take(receiveMessageOnPort(inner)?.message);
      return undefined;
    },
    uuid: () => randomUUID(),
    randomBytes: (array) => void randomFillSync(array as Uint8Array),
    now: () => performance.now(),
  };
}

async function load(order: { code: string; realm: string }): Promise<void> {
  const context = createContext({}, { name: "code.ts", codeGeneration: { strings: false, wasm: false } });
  const realm = new Script(order.realm, { filename: "pi-kata-realm" }).runInContext(context) as Inside;
  inside = realm;
  realm.install(hostOf(context));
  report({ importing: true });
  try {
    const start: unknown = new Script(order.code, { filename: programName, lineOffset: -1 }).runInContext(context);
    await new Promise<void>((resolve, reject) => {
      realm.settle(start, undefined, [], (ok, value) => {
        if (!ok) return reject(new Raised(value));
        program = value as Record<string, unknown>;
        resolve();
      });
    });
  } catch (thrown) {
    report({ unloadable: readThrown(thrown instanceof Raised ? thrown.value : thrown), prints });
    return;
  }
  const exports: Record<string, string> = Object.create(null);
  for (const name of Object.keys(program)) exports[name] = typeof program[name];
  era = eraOf(program);
  // A macrotask later, so that what the import scheduled for "at once" has printed too.
  await new Promise((resolve) => setImmediate(resolve));
  report({ loaded: { exports, prints } });
}

/** What the import of the program threw. */
class Raised {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

async function play(scenario: Scenario, narrate: boolean): Promise<void> {
  narrating = narrate;
  if (inside === undefined) return;
  told = 0;
  playing = new Play(inside, program, era, mark);
  const { transcript } = playing;
  await playing.run(scenario);
  // Rejections that nobody handles are told after the microtasks, before the next macrotask.
  await new Promise((resolve) => setImmediate(resolve));
  playing = undefined;
  report({ played: transcript });
}

function escaped(thrown: unknown): void {
  const error: ThrownRecord = readThrown(thrown);
  if (playing === undefined) prints += `uncaught: ${error.text}\n`;
  else playing.transcript.timeline.push({ step: playing.step, what: "escaped", error });
}

/**
 * A program that loops does not notice that the parent is gone, so a thread looks after it: once a second, whether the
 * parent still lives.
 */
const watch = `
const { ppid } = process;
setInterval(() => {
  let alive = process.ppid === ppid;
  try { process.kill(ppid, 0); } catch (error) { alive &&= error.code === "EPERM"; }
  if (!alive) process.kill(process.pid, "SIGKILL");
}, 1000);`;
new Worker(watch, { eval: true }).unref();

process.on("uncaughtException", escaped);
process.on("unhandledRejection", escaped);

let pending = "";
let queue: Promise<void> = Promise.resolve();
pipe.setEncoding("utf8");
pipe.on("data", (chunk: string) => {
  pending += chunk;
  for (let end = pending.indexOf("\n"); end >= 0; end = pending.indexOf("\n")) {
    const order = JSON.parse(pending.slice(0, end)) as Order;
    pending = pending.slice(end + 1);
    queue = queue.then(() => ("load" in order ? load(order.load) : play(order.play, order.narrate)));
  }
});
pipe.on("end", () => process.exit(0));
pipe.on("error", () => process.exit(0));
