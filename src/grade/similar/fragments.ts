/** The places at which two programs are alike, as lines of both. */
import { wordsIn, type Prints } from "./prints.ts";

/** Lines of a file, from 1, both ends included, and the beginning of their text as it stands in the file. */
export type Place = { from: number; to: number; text: string };
export type Fragment = { mine: Place; theirs: Place };

/** A program with all that is needed to show a part of it: of each word its line. */
export type Shown = { text: string; lines: number[]; prints: Prints };

const shown = 3;
const rows = 12;
const letters = 800;
/** Two prints that are not further apart than this, on both sides, are of one piece. */
const gap = 2 * wordsIn;

/** The longest pieces, longest first. `shared`: the prints that count. */
export function fragmentsOf(mine: Shown, theirs: Shown, shared: Iterable<number>): Fragment[] {
  const met = [...shared].map((print) => ({ mine: mine.prints.get(print)!, theirs: theirs.prints.get(print)! })).sort((one, other) => one.mine - other.mine);
  const pieces: { first: (typeof met)[number]; last: (typeof met)[number] }[] = [];
  for (const print of met) {
    const piece = pieces.findLast(({ last }) => print.theirs > last.theirs && print.theirs - last.theirs <= gap && print.mine - last.mine <= gap);
    if (piece === undefined) pieces.push({ first: print, last: print });
    else piece.last = print;
  }
  return pieces
    .sort((one, other) => other.last.mine - other.first.mine - (one.last.mine - one.first.mine))
    .slice(0, shown)
    .map(({ first, last }) => ({ mine: placeOf(mine, first.mine, last.mine), theirs: placeOf(theirs, first.theirs, last.theirs) }));
}

function placeOf({ text, lines }: Shown, first: number, last: number): Place {
  const covered = lines.slice(first, last + wordsIn);
  const from = Math.min(...covered);
  const to = Math.max(...covered);
  const part = text.split(/\r?\n/).slice(from - 1, to);
  const begun = part.slice(0, rows).join("\n").slice(0, letters);
  return { from, to, text: begun.length < part.join("\n").length ? `${begun}\n…` : begun };
}
