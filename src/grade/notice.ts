/** What a teacher is told beside the report, on stderr: a sentence, wrapped. */
import type { Language, Text } from "../../spec/harness/text.ts";
import { safe, wrap, type Terminal } from "../report/terminal.ts";

export type Tell = (text: Text) => void;

export const teller =
  (language: Language, { width }: Pick<Terminal, "width">): Tell =>
  (text) =>
    void process.stderr.write(`${wrap(safe(text[language]), width).join("\n")}\n`);
