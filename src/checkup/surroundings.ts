/** Terminal, language, git, and what graders may have: nothing of it prevents judging. */
import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { release } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "../../spec/harness/root.ts";
import { say, type Language } from "../../spec/harness/text.ts";
import { languageOf, loadSettings } from "../config.ts";
import { codeOf } from "../disk.ts";
import { command, type Finding } from "./finding.ts";

type Environment = NodeJS.ProcessEnv;

/** @param args the command line, to tell why a language was chosen */
export async function surroundingFindings(language: Language, args: string[], environment: Environment): Promise<Finding[]> {
  return [await languageFinding(language, args, environment), terminal(environment), ...charset(environment), git(), sandboxes(environment), ...system()];
}

async function languageFinding(language: Language, args: string[], environment: Environment): Promise<Finding> {
  const label = say("language", "语言");
  const name = language === "zh" ? "zh" : "en";
  if (args.some((word) => /^--lang(=|$)/.test(word))) return { level: "fine", label, text: say(`${name}, by --lang`, `${name}，由 --lang 指定`) };
  // Settings that do not follow the environment name a language themselves.
  const follows = (await loadSettings({ LANG: "zh" })).language !== (await loadSettings({ LANG: "en" })).language;
  if (!follows) return { level: "fine", label, text: say(`${name}, by kata.config.ts`, `${name}，由 kata.config.ts 指定`) };
  const variable = ["LC_ALL", "LC_MESSAGES", "LANG"].find((one) => (environment[one] ?? "") !== "");
  if (variable === undefined) return { level: "fine", label, text: say(`${languageOf("auto", environment)}: no LC_ALL, LC_MESSAGES or LANG is set; --lang zh, or language in kata.config.ts, chooses`, `${languageOf("auto", environment)}：没有设置 LC_ALL、LC_MESSAGES 或 LANG；可以用 --lang 或 kata.config.ts 里的 language 选择`) };
  return { level: "fine", label, text: say(`${name}, by ${variable}=${environment[variable]}`, `${name}，由 ${variable}=${environment[variable]} 决定`) };
}

function terminal(environment: Environment): Finding {
  const { isTTY, columns } = process.stdout;
  const place = isTTY === true ? say(`a terminal of ${columns} columns`, `终端，${columns} 列`) : say("no terminal (a pipe or a file), 80 columns", "不是终端（管道或文件），按 80 列");
  const [on, why] = colour(isTTY === true, environment);
  return { level: "fine", label: say("output", "输出"), text: say(`${place.en}; ${on ? "colour" : "no colour"}${why === "" ? "" : ` (${why})`}`, `${place.zh}；${on ? "有颜色" : "无颜色"}${why === "" ? "" : `（${why}）`}`) };
}

/** The rules of report/terminal.ts, with the reason. */
function colour(tty: boolean, environment: Environment): [boolean, string] {
  const set = (name: string): boolean => (environment[name] ?? "") !== "";
  if (set("FORCE_COLOR") && environment.FORCE_COLOR !== "0") return [true, "FORCE_COLOR"];
  if (set("NO_COLOR")) return [false, "NO_COLOR"];
  if (environment.TERM === "dumb") return [false, "TERM=dumb"];
  return [tty, ""];
}

function charset(environment: Environment): Finding[] {
  const label = say("characters", "字符");
  if (process.platform === "win32") return [{ level: "told", label, text: say("Windows Terminal shows them all; in an old console run chcp 65001 first", "Windows Terminal 都能显示；旧的控制台请先运行 chcp 65001") }];
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || "";
  if (locale === "" || /utf-?8/i.test(locale)) return [];
  return [{ level: "told", label, text: say(`the locale ${locale} does not say UTF-8: if signs or Chinese look wrong, set LANG=C.UTF-8`, `locale ${locale} 没有写明 UTF-8：如果符号或中文显示不对，请设置 LANG=C.UTF-8`) }];
}

/** What makes verdicts: changed, they may differ from the teacher's. */
const judges = ["spec", "solution", "src"];

function git(): Finding {
  const label = command("git");
  const ask = (...args: string[]): string => execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], windowsHide: true, timeout: 10_000 }).trimEnd();
  try {
    const head = ask("rev-parse", "--short", "HEAD");
    const changed = ask("-c", "core.quotePath=false", "status", "--porcelain", "--untracked-files=all", "--", ...judges).split("\n").filter((line) => line !== "");
    if (changed.length === 0) return { level: "fine", label, text: say(`spec, solution and src are as committed (${head})`, `spec、solution 和 src 与提交一致（${head}）`) };
    const names = changed.slice(0, 3).map((line) => line.slice(3)).join(", ") + (changed.length > 3 ? ", …" : "");
    const added = changed.every((line) => line.startsWith("??"));
    return {
      level: "odd",
      label,
      text: say(`${changed.length} changed in spec, solution or src since ${head}, so verdicts may differ from the teacher's: ${names}`, `spec、solution 或 src 里有 ${changed.length} 处与提交 ${head} 不同，结果可能与教师的不一致：${names}`),
      repair: added ? say("move the added files elsewhere", "把多出来的文件移到别处") : command(`git stash push -- ${judges.join(" ")}`),
    };
  } catch (error) {
    const why = codeOf(error) === "ENOENT" ? say("git is not installed", "没有安装 git") : say("this folder is no git repository with a commit", "这个目录不是有提交的 git 仓库");
    return { level: "told", label, text: say(`${why.en}, so whether spec and solution are as the teacher gave them is not known`, `${why.zh}，无法知道 spec 和 solution 是否与教师给的一致`) };
  }
}

/** For graders, who may want walls around a subject process; only looked for, never run. */
function sandboxes(environment: Environment): Finding {
  const tools = ["bwrap", "docker", "podman"];
  const list = (there: boolean, comma: string): string => tools.filter((tool) => isOnPath(tool, environment) === there).join(comma);
  const parts = (words: [string, string], comma: string, between: string): string => [true, false].flatMap((there, at) => (list(there, comma) === "" ? [] : [`${words[at]} ${list(there, comma)}`])).join(between);
  return { level: "told", label: say("for graders", "批改用"), text: say(`sandboxes: ${parts(["found", "not found"], ", ", "; ")} (a learner needs none)`, `沙箱：${parts(["有", "没有"], "、", "；")}（学习者用不到）`) };
}

function isOnPath(tool: string, environment: Environment): boolean {
  const folders = (environment.PATH ?? environment.Path ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => {
    try {
      accessSync(join(folder, process.platform === "win32" ? `${tool}.exe` : tool), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Places where files are slow, or change behind one's back. */
function system(): Finding[] {
  const label = say("place", "位置");
  if (process.platform === "linux" && /microsoft/i.test(release()) && root.startsWith("/mnt/")) return [{ level: "told", label, text: say("a Windows disk seen from WSL: everything is several times faster in the Linux home folder", "这是从 WSL 看到的 Windows 磁盘：放在 Linux 的主目录里会快好几倍") }];
  if (/[\\/](OneDrive|Dropbox|Mobile Documents|CloudStorage)/.test(root)) return [{ level: "told", label, text: say("a folder that is synchronised: it may hold or change files while you work; another place is quieter", "这是会自动同步的目录：你工作时它可能占用或改动文件；换个位置更安稳") }];
  return [];
}
