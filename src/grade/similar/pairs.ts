/** Which programs of a class share prints, without comparing each with each. */

/** Below this size of a class nothing can be called common. */
const smallest = 20;
/** A print is counted between a program and this many that come after it: enough for the members of a group to find each other. */
const near = 20;
/** How many partners of a program are looked at in full. */
const partners = 10;
/** Of files there can be this many: 32 bits of print and 20 of file make an integer that a double holds. */
const files = 1 << 20;

export type Pairs = {
  /** what more than half of the class has: taught, or asked for */
  common: Set<number>;
  /** pairs of positions, the lesser first, that share at least `least` of the other prints, the strongest of each first */
  pairs: [number, number][];
};

/**
 * One sorted list of (print, program) stands for the index: 8 bytes for each print of each program, and no pair is stored
 * before it has shared enough.
 */
export function pairsOf(prints: Uint32Array[], least: number): Pairs {
  if (prints.length > files) throw new RangeError(`${prints.length} programs are more than can be compared`);
  const list = new Float64Array(prints.reduce((sum, own) => sum + own.length, 0));
  let end = 0;
  prints.forEach((own, program) => own.forEach((print) => (list[end++] = print * files + program)));
  list.sort();

  const limit = prints.length < smallest ? Infinity : prints.length / 2;
  const common = new Set<number>();
  for (let from = 0, to = 0; from < list.length; from = to) {
    const print = Math.floor(list[from]! / files);
    while (to < list.length && Math.floor(list[to]! / files) === print) to++;
    if (to - from > limit) common.add(print);
  }

  const pairs: [number, number][] = [];
  const counts = new Uint16Array(prints.length);
  prints.forEach((own, program) => {
    const met: number[] = [];
    for (const print of own) {
      if (common.has(print)) continue;
      const at = placeOf(list, print * files + program);
      for (let next = at + 1; next <= at + near && next < list.length && Math.floor(list[next]! / files) === print; next++) {
        const other = list[next]! % files;
        if (counts[other]!++ === 0) met.push(other);
      }
    }
    const found = met.filter((other) => counts[other]! >= least).sort((one, other) => counts[other]! - counts[one]! || one - other);
    for (const other of found.slice(0, partners)) pairs.push([program, other]);
    for (const other of met) counts[other] = 0;
  });
  return { common, pairs };
}

/** Binary search of a value that is there. */
function placeOf(list: Float64Array, value: number): number {
  let from = 0;
  let to = list.length - 1;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (list[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
