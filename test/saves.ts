/** From a save to the first verdict, measured from outside: a watching command, a file that is saved, the words that tell the verdict. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { solution } from "./proof/programs.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
/** Milliseconds for a verdict; then something is wrong. */
const patience = 60_000;

type Watched = { command: string[]; env: Record<string, string>; verdict: RegExp };

export type Saves = {
  /** saves the program once more, changed by a comment; gives the milliseconds until the verdict is told */
  save(): Promise<number>;
  close(): void;
};

const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

export const kataWatch = (chapter: string) => (file: string): Watched => ({
  command: ["src/kata.mjs", "watch", "--upto", chapter, "--target", file],
  env: {},
  verdict: /\d ms · more/,
});

/** The specs of this one chapter, without the compiler. */
export const vitestWatch = (chapter: string) => (file: string): Watched => ({
  command: [vitest, "watch", `spec/${chapter}/`, "--reporter=default"],
  env: { KATA_UPTO: chapter, KATA_TARGET: file },
  verdict: /Test Files .*passed/,
});

/** Starts a watching command on a copy of a chapter's reference, and waits for its first verdict. */
export async function saves(chapter: string, of: (file: string) => Watched): Promise<Saves> {
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-saves-"));
  const file = join(folder, "code.ts");
  const source = readFileSync(solution(chapter), "utf8");
  let count = 0;
  const write = (): void => {
    writeFileSync(`${file}~`, `${source}// ${(count += 1)}\n`);
    renameSync(`${file}~`, file);
  };
  write();
  const { command, env, verdict } = of(file);
  const child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, LANG: "C", NO_COLOR: "1", ...env }, stdio: ["pipe", "pipe", "pipe"] });
  let told = "";
  let heard: () => void = () => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      told += chunk;
      if (verdict.test(told)) heard();
    });
  }
  const answer = async (): Promise<number> => {
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      heard = resolve;
      timer = setTimeout(() => reject(new Error(`no verdict of ${command.join(" ")}:\n${told}`)), patience);
      if (verdict.test(told)) resolve();
    });
    clearTimeout(timer);
    return performance.now() - started;
  };
  await answer();
  return {
    async save() {
      // As after reading what was told: everything is idle, what comes after the first verdict included.
      await wait(4000);
      told = "";
      write();
      return answer();
    },
    close() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
