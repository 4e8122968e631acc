/** The run could not be made: a fault of the call or of the file to judge, told in one sentence, exit code 2. */
import type { Unusable } from "../spec/harness/image.ts";
import type { Text } from "../spec/harness/text.ts";

export class Unable extends Error {
  readonly sentence: Text;
  readonly at: Unusable["at"];
  readonly prints: string;
  /** `details.cause`: what was thrown, for who has to tell kinds of faults apart */
  constructor(sentence: Text, details: { at?: Unusable["at"]; prints?: string; cause?: Error } = {}) {
    super(sentence.en, details.cause === undefined ? undefined : { cause: details.cause });
    this.sentence = sentence;
    this.at = details.at;
    this.prints = details.prints ?? "";
  }
}

/** What a fault of our own tells a maintainer. */
export const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
