/** Files that a platform reads up to a size only. */
import { Buffer } from "node:buffer";

/** How many characters a message may have, tried one after the other. */
const steps = [16_000, 4_000, 1_500, 600, 200, 80, 0];

/**
 * The first text that fits. @param most bytes of UTF-8 @param make the text with messages of so many characters at most
 * @returns the shortest text where none fits
 */
export function within(most: number, make: (longest: number) => string): string {
  let text = "";
  for (const step of steps) {
    text = make(step);
    if (Buffer.byteLength(text) <= most) return text;
  }
  return text;
}
