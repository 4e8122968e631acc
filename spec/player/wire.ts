/**
 * The pipe to the parent, and the second thread that writes on it while an order takes long: it tells what the program
 * is doing, for a program that loops can tell nothing itself, and ends the process when the parent is gone.
 */
import { writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Mark } from "./transcript.ts";

/** Places in the shared numbers. */
const order = 0; // counts orders, odd while one is carried out
const length = 1; // of the mark, in bytes
const version = 2; // of the mark, odd while it is being written
const pen = 3; // 1: one of the threads is writing on the pipe
const places = 4;

export class Wire {
  readonly #fd: number;
  readonly #shared = new SharedArrayBuffer(1024);
  readonly #numbers = new Int32Array(this.#shared, 0, places);
  readonly #bytes = new Uint8Array(this.#shared, places * Int32Array.BYTES_PER_ELEMENT);
  readonly #utf8 = new TextEncoder();
  /** what the program was doing last */
  last: Mark;

  #watched = false;

  constructor(fd: number, start: Mark) {
    this.#fd = fd;
    this.last = start;
  }

  /** Starts the second thread. @param interval milliseconds between two looks of it; it tells of an order that it sees twice */
  watch(interval = 100): void {
    if (this.#watched) return;
    this.#watched = true;
    new Worker(watching, { eval: true, workerData: { shared: this.#shared, ppid: process.ppid, fd: this.#fd, interval, places } }).unref();
  }

  /** An order is carried out from now on. */
  begin(): void {
    Atomics.add(this.#numbers, order, 1);
  }

  end(): void {
    Atomics.add(this.#numbers, order, 1);
  }

  mark(made: Mark): void {
    this.last = made;
    if (!this.#watched) return;
    const text = JSON.stringify(made.name.length > 100 ? { ...made, name: made.name.slice(0, 100) } : made);
    Atomics.add(this.#numbers, version, 1);
    this.#numbers[length] = this.#utf8.encodeInto(text, this.#bytes).written;
    Atomics.add(this.#numbers, version, 1);
  }

  /** Writes lines, all of them before it returns: of a line that has begun, nothing may come between its parts. */
  send(lines: string): void {
    while (Atomics.compareExchange(this.#numbers, pen, 0, 1) !== 0) Atomics.wait(this.#numbers, pen, 1, 1);
    const bytes = Buffer.from(lines);
    for (let sent = 0; sent < bytes.length; ) {
      try {
        sent += writeSync(this.#fd, bytes, sent);
      } catch (error) {
        // The pipe is full: the reader is about to empty it. Without a reader there is nobody to tell.
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") process.exit(0);
        Atomics.wait(this.#numbers, pen, 1, 1);
      }
    }
    Atomics.store(this.#numbers, pen, 0);
  }
}

const watching = `
const { writeSync } = require("node:fs");
const { workerData } = require("node:worker_threads");
const { shared, ppid, fd, interval, places } = workerData;
const numbers = new Int32Array(shared, 0, places);
const bytes = new Uint8Array(shared, places * 4);
let seen = 0;
let told = "";
function markText() {
  const before = Atomics.load(numbers, ${version});
  const text = Buffer.from(bytes.slice(0, numbers[${length}])).toString();
  return before % 2 === 0 && Atomics.load(numbers, ${version}) === before ? text : undefined;
}
function write(line) {
  for (let sent = 0; sent < line.length; ) {
    try { sent += writeSync(fd, line, sent); } catch (error) { if (error.code !== "EAGAIN") return; Atomics.wait(numbers, ${pen}, 1, 1); }
  }
}
setInterval(() => {
  const now = Atomics.load(numbers, ${order});
  if (now % 2 === 1 && now === seen) {
    const text = markText();
    if (text !== undefined && text !== told && Atomics.compareExchange(numbers, ${pen}, 0, 1) === 0) {
      if (Atomics.load(numbers, ${order}) === now) {
        write(Buffer.from('{"mark":' + text + '}\\n'));
        told = text;
      }
      Atomics.store(numbers, ${pen}, 0);
    }
  } else told = "";
  seen = now;
  let alive = process.ppid === ppid;
  try { process.kill(ppid, 0); } catch (error) { alive &&= error.code === "EPERM"; }
  if (!alive) process.kill(process.pid, "SIGKILL");
}, interval);`;
