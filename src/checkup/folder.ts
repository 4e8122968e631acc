/** The learner's program, its folder, the copies and the disk. */
import { lstatSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { makeImage, Unusable } from "../../spec/harness/image.ts";
import { root } from "../../spec/harness/root.ts";
import { say } from "../../spec/harness/text.ts";
import { copiesOf, filesOf, sizeText } from "../copies.ts";
import { codeOf, writeNew } from "../disk.ts";
import { Unable } from "../unable.ts";
import { command, messageOf, type Finding } from "./finding.ts";

/** @param program absolute path of the program to judge @param workspace absolute path of the learner's folder */
export async function folderFindings(program: string, workspace: string): Promise<Finding[]> {
  const found = [await programFinding(program), writable(workspace), ...encodings(workspace), ...copies(workspace), disk(workspace)];
  return found.filter((one) => one !== undefined);
}

async function programFinding(program: string): Promise<Finding> {
  const label = say("program", "程序");
  const short = relative(root, program);
  const name = short.startsWith("..") ? program : short;
  try {
    await makeImage(program);
    return { level: "fine", label, text: say(`${name} can be judged`, `${name} 可以检查`) };
  } catch (error) {
    const there = lstatSync(program, { throwIfNoEntry: false }) !== undefined;
    const text = error instanceof Unusable ? error.sentence : say(messageOf(error), messageOf(error));
    const repair = there ? say(`mend ${name}; \`npm run kata -- restore\` lists the copies of your files`, `修好 ${name}；\`npm run kata -- restore\` 会列出你的文件的副本`) : say("npm run kata -- restore (lists copies), or npm run kata -- reset", "npm run kata -- restore（列出副本），或 npm run kata -- reset");
    return { level: "bad", label, text, repair };
  }
}

/** Judging only reads; `start`, `reset` and `restore` write. */
function writable(workspace: string): Finding {
  const label = say("workspace", "workspace");
  const probe = join(workspace, `.kata-${process.pid}.probe`);
  try {
    writeNew(probe, Buffer.from("probe"));
    rmSync(probe);
    return { level: "fine", label, text: say("can be written", "可写") };
  } catch (error) {
    rmSync(probe, { force: true });
    const text = say(`cannot be written (${codeOf(error) || messageOf(error)}): start, reset and restore will refuse`, `不可写（${codeOf(error) || messageOf(error)}）：start、reset 和 restore 会拒绝`);
    const repair = codeOf(error) === "ENOENT" ? command("npm run kata -- reset") : process.platform === "win32" ? say("allow yourself to write to the folder workspace", "允许自己写 workspace 目录") : command("chmod -R u+rwX workspace");
    return { level: "odd", label, text, repair };
  }
}

/** All of these are judged alike; they are told since a diff or an editor may show them. */
function encodings(workspace: string): Finding[] {
  return attempt(() => {
    const told = filesOf(workspace).flatMap(({ path, bytes }) => {
      if (!/\.[cm]?[jt]sx?$/.test(path)) return [];
      const text = bytes.toString("utf8");
      const crlf = text.match(/\r\n/g)?.length ?? 0;
      const lf = (text.match(/\n/g)?.length ?? 0) - crlf;
      const kinds = [...(text.startsWith("\ufeff") ? ["BOM"] : []), ...(crlf > 0 ? [lf > 0 ? `CRLF ${crlf} + LF ${lf}` : "CRLF"] : [])];
      return kinds.length === 0 ? [] : [`${path} (${kinds.join(", ")})`];
    });
    const label = say("line ends", "换行");
    return told.length === 0 ? [{ level: "fine", label, text: command("LF") }] : [{ level: "told", label, text: say(`${told.join(", ")}: judged like any other`, `${told.join("、")}：照常检查`) }];
  });
}

function copies(workspace: string): Finding[] {
  const label = say("copies", "副本");
  return attempt(() => {
    const all = copiesOf(workspace);
    const size = sizeText(all.reduce((sum, { bytes }) => sum + bytes, 0));
    const left = [...all.filter(({ finished }) => !finished).map(({ name }) => `workspace/backups/${name}`), ...leftovers(workspace).map((name) => `workspace/${name}`)];
    const count: Finding = { level: "fine", label, text: say(`${all.length} in workspace/backups, ${size}`, `workspace/backups 里有 ${all.length} 份，${size}`) };
    return left.length === 0 ? [count] : [count, { level: "told", label, text: say(`left by an interrupted command, nothing needs them: ${left.join(", ")}`, `命令被中断后留下的，不再需要：${left.join("、")}`) }];
  });
}

/** Texts that were about to be put in place. */
const leftovers = (workspace: string): string[] => readdirSync(workspace).filter((name) => /^\..+\.\d+\.new$/.test(name));

const little = 50e6;

function disk(workspace: string): Finding | undefined {
  const label = say("disk", "磁盘");
  try {
    const { bavail, bsize } = statfsSync(lstatSync(workspace, { throwIfNoEntry: false }) === undefined ? dirname(workspace) : workspace);
    const free = bavail * bsize;
    const text = say(`${sizeText(free)} free`, `剩余 ${sizeText(free)}`);
    return free >= little ? { level: "fine", label, text } : { level: "odd", label, text, repair: say("free some space: copies and caches need it", "腾出空间：副本和缓存需要它") };
  } catch {
    // Some file systems do not tell.
    return undefined;
  }
}

/** A folder that cannot be read is told already, by what writes to it. */
function attempt(find: () => Finding[]): Finding[] {
  try {
    return find();
  } catch (error) {
    if (error instanceof Unable || codeOf(error) !== "") return [];
    throw error;
  }
}
