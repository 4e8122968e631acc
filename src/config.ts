/** What a user may set in kata.config.ts, with defaults and checks. */
import { build, type BuildFailure, type Plugin } from "esbuild";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../spec/harness/root.ts";
import { chapters, clauseOf } from "../spec/harness/chapters.ts";
import { say, type Language } from "../spec/harness/text.ts";
import { Unable } from "./unable.ts";

export type KataConfig = {
  /** the program to judge, relative to the repository; default `workspace/code.ts` */
  target?: string;
  /** the chapter up to which to judge, `s01` to `s12`; default `s12` */
  upto?: string;
  /** seed of the random scenarios, a 32-bit integer; default 42, so that two runs show the same */
  seed?: number;
  /** random scenarios for each property; default 60 */
  runs?: number;
  limits?: {
    /** milliseconds for one scenario; default 2000 */
    scenario?: number;
    /** milliseconds for the import of code.ts; default 2000 */
    load?: number;
    /** MiB of heap for the program; default 160 */
    memory?: number;
  };
  /** points of single clauses in a grade, by id; every clause not named has one */
  weights?: Record<string, number>;
  /** milliseconds between two looks of `kata watch` at the files, for a file system that does not tell of saves (a network, a container); default: it tells. KATA_POLL in the environment does the same */
  poll?: number;
  /** `auto` follows the environment (LC_ALL, LC_MESSAGES, LANG) */
  language?: Language | "auto";
};

export type Settings = {
  target: string;
  upto: string;
  seed: number;
  runs: number;
  limits: { scenario: number; load: number; memory: number };
  weights: Record<string, number>;
  poll?: number;
  language: Language;
};

/** Gives an editor the types of the settings. */
export const defineConfig = (config: KataConfig): KataConfig => config;

/** Reads kata.config.ts, where there is one. @throws Unable where it does not load or sets something that cannot be */
export async function loadSettings(environment: NodeJS.ProcessEnv): Promise<Settings> {
  const file = join(root, "kata.config.ts");
  if (!existsSync(file)) return settingsFrom({}, environment);
  const loaded = await importConfig(file).catch((error: unknown) => {
    const { errors, stack = "" } = error as Partial<BuildFailure>;
    if (errors === undefined && /node_modules[\\/]esbuild[\\/]/.test(stack)) throw new Unable(say("esbuild, the bundler, does not run here. Run `npm ci` in this folder.", "打包用的 esbuild 在这里无法运行。请在这个目录里运行 `npm ci`。"));
    const text = errors?.[0]?.text ?? String(error);
    throw bad(text, text);
  });
  if (typeof loaded.default !== "object" || loaded.default === null) throw bad("it has no default export", "没有默认导出");
  return settingsFrom(loaded.default, environment);
}

/** Bundled first: Node 20 cannot import TypeScript. */
async function importConfig(file: string): Promise<{ default?: KataConfig }> {
  const result = await build({ entryPoints: [file], bundle: true, write: false, format: "esm", platform: "node", packages: "external", treeShaking: true, logLevel: "silent", plugins: [configTypesOnly] });
  return import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0]?.contents ?? []).toString("base64")}`) as Promise<{ default?: KataConfig }>;
}

/** `defineConfig` gives its argument back: the settings need nothing else of this file. */
const configTypesOnly: Plugin = {
  name: "config-types-only",
  setup(builder) {
    builder.onLoad({ filter: /[\\/]src[\\/]config\.ts$/ }, () => ({ contents: "export const defineConfig = (config) => config;", loader: "js" }));
  },
};

/** Fills in the defaults and checks. @throws Unable */
export function settingsFrom(config: KataConfig, environment: NodeJS.ProcessEnv): Settings {
  const settings: Settings = {
    target: config.target ?? "workspace/code.ts",
    upto: config.upto ?? "s12",
    seed: config.seed ?? 42,
    runs: config.runs ?? 60,
    limits: { scenario: 2000, load: 2000, memory: 160, ...config.limits },
    weights: config.weights ?? {},
    ...(config.poll === undefined ? {} : { poll: config.poll }),
    language: languageOf(config.language ?? "auto", environment),
  };
  check(settings);
  return settings;
}

function check(settings: Settings): void {
  if (typeof settings.target !== "string") throw bad("`target` is not a path", "`target` 不是路径");
  if (!isChapter(settings.upto)) throw bad(`\`upto\` is ${JSON.stringify(settings.upto)}, not one of s01 to s12`, `\`upto\` 是 ${JSON.stringify(settings.upto)}，不在 s01 到 s12 之间`);
  if (!Number.isInteger(settings.seed)) throw bad("`seed` is not an integer", "`seed` 不是整数");
  if (!isCount(settings.runs)) throw bad("`runs` is not a whole number above 0", "`runs` 不是大于 0 的整数");
  if (settings.poll !== undefined && !(isCount(settings.poll) && settings.poll <= most)) throw bad(`\`poll\` is not a whole number from 1 to ${most}`, `\`poll\` 不是 1 到 ${most} 的整数`);
  for (const [name, value] of Object.entries(settings.limits)) {
    if (!isCount(value) || value > most) throw bad(`\`limits.${name}\` is not a whole number from 1 to ${most}`, `\`limits.${name}\` 不是 1 到 ${most} 的整数`);
  }
  for (const [id, points] of Object.entries(settings.weights)) {
    try {
      // A teacher's own clauses are known only where they are judged.
      if (!/^x\./.test(id)) clauseOf(id);
    } catch {
      throw bad(`\`weights\` names the clause ${JSON.stringify(id)}, which does not exist`, `\`weights\` 里的条款 ${JSON.stringify(id)} 不存在`);
    }
    if (typeof points !== "number" || !(points >= 0)) throw bad(`the weight of ${id} is not a number of 0 or more`, `${id} 的权重不是大于等于 0 的数`);
  }
}

/** Of a limit: ten minutes, or as many MiB. */
const most = 600_000;

const bad = (en: string, zh: string): Unable => new Unable(say(`kata.config.ts cannot be used: ${en}.`, `kata.config.ts 无法使用：${zh}。`));

export const isChapter = (name: string): boolean => chapters.some((chapter) => chapter.id === name);
export const isCount = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value) && value > 0;

export function languageOf(wanted: Language | "auto", environment: NodeJS.ProcessEnv): Language {
  if (wanted !== "auto") return wanted === "zh" ? "zh" : "en";
  const locale = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || "";
  return /^zh/i.test(locale) ? "zh" : "en";
}
