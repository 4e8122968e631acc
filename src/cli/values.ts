/** What the options of all commands take, read and checked in one place. */
import { resolve } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { say, type Language } from "../../spec/harness/text.ts";
import { isChapter } from "../config.ts";
import { Unable } from "../unable.ts";

/** A fault of the call, with the command that lists what there is. */
export type Usage = (en: string, zh: string) => Unable;

/** @throws Unable for an option that does not exist, or that has no value */
export function parsed<Known extends NonNullable<ParseArgsConfig["options"]>>(args: string[], options: Known, usage: Usage) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/);
    throw usage(first, first);
  }
}

/** @throws Unable */
export function chapter(upto: string, usage: Usage): string {
  if (!isChapter(upto)) throw usage(`--upto takes a chapter, s01 to s12, not ${JSON.stringify(upto)}`, `--upto 要写章节 s01 到 s12，而不是 ${JSON.stringify(upto)}`);
  return upto;
}

/** @throws Unable */
export function language(lang: string | undefined, usual: Language, usage: Usage): Language {
  if (lang !== undefined && lang !== "en" && lang !== "zh") throw usage(`--lang takes en or zh, not ${JSON.stringify(lang)}`, `--lang 只能是 en 或 zh，而不是 ${JSON.stringify(lang)}`);
  return lang ?? usual;
}

/** @throws Unable */
export function whole(name: string, text: string, [least, most]: readonly [number, number], usage: Usage): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(value) || value < least || value > most) throw usage(`${name} takes a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`, `${name} 要写 ${least} 到 ${most} 的整数，而不是 ${JSON.stringify(text)}`);
  return value;
}

/** What `--runs` takes. */
export const runsBounds = [1, 1_000_000] as const;

/** npm runs the script in the repository; a path is meant from where the caller stands. */
export const place = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);
