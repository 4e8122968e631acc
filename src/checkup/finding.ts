/** One line of `kata doctor`. */
import type { Text } from "../../spec/harness/text.ts";

export type Finding = {
  /** `told`: neither good nor bad; `odd`: judging works, something else does not or may differ; `bad`: nothing can be judged */
  level: "fine" | "told" | "odd" | "bad";
  label: Text;
  text: Text;
  /** what mends it: a command, or a sentence */
  repair?: Text;
};

/** A repair that is a command reads the same in both languages. */
export const command = (text: string): Text => ({ en: text, zh: text });

export const messageOf = (error: unknown): string => ((error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "").trim();
