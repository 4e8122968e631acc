/** The watching command as a learner runs it: through a pipe, or in a pseudo terminal where the system has `script`. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const patience = 60_000;

export type Watching = {
  child: ChildProcess;
  /** all that was told so far */
  told(): string;
  /** forgets what was told, so that `until` waits for something new */
  forget(): void;
  /** waits until what was told fits; gives it */
  until(fits: RegExp | ((told: string) => boolean)): Promise<string>;
  /** the exit code */
  ended: Promise<number | null>;
};

export const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), "pi-kata watch ü-")));

export function start(args: string[], env: Record<string, string> = {}): Watching {
  return watching(spawn(process.execPath, ["src/kata.mjs", "watch", ...args], { cwd: root, env: environment(env), stdio: ["ignore", "pipe", "pipe"] }));
}

/** `after`: a shell command that runs in the same terminal when the watching has ended. */
export function startInTerminal(args: string[], after: string): Watching {
  const quoted = [process.execPath, "src/kata.mjs", "watch", ...args].map((word) => `'${word}'`).join(" ");
  return watching(spawn("script", ["-qec", `stty rows 24 cols 80; ${quoted}; echo "code $?"; ${after}`, "/dev/null"], { cwd: root, env: environment({ TERM: "xterm" }), stdio: ["pipe", "pipe", "pipe"] }));
}

const environment = (env: Record<string, string>): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP, LANG: "C", ...env });

function watching(child: ChildProcess): Watching {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  child.stdin?.on("error", () => undefined);
  return {
    child,
    told: () => text,
    forget: () => void (text = ""),
    async until(fits) {
      const started = performance.now();
      while (!(typeof fits === "function" ? fits(text) : fits.test(text))) {
        if (performance.now() - started > patience) throw new Error(`${String(fits)} was never told:\n${text}`);
        await wait(20);
      }
      return text;
    },
    ended: new Promise((resolve) => void child.on("close", resolve)),
  };
}

/** All processes that a process has started and that still run, as Linux tells them. */
export function descendantsOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  const own = existsSync(file) ? readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number) : [];
  return own.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** A process that is no zombie. */
export const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};
