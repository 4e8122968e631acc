/** `kata start s06`, `kata reset`: another program in the learner's file, after a copy of all that was there. Exit code 0. */
import { lstatSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { neighbour } from "../../spec/harness/chapters.ts";
import { root } from "../../spec/harness/root.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { filesOf, isKept } from "../copies.ts";
import { refused, untouched } from "../disk.ts";
import { exchange } from "../exchange.ts";
import { keptLines } from "../report/copies.ts";
import { safe, wrap, type Terminal } from "../report/terminal.ts";
import { Unable } from "../unable.ts";

export const workspace = join(root, "workspace");
const starter = "src/starter/code.ts";

/** The chapter's start is the end of the one before it; s01 starts with the starter. */
export async function startCommand(options: Options, terminal: Terminal): Promise<number> {
  const chapter = options.argument ?? "s01";
  const before = neighbour(chapter, -1)?.id;
  if (before === undefined) return write(options, terminal, { source: starter, command: "start s01", holds: asStarted, chapter });
  return write(options, terminal, { source: `solution/${before}/code.ts`, command: `start ${chapter}`, holds: say(`the reference program up to ${before}`, `${before} 为止的参考程序`), chapter });
}

export async function resetCommand(options: Options, terminal: Terminal): Promise<number> {
  return write(options, terminal, { source: starter, command: "reset", holds: asStarted, chapter: "s01" });
}

const asStarted = say("the empty first file", "最初的空文件");

/** `source` is relative to the repository. */
type Change = { source: string; command: string; holds: Text; chapter: string };

function write({ target, language }: Options, terminal: Terminal, { source, command, holds, chapter }: Change): number {
  const path = pathOf(target);
  const { changed, copies } = exchange(workspace, [{ path, bytes: read(source), mode: 0o666 }], command);
  const file = safe(`workspace/${path}`);
  const others = filesOf(workspace).map((other) => other.path).filter((other) => other !== path && /\.[cm]?[jt]sx?$/.test(other));
  const readme = `spec/${chapter}/${language === "zh" ? "README.zh-CN.md" : "README.md"}`;
  const done = changed.length === 0 ? say(`${file} is ${holds.en} already: nothing was changed.`, `${file} 已经是${holds.zh}：什么都没有改动。`) : say(`${file} is now ${holds.en}.`, `${file} 现在是${holds.zh}。`);
  const stay = say(`Your other files stay: ${safe(others.join(", "))}.`, `你的其他文件保持不变：${safe(others.join("、"))}。`);
  const onward = terminal.command(`--upto ${chapter}`);
  const next = say(`Next: read ${readme}, then ${onward}`, `下一步：读 ${readme}，然后运行 ${onward}`);
  const lines = [
    ...wrap(done[language], terminal.width),
    ...(changed.length === 0 ? [] : keptLines(copies, language, terminal)),
    ...(changed.length === 0 || others.length === 0 ? [] : wrap(stay[language], terminal.width)),
    ...wrap(next[language], terminal.width),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

/** Where the program lies below workspace/. @throws Unable where kata.config.ts names one that lies elsewhere, or that no copy would keep */
function pathOf(target: string): string {
  const path = relative(workspace, resolve(root, target)).replaceAll("\\", "/");
  if (path === "" || path === ".." || path.startsWith("../") || isAbsolute(path) || !isKept(path)) {
    const name = JSON.stringify(target);
    throw new Unable(say(
      `kata.config.ts names ${name} as your program. \`start\` and \`reset\` only write a file in workspace/ that copies are kept of: not elsewhere, not hidden, not in backups/ or node_modules/. ${untouched.en}`,
      `kata.config.ts 把 ${name} 设为你的程序。\`start\` 和 \`reset\` 只写 workspace/ 里会留副本的文件：不写别处，不写隐藏文件，也不写 backups/ 或 node_modules/ 里的文件。${untouched.zh}`,
    ));
  }
  return path;
}

function read(source: string): Buffer {
  const file = join(root, source);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) {
    const repair = `git restore ${dirname(source)}`;
    throw new Unable(say(`${source} is missing. ${untouched.en} Bring it back with: ${repair}`, `找不到 ${source}。${untouched.zh}用这条命令找回它：${repair}`));
  }
  try {
    return readFileSync(file);
  } catch (error) {
    throw refused(error, untouched);
  }
}
