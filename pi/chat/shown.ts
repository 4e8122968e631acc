/** What the person has seen of a turn: the pieces of the answer where the program logs them, and what no piece held. */
import { say, type Text } from "../../spec/harness/text.ts";
import type { Told } from "./talk.ts";

export class Shown {
  readonly #tell: (told: Told) => void;
  /** pieces that the program has and did not log yet */
  #expected: string[] = [];
  /** of the newest reply */
  #text = "";
  readonly #lines: string[] = [];
  #noted = false;
  constructor(tell: (told: Told) => void) {
    this.#tell = tell;
  }

  /** A request begins. */
  begin(): void {
    this.#expected = [];
    this.#text = "";
  }

  /** A piece goes to the program. */
  expect(piece: string): void {
    this.#expected.push(piece);
  }

  /** The program logs: a piece goes on as it is, anything else is a line of its own. */
  log(text: string): void {
    const at = this.#expected.indexOf(text);
    if (at < 0) {
      this.#lines.push(text);
      this.#tell({ is: "line", text });
      return;
    }
    this.#expected.splice(0, at + 1);
    this.#text += text;
    this.#tell({ is: "text", text });
  }

  note(text: Text): void {
    this.#noted = true;
    this.#tell({ is: "note", text });
  }

  /** What the answer says beyond its pieces: that the limit was reached, an error that only the program knows, or that it is empty. */
  end(answer: unknown): void {
    const content = typeof answer === "object" && answer !== null && "content" in answer ? String(answer.content) : "";
    const rest = content.startsWith(this.#text) ? content.slice(this.#text.length).trim() : content;
    if (content.trim() === "" && this.#text.trim() === "" && !this.#noted) this.note(say("(no text)", "（没有文字）"));
    if (rest !== "" && !this.#noted && !this.#lines.some((line) => line.includes(rest))) this.#tell({ is: "line", text: rest });
  }
}
