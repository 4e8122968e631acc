/**
 * Whether a program does with many things what it does with fewer. How its work grows shows in time. What time does not
 * show needs a reason in the program's text: a number to stop or to wrap at, ids that are new often, not always, or a move of
 * a whole list, which is quick for a short one.
 */

/** Smaller numbers are an index or a count of turns; two of them multiplied lead to no length that is of interest. */
const smallest = 100;

const numbers = /(?<![\w$.\\])(?:0[xXoObB][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]+)?(?:[eE]\+?\d+)?)/g;
/** What copies a list in one go: its square shows only where the list is long. */
const moves = /\.(?:unshift|shift|splice|copyWithin)\(/;
const powers = /(?<!\/)\*\*(?!\/)|<<|(?:Int|Uint|Float)\d+(?:Clamped)?Array/;
const wholeUuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/**
 * @param code the program
 * @param longest of the lengths that are of interest
 * @param ids that it gave to things it was handed in order, by their places from 0 on
 * @returns false where it might turn to something else on the way to `longest`; a program that would not may be suspected
 */
export function growsEvenly(code: string, longest: number, ids: Map<number, string>): boolean {
  const named = [...code.matchAll(numbers)].map(([text]) => Number(text.replaceAll("_", "")));
  if (powers.test(code) || moves.test(code) || named.some((number) => number >= smallest && number <= longest)) return false;
  const counted = (id: string, at: number): boolean => [at, at + 1].some((number) => [10, 16, 36].some((base) => id.includes(number.toString(base))));
  return ids.size > 0 && [...ids].every(([at, id]) => wholeUuid.test(id) || counted(id, at));
}
