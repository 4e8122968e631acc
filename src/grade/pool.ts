/** Worker processes side by side, each judging one submission at a time. One that dies is replaced, and its task given once more. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Outcome, Rules, Task } from "./one.ts";
import type { Plan } from "./wall/choice.ts";
import type { Asked, Told } from "./worker.ts";

/** Submissions after which a worker is replaced: what it has piled up goes with it. */
const lifetime = 250;

export type PoolOptions = { workers: number; rules: Rules; plan: Plan };

/** `fault`: failed twice, by our own fault */
export type Result = Outcome | { fault: string };

export class Pool {
  readonly #options: PoolOptions;
  readonly #children = new Set<ChildProcess>();
  /** that have nothing to do until the next `run` */
  #idle: Worker[] = [];
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Resolves when every task has its result, or after `close`.
   * @param onResult told each result in the order in which they come
   * @throws Error where a worker cannot be made ready
   */
  async run(tasks: Task[], onResult: (task: Task, result: Result) => void): Promise<void> {
    const queue = tasks[Symbol.iterator]();
    await Promise.all(Array.from({ length: Math.min(this.#options.workers, tasks.length) }, () => this.#lane(queue, onResult)));
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Ends all workers, those at work too. */
  close(): void {
    this.#closed = true;
    for (const child of this.#children) child.kill("SIGTERM");
  }

  async #lane(queue: Iterator<Task>, onResult: (task: Task, result: Result) => void): Promise<void> {
    let worker = this.#idle.pop();
    for (let next = queue.next(); next.done !== true && !this.#closed; next = queue.next()) {
      const task = next.value;
      let fault = "";
      for (let attempt = 1; attempt <= 2 && !this.#closed; attempt += 1) {
        if (worker === undefined || worker.tasks >= lifetime) {
          await worker?.end();
          worker = await this.#hire();
        }
        const told: Told = await worker.give(task);
        if (!("fault" in told) && !("ready" in told)) {
          onResult(task, told);
          fault = "";
          break;
        }
        fault = "fault" in told ? told.fault : "";
        await worker.end();
        worker = undefined;
      }
      if (fault !== "" && !this.#closed) onResult(task, { fault });
    }
    if (worker !== undefined) this.#idle.push(worker);
  }

  async #hire(): Promise<Worker> {
    const worker = new Worker(this.#children, this.#options.rules.limits.submission * 3 + 60_000);
    const told = await worker.ask({ rules: this.#options.rules, plan: this.#options.plan });
    if ("fault" in told && !this.#closed) throw new Error(told.fault);
    return worker;
  }
}

class Worker {
  readonly #child: ChildProcess;
  readonly #patience: number;
  readonly #gone: Promise<Told>;
  tasks = 0;

  /** @param patience milliseconds after which a worker that does not answer is ended: it has limits of its own, far below */
  constructor(children: Set<ChildProcess>, patience: number) {
    this.#patience = patience;
    // Buffers cross as they are: some names of files are no text.
    const child = fork(fileURLToPath(import.meta.url), ["worker"], { serialization: "advanced", stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: ["--enable-source-maps"] });
    this.#child = child;
    children.add(child);
    child.on("error", () => undefined);
    // What a bundler says that dies of a submission is of no use to a teacher; of a dead worker the end is told.
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (said = (said + chunk).slice(-500)));
    this.#gone = new Promise((resolve) => {
      child.on("exit", (code, signal) => {
        children.delete(child);
        resolve({ fault: `a worker ended: ${signal ?? code} ${said}` });
      });
    });
  }

  give(task: Task): Promise<Told> {
    this.tasks += 1;
    return this.ask({ task });
  }

  ask(asked: Asked): Promise<Told> {
    const late = setTimeout(() => this.#child.kill("SIGKILL"), this.#patience);
    const told = new Promise<Told>((resolve) => this.#child.once("message", resolve));
    this.#child.send(asked, () => undefined);
    return Promise.race([told, this.#gone]).finally(() => clearTimeout(late));
  }

  async end(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#gone;
  }
}
