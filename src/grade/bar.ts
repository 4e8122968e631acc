/** How far a run is: a line that is redrawn on a terminal, else a line now and then. */
import type { Language } from "../../spec/harness/text.ts";
import { barText } from "../report/progress.ts";
import type { Terminal } from "../report/terminal.ts";

const redraw = 200;
/** milliseconds between two lines without a terminal */
const pause = 10_000;

export class Bar {
  readonly #stream: NodeJS.WriteStream;
  readonly #language: Language;
  readonly #terminal: Terminal;
  readonly #total: number;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  #judged = 0;
  readonly #known: number;
  #unscored = 0;

  /** @param known of these nothing has changed: they are done */
  constructor(stream: NodeJS.WriteStream, language: Language, terminal: Terminal, total: number, known: number) {
    this.#stream = stream;
    this.#language = language;
    this.#terminal = terminal;
    this.#total = total;
    this.#known = known;
    const live = stream.isTTY === true;
    this.#timer = setInterval(() => this.#stream.write(live ? `\r\u001b[2K${this.#line(true)}` : `${this.#line(false)}\n`), live ? redraw : pause);
  }

  /** One more is judged. `unscored`: it has no score until a person has looked, or it is graded again. */
  step(unscored: boolean): void {
    this.#judged += 1;
    if (unscored) this.#unscored += 1;
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#stream.isTTY === true) this.#stream.write("\r\u001b[2K");
  }

  #line(drawn: boolean): string {
    const zh = this.#language === "zh";
    const done = this.#judged + this.#known;
    const seconds = (performance.now() - this.#started) / 1000;
    const rate = this.#judged / seconds;
    const left = rate === 0 ? "" : zh ? `，还要 ${spell((this.#total - done) / rate)}` : `, ${spell((this.#total - done) / rate)} left`;
    const unscored = this.#unscored === 0 ? "" : zh ? `，${this.#unscored} 份没有分数` : `, ${this.#unscored} without a score`;
    const known = this.#known === 0 ? "" : zh ? `（${this.#known} 份没有变化）` : ` (${this.#known} unchanged)`;
    const words = zh ? `${done}/${this.#total}${known}，每秒 ${rate.toFixed(1)} 份${left}${unscored}` : `${done}/${this.#total}${known}, ${rate.toFixed(1)}/s${left}${unscored}`;
    if (!drawn) return words;
    return `${barText(done / Math.max(1, this.#total), this.#terminal)} ${words}`.slice(0, 160);
  }
}

/** `0:07`, `12:30`, `3:02:10` */
function spell(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (number: number): string => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours === 0 ? `${minutes}:${two(whole % 60)}` : `${hours}:${two(minutes)}:${two(whole % 60)}`;
}
