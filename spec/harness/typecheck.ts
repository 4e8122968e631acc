/**
 * The type contracts, judged by the compiler: spec/sNN/types.test-d.ts of every chapter, compiled against the program
 * in one run. Files named `types.until-s07.test-d.ts` belong to programs that have not made the upgrade of s07,
 * `types.from-s07.test-d.ts` to those that have.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { eraOf } from "../player/adapters.ts";
import { chapters, chaptersUpto } from "./chapters.ts";
import { specFolder } from "./root.ts";
import type { Image } from "./image.ts";
import { say, type Text } from "./text.ts";

/** `all`: no chapter's types were judged, or not those of this program. */
export type Diagnostic = { file: string; line: number; column: number; text: string; code: string; all?: true };
/** `own`: in the program's files; `borrowed`: files that are not the program's and that it takes types from; `byChapter`: in a chapter's type contract, each with the sentence above its line; `among`: types one of which is `any`. */
export type TypeReport = { own: Diagnostic[]; borrowed: string[]; byChapter: Record<string, (Diagnostic & { demand: Text; among?: string })[]>; reached: string };

/** @throws Error where the compiler cannot run, or `signal` ended it */
export async function checkTypes({ file: entry, exports, map }: Image, upto: string, signal?: AbortSignal): Promise<TypeReport> {
  const contracts = await contractFiles(exports, upto);
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-types-"));
  // Removed at once: this process may be ended at any moment, and leaves nothing behind.
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.on("exit", remove);
  try {
    const config = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        listFiles: true,
        target: "es2023",
        lib: ["es2023"],
        types: [],
        module: "esnext",
        moduleResolution: "bundler",
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        paths: { "kata:code": [entry] },
      },
      files: [join(specFolder, "harness", "globals.d.ts"), ...contracts],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const output = await compile(folder, signal);
    const borrowed = borrowedFiles(output, entry);
    const told = borrowed.map((file): Diagnostic => ({ file: entry, line: 1, column: 1, code: "kata", text: `the compiler reads ${file}, which lies outside of the program's folder`, all: true }));
    return await sort([...silenced(map), ...told, ...parse(output, folder)], entry, { own: [], borrowed, byChapter: {}, reached: reached(exports, upto) });
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** Comments that keep the compiler quiet: a program that has one is not checked, so it does not hold. */
function silenced(map: string): Diagnostic[] {
  const { sources, sourcesContent } = JSON.parse(map) as { sources: string[]; sourcesContent?: string[] };
  return (sourcesContent ?? []).flatMap((text, at) =>
    text.split(/\r?\n/).flatMap((line, index) => {
      const found = /^\s*(?:\/\/|\/\*)\s*(@ts-(?:nocheck|ignore|expect-error))/.exec(line);
      return found === null ? [] : [{ file: sources[at] ?? "", line: index + 1, column: 1, code: "kata", text: `${found[1]} switches the compiler off` }];
    }),
  );
}

/**
 * Types of another program, named by a path that only the compiler follows: the bundler drops imports of types. They
 * would speak for a program that has none of its own.
 */
function borrowedFiles(output: string, entry: string): string[] {
  const own = [dirname(entry), specFolder].map((folder) => realpathSync(folder));
  const files = output.split(/\r?\n/).filter((line) => isAbsolute(line) && existsSync(line)).map((line) => realpathSync(line));
  return files.filter((file) => !/^lib\..*\.d\.ts$/.test(basename(file)) && own.every((folder) => relative(folder, file).startsWith("..") || isAbsolute(relative(folder, file))));
}

async function contractFiles(exports: string[], upto: string): Promise<string[]> {
  const era = eraOf(Object.fromEntries(exports.map((name) => [name, true])));
  const made: Record<string, boolean> = { s03: era.streams, s07: era.tree, s11: upto >= "s11" };
  const files: string[] = [];
  for (const { id } of chapters) {
    if (id > upto) break;
    const names = await readdir(join(specFolder, id));
    for (const name of names.sort()) {
      const bounded = /^types\.(until|from)-(s\d\d)\.test-d\.ts$/.exec(name);
      const fits = bounded === null ? name === "types.test-d.ts" : (made[bounded[2] ?? ""] === true) === (bounded[1] === "from");
      if (fits) files.push(join(specFolder, id, name));
    }
  }
  return files;
}

/** Milliseconds for the compiler; it takes a tenth of a second, unless the program's types are a computation of their own. */
const compilerLimit = 20_000;

/** The compiler's native program, without its JavaScript launcher where that can be found. */
function compilerPath(): { file: string; args: string[] } {
  const require = createRequire(import.meta.url);
  const launcher = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  try {
    const native = dirname(createRequire(launcher).resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`));
    return { file: join(native, "lib", process.platform === "win32" ? "tsc.exe" : "tsc"), args: [] };
  } catch {
    return { file: process.execPath, args: [launcher] };
  }
}

/** What stands around the compiler where a stranger's types are judged. `memory`: MiB that it gets along with. */
export type Around = (command: string[]) => { command: string[]; env?: Record<string, string>; memory: number };
let around: Around | undefined;

/** From now on the compiler is started like this: types are computed, and may take all the memory there is. */
export function compileWithin(bounds: Around): void {
  around = bounds;
}

function compile(folder: string, signal: AbortSignal | undefined): Promise<string> {
  const { file, args } = compilerPath();
  // On one thread: several would take their time from the play beside it, and save none.
  const whole = [file, ...args, "-p", folder, "--pretty", "false", "--singleThreaded"];
  const { command: [first = file, ...rest], env, memory } = around?.(whole) ?? { command: whole, env: undefined, memory: undefined };
  return new Promise((done, fail) => {
    const child = execFile(first, rest, { ...(env === undefined ? {} : { env: { ...process.env, ...env } }), maxBuffer: 16 * 1024 * 1024, cwd: folder, windowsHide: true, timeout: compilerLimit, killSignal: "SIGKILL", ...(signal === undefined ? {} : { signal }) }, (error, stdout, stderr) => {
      process.off("exit", stop);
      if (signal?.aborted === true) return fail(new Error("the compiler was ended"));
      if (error?.killed === true) return done(`error TS0: the compiler did not finish within ${compilerLimit / 1000} s`);
      // What the compiler's runtime says of its own end.
      if (memory !== undefined && error !== null && /out of memory|cannot allocate memory/.test(stderr)) return done(`error TS0: the compiler did not get along with ${memory} MiB of memory`);
      const ran = error === null || typeof error.code === "number";
      if (ran && (error === null || stdout !== "")) done(stdout);
      else fail(new Error(`the TypeScript compiler did not run: ${stderr || error?.message}`));
    });
    // Ctrl-C does not leave the compiler behind.
    const stop = (): void => void child.kill("SIGKILL");
    process.on("exit", stop);
  });
}

function parse(output: string, folder: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const line of output.split(/\r?\n/)) {
    const head = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/.exec(line);
    if (head !== null) found.push({ file: resolve(folder, head[1] ?? ""), line: Number(head[2]), column: Number(head[3]), code: head[4] ?? "", text: head[5] ?? "" });
    else if (/^error TS/.test(line)) found.push({ file: "", line: 0, column: 0, code: "", text: line, all: true });
    else if (line.startsWith("  ")) {
      const last = found.at(-1);
      if (last !== undefined && last.text.length < 600) last.text += `\n${line}`;
    }
  }
  return found;
}

/** Enters diagnostics into a report. */
async function sort(diagnostics: Diagnostic[], entry: string, report: TypeReport): Promise<TypeReport> {
  for (const diagnostic of diagnostics) {
    const [chapter] = relative(specFolder, diagnostic.file).split(/[\\/]/);
    if (chapter === undefined || !chapters.some((one) => one.id === chapter)) {
      const short = diagnostic.text.replaceAll(entry, basename(entry));
      report.own.push({ ...diagnostic, text: short });
      continue;
    }
    const lines = (await readFile(diagnostic.file, "utf8")).split(/\r?\n/);
    (report.byChapter[chapter] ??= []).push({ ...diagnostic, text: diagnostic.text.replaceAll(/"kata:code"|'"kata:code"'/g, "code.ts"), demand: demandAbove(lines, diagnostic.line), ...anyAmong(lines, diagnostic), ...lackedBy(lines, diagnostic) });
  }
  return report;
}

/** The types that a line of a type contract searches for `any` (NoneAny, types.ts). */
function anyAmong(lines: string[], { line, code }: Diagnostic): { among?: string } {
  // Only "true is not false" says that one of them is `any`.
  if (code !== "TS2322") return {};
  const found = /NoneAny<\[(.*)\]>/.exec(lines[line - 1] ?? "");
  return found === null ? {} : { among: found[1] ?? "" };
}

/** A parameter that a contract asks for and a function does not take: told with the sentence on that function. */
function lackedBy(lines: string[], { line, column, code }: Diagnostic): { text?: string; demand?: Text } {
  if (code !== "TS2493") return {};
  const asked = [...(lines[line - 1] ?? "").matchAll(/Parameters<typeof (\w+)>\[(\d+)\]/g)].find((match) => match.index < column && column <= match.index + match[0].length);
  if (asked === undefined) return {};
  const [, name = "", index = ""] = asked;
  const told = lines.findIndex((text) => text.startsWith(`// \`${name}(`));
  return { text: `${name} takes only ${index} parameters`, ...(told < 0 ? {} : { demand: demandAbove(lines, told + 2) }) };
}

/** The comment block at or above a line of a type contract says, in both languages, what the line demands. */
function demandAbove(lines: string[], line: number): Text {
  let end = line - 1;
  while (end >= 0 && !isComment(lines[end])) end -= 1;
  let start = end;
  while (start > 0 && isComment(lines[start - 1])) start -= 1;
  const block = lines.slice(start, end + 1).map((text) => text.trim().replace(/^\/\/ ?/, ""));
  const isChinese = (text: string): boolean => text.startsWith("zh: ");
  return say(block.filter((text) => !isChinese(text)).join(" "), block.filter(isChinese).map((text) => text.slice(4)).join(""));
}

const isComment = (text: string | undefined): boolean => /^\s*\/\/ /.test(text ?? "");

/** The last chapter up to `upto` whose runtime exports are all there, s01 at least: the learner's own type errors belong to it. */
export function reached(exports: string[], upto = "s12"): string {
  const judged = chaptersUpto(upto);
  const top = judged.findIndex((chapter) => Object.keys(chapter.adds).some((name) => !name.includes(".") && !exports.includes(name)));
  return (top < 0 ? judged.at(-1) : judged[Math.max(0, top - 1)])?.id ?? "s01";
}
