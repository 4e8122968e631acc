/** The command line of `kata grade`, read with node:util's parseArgs. */
import { availableParallelism } from "node:os";
import { say, type Language } from "../../spec/harness/text.ts";
import { chapter, language as languageFrom, parsed, place, runsBounds, whole } from "../cli/values.ts";
import { isCount, type Settings } from "../config.ts";
import { Unable } from "../unable.ts";
import { formats, type Format } from "./outputs.ts";
import type { GradeLimits, Wall } from "./record.ts";

/** Every option there is, in parseArgs' own terms. */
export const gradeOptions = {
  upto: { type: "string" },
  out: { type: "string" },
  roster: { type: "string" },
  runs: { type: "string" },
  shard: { type: "string" },
  sandbox: { type: "string" },
  image: { type: "string" },
  format: { type: "string" },
  seeds: { type: "string" },
  secret: { type: "string" },
  extra: { type: "string" },
  force: { type: "boolean" },
  only: { type: "string" },
  replay: { type: "string" },
  diff: { type: "string" },
  workers: { type: "string" },
  lang: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const walls: Wall[] = ["bwrap", "docker", "podman", "node", "none"];

export type GradeOptions = {
  /** absolute paths */
  folder: string;
  out: string;
  roster?: string;
  extra?: string;
  diff?: string;
  upto: string;
  runs: number;
  shard: { index: number; count: number };
  sandbox: "auto" | Wall;
  image?: string;
  formats: Format[];
  seeds: "each" | "one";
  secret?: string;
  force: boolean;
  /** ids as they were written */
  only?: string[];
  replay?: string;
  workers: number;
  weights: Record<string, number>;
  limits: GradeLimits;
  language: Language;
};

export type MergeOptions = { folders: string[]; out: string; formats: Format[]; language: Language };

/** `help`: nothing else was asked. */
export type Asked = { help: Language } | { grade: GradeOptions } | { merge: MergeOptions };

/** @param args what follows `grade` @throws Unable for an option that does not exist, or a value that cannot be */
export function readGrade(args: string[], settings: Settings): Asked {
  const { values, positionals } = parsed(args, gradeOptions, usage);
  const language = languageFrom(values.lang, settings.language, usage);
  if (values.help === true) return { help: language };
  const [first, ...more] = positionals;
  if (first === undefined) throw usage("`kata grade` takes the folder of the submissions", "`kata grade` 后面要写存放提交的目录");
  const out = values.out === undefined ? undefined : place(values.out);
  const wanted = formatsFrom(values.format);
  if (first === "merge") {
    if (more.length === 0 || out === undefined) throw usage("`kata grade merge` takes the folders of the shards, and --out for the whole", "`kata grade merge` 后面要写各分片的结果目录，并用 --out 指定合并到哪里");
    return { merge: { folders: more.map(place), out, formats: wanted, language } };
  }
  if (more.length > 0) throw usage(`\`kata grade\` takes one folder, not ${JSON.stringify(more[0])} as well`, `\`kata grade\` 只接受一个目录，${JSON.stringify(more[0])} 是多余的`);
  const upto = chapter(values.upto ?? settings.upto, usage);
  const sandbox = values.sandbox ?? "auto";
  if (sandbox !== "auto" && !walls.includes(sandbox as Wall)) throw usage(`--sandbox takes auto, ${walls.join(", ")}`, `--sandbox 只能是 auto、${walls.join("、")}`);
  if (values.seeds !== undefined && values.seeds !== "each" && values.seeds !== "one") throw usage("--seeds takes each or one", "--seeds 只能是 each 或 one");
  if (values.secret !== undefined && !/^[0-9a-f]{8,128}$/i.test(values.secret)) throw usage("--secret takes 8 to 128 hexadecimal digits", "--secret 要写 8 到 128 个十六进制数字");
  const shard = values.shard === undefined ? { index: 1, count: 1 } : shardFrom(values.shard);
  if (shard.count > 1 && values.secret === undefined) throw usage("The shards of one class need one --secret, so that it does not matter which machine judges whom", "同一个班的各个分片要用同一个 --secret，这样由哪台机器评分都一样");
  return {
    grade: {
      folder: place(first),
      out: out ?? place("grades"),
      ...(values.roster === undefined ? {} : { roster: place(values.roster) }),
      ...(values.extra === undefined ? {} : { extra: place(values.extra) }),
      ...(values.diff === undefined ? {} : { diff: place(values.diff) }),
      upto,
      runs: values.runs === undefined ? settings.runs : whole("--runs", values.runs, runsBounds, usage),
      shard,
      sandbox: sandbox as "auto" | Wall,
      ...(values.image === undefined ? {} : { image: values.image }),
      formats: wanted,
      seeds: (values.seeds as "each" | "one" | undefined) ?? "each",
      ...(values.secret === undefined ? {} : { secret: values.secret.toLowerCase() }),
      force: values.force === true,
      ...(values.only === undefined ? {} : { only: values.only.split(",").map((id) => id.trim()).filter((id) => id !== "") }),
      ...(values.replay === undefined ? {} : { replay: values.replay }),
      workers: values.workers === undefined ? availableParallelism() : whole("--workers", values.workers, [1, 1000], usage),
      weights: settings.weights,
      limits: { submission: 120_000, data: 700, file: 262_144, output: 65_536, ...settings.limits },
      language,
    },
  };
}

function formatsFrom(text = "csv,markdown,html"): Format[] {
  const names = text.split(",").map((name) => name.trim()).filter((name) => name !== "");
  const unknown = names.find((name) => !(formats as readonly string[]).includes(name));
  if (unknown !== undefined) throw usage(`--format takes ${formats.join(", ")}, not ${JSON.stringify(unknown)}`, `--format 可以写 ${formats.join("、")}，没有 ${JSON.stringify(unknown)}`);
  return names as Format[];
}

function shardFrom(text: string): { index: number; count: number } {
  const [, index = 0, all = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (!isCount(index) || !isCount(all) || index > all || all > 10_000) throw usage(`--shard takes k/n, from 1/n to n/n, not ${JSON.stringify(text)}`, `--shard 要写 k/n，从 1/n 到 n/n，而不是 ${JSON.stringify(text)}`);
  return { index, count: all };
}

const usage = (en: string, zh: string): Unable => new Unable(say(`${en}. \`npm run kata -- grade --help\` lists the options.`, `${zh}。\`npm run kata -- grade --help\` 会列出选项。`));
