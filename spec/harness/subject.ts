/** A subject process as its parent sees it: started, given scenarios, killed when it is late, read with suspicion. */
import { spawn, type ChildProcess } from "node:child_process";
import { openSync } from "node:fs";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import type { Scenario } from "../player/scenario.ts";
import type { Ending, Mark, Order, Program, Report, Seen, ThrownRecord, Transcript } from "../player/transcript.ts";
import type { Image, Player } from "./image.ts";
import { ranOut, readReport } from "./report.ts";

export type Limits = {
  /** milliseconds for one scenario, and for the import once the process is up */
  scenario: number;
  load: number;
  /** MiB of heap */
  memory: number;
};

/** A command that runs node with the flags it was made for, and the program on its standard input. */
export type Launched = {
  command: string;
  args: string[];
  env?: Record<string, string>;
  cwd?: string;
  uid?: number;
  gid?: number;
  /**
   * The command has no descriptor 3 to hand on: the player is the first line of standard input, as JSON; orders follow
   * on it, reports come on standard output, and all that the process prints on standard error.
   */
  multiplexed?: boolean;
  /** the system limits all memory of the process: V8 does not always get as far as to say so before it ends */
  bounded?: boolean;
  /** descriptors above 3 that this process itself was given and would hand on: the command finds /dev/null in their place */
  hidden?: number[];
  /** the command and all that it starts are dead when this process is: nothing in it has to look after that */
  mortal?: boolean;
  /** ends what the death of the command itself would leave running; must not wait */
  kill?(): void;
};
export type Launcher = (flags: string[]) => Launched;

/**
 * `launch`: how the process is started; without it, it is a child of this one with nothing around it. `flood`: bytes on
 * its own streams, beside the pipe, above which it is ended. `watched: false`: no second thread, which costs as much as
 * a hundred scenarios, tells where it is when it does not end; granted where `launch` is mortal.
 */
export type SubjectOptions = { limits: Limits; inspect?: string; launch?: Launcher; flood?: number; watched?: boolean };

/** The subject gave no transcript; `ending` says how it ended. `printed` is what reached its raw streams. */
export class Stopped extends Error {
  readonly ending: Ending;
  readonly printed: string;
  constructor(ending: Ending, printed: string) {
    super(ending.kind);
    this.ending = ending;
    this.printed = printed;
  }
}

/**
 * The subject ended before this order was carried out: give it to another one. `packed`: this order, or one that
 * travelled with it, may be what ended it; given alone, it tells.
 */
export class Displaced extends Error {
  readonly packed: boolean;
  constructor(packed = false) {
    super("displaced");
    this.packed = packed;
  }
}

/** The program did not survive its import. */
export class Unloadable extends Error {
  readonly error: ThrownRecord | undefined;
  readonly ending: Ending | undefined;
  readonly prints: string;
  constructor(prints: string, why: { error: ThrownRecord } | { ending: Ending }) {
    super("unloadable");
    this.prints = prints;
    this.error = "error" in why ? why.error : undefined;
    this.ending = "ending" in why ? why.ending : undefined;
  }
}

const longestFrame = 64 * 1024 * 1024;
const rawLimit = 4096;
/** Milliseconds a process may take to start, before the import begins. Generous: the learner has no part in it. */
const startLimit = 30_000;
const atImport: Mark = { step: 0, what: "import", name: "code.ts" };

/** Where a scenario starts: what is known of it as long as nothing was told. */
function startOf({ steps: [first] }: Scenario): Mark {
  return { step: 0, what: "start", name: first === undefined ? "" : first.do === "turn" ? first.by : first.do };
}

/** Milliseconds for each of several scenarios that travel together, where the limit of one is longer. */
const packLimit = 1000;

/** `importing`: whether the import has begun; undefined for an order that imports nothing. `packed`: it travelled with others. */
type Waiting = { importing?: boolean; packed?: true; limit: number; mark: Mark; tell?: (seen: Seen) => void; resolve(report: Report): void; reject(error: Stopped | Displaced): void };

export class Subject {
  readonly #child: ChildProcess;
  readonly #launched: Launched;
  readonly #orders: Writable;
  readonly #options: SubjectOptions;
  /** the last mark told of an order that takes long */
  #mark = atImport;
  #unsent: { order: Order; waiting: Waiting; alone: boolean }[] = [];
  /** what the program printed during the order at hand, and what reached the process's own streams */
  #printed = "";
  #raw = "";
  /** characters on the process's own streams so far */
  #rawSize = 0;
  #parts: string[] = [];
  #exit: { code: number; during: Mark } | undefined;
  /** orders not yet answered, in the order in which they were given; the first one is being carried out */
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #ended: Ending | undefined;
  readonly #realm: string;
  #loading: Promise<Program> = Promise.reject(new Error("a subject without a program"));

