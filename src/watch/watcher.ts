/**
 * Notices saves, whatever an editor does to save: writing in place, a temporary file renamed over, delete and create.
 * The system tells that something happened in a folder; what happened is read from the files. As not every file system
 * tells (a network, a container's mount), the files are also looked at now and then; where watching fails, only that.
 */
import { statSync, watch } from "node:fs";
import { readSources, type Sources } from "./sources.ts";

/** Milliseconds. */
const times = {
  /** from what the system tells to the look: one save is told several times */
  quiet: 8,
  /** how long a missing or empty file may be a save that is still going on, and how often to look meanwhile */
  unsettled: 200,
  again: 20,
  /** between two looks where the system tells of saves, and where it does not */
  rarely: 1000,
  often: 250,
};

export type WatcherOptions = {
  /** milliseconds between two looks, without asking the system; default: the system is asked */
  poll?: number;
  /** the files differ from what they were */
  onChange(): void;
  /** the system cannot tell; `why` is its error code */
  onFallback(why: string, poll: number): void;
  /** node's own; a test gives another one */
  watch?(folder: string, told: () => void): FolderWatcher;
};

type FolderWatcher = { close(): void; on(event: "error", listener: (error: Error) => void): unknown };
type Armed = { id: string; watcher: FolderWatcher };

export class Watcher {
  readonly #entry: string;
  readonly #options: WatcherOptions;
  readonly #armed = new Map<string, Armed>();
  #known: string[] = [];
  #digest: string;
  #polled: boolean;
  #timer: NodeJS.Timeout | undefined;
  #interval: NodeJS.Timeout;
  #unsettledSince: number | undefined;

  constructor(entry: string, options: WatcherOptions) {
    this.#entry = entry;
    this.#options = options;
    this.#polled = options.poll !== undefined;
    this.#interval = setInterval(() => this.#look(), options.poll ?? times.rarely);
    const sources = readSources(entry);
    this.#digest = sources.digest;
    this.#arm(sources);
  }

  /** Files that belong to the program as its bundle tells, wherever they lie. */
  include(files: string[]): void {
    if (files.length === this.#known.length && files.every((file, at) => file === this.#known[at])) return;
    const unchanged = readSources(this.#entry, this.#known).digest === this.#digest;
    this.#known = [...files];
    if (unchanged) this.#digest = readSources(this.#entry, this.#known).digest;
  }

  close(): void {
    clearInterval(this.#interval);
    clearTimeout(this.#timer);
    this.#disarm();
  }

  #lookIn(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, ms);
  }

  #look(): void {
    const sources = readSources(this.#entry, this.#known);
    this.#arm(sources);
    if (sources.digest === this.#digest) {
      this.#unsettledSince = undefined;
      return;
    }
    if (sources.entry === "unsettled") {
      this.#unsettledSince ??= performance.now();
      if (performance.now() - this.#unsettledSince < times.unsettled) return this.#lookIn(times.again);
    }
    this.#unsettledSince = undefined;
    this.#digest = sources.digest;
    this.#options.onChange();
  }

  /** Watches every folder there is; one that was deleted and made again is another one. */
  #arm({ folders }: Sources): void {
    if (this.#polled) return;
    for (const [folder, { watcher }] of this.#armed) {
      if (folders.includes(folder)) continue;
      watcher.close();
      this.#armed.delete(folder);
    }
    for (const folder of folders) {
      const id = idOf(folder);
      const known = this.#armed.get(folder);
      if (known?.id === id) continue;
      known?.watcher.close();
      this.#armed.delete(folder);
      if (id === undefined) continue;
      try {
        const watcher = (this.#options.watch ?? watch)(folder, () => this.#lookIn(times.quiet));
        watcher.on("error", (error) => this.#fail(folder, error));
        this.#armed.set(folder, { id, watcher });
      } catch (error) {
        this.#fail(folder, error);
        if (this.#polled) return;
      }
    }
  }

  /** A folder that is gone is no reason to poll: the rare look finds it when it is back. */
  #fail(folder: string, error: unknown): void {
    if (this.#polled || idOf(folder) === undefined) return;
    this.#polled = true;
    this.#disarm();
    clearInterval(this.#interval);
    this.#interval = setInterval(() => this.#look(), times.often);
    const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
    this.#options.onFallback(typeof code === "string" ? code : String(error), times.often);
  }

  #disarm(): void {
    for (const { watcher } of this.#armed.values()) watcher.close();
    this.#armed.clear();
  }
}

function idOf(folder: string): string | undefined {
  try {
    const { dev, ino } = statSync(folder);
    return `${dev} ${ino}`;
  } catch {
    return undefined;
  }
}
