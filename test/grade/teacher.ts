/** `kata grade` called as a teacher calls it, and what it left in its results. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parsed } from "../../src/grade/lines.ts";
import type { End, Row, Run } from "../../src/grade/record.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export type Ran = { code: number | null; stdout: string; stderr: string };

/** @param home where the teacher stands: paths of the call are meant from there */
export function startIn(home: string, ...args: string[]) {
  const child = spawn(process.execPath, ["src/kata.mjs", "grade", ...args], { cwd: root, env: { ...process.env, LANG: "C", NO_COLOR: "1", INIT_CWD: home }, stdio: ["ignore", "pipe", "pipe"] });
  const ran: Ran = { code: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (ran.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (ran.stderr += chunk));
  return { child, ran, ended: new Promise<Ran>((resolve) => child.on("close", (code) => resolve(Object.assign(ran, { code })))) };
}

/** Everything in the results that can be read. */
export const linesIn = (folder: string): (Run | Row | End)[] => readFileSync(join(folder, "results.jsonl"), "utf8").split("\n").flatMap((line) => parsed(line) ?? []);

export const rowsIn = (folder: string): Row[] => linesIn(folder).filter((entry) => entry.kind === "row");

/** A text as it was before it was wrapped. */
export const unwrapped = (text: string): string => text.replaceAll(/\s+/g, " ");
