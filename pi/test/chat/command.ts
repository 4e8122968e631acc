/** `kata chat` as a learner runs it, behind a fence that lets nothing but the loopback address through. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const patience = 60_000;

export const folderNamed = (name: string): string => realpathSync(mkdtempSync(join(tmpdir(), name)));

export class Chat {
  readonly child: ChildProcess;
  readonly #fence: string;
  #text = "";
  #read = 0;
  readonly ended: Promise<number | null>;

  constructor(command: string, args: string[], env: Record<string, string>) {
    this.#fence = join(folderNamed("pi-kata fence-"), "log");
    const fence = fileURLToPath(new URL("./fence.cjs", import.meta.url));
    this.child = spawn(command, args, {
      cwd: root,
      env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP, LANG: "C", NODE_OPTIONS: `--require ${JSON.stringify(fence)}`, FENCE: this.#fence, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.setEncoding("utf8").on("data", (chunk: string) => (this.#text += chunk));
    this.child.stdin?.on("error", () => undefined);
    this.ended = new Promise((resolve) => void this.child.on("close", resolve));
  }

  /** All that was told so far. */
  get told(): string {
    return this.#text;
  }

  /** Where the chat tried to connect: `inside host` or `OUTSIDE host`. */
  get connections(): string[] {
    return existsSync(this.#fence) ? readFileSync(this.#fence, "utf8").trim().split("\n") : [];
  }

  type(text: string): void {
    this.child.stdin?.write(text);
  }

  /** Waits until something new is told. */
  async until(words: string): Promise<void> {
    const started = performance.now();
    while (this.#text.indexOf(words, this.#read) < 0) {
      if (performance.now() - started > patience || this.child.exitCode !== null) throw new Error(`${JSON.stringify(words)} was never told behind:\n${this.#text}`);
      await wait(20);
    }
    this.#read = this.#text.indexOf(words, this.#read) + words.length;
  }
}

/** Through pipes, as a script would. `input`: all lines at once, then the end. */
export function piped(args: string[], input?: string, env: Record<string, string> = {}): Chat {
  const chat = new Chat(process.execPath, ["src/kata.mjs", "chat", ...args], env);
  if (input !== undefined) chat.child.stdin?.end(input);
  return chat;
}

/** In a pseudo terminal, 80 columns wide; the exit code is told as `code 0`. */
export function inTerminal(args: string[], env: Record<string, string> = {}): Chat {
  const quoted = [process.execPath, "src/kata.mjs", "chat", ...args].map((word) => `'${word}'`).join(" ");
  return new Chat("script", ["-qec", `stty rows 24 cols 80; ${quoted}; echo "code $?"`, "/dev/null"], { TERM: "xterm", NO_COLOR: "1", ...env });
}
