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
import { freezeLanguage } from "./frozen.ts";
import { programName, readThrown } from "./plain.ts";
import { Play } from "./play.ts";
import type { Host, Inside } from "./realm.ts";
import type { Scenario } from "./scenario.ts";
import type { Mark, Order, Report, ThrownRecord } from "./transcript.ts";

freezeLanguage();

const pipe = new Socket({ fd: 3, readable: true, writable: true });
const printLimit = 16_384;

let playing: Play | undefined;
/** timers that the import started */
let timersAtImport = 0;
let imported = false;
let prints = "";
/** characters printed since the last order */
let told = 0;
let program: Record<string, unknown> = {};
let era: Era = { streams: false, model: false, tree: false };
let inside: Inside | undefined;

/** Resolves when the message has left this process, all of it. */
function report(message: Report): Promise<void> {
  return new Promise((resolve) => void pipe.write(`${JSON.stringify(message)}\n`, () => resolve()));
}

/**
 * What the program is doing is kept in memory that the watching thread shares: it tells the parent when an order takes
 * long, for a program that loops can tell nothing itself. [0] counts orders, odd while one is carried out; [1] is the
 * length of the mark.
 */
const shared = new SharedArrayBuffer(1024);
const numbers = new Int32Array(shared, 0, 2);
const bytes = new Uint8Array(shared, 8);
const atImport: Mark = { step: 0, what: "import", name: "code.ts" };
let last = atImport;

function mark(made: Mark): void {
  last = made;
  const text = JSON.stringify(made.name.length > 100 ? { ...made, name: made.name.slice(0, 100) } : made);
  numbers[1] = utf8.encodeInto(text, bytes).written;
}
const utf8 = new TextEncoder();

/**
 * Prints are told at once as well: a program that hangs or exits gives no transcript. What is over the limit is not even
 * made a text: printing much takes no longer than the program's own part of it.
 */
function print(make: () => string): void {
  if (told >= printLimit) return;
  const text = make().slice(0, printLimit - told);
  void report({ print: text });
  told += text.length;
  if (playing === undefined) {
    prints += text;
    return;
  }
  const { timeline } = playing.transcript;
  const last = timeline.at(-1);
  if (last?.what === "print") last.text += text;
  else timeline.push({ step: playing.step, what: "print", text });
}

/** What cannot be shown (an error whose message throws) is no reason for a print to fail: prints never do. */
function formatted(values: unknown[]): string {
  try {
    return formatWithOptions({ customInspect: false, depth: 4 }, ...values);
  } catch {
    return "(a value that cannot be shown)";
  }
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
    print: (args) => print(() => `${formatted(args)}\n`),
    write: (text) => print(() => (typeof text === "string" ? text : formatted([text]))),
    exit,
    timer(kind, run, ms) {
      if (!imported) timersAtImport += 1;
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

/** A program takes the place of the one before it, if any: in a realm of its own, with nothing known of the other. */
async function load(order: { code: string; realm: string }): Promise<void> {
  imported = false;
  timersAtImport = 0;
  prints = "";
  told = 0;
  last = atImport;
  const context = createContext({}, { name: "code.ts", codeGeneration: { strings: false, wasm: false } });
  const realm = new Script(order.realm, { filename: "pi-kata-realm" }).runInContext(context) as Inside;
  inside = realm;
  realm.install(hostOf(context));
  await report({ importing: true });
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
    await report({ unloadable: readThrown(thrown instanceof Raised ? thrown.value : thrown), prints });
    return;
  }
  const exports: Record<string, string> = Object.create(null);
  for (const name of Object.keys(program)) exports[name] = typeof program[name];
  era = eraOf(program);
  // A macrotask later, so that what the import scheduled for "at once" has printed too.
  await new Promise((resolve) => setImmediate(resolve));
  imported = true;
  await report({ loaded: { exports, prints, timers: timersAtImport } });
}

/** What the import of the program threw. */
class Raised {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

async function play({ play: scenario, live }: Extract<Order, { play: Scenario }>): Promise<void> {
  if (inside === undefined) return;
  told = 0;
  Atomics.add(numbers, 0, 1);
  playing = new Play(inside, program, era, mark, live === true ? (seen) => report({ seen }) : undefined);
  const { transcript } = playing;
  await playing.run(scenario);
  // Rejections that nobody handles are told after the microtasks, before the next macrotask.
  await new Promise((resolve) => setImmediate(resolve));
  playing = undefined;
  Atomics.add(numbers, 0, 1);
  // The next order waits for this: the watching thread writes past the queue in which a long report still stands.
  await report({ played: transcript });
}

function escaped(thrown: unknown): void {
  const error: ThrownRecord = readThrown(thrown);
  if (playing === undefined) prints += `uncaught: ${error.text}\n`;
  else playing.note({ step: playing.step, what: "escaped", error });
}

/**
 * A thread that looks on. It tells the last mark of an order that takes longer than its interval, on the pipe, which
 * nobody else writes to while an order is being carried out. And it ends the process when the parent is gone: a
 * program that loops does not notice.
 */
const watch = `
const { writeSync } = require("node:fs");
const { workerData } = require("node:worker_threads");
const { shared, ppid } = workerData;
const numbers = new Int32Array(shared, 0, 2);
const bytes = new Uint8Array(shared, 8);
let seen = 0;
let told = "";
setInterval(() => {
  const order = Atomics.load(numbers, 0);
  if (order % 2 === 1 && order === seen) {
    const mark = Buffer.from(bytes.slice(0, numbers[1])).toString();
    try { if (mark !== told) writeSync(3, '{"mark":' + mark + '}\\n'); told = mark; } catch {}
  } else told = "";
  seen = order;
  let alive = process.ppid === ppid;
  try { process.kill(ppid, 0); } catch (error) { alive &&= error.code === "EPERM"; }
  if (!alive) process.kill(process.pid, "SIGKILL");
}, 100);`;
new Worker(watch, { eval: true, workerData: { shared, ppid: process.ppid } }).unref();

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
    queue = queue.then(() => ("load" in order ? load(order.load) : play(order)));
  }
});
pipe.on("end", () => process.exit(0));
pipe.on("error", () => process.exit(0));
