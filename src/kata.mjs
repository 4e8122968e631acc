/**
 * `npm run kata`: runs the command and its specs as one bundled module. JavaScript, since Node 20 runs no TypeScript;
 * bundled, since loading a hundred files one by one takes longer than judging a chapter. The bundle is kept, with the
 * time and size of each file it was made from in its first line, and made anew when one of them differs.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
// Packages are found from there.
const cache = join(root, "node_modules", ".cache", "pi-kata");
// Grading is a bundle of its own: a learner does not wait for it.
const grades = process.argv[2] === "grade";
const named = process.argv.find((word, at) => process.argv[at - 1] === "--extra" || word.startsWith("--extra="));
/** The folder of a teacher's own clauses. */
const extra = grades && named !== undefined ? resolve(process.env.INIT_CWD ?? process.cwd(), named.replace(/^--extra=/, "")) : undefined;
const name = extra === undefined ? "grade" : `grade-${createHash("sha256").update(extra).digest("hex").slice(0, 16)}`;
const bundle = join(cache, grades ? `${name}.mjs` : "kata.mjs");

const stamp = async (file) => {
  const { mtimeMs, size } = await stat(join(root, file));
  return `${mtimeMs} ${size}`;
};

const fresh = async () => {
  const text = await readFile(bundle, "utf8");
  const made = JSON.parse(text.slice(2, text.indexOf("\n")));
  const stamps = await Promise.all(Object.keys(made).map(stamp));
  return Object.values(made).every((known, at) => known === stamps[at]);
};

/** Puts the files of a teacher's folder in the place of spec/extra.ts. They import the harness as `kata/harness/…`. */
const ownClauses = {
  name: "own-clauses",
  setup(builder) {
    builder.onResolve({ filter: /^kata\// }, ({ path }) => ({ path: join(root, "spec", path.slice("kata/".length)) }));
    builder.onLoad({ filter: /[\\/]spec[\\/]extra\.ts$/ }, async () => {
      const tests = (await readdir(extra)).filter((file) => file.endsWith(".test.ts")).sort();
      const files = tests.map((file) => `() => import(${JSON.stringify(join(extra, file))})`);
      const contents = `import { chapter } from ${JSON.stringify(join(extra, "clauses.ts"))};\nexport const extra = { chapter, files: [${files.join(", ")}] };\n`;
      return { contents, loader: "js", resolveDir: root };
    });
  },
};

const make = async () => {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, "src", grades ? "grade" : "cli", "main.ts")],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    charset: "utf8",
    logLevel: "silent",
    plugins: extra === undefined ? [] : [ownClauses],
  });
  // A folder changes when a file is added.
  const files = ["src/kata.mjs", ...Object.keys(metafile.inputs), ...(extra === undefined ? [] : [relative(root, extra)])];
  const stamps = await Promise.all(files.map(stamp));
  const made = Object.fromEntries(files.map((file, at) => [file, stamps[at]]));
  // Written aside and then renamed: two runs at once never read half a file.
  await mkdir(cache, { recursive: true });
  const aside = `${bundle}.${process.pid}`;
  await writeFile(aside, `//${JSON.stringify(made)}\n${outputFiles[0].text}`);
  await rename(aside, bundle);
};

/** Lines of 80 columns at most, as the command itself writes them; a Chinese character takes two. No package is needed: it may be missing. */
const wrapped = (text) => {
  const lines = [""];
  let columns = 0;
  for (const piece of text.match(/[^\s\u2e80-\uffef]+\s*|[\u2e80-\uffef]\s*/gu) ?? []) {
    const wide = /^[\u2e80-\uffef]/.test(piece);
    const width = wide ? 2 : piece.trimEnd().length;
    // A line does not begin with the sign that ends a sentence.
    if (columns > 0 && columns + width > 80 && !/^[，。：；、）]/.test(piece)) {
      lines.push("");
      columns = 0;
    }
    lines[lines.length - 1] += piece;
    columns += wide ? 2 : piece.length;
  }
  return lines.map((line) => line.trimEnd()).join("\n");
};

