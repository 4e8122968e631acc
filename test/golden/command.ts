/** Runs the kata command as npm does, without npm: the process, its output in order, its exit code. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

export type Ran = { code: number | null; output: string; stdout: string };

/** `output` is what a terminal would show: standard output and error together. `folder`: the repository, or a scratch copy of it. */
export function kata(args: string[], env: Record<string, string> = {}, folder = root): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["src/kata.mjs", ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP, LANG: "C", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output, stdout }));
  });
}
