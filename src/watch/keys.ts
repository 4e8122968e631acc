/** The keys of `kata watch`: the table, and reading them one by one from a terminal. */
import { say, type Text } from "../../spec/harness/text.ts";

/** What a key does; the session has a function for each. */
export type Deed = "all" | "hint" | "next" | "trace" | "quit";

export type Key = { key: string; deed: Deed; name: Text };

/** In the order of the footer. A new command gets a line here and a function in the session. */
export const keys: Key[] = [
  { key: "a", deed: "all", name: say("all", "全部") },
  { key: "h", deed: "hint", name: say("hint", "提示") },
  { key: "n", deed: "next", name: say("next chapter", "下一章") },
  { key: "t", deed: "trace", name: say("trace", "画出一轮") },
  { key: "q", deed: "quit", name: say("quit", "退出") },
];

/** What of a terminal's standard input is needed; a test gives another one. */
export type KeyInput = {
  isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  setEncoding(encoding: "utf8"): unknown;
  on(event: "data", take: (chunk: string) => void): unknown;
  off(event: "data", take: (chunk: string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
};

/** In raw mode Ctrl-C and Ctrl-D are characters like any other. */
const quitting = ["\u0003", "\u0004"];

/** Arrows and other keys that are no character: an escape and what follows it. */
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O.|[^[O]|[[O]?$)/g;

/** Tells each key of the table that is pressed. Gives what ends it and leaves the terminal as it was; without a terminal nothing is read. */
export function readKeys(input: KeyInput, press: (deed: Deed) => void): () => void {
  if (input.isTTY !== true || input.setRawMode === undefined) return () => undefined;
  const take = (chunk: string): void => {
    for (const char of chunk.replaceAll(escapes, "")) {
      const deed = quitting.includes(char) ? "quit" : keys.find(({ key }) => key === char.toLowerCase())?.deed;
      if (deed !== undefined) press(deed);
    }
  };
  input.setRawMode(true);
  input.setEncoding("utf8");
  input.on("data", take);
  input.resume();
  let reading = true;
  return () => {
    if (!reading) return;
    reading = false;
    input.off("data", take);
    input.setRawMode?.(false);
    input.pause();
  };
}
