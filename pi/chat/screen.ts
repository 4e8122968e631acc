/** What the person sees: text of the model as it comes, and sentences of the chat, each on lines of their own. */
import type { Writable } from "node:stream";
import type { Language, Text } from "../../spec/harness/text.ts";
import { safe, wrap, type Terminal } from "../../src/report/terminal.ts";

export type ScreenOptions = { language: Language; terminal: Terminal; output: Writable; errors: Writable };

export class Screen {
  readonly #options: ScreenOptions;
  /** the output stands at the start of a line */
  #fresh = true;
  constructor(options: ScreenOptions) {
    this.#options = options;
  }

  /** Nothing that a model or a program says draws on the terminal. */
  text(text: string): void {
    if (text === "") return;
    this.#fresh = text.endsWith("\n");
    this.#options.output.write(safe(text));
  }

  line(text: string): void {
    this.newLine();
    this.text(`${text}\n`);
  }

  newLine(): void {
    if (!this.#fresh) this.text("\n");
  }

  /** The person's own typing stands on the line, or, after Enter, does no more. */
  typing(fresh: boolean): void {
    this.#fresh = fresh;
  }

  /** A sentence of the chat, told apart from what the model says: a line break in it, which a model may have made, is spelled out. */
  say(text: Text): void {
    const { language, terminal, output } = this.#options;
    this.newLine();
    for (const line of wrap(safe(text[language]).replaceAll("\n", "\\n").replaceAll("\t", "\\t"), terminal.width - 2)) output.write(`${terminal.paint("dim", `· ${line}`)}\n`);
  }

  /** Why the chat ends. */
  fail(text: Text): void {
    const { language, terminal, errors } = this.#options;
    this.newLine();
    errors.write(`${wrap(`${terminal.paint("red", "✗")} ${safe(text[language])}`, terminal.width).join("\n")}\n`);
  }

  /** The words of a question, for readline to show. */
  question(wish: Text): string {
    const { language, terminal } = this.#options;
    const words = language === "zh" ? `${wish.zh}，允许吗？` : `${wish.en.charAt(0).toUpperCase()}${wish.en.slice(1)}. Allow it?`;
    return `${terminal.paint("bold", safe(words))} [y/N] `;
  }
}