  /** Starts the process, with the player alone. */
  constructor({ player, realm }: Player, options: SubjectOptions) {
    this.#options = options;
    this.#realm = realm;
    this.#loading.catch(() => undefined);
    // Threads that collect garbage side by side cost a short program more processor time than they save.
    const flags = ["--disallow-code-generation-from-strings", "--disable-warning=ExperimentalWarning", "--single-threaded-gc", `--max-old-space-size=${options.limits.memory}`];
    if (options.inspect !== undefined) flags.push(`--inspect-brk=${options.inspect}`);
    this.#launched = (options.launch ?? plainly)(flags);
    const { command, args, env = {}, cwd, uid, gid, multiplexed = false } = this.#launched;
    const child = spawn(command, args, { stdio: wiresOf(this.#launched), env, cwd, uid, gid, windowsHide: true });
    this.#child = child;
    subjects.add(this);
    this.#orders = (multiplexed ? child.stdin : child.stdio[3]) as Writable;
    const reports = (multiplexed ? child.stdout : child.stdio[3]) as Readable;
    reports.setEncoding("utf8");
    reports.on("data", (chunk: string) => this.#read(chunk));
    reports.on("error", () => undefined);
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === reports) continue;
      stream?.setEncoding("utf8");
      stream?.on("data", (chunk: string) => {
        if (options.inspect !== undefined) process.stderr.write(chunk);
        this.#raw = (this.#raw + chunk).slice(-rawLimit);
        this.#rawSize += chunk.length;
        if (this.#rawSize > (options.flood ?? Infinity)) this.#kill({ kind: "flood", limit: options.flood ?? 0, during: this.#mark });
      });
    }
    child.on("error", () => this.#end({ kind: "lost", during: this.#mark }));
    child.on("close", (code, signal) => {
      this.#end(this.#endingOf(code, signal), true);
      subjects.delete(this);
    });
    child.stdin?.on("error", () => undefined);
    if (multiplexed) child.stdin?.write(`${JSON.stringify(player)}\n`);
    else child.stdin?.end(player);
  }

  /** Gives it a program, in place of the one it has, if any. */
  load(image: Image): this {
    const code = this.#options.inspect === undefined ? image.code : `${image.code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(image.map).toString("base64")}\n`;
    this.#loading = this.#ask({ load: { code, realm: this.#realm, watched: this.watched } }, startLimit).then(
      (report) => {
        if ("loaded" in report) return report.loaded;
        if ("unloadable" in report) throw new Unloadable(report.prints, { error: report.unloadable });
        throw this.#kill({ kind: "protocol", during: this.#mark });
      },
      (stopped: Stopped) => {
        throw new Unloadable(stopped.printed, { ending: { ...stopped.ending, during: atImport } });
      },
    );
    this.#loading.catch(() => undefined);
    return this;
  }

  /** @throws Unloadable */
  loaded(): Promise<Program> {
    return this.#loading;
  }

  /** Whether it tells where it is when it does not end. */
  get watched(): boolean {
    return this.#options.watched !== false || this.#launched.mortal !== true;
  }

  get alive(): boolean {
    return this.#ended === undefined;
  }

  /** The end of what came on the process's own streams: what whoever started it has to say where it did not start. */
  get raw(): string {
    return this.#raw;
  }

  /**
   * Plays a scenario, after those that were given before. Those given in one go travel together: where one of them ends
   * the subject, all are displaced, unless they were given `alone`. @throws Unloadable, Stopped, Displaced
   */
  async play(scenario: Scenario, limit = this.#options.limits.scenario, alone = false): Promise<Transcript> {
    await this.#loading;
    const report = await this.#ask({ play: scenario }, limit, undefined, alone);
    if ("played" in report) return report.played;
    throw this.#kill({ kind: "protocol", during: this.#mark });
  }

  /** Plays a scenario and tells each part of its transcript as it comes. @throws Unloadable, Stopped, Displaced */
  async watch(scenario: Scenario, tell: (seen: Seen) => void): Promise<Transcript> {
    await this.#loading;
    const report = await this.#ask({ play: scenario, live: true }, this.#options.limits.scenario, tell);
    if ("played" in report) return report.played;
    throw this.#kill({ kind: "protocol", during: this.#mark });
  }

  close(): void {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill("SIGKILL");
    this.#launched.kill?.();
  }

  #ask(order: Order, limit: number, tell?: (seen: Seen) => void, alone = false): Promise<Report> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) {
        reject(new Displaced());
        return;
      }
      const waiting: Waiting = { ...("load" in order ? { importing: false } : {}), limit, mark: "play" in order ? startOf(order.play) : atImport, tell, resolve, reject };
      this.#waiting.push(waiting);
      if (this.#unsent.length === 0) queueMicrotask(() => this.#send());
      this.#unsent.push({ order, waiting, alone });
      if (this.#waiting.length === 1) this.#begin();
    });
  }

  /** Orders given in one go travel in one write, and their reports may come in one, too. */
  #send(): void {
    const unsent = this.#unsent.splice(0);
    const together = unsent.length > 1 && unsent.every(({ order, alone }) => "play" in order && order.live !== true && !alone);
    const lines = unsent.map(({ order, waiting }, at) => {
      if (together) waiting.packed = true;
      return `${JSON.stringify(together && at < unsent.length - 1 ? { ...order, more: true } : order)}\n`;
    });
    if (together && unsent[0]?.waiting === this.#waiting[0]) this.#begin();
    this.#orders.write(lines.join(""));
  }

  /** The first order in the queue is being carried out from now on: its time runs. */
  #begin(): void {
    const [first] = this.#waiting;
    this.#printed = "";
    this.#raw = "";
    if (first === undefined) return;
    this.#mark = first.mark;
    this.#expireAfter(first, first.packed === true ? Math.min(first.limit, packLimit) : first.limit);
  }

