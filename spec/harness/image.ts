/**
 * From a file to something a subject process can run: one bundled module, its exports, its source map, and the player.
 * `code.ts` may import its own files, below its folder, and nothing else (EVOLUTION.md, decision "imports").
 */
import { build, type BuildFailure, type Message, type Plugin } from "esbuild";
import { isUtf8 } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { bundle, isTooDeep, Overcome } from "./bundler.ts";
import { specFolder } from "./root.ts";
import { say, type Text } from "./text.ts";

export type Image = {
  /** absolute path of the program's entry */
  file: string;
  /** the bundled program, the player (CommonJS) and its realm script, as source texts */
  code: string;
  player: string;
  realm: string;
  /** names of the runtime exports, read from the bundle without running it */
  exports: string[];
  /** the source map of `code`, as JSON text; sources are absolute */
  map: string;
  /** `module.exports = …` was found and no ES export */
  commonjs: boolean;
};

/** What is wrong with a file that cannot be judged: what kind of file it is, its text, an import that is not there or not its own, its import. */
export type Flaw = "file" | "syntax" | "unresolved" | "foreign" | "import";

/** The file cannot be judged at all. `at` is the source line at fault, with its position, where there is one. */
export class Unusable extends Error {
  readonly flaw: Flaw;
  readonly sentence: Text;
  readonly at: { file: string; line: number; column: number; text: string } | undefined;
  constructor(flaw: Flaw, sentence: Text, at?: Unusable["at"]) {
    super(sentence.en);
    this.flaw = flaw;
    this.sentence = sentence;
    this.at = at;
  }

  /** The sentence and the line, for a vitest report. */
  get lines(): string[] {
    const { sentence, at } = this;
    return at === undefined ? [sentence.en] : [sentence.en, `${at.file}:${at.line}:${at.column}`, at.text];
  }
}

const largest = 1_048_576;
const playerFolder = join(specFolder, "player");

/** What a subject process is started with, whatever program it will be given. */
export type Player = Pick<Image, "player" | "realm">;

let player: Promise<Player> | undefined;

/** The player, made once in a process. */
export const makePlayer = (): Promise<Player> =>
  (player ??= Promise.all([bundleSource("main.ts", "cjs"), bundleSource("realm.ts", "iife")]).then(([main, realm]) => ({ player: main, realm: `(() => { ${realm}; return kataRealm.inside; })()` })));

/** @throws Unusable where the file is missing, is no file, is no text, does not parse or imports what it must not */
export async function makeImage(file: string): Promise<Image> {
  const entry = resolve(file);
  await checkSource(entry);
  // First, since a program that breaks the bundler would take it down with it.
  const own = await makePlayer();
  const program = await bundleProgram(entry);
  return { file: entry, ...program, ...own };
}

async function checkSource(entry: string): Promise<void> {
  const found = await stat(entry).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") {
      throw new Unusable("file", say(`There is no file ${entry}.`, `找不到文件 ${entry}。`));
    }
    throw new Unusable("file", say(`${entry} cannot be read: ${error.message}.`, `无法读取 ${entry}：${error.message}。`));
  });
  if (found.isDirectory()) throw new Unusable("file", say(`${entry} is a folder; name the file in it.`, `${entry} 是一个目录，请写出其中的文件名。`));
  if (!found.isFile()) throw new Unusable("file", say(`${entry} is not a regular file.`, `${entry} 不是普通文件。`));
  if (found.size > largest) throw new Unusable("file", say(`${entry} is larger than 1 MiB.`, `${entry} 超过了 1 MiB。`));
  const bytes = await readFile(entry).catch((error: Error) => {
    throw new Unusable("file", say(`${entry} cannot be read: ${error.message}.`, `无法读取 ${entry}：${error.message}。`));
  });
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw new Unusable(
      "file",
      say(`${entry} is not UTF-8 text. Save it as UTF-8 (it may be UTF-16 or Latin-1 now).`, `${entry} 不是 UTF-8 文本。请另存为 UTF-8（现在可能是 UTF-16 或 GBK）。`),
    );
  }
}

async function bundleProgram(entry: string): Promise<Pick<Image, "code" | "exports" | "map" | "commonjs">> {
  const folder = dirname(entry);
  const result = await bundle({
    entryPoints: [entry],
    absWorkingDir: folder,
    outfile: join(folder, "pi-kata-bundle.js"),
    bundle: true,
    write: false,
    metafile: true,
    sourcemap: "external",
    format: "esm",
    platform: "neutral",
    target: "es2023",
    // A program must not reach Node's loader: `import()` of its own files is bundled, any other one throws.
    supported: { "dynamic-import": false },
    charset: "utf8",
    // Comments kept behind the list of exports would be taken for a part of it.
    legalComments: "none",
    logLevel: "silent",
    tsconfigRaw: {},
    plugins: [ownFilesOnly(folder), nothingTooDeep],
  }).catch(async (error: unknown) => {
    throw await explain(error, folder);
  });
  const texts = Object.fromEntries((result.outputFiles ?? []).map((output) => [output.path.endsWith(".map") ? "map" : "code", output.text]));
  const map = JSON.parse(texts.map ?? "{}") as { sources: string[] };
  map.sources = map.sources.map((source) => resolve(folder, source));
  const exports = Object.values(result.metafile?.outputs ?? {}).flatMap((output) => output.exports);
  const commonjs = Object.entries(result.metafile?.inputs ?? {}).some(([name, input]) => resolve(folder, name) === entry && input.format === "cjs");
  // A CommonJS file has no exports to play: it is told so at the door, and nothing of it runs.
  return { code: commonjs ? asScript("", []) : asScript(texts.code ?? "", exports), exports: commonjs ? [] : exports, map: JSON.stringify(map), commonjs };
}

