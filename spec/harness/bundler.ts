/**
 * esbuild, with programs that are made to break it. It goes down with a stack that has no end, and then nothing can be
 * bundled any more in the process that started it; and some texts keep it busy for minutes.
 */
import { build, stop, type BuildOptions, type BuildResult } from "esbuild";

/** The bundler did not get through this text; it works for others. */
export class Overcome extends Error {}

/** Milliseconds; an ordinary program takes a tenth of a second. */
const limit = 20_000;

/** Brackets open at a time. V8 itself gives up on some thousands of them. */
const deepest = 2000;

/** @throws Overcome, or what esbuild throws for a program with mistakes */
export async function bundle(options: BuildOptions): Promise<BuildResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Overcome(`not bundled within ${limit / 1000} s`)), limit);
  });
  const building = build(options);
  building.catch(() => undefined);
  try {
    return await Promise.race([building, late]);
  } catch (error) {
    if (!(error instanceof Overcome) && !wentDown(error)) throw error;
    await stop();
    // Where not even an empty text is bundled, this one is not to blame.
    await build({ stdin: { contents: "" }, write: false, logLevel: "silent" });
    throw error instanceof Overcome ? error : new Overcome("the bundler went down");
  } finally {
    clearTimeout(timer);
  }
}

const wentDown = (error: unknown): boolean => error instanceof Error && /^The service (?:was stopped|is no longer running)/.test(error.message);

const operators = new RegExp(`(?:[!~]\\s*){${deepest}}`);

/** Whether a source has so many brackets open, or operators in a row, that nobody wrote it. Those in texts and comments count as well. */
export function isTooDeep(source: string): boolean {
  if (operators.test(source)) return true;
  let open = 0;
  for (const [bracket] of source.matchAll(/[()[\]{}]/g)) {
    open = "([{".includes(bracket) ? open + 1 : Math.max(0, open - 1);
    if (open > deepest) return true;
  }
  return false;
}