/** One sentence, in the reader's language, and the code for "could not run". */
const stop = (english, chinese) => {
  const chosen = process.argv.find((word, at) => process.argv[at - 1] === "--lang") ?? (process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || "");
  process.stderr.write(`${wrapped(`✗ ${chosen.startsWith("zh") ? chinese : english}`)}\n`);
  process.exit(2);
};

/** What `kata doctor` can tell where the command itself does not load: Node, the packages, what is missing. */
const examine = (error) => {
  const missing = /package '([^']+)'/.exec(error.message)?.[1] ?? error.message.trim().split("\n")[0];
  process.stderr.write(`✓ Node      ${process.version}, ${process.platform} ${process.arch}, ${process.execPath}\n✗ packages  ${join(root, "node_modules")}: ${missing}\n            → npm ci\n\n`);
};

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) stop(`pi-kata needs Node 20.19 or newer; this is ${process.version}.`, `pi-kata 需要 Node 20.19 或更新的版本，现在是 ${process.version}。`);

if (extra !== undefined && !(await stat(join(extra, "clauses.ts")).catch(() => undefined))?.isFile()) stop(`--extra names ${extra}, which holds no clauses.ts: see grading/extra-example.`, `--extra 指向的 ${extra} 里没有 clauses.ts：参见 grading/extra-example。`);

try {
  if (!(await fresh().catch(() => false))) await make();
  process.setSourceMapsEnabled(true);
  // The command tells its own errors: what is thrown here is a bundle or a package that does not load.
  await import(pathToFileURL(bundle).href).catch(async (error) => {
    if (error.code === "ERR_MODULE_NOT_FOUND") throw error;
    await make();
    await import(`${pathToFileURL(bundle).href}?again`);
  });
} catch (error) {
  // Installed for another system, in another version, or not allowed to run.
  const bundler = /node_modules[\\/]esbuild[\\/]/.test(error.stack) && (error.errors ?? []).length === 0;
  if (process.argv[2] === "doctor" && (bundler || error.code === "ERR_MODULE_NOT_FOUND")) examine(error);
  if (error.code === "ERR_MODULE_NOT_FOUND") stop("The packages are not installed. Run `npm ci` in this folder first.", "依赖还没有安装。请先在这个目录里运行 `npm ci`。");
  if (bundler) stop("esbuild, which bundles the kata, does not run here. Run `npm ci` in this folder.", "打包 kata 的 esbuild 在这里无法运行。请在这个目录里运行 `npm ci`。");
  const [flaw] = extra === undefined ? [] : (error.errors ?? []);
  if (flaw !== undefined) {
    const place = flaw.location === null ? "" : ` (${relative(extra, join(root, flaw.location.file))}:${flaw.location.line})`;
    stop(`The clauses of --extra cannot be used: ${flaw.text}${place}.`, `--extra 的条款无法使用：${flaw.text}${place}。`);
  }
  const [thrown = ""] = extra !== undefined && String(error.stack).replaceAll("\\", "/").includes(`${basename(extra)}/clauses.ts`) ? [error.message] : [];
  if (thrown !== "") stop(`The clauses of --extra cannot be used: clauses.ts throws ${thrown}.`, `--extra 的条款无法使用：clauses.ts 抛出了 ${thrown}。`);
  if (["EACCES", "EPERM", "EROFS", "ENOSPC"].includes(error.code)) stop(`The kata cannot write to ${cache}: ${error.message}.`, `kata 无法写入 ${cache}：${error.message}。`);
  if (["ENOTDIR", "EEXIST", "EISDIR"].includes(error.code)) stop(`${cache} is in the way: ${error.message}. Delete it and run again.`, `${cache} 挡住了路：${error.message}。请删掉它再运行。`);
  process.stderr.write(`A fault of the kata itself, not of your code: ${error.stack ?? error}\n`);
  process.exit(3);
}
