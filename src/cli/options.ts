/** The command line of `npm run kata`, read with node:util's parseArgs. */
import { chapterOf, clauseOf } from "../../spec/harness/chapters.ts";
import { say, type Language } from "../../spec/harness/text.ts";
import { isChapter, type Settings } from "../config.ts";
import { Unable } from "../unable.ts";
import { chapter, language, parsed, runsBounds, whole } from "./values.ts";

/** Every option there is, in parseArgs' own terms. */
const known = {
  upto: { type: "string" },
  target: { type: "string" },
  only: { type: "string" },
  all: { type: "boolean" },
  seed: { type: "string" },
  path: { type: "string" },
  runs: { type: "string" },
  json: { type: "boolean" },
  html: { type: "string" },
  model: { type: "string" },
  "base-url": { type: "string" },
  lang: { type: "string" },
  inspect: { type: "boolean" },
  watch: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Name = keyof typeof known;
const everywhere: Name[] = ["lang", "help"];
const program: Name[] = ["upto", "target"];
const random: Name[] = ["seed", "runs"];

/** The commands: the options each takes, and what its one argument is, if it takes one. */
const commands = {
  /** nothing named at all: where the learner stands */
  overview: { options: [], argument: "none" },
  judge: { options: [...program, ...random, "only", "all", "path", "json", "inspect"], argument: "none" },
  list: { options: program, argument: "chapter, if any" },
  hint: { options: program, argument: "clause, if any" },
  watch: { options: [...program, ...random, "watch"], argument: "none" },
  trace: { options: ["target", "html"], argument: "chapter, if any" },
  start: { options: [], argument: "chapter" },
  reset: { options: [], argument: "none" },
  restore: { options: [], argument: "copy, if any" },
  doctor: { options: [], argument: "none" },
  compare: { options: [...program, ...random, "path"], argument: "none" },
  diff: { options: [], argument: "chapter, if any" },
  chat: { options: ["target", "model", "base-url"], argument: "none" },
  pi: { options: [...program, ...random, "only"], argument: "none" },
} as const satisfies Record<string, { options: readonly Name[]; argument: "none" | "chapter" | "chapter, if any" | "clause, if any" | "copy, if any" }>;

export type Command = keyof typeof commands;

export type Options = Settings & {
  command: Command;
  /** --upto was written, so the level does not follow the program */
  uptoNamed: boolean;
  /** --runs was written: without it kata.config.ts says how many */
  runsNamed: boolean;
  /** --lang was written, and asks for another language than the settings do */
  asked?: Language;
  /** the word after the command: a chapter, a clause or a copy's name, as the command takes it */
  argument?: string;
  /** one chapter or one clause */
  only?: string;
  /** fast-check's path to a counterexample, and which test of the clause `only` it belongs to */
  path?: { test: number; path: string };
  all: boolean;
  json: boolean;
  /** the page to write */
  html?: string;
  /** of chat: the model to talk to, and the server that has it */
  model?: string;
  baseUrl?: string;
  help: boolean;
  inspect?: string;
};

/** @throws Unable for a command or an option that does not exist, or a value that cannot be */
export function readOptions(args: string[], settings: Settings): Options {
  const { values, positionals } = parsed(args, known, usage);
  const asked = Object.keys(values).some((name) => !everywhere.includes(name as Name));
  const [named = values.watch === true ? "watch" : asked ? "judge" : "overview", argument, ...more] = positionals;
  if (!isCommand(named)) throw usage(`There is no command ${JSON.stringify(named)}`, `没有 ${JSON.stringify(named)} 这个命令`);
  const command: Command = named;
  for (const name of Object.keys(values) as Name[]) {
    const own: readonly Name[] = commands[command].options;
    if (!own.includes(name) && !everywhere.includes(name)) throw usage(`\`${spoken(command)}\` takes no --${name}`, `\`${spoken(command)}\` 不接受 --${name}`);
  }
  checkArgument(command, argument, more);
  const upto = chapter(values.upto ?? (values.only === undefined ? settings.upto : chapterOf(values.only)), usage);
  if (values.only !== undefined) checkOnly(values.only, upto);
  const spokenIn = language(values.lang, settings.language, usage);
  const scenario = command === "compare" && values.path !== undefined ? readScenario(values.path, upto) : undefined;
  const path = scenario?.path ?? (values.path === undefined ? undefined : readPath(values.path, values.only));
  const only = scenario?.only ?? values.only;
  return {
    ...settings,
    command,
    upto,
    uptoNamed: values.upto !== undefined,
    runsNamed: values.runs !== undefined,
    ...(spokenIn === settings.language ? {} : { asked: spokenIn }),
    target: values.target ?? settings.target,
    seed: values.seed === undefined ? settings.seed : whole("--seed", values.seed, [-0x80000000, 0x7fffffff], usage),
    runs: values.runs === undefined ? settings.runs : whole("--runs", values.runs, runsBounds, usage),
    language: spokenIn,
    all: values.all === true,
    json: values.json === true,
    help: values.help === true,
    ...(argument === undefined ? {} : { argument }),
    ...(only === undefined ? {} : { only }),
    ...(path === undefined ? {} : { path }),
    ...(values.html === undefined ? {} : { html: values.html }),
    ...(values.model === undefined ? {} : { model: values.model }),
    ...(values["base-url"] === undefined ? {} : { baseUrl: values["base-url"] }),
    ...(values.inspect === true ? { inspect: "127.0.0.1:9229" } : {}),
  };
}

/** A command as one types it: where the learner stands and the verdict have no word of their own. */
const spoken = (command: Command): string => (command === "overview" || command === "judge" ? "kata" : `kata ${command}`);

const isCommand = (name: string): name is Command => Object.hasOwn(commands, name);

function checkArgument(command: Command, argument: string | undefined, more: string[]): void {
  const { argument: takes } = commands[command];
  const [extra] = takes === "none" && argument !== undefined ? [argument] : more;
  if (extra !== undefined) throw usage(`\`kata ${command}\` takes no ${JSON.stringify(extra)}`, `\`kata ${command}\` 不接受 ${JSON.stringify(extra)}`);
  if (argument === undefined && takes === "chapter") throw usage(`\`kata ${command}\` takes a chapter: npm run kata -- ${command} s06`, `\`kata ${command}\` 后面要写章节：npm run kata -- ${command} s06`);
  if (argument === undefined) return;
  if (takes.startsWith("chapter") && !isChapter(argument)) throw usage(`\`kata ${command}\` takes a chapter, s01 to s12, not ${JSON.stringify(argument)}`, `\`kata ${command}\` 后面要写章节 s01 到 s12，而不是 ${JSON.stringify(argument)}`);
  if (takes === "clause, if any" && !isClause(argument)) throw usage(`\`kata ${command}\` takes a clause (s04.3), not ${JSON.stringify(argument)}`, `\`kata ${command}\` 后面要写条款（s04.3），而不是 ${JSON.stringify(argument)}`);
}

function isClause(id: string): boolean {
  try {
    return clauseOf(id).id === id;
  } catch {
    return false;
  }
}

function checkOnly(only: string, upto: string): void {
  if (!isChapter(only) && !isClause(only)) throw usage(`--only takes a chapter (s04) or a clause (s04.3), not ${JSON.stringify(only)}`, `--only 要写章节（s04）或条款（s04.3），而不是 ${JSON.stringify(only)}`);
  if (chapterOf(only) > upto) throw usage(`--only ${only} lies after --upto ${upto}`, `--only ${only} 在 --upto ${upto} 之后`);
}

function readPath(text: string, only: string | undefined): { test: number; path: string } {
  const parts = /^(\d+):(\d+(?::\d+)*)$/.exec(text);
  if (parts === null || only === undefined || isChapter(only)) {
    throw usage("--path belongs to one clause: copy the whole command from a failure card", "--path 只能配合单个条款使用：请从失败卡片里复制整条命令");
  }
  return { test: Number(parts[1]), path: parts[2] ?? "" };
}

/** `s04.3:1:12:0`: the path of `kata compare` names the clause, too. */
function readScenario(text: string, upto: string): { only: string; path: { test: number; path: string } } {
  const [, only = "", path = ""] = /^(s\d\d\.\d+):(.*)$/.exec(text) ?? [];
  if (!isClause(only) || !/^\d+(:\d+)*$/.test(path)) throw usage("--path takes what `kata compare` prints: copy the whole command", "--path 要写 `kata compare` 打印出来的路径：请复制整条命令");
  checkOnly(only, upto);
  // A fixed scenario has no path of its own.
  return { only, path: path.includes(":") ? readPath(path, only) : { test: Number(path), path: "" } };
}

const usage = (en: string, zh: string): Unable => new Unable(say(`${en}. \`npm run kata -- --help\` lists commands and options.`, `${zh}。\`npm run kata -- --help\` 会列出命令和选项。`));
