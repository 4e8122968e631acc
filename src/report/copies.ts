/** What a person reads about the copies of their files. Pure. */
import type { Language } from "../../spec/harness/text.ts";
import { sizeText, timeText, type Copy } from "../copies.ts";
import { padEnd, safe, wrap, type Terminal } from "./terminal.ts";

const restoring = (name: string): string => `restore ${/^[\w.-]+$/.test(name) ? name : safe(JSON.stringify(name))}`;
const filesText = (files: number, language: Language): string => (language === "zh" ? `${files} 个文件` : files === 1 ? "1 file" : `${files} files`);

/** After a change: where the files that were there before are kept, and the command that brings it back. */
export function keptLines(copies: Copy[], language: Language, terminal: Terminal): string[] {
  if (copies.length === 0) return [language === "zh" ? "之前没有文件，不需要副本。" : "There was no file before, so there is nothing to keep."];
  return copies.flatMap(({ name, files, bytes }) => {
    const what = `${filesText(files, language)}${language === "zh" ? "，" : ", "}${sizeText(bytes)}`;
    return [
      ...wrap(language === "zh" ? `之前的文件（${what}；隐藏文件、链接和 node_modules 不留副本，也不会被改动）保存在 workspace/backups/${name}，找回它们：` : `The files that were there (${what}; hidden files, links and node_modules are neither copied nor touched) are kept in workspace/backups/${name}. To bring them back:`, terminal.width),
      `  ${terminal.paint("cyan", terminal.command(restoring(name)))}`,
    ];
  });
}

/** The list of `kata restore`, the newest first. */
export function copyList(copies: Copy[], language: Language, terminal: Terminal): string {
  const zh = language === "zh";
  if (copies.length === 0) return `${wrap(zh ? "还没有副本。`start`、`reset` 和 `restore` 每次改动文件之前都会留一份。" : "There are no copies yet. `start`, `reset` and `restore` keep one each time, before they change a file.", terminal.width).join("\n")}\n`;
  const head = zh ? "workspace/ 的副本，最新的在前。每份都是 workspace/backups/ 里的普通文件。" : "Copies of workspace/, the newest first. Each is plain files in workspace/backups/.";
  const lines = copies.flatMap((copy) => {
    const numbers = `${padEnd(sizeText(copy.bytes), 9)} ${padEnd(filesText(copy.files, language), zh ? 10 : 9)}`;
    return ["", `  ${terminal.paint("bold", timeText(copy.made))}  ${numbers} ${madeText(copy, language)}`, `    ${copy.finished ? terminal.paint("cyan", terminal.command(restoring(copy.name))) : safe(`workspace/backups/${copy.name}`)}`];
  });
  const foot = zh ? "找回一份之前，会先把现在的文件也留一份。" : "Before one is brought back, a copy of what is there now is kept as well.";
  return `${[...wrap(head, terminal.width), ...lines, "", ...wrap(foot, terminal.width)].join("\n")}\n`;
}

function madeText({ before, finished }: Copy, language: Language): string {
  if (!finished) return language === "zh" ? "没有做完，被中断了" : "interrupted, may lack files";
  if (before === undefined) return language === "zh" ? "你自己放的" : "made by yourself";
  return language === "zh" ? `在 kata ${before} 之前` : `before kata ${before}`;
}
