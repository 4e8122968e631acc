/** Runs the commands that documents show: each once, two at a time, without colour at 80 columns. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../spec/harness/root.ts";
import type { Language } from "../../spec/harness/text.ts";
import { editedChapter, type Call, type Edit, type Ran } from "./excerpts.ts";
import { Flaw } from "./flaw.ts";

/** A machine that does other things as well is slow: what counts is the text. */
const longest = 300_000;

/** Says a call as it is made for readers of a language; two calls that say the same are one. */
export const keyOf = ({ command, edit }: Call, language: Language): string => JSON.stringify([command, language, edit?.find, edit?.put]);

/** @returns what came of each call, by its key; a flaw where its program could not be made */
export async function runAll(calls: { call: Call; language: Language }[]): Promise<Map<string, Ran | Flaw>> {
  const waiting = [...new Map(calls.map((one) => [keyOf(one.call, one.language), one] as const))];
  const ran = new Map<string, Ran | Flaw>();
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) ran.set(next[0], await outcomeOf(next[1].call, next[1].language));
  };
  await Promise.all([lane(), lane()]);
  return ran;
}

async function outcomeOf({ command, edit }: Call, language: Language): Promise<Ran | Flaw> {
  const args = [...command.split(/ +/).slice(1), ...(language === "zh" ? ["--lang", "zh"] : [])];
  if (edit === undefined) return run(args);
  const scratch = await realpath(await mkdtemp(join(tmpdir(), "pi-kata-docs-")));
  try {
    const file = await edited(scratch, editedChapter(command) ?? "", edit);
    const { output, code } = await run(args.map((word) => (word === "solution" ? file : word)));
    // As it would be told about the learner's own file.
    return { code, output: output.replaceAll(` --target ${file}`, "").replaceAll(file, "workspace/code.ts") };
  } catch (error) {
    if (error instanceof Flaw) return error;
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The reference of a chapter with one piece exchanged. @throws Flaw where the piece is not in it exactly once */
async function edited(scratch: string, chapter: string, { find, put }: Edit): Promise<string> {
  const source = await readFile(join(root, "solution", chapter, "code.ts"), "utf8");
  const [before = "", after, ...more] = source.split(find);
  if (after === undefined || more.length > 0) throw new Flaw(`solution/${chapter}/code.ts must hold ${JSON.stringify(find)} once, and holds it ${more.length + (after === undefined ? 0 : 1)} times`);
  const file = join(scratch, "workspace", "code.ts");
  await mkdir(join(scratch, "workspace"));
  await writeFile(file, `${before}${put}${after}`);
  return file;
}

function run(args: string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const { PATH, SystemRoot, TEMP, HOME } = process.env;
    const child = spawn(process.execPath, ["src/kata.mjs", ...args], { cwd: root, env: { PATH, SystemRoot, TEMP, HOME, LANG: "C", NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] });
    const late = setTimeout(() => child.kill("SIGKILL"), longest);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(late);
      resolve({ output, code });
    });
  });
}