  /** Kills the subject when an order is not answered in time. */
  #expireAfter(order: Waiting, limit: number): void {
    clearTimeout(this.#timer);
    if (this.#options.inspect !== undefined) return;
    // A late timer of a busy parent must not kill a subject whose answer has already arrived: look once more.
    const expire = (): void => void setImmediate(() => setImmediate(() => this.#waiting[0] === order && this.#kill({ kind: "hang", limit, during: this.#mark }, true)));
    this.#timer = setTimeout(expire, limit);
  }

  #read(chunk: string): void {
    let rest = chunk;
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      this.#parts.push(rest.slice(0, end));
      const line = this.#parts.join("");
      this.#parts = [];
      rest = rest.slice(end + 1);
      this.#take(line);
    }
    if (rest !== "") this.#parts.push(rest);
    if (this.#parts.length > 1 && this.#parts.reduce((sum, part) => sum + part.length, 0) > longestFrame) this.#kill({ kind: "protocol", during: this.#mark });
  }

  #take(line: string): void {
    const report = readReport(line);
    const [first] = this.#waiting;
    if (report === undefined) {
      this.#kill({ kind: "protocol", during: this.#mark });
    } else if ("importing" in report) {
      // Told once: nobody gains time by telling it again.
      if (first?.importing === false) this.#expireAfter(first, this.#options.limits.load);
      if (first !== undefined) first.importing = true;
    } else if (ranOut(report)) {
      // The program was refused memory and threw that on. What it holds is not freed: nothing can be judged on this process.
      this.#kill({ kind: "memory", during: this.#mark });
    } else if ("mark" in report) this.#mark = report.mark;
    else if ("seen" in report) first?.tell?.(report.seen);
    else if ("print" in report) this.#printed = (this.#printed + report.print).slice(-rawLimit);
    else if ("exits" in report) this.#exit = { code: report.exits, during: report.during };
    else {
      clearTimeout(this.#timer);
      this.#waiting.shift();
      this.#begin();
      first?.resolve(report);
    }
  }

  #endingOf(code: number | null, signal: string | null): Ending {
    const during = this.#mark;
    if (this.#exit !== undefined) return { kind: "exit", called: true, ...this.#exit };
    const faults = this.#launched.bounded === true ? (["SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP"] as const) : (["SIGABRT"] as const);
    // Whoever stands between tells the signal that ended the process as an exit code.
    const fault = faults.some((name) => signal === name || code === 128 + constants.signals[name]);
    if (fault || /out of memory|Allocation failed|bad_alloc/i.test(this.#raw)) return { kind: "memory", during };
    return { kind: "exit", code, called: false, during };
  }

  #kill(ending: Ending, silent = false): Stopped {
    this.#end(ending, silent);
    this.close();
    return new Stopped(ending, this.#printed);
  }

  /**
   * The order that was being carried out is told how it ended; those behind it only that their turn never came.
   * `silent`: the subject did not say so itself. Then reports may have been held back, and any of those that travelled
   * together may be the one.
   */
  #end(ending: Ending, silent = false): void {
    this.#ended ??= ending;
    clearTimeout(this.#timer);
    const [first, ...others] = this.#waiting.splice(0);
    const packed = silent && first?.packed === true;
    first?.reject(packed ? new Displaced(true) : new Stopped(this.#ended, this.#printed));
    for (const other of others) other.reject(new Displaced(packed));
  }
}

/** What the command's descriptors are, from 0 on. */
function wiresOf({ multiplexed = false, hidden = [] }: Launched): ("pipe" | "ignore" | number)[] {
  const wires: ("pipe" | "ignore" | number)[] = multiplexed ? ["pipe", "pipe", "pipe"] : ["pipe", "pipe", "pipe", "pipe"];
  if (hidden.length > 0) nothing ??= openSync("/dev/null", "r+");
  for (let fd = wires.length; fd <= Math.max(...hidden); fd += 1) wires.push(hidden.includes(fd) && nothing !== undefined ? nothing : "ignore");
  return wires;
}
let nothing: number | undefined;

const plainly: Launcher = (flags) => ({ command: process.execPath, args: [...flags, "-"] });

/** Subjects that still run, to be killed when the parent ends: one that loops would not notice that its pipe is closed. */
const subjects = new Set<Subject>();
process.on("exit", () => {
  for (const subject of subjects) subject.close();
});
