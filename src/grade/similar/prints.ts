/**
 * Fingerprints of a program by winnowing (Schleimer, Wilkerson and Aiken, 2003): each run of `length` words has a hash, and
 * of `span` hashes in a row the least is kept. Two programs that share `length + span - 1` words in a row share a print.
 */
const length = 20;
const span = 10;
const base = 0x2545f491;
/** base ** length: what the oldest word of a run counts for, after the next one has come in */
const oldest = Array.from({ length }).reduce<number>((power) => Math.imul(power, base), 1);

/** Print → index of the word at which it was first found. */
export type Prints = Map<number, number>;

export const wordsIn = length;

export function printsOf(words: string[]): Prints {
  const hashes = hashesOf(words);
  const prints: Prints = new Map();
  let least = -1;
  for (let end = 0; end < hashes.length; end++) {
    const start = end - span + 1;
    if (least < start || least < 0) {
      least = Math.max(start, 0);
      for (let at = least + 1; at <= end; at++) if (hashes[at]! <= hashes[least]!) least = at;
    } else if (hashes[end]! <= hashes[least]!) least = end;
    if (start >= 0 || end === hashes.length - 1) if (!prints.has(hashes[least]!)) prints.set(hashes[least]!, least);
  }
  return prints;
}

/** The hash of each run of words in order: what may not count is taken out whole, not only where a window kept it. */
export function hashesOf(words: string[]): Uint32Array {
  const hashes = new Uint32Array(Math.max(0, words.length - length + 1));
  const codes = words.map(codeOf);
  let hash = 0;
  for (let at = 0; at < words.length; at++) {
    hash = (Math.imul(hash, base) + codes[at]! - (at < length ? 0 : Math.imul(oldest, codes[at - length]!))) | 0;
    if (at >= length - 1) hashes[at - length + 1] = mixed(hash);
  }
  return hashes;
}

const codeOf = (word: string): number => {
  let code = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) code = Math.imul(code ^ word.charCodeAt(at), 0x01000193);
  return mixed(code);
};

/** The last step of MurmurHash3: of near hashes none is less likely to be the least. */
const mixed = (hash: number): number => {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};
