/** Nothing is left behind: not after a normal end, not after Ctrl-C, not when the command is killed while a program loops. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { withBody, write } from "./programs.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

function start(source: string): ChildProcess {
  return spawn(process.execPath, ["src/kata.mjs", "--upto", "s01", "--only", "s01.1", "--target", write(source)], { cwd: root, stdio: "ignore" });
}

/** The processes that a process has started, as Linux tells them. */
function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number) : [];
}

/** A subject shows itself by its flags. */
const isSubject = (pid: number): boolean => {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, "utf8").includes("--disallow-code-generation-from-strings");
};

async function subjectsOf(child: ChildProcess): Promise<number[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = childrenOf(child.pid).filter(isSubject);
    if (found.length > 0) return found;
    await wait(50);
  }
  return [];
}

const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => void child.on("close", (code) => resolve(code)));

test.runIf(process.platform === "linux").each([["SIGINT", 130], ["SIGTERM", 143], ["SIGKILL", null]] as const)("after %s while a program loops, no process is left", async (signal, code) => {
  const child = start(withBody("for (;;) {}"));
  const subjects = await subjectsOf(child);
  expect(subjects.length).toBeGreaterThan(0);
  const end = ended(child);
  // Long enough for the program to be in its loop, short enough for its limit not to have passed.
  await wait(700);
  child.kill(signal);
  expect(await end).toBe(code);
  await wait(3000);
  expect(subjects.filter(isSubject)).toEqual([]);
});
