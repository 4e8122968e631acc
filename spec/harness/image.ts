/**
 * From a file to something a subject process can run: one bundled module, its exports, its source map, and the player.
 * `code.ts` may import its own files, below its folder, and nothing else (EVOLUTION.md, decision "imports").
 */
import { build, type BuildFailure, type Message, type Plugin } from "esbuild";
import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
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

/** The file cannot be judged at all. `line` is the source line at fault, with its position, where there is one. */
export class Unusable extends Error {
  readonly sentence: Text;
  readonly at: { file: string; line: number; column: number; text: string } | undefined;
  constructor(sentence: Text, at?: Unusable["at"]) {
    super(sentence.en);
    this.sentence = sentence;
    this.at = at;
  }
}

const largest = 1_048_576;
const playerFolder = fileURLToPath(new URL("../player/", import.meta.url));

let ownSources: [Promise<string>, Promise<string>] | undefined;

/** @throws Unusable where the file is missing, is no file, is no text, does not parse or imports what it must not */
export async function makeImage(file: string): Promise<Image> {
  const entry = resolve(file);
  const source = await readSource(entry);
  const [program, player, realm] = await Promise.all([bundleProgram(entry), ...(ownSources ??= [bundleSource("main.ts", "cjs"), bundleSource("realm.ts", "iife")])]);
  return {
    file: entry,
    ...program,
    player,
    realm: `(() => { ${realm}; return kataRealm.inside; })()`,
    commonjs: program.exports.length === 0 && /\b(?:module\.exports|exports\.\w+)\s*=/.test(source),
  };
}

async function readSource(entry: string): Promise<string> {
  const found = await stat(entry).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") {
      throw new Unusable(say(`There is no file ${entry}.`, `找不到文件 ${entry}。`));
    }
    throw new Unusable(say(`${entry} cannot be read: ${error.message}.`, `无法读取 ${entry}：${error.message}。`));
  });
  if (found.isDirectory()) throw new Unusable(say(`${entry} is a folder; name the file in it.`, `${entry} 是一个目录，请写出其中的文件名。`));
  if (!found.isFile()) throw new Unusable(say(`${entry} is not a regular file.`, `${entry} 不是普通文件。`));
  if (found.size > largest) throw new Unusable(say(`${entry} is larger than 1 MiB.`, `${entry} 超过了 1 MiB。`));
  const bytes = await readFile(entry).catch((error: Error) => {
    throw new Unusable(say(`${entry} cannot be read: ${error.message}.`, `无法读取 ${entry}：${error.message}。`));
  });
  if (bytes.includes(0)) {
    throw new Unusable(
      say(`${entry} is not UTF-8 text (it holds NUL bytes; perhaps it was saved as UTF-16).`, `${entry} 不是 UTF-8 文本（里面有 NUL 字节，可能被存成了 UTF-16）。`),
    );
  }
  return bytes.toString("utf8");
}

async function bundleProgram(entry: string): Promise<{ code: string; exports: string[]; map: string }> {
  const folder = dirname(entry);
  const result = await build({
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
    charset: "utf8",
    logLevel: "silent",
    tsconfigRaw: {},
    plugins: [ownFilesOnly(folder)],
  }).catch((error: unknown) => {
    throw explain(error, folder);
  });
  const texts = Object.fromEntries(result.outputFiles.map((output) => [output.path.endsWith(".map") ? "map" : "code", output.text]));
  const map = JSON.parse(texts.map ?? "{}") as { sources: string[] };
  map.sources = map.sources.map((source) => resolve(folder, source));
  const exports = Object.values(result.metafile.outputs).flatMap((output) => output.exports);
  return { code: texts.code ?? "", exports, map: JSON.stringify(map) };
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

function explain(error: unknown, folder: string): unknown {
  const first: Message | undefined = (error as Partial<BuildFailure>).errors?.[0];
  if (first === undefined) return error;
  const { location } = first;
  const at = location === null ? undefined : { file: resolve(folder, location.file), line: location.line, column: location.column + 1, text: location.lineText };
  if (first.text === foreign) {
    const name = JSON.stringify(first.detail);
    return new Unusable(
      say(
        `code.ts imports ${name}. It may import only its own files, below its folder: the core needs no library (for a random id there is the global \`crypto.randomUUID()\`).`,
        `code.ts 导入了 ${name}。它只能导入自己目录里的文件：这个 core 不需要任何库（随机 id 可以用全局的 \`crypto.randomUUID()\`）。`,
      ),
      at,
    );
  }
  const kind = first.text.startsWith("Could not resolve") ? say("An import cannot be found", "有一个导入找不到") : say("Syntax error", "语法错误");
  return new Unusable(say(`${kind.en}: ${first.text}.`, `${kind.zh}：${first.text}。`), at);
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
