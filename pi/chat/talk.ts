/** What the thread of the terminal and the thread of the program tell each other. */
import type { Text } from "../../spec/harness/text.ts";

export type Setting = {
  /** the bundled program, as spec/harness/image.ts makes it, and the file it comes from */
  code: string;
  file: string;
  /** absolute: the tools look below it */
  folder: string;
  model?: string;
  baseUrl?: string;
  /** there is a terminal, so somebody can be asked */
  asks: boolean;
  /** the memory of a Question */
  question: SharedArrayBuffer;
};

export type Order = { do: "turn"; line: string } | { do: "stop" } | { do: "new" };

export type Told =
  /** the chat cannot begin */
  | { is: "unable"; text: Text }
  | { is: "ready"; model: string; where: string }
  /** a piece of the answer, as the program logs it */
  | { is: "text"; text: string }
  /** anything else that the program logs */
  | { is: "line"; text: string }
  | { is: "note"; text: Text }
  | { is: "ask"; text: Text }
  /** the turn is over; failed: the provider gave no answer, or the program threw */
  | { is: "end"; failed: boolean };
