/**
 * `kata chat`: the finished program in a conversation with a real model. The conversation itself runs in a process of
 * its own, in pi/, whose packages are set up apart; here is looked whether it can begin. Exit code: that of the
 * conversation, 2 where it cannot begin.
 */
import { once } from "node:events";
import { chapters } from "../../spec/harness/chapters.ts";
import { say } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { imageOf, targetOf } from "../cli/target.ts";
import { place } from "../cli/values.ts";
import { checkPi, startInPi } from "../pi.ts";
import { Unable } from "../unable.ts";

export async function chatCommand({ target, model, baseUrl, language }: Options): Promise<number> {
  checkPi();
  const { file, exports } = await imageOf(targetOf({ target, upto: "s12" }));
  checkFinished(exports);
  const options = { program: file, folder: place("."), lang: language, model, "base-url": baseUrl };
  const words = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
  const child = startInPi("chat/main.ts", words);
  // Ctrl-C reaches both processes; only the conversation knows what it means.
  process.removeAllListeners("SIGINT");
  process.on("SIGINT", () => undefined);
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return code ?? (signal === "SIGINT" ? 130 : 1);
}

/** @throws Unable for a program that lacks an export of some chapter */
function checkFinished(exports: string[]): void {
  const needs = chapters.flatMap(({ id, clauses }) => clauses.flatMap((clause) => clause.needs.map((name) => ({ id, name }))));
  const missing = needs.find(({ name }) => !exports.includes(name));
  if (missing === undefined) return;
  throw new Unable(say(
    `\`kata chat\` takes a finished program, and this one exports no \`${missing.name}\` (${missing.id}) yet. Try it with the reference: npm run kata -- chat --target solution`,
    `\`kata chat\` 需要写完的程序，而这个程序还没有导出 \`${missing.name}\`（${missing.id}）。可以先用参考答案试试：npm run kata -- chat --target solution`,
  ));
}
