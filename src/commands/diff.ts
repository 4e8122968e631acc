/** `kata diff s06`: what a chapter adds to the reference, read from its files as text. Exit code 0. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chapters, neighbour } from "../../spec/harness/chapters.ts";
import { root } from "../../spec/harness/root.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { changeLines } from "../report/changes.ts";
import { wrap, type Terminal } from "../report/terminal.ts";
import { Unable } from "../unable.ts";

export async function diffCommand({ argument, language }: Options, terminal: Terminal): Promise<number> {
  if (argument === undefined) throw new Unable(say("Of which chapter? `npm run kata -- diff s06` shows what s06 adds to the reference solution.", "要看哪一章？`npm run kata -- diff s06` 会显示 s06 给参考答案加了什么。"));
  const earlier = neighbour(argument, -1);
  const [before, after] = await Promise.all([earlier === undefined ? "" : reference(earlier.id), reference(argument)]);
  const title = chapters.find(({ id }) => id === argument)?.title ?? say("", "");
  const colour = terminal.paint("green", "x") !== "x";
  const lines = [
    terminal.paint("bold", `${argument} ${title[language]}`),
    ...wrap(lead(earlier?.id)[language], terminal.width),
    "",
    ...changeLines({ before, after, language, terminal, colour, file: `solution/${argument}/code.ts` }),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

const lead = (earlier: string | undefined): Text =>
  earlier === undefined
    ? say("This is the reference solution, whole.", "这是参考答案的全文。")
    : say(`This is the reference solution: what it has beyond ${earlier}.`, `这是参考答案：比 ${earlier} 多出来的部分。`);

async function reference(chapter: string): Promise<string> {
  try {
    return await readFile(join(root, "solution", chapter, "code.ts"), "utf8");
  } catch {
    throw new Unable(say(`There is no solution/${chapter}/code.ts.`, `找不到 solution/${chapter}/code.ts。`));
  }
}