/**
 * The bundle as an async function that gives the exports. A script, unlike a module of node:vm, is awaited in the
 * program's own realm, so its promises never meet functions of the player. The head takes one line; the player starts
 * to count at line 0.
 */
function asScript(code: string, exports: string[]): string {
  const at = exports.length === 0 ? -1 : code.lastIndexOf("\nexport {");
  const body = at < 0 ? code : code.slice(0, at);
  const list = at < 0 ? "" : code.slice(at + "\nexport {".length, code.lastIndexOf("}"));
  const getters = [...list.matchAll(/([\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*)(?: as ("(?:[^"\\]|\\.)*"|[^\s,]+))?/gu)].map(([, local, name = local]) => `get ${name ?? ""}() { return ${local ?? ""}; }`);
  return `(async function () { "use strict";\n${body}\nreturn { __proto__: null, ${getters.join(", ")} };\n})`;
}

/** Refuses every import that is not relative or that leads out of the program's folder. */
function ownFilesOnly(folder: string): Plugin {
  return {
    name: "own-files-only",
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, (args) => {
        if (args.kind === "entry-point") return undefined;
        const away = relative(folder, resolve(args.resolveDir, args.path));
        const own = /^\.\.?\//.test(args.path) && !away.startsWith("..") && !isAbsolute(away);
        return own ? undefined : { errors: [{ text: foreign, detail: args.path }] };
      });
    },
  };
}

const foreign = "foreign import";

/** Keeps away from the bundler what would break it. */
const nothingTooDeep: Plugin = {
  name: "nothing-too-deep",
  setup(builder) {
    builder.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => (isTooDeep(await readFile(path, "utf8")) ? { errors: [{ text: deep }] } : undefined));
  },
};

const deep = "too deep";

const tooDeep = say(
  "The program is nested too deeply to be read: thousands of brackets or operators stand one within the other.",
  "程序嵌套太深，无法读取：成千上万层括号或运算符套在一起。",
);

async function explain(error: unknown, folder: string): Promise<unknown> {
  if (error instanceof Overcome) return new Unusable("syntax", tooDeep);
  const first: Message | undefined = (error as Partial<BuildFailure>).errors?.[0];
  if (first === undefined) return error;
  if (first.text === deep) return new Unusable("syntax", tooDeep);
  const { location } = first;
  const at = location === null ? undefined : await lineOf(resolve(folder, location.file), location.line, location.column + 1);
  if (first.text === foreign) {
    const name = JSON.stringify(first.detail);
    const own = say(`code.ts imports ${name}. It may import only its own files, below its folder`, `code.ts 导入了 ${name}。它只能导入自己目录里的文件`);
    const reason = /^(?:\.{0,2}\/|[a-z]:[\\/])/i.test(String(first.detail))
      ? say("this path leads out of it", "这个路径在目录之外")
      : say("the core needs no library (for a random id there is the global `crypto.randomUUID()`)", "这个 core 不需要任何库（随机 id 可以用全局的 `crypto.randomUUID()`）");
    return new Unusable("foreign", say(`${own.en}: ${reason.en}.`, `${own.zh}：${reason.zh}。`), at);
  }
  if (first.text.startsWith("No loader is configured")) return new Unusable("file", say("The name of the program has to end in .ts: there may be a blank or another ending behind it.", "程序的文件名要以 .ts 结尾：后面也许多了空格或别的扩展名。"), at);
  const unresolved = first.text.startsWith("Could not resolve");
  const kind = unresolved ? say("An import cannot be found", "有一个导入找不到") : say("Syntax error", "语法错误");
  return new Unusable(unresolved ? "unresolved" : "syntax", say(`${kind.en}: ${first.text}.`, `${kind.zh}：${first.text}。`), at);
}

/** The source line at a position; at an empty one (the end of the file, often) the last line before it that says something. */
async function lineOf(file: string, line: number, column: number): Promise<Unusable["at"]> {
  const lines = (await readFile(file, "utf8")).replace(/^\ufeff/, "").split(/\r?\n/);
  for (let at = Math.min(line, lines.length); at > 0; at -= 1) {
    const text = lines[at - 1] ?? "";
    // esbuild counts bytes.
    const before = Buffer.from(text).subarray(0, column - 1).toString("utf8");
    if (text.trim() !== "") return { file, line: at, column: (at === line ? before : text).length + 1, text };
  }
  return { file, line, column, text: "" };
}

async function bundleSource(name: string, format: "cjs" | "iife"): Promise<string> {
  const result = await build({
    entryPoints: [join(playerFolder, name)],
    bundle: true,
    write: false,
    format,
    platform: "node",
    target: "node20",
    logLevel: "silent",
    tsconfigRaw: { compilerOptions: { strict: true, alwaysStrict: true } },
    banner: format === "cjs" ? { js: '"use strict";' } : {},
    ...(format === "iife" ? { globalName: "kataRealm" } : {}),
  });
  return result.outputFiles?.[0]?.text ?? "";
}
