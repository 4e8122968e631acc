/** One line that is redrawn while a run lasts longer than half a second; nothing without a terminal. */
import type { Language } from "../../spec/harness/text.ts";
import type { Terminal } from "./terminal.ts";

const patience = 500;
const redraw = 80;
const width = 20;

/** A bar of twenty columns. @param share 0 to 1 */
export function barText(share: number, terminal: Terminal): string {
  const filled = Math.round(share * width);
  return terminal.paint("cyan", "█".repeat(filled)) + terminal.paint("dim", "░".repeat(width - filled));
}

export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #language: Language;
  readonly #terminal: Terminal;
  readonly #started = performance.now();
  #done = 0;
  #total = 1;
  #timer: NodeJS.Timeout | undefined;
  #drawn = false;

  constructor(stream: NodeJS.WriteStream, language: Language, terminal: Terminal) {
    this.#stream = stream;
    this.#language = language;
    this.#terminal = terminal;
    if (stream.isTTY === true) this.#timer = setInterval(() => this.#draw(), redraw);
  }

  show(done: number, total: number): void {
    this.#done = done;
    this.#total = total;
  }

  /** Clears the line. */
  stop(): void {
    clearInterval(this.#timer);
    if (this.#drawn) this.#stream.write("\r\u001b[2K");
  }

  #draw(): void {
    const elapsed = performance.now() - this.#started;
    if (elapsed < patience) return;
    this.#drawn = true;
    const words = this.#language === "zh" ? `检查中 ${this.#done}/${this.#total}` : `judging ${this.#done}/${this.#total}`;
    this.#stream.write(`\r\u001b[2K${barText(this.#done / this.#total, this.#terminal)} ${words} ${(elapsed / 1000).toFixed(1)} s`);
  }
}
