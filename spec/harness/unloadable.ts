/** What is said of a program that does not survive its import. */
import { basename } from "node:path";
import { Unusable, type Image } from "./image.ts";
import { describe } from "./played.ts";
import { placeOf, sourceLine } from "./run.ts";
import type { Unloadable } from "./subject.ts";
import { say, type Text } from "./text.ts";

/** The sentence, and the line of the program that threw, where one did. */
export function unusableFor(image: Image, { error, ending }: Unloadable): Unusable {
  const name = basename(image.file);
  if (error === undefined) return new Unusable("import", endedText(name, ending));
  const at = placeOf(image, error.frames);
  const sentence = say(`${name} throws while it is imported: ${describe(error)}`, `${name} 在导入时抛出错误：${describe(error)}`);
  return new Unusable("import", sentence, at === undefined ? undefined : { ...at, text: sourceLine(image, at) });
}

function endedText(name: string, ending: Unloadable["ending"]): Text {
  if (ending?.kind === "hang") return say(`${name} did not finish importing within ${ending.limit} ms: a loop or an \`await\` at the top level never ends.`, `${name} 在 ${ending.limit} 毫秒内没有导入完：顶层有永远不结束的循环或 \`await\`。`);
  if (ending?.kind === "exit" && ending.called) return say(`${name} calls process.exit(${ending.code ?? 0}) while it is imported.`, `${name} 在导入时调用了 process.exit(${ending.code ?? 0})。`);
  if (ending?.kind === "memory") return say(`${name} runs out of memory while it is imported.`, `${name} 在导入时耗尽了内存。`);
  if (ending?.kind === "flood") return say(`${name} writes more than ${ending.limit} bytes to the streams of the process while it is imported.`, `${name} 在导入时往进程自己的流里写了超过 ${ending.limit} 字节。`);
  return say(`The process that imports ${name} ended without a word.`, `导入 ${name} 的进程意外结束。`);
}
