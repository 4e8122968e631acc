/** The program that a command is about: where it lies, its image, and how a printed command names it. */
import { existsSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { makeImage, Unusable, type Image } from "../../spec/harness/image.ts";
import { root } from "../../spec/harness/root.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Rerun } from "../report/card.ts";
import type { JsonOptions } from "../report/json.ts";
import { Unable } from "../unable.ts";
import type { Options } from "./options.ts";
import { place } from "./values.ts";

type Target = Pick<Options, "target" | "upto">;

/** The absolute path of the program. */
export function targetOf({ target, upto }: Target): string {
  if (target === "solution") return resolve(root, "solution", upto, "code.ts");
  const fromRoot = resolve(root, target);
  return isAbsolute(target) || target === "workspace/code.ts" ? fromRoot : place(target);
}

/** @throws Unable where the file cannot be judged: missing, empty of text, a syntax error, a foreign import */
export async function imageOf(file: string): Promise<Image> {
  try {
    return await makeImage(file);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const sentence = file === resolve(root, "workspace/code.ts") && !existsSync(file) ? withRepair(error.sentence) : error.sentence;
    throw new Unable(sentence, error.at === undefined ? {} : { at: error.at });
  }
}

/** What brings the learner's own file back; each command in a line of its own, to be copied. */
const withRepair = ({ en, zh }: Text): Text =>
  say(`${en}\nFrom a copy of your files:  npm run kata -- restore\nThe empty first file again: npm run kata -- reset`, `${zh}\n从副本找回你的文件：npm run kata -- restore\n换回最初的空文件：  npm run kata -- reset`);

export const rerunOf = (options: Options): Rerun => ({
  upto: options.upto,
  target: rerunTarget(options),
  seed: options.seed,
  runs: options.runsNamed ? options.runs : undefined,
});

/** The target as a command in the repository names it; nothing for the learner's own file. */
export function rerunTarget(target: Target): string | undefined {
  if (target.target === "workspace/code.ts") return undefined;
  if (target.target === "solution") return "solution";
  const file = targetOf(target);
  const short = relative(root, file);
  return short.startsWith("..") ? file : short;
}

export const jsonOptionsOf = (options: Options): JsonOptions => {
  const { weights, upto, seed, runs } = options;
  return { weights, upto, seed, runs, target: targetOf(options), rerun: rerunOf(options) };
};
