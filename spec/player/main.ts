/**
 * The subject process: one learner's program in a realm of its own, and the player beside it. It reads orders and
 * writes reports on file descriptor 3, one JSON text a line. Nothing else of the repository is in this process.
 */
import { randomFillSync, randomUUID } from "node:crypto";
import { Socket } from "node:net";
import { formatWithOptions } from "node:util";
import { setFlagsFromString } from "node:v8";
import { createContext, Script } from "node:vm";
import { MessageChannel, moveMessagePortToContext, receiveMessageOnPort } from "node:worker_threads";
import { eraOf, type Era } from "./adapters.ts";
import { freezeLanguage } from "./frozen.ts";
import { programName, readThrown } from "./plain.ts";
import { Play } from "./play.ts";
import type { Host, Inside } from "./realm.ts";
import type { Scenario } from "./scenario.ts";
import type { Mark, Order, Report, ThrownRecord } from "./transcript.ts";
import { Wire } from "./wire.ts";

freezeLanguage();
// A subject lives a second or two. The V8 of Node 20 and 22 spends a third of that on optimising what hardly runs any more.
const [engine] = process.versions.v8.split(".").map(Number);
if (engine === 11) setFlagsFromString("--interrupt-budget=500000");
if (engine === 12) setFlagsFromString("--invocation-count-for-turbofan=20000");

const pipe = new Socket({ fd: 3, readable: true });
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

const atImport: Mark = { step: 0, what: "import", name: "code.ts" };
const wire = new Wire(3, atImport);
const report = (message: Report): void => wire.send(`${JSON.stringify(message)}\n`);

/**
 * Prints are told at once as well: a program that hangs or exits gives no transcript. What is over the limit is not even
 * made a text: printing much takes no longer than the program's own part of it.
 */
function print(make: () => string): void {
  if (told >= printLimit) return;
  const text = make().slice(0, printLimit - told);
  report({ print: text });
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

function exit(code: unknown): void {
  const status = typeof code === "number" ? code : 0;
  report({ exits: status, during: wire.last });
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
async function load(order: Extract<Order, { load: unknown }>["load"]): Promise<void> {
  if (order.watched) wire.watch();
  imported = false;
  timersAtImport = 0;
  prints = "";
  told = 0;
  wire.last = atImport;
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
  imported = true;
  report({ loaded: { exports, prints, timers: timersAtImport } });
}

/** What the import of the program threw. */
class Raised {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** Reports that travel with the next one, and how long they may be together: a write costs more than a small scenario. */
let held = "";
const mostHeld = 65_536;

async function play({ play: scenario, live, more }: Extract<Order, { play: Scenario }>): Promise<void> {
  if (inside === undefined) return;
  told = 0;
  wire.begin();
  playing = new Play(inside, program, era, (mark) => wire.mark(mark), live === true ? (seen) => report({ seen }) : undefined);
  const { transcript } = playing;
  await playing.run(scenario);
  // Rejections that nobody handles are told after the microtasks, before the next macrotask.
  await new Promise((resolve) => setImmediate(resolve));
  playing = undefined;
  wire.end();
  held += `${JSON.stringify({ played: transcript } satisfies Report)}\n`;
  if (more === true && held.length < mostHeld) return;
  wire.send(held);
  held = "";
}

function escaped(thrown: unknown): void {
  const error: ThrownRecord = readThrown(thrown);
  if (playing === undefined) prints += `uncaught: ${error.text}\n`;
  else playing.note({ step: playing.step, what: "escaped", error });
}

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
