/** `--inspect`: a debugger stops in the program, at a line of its TypeScript, as `.vscode/launch.json` sets it up. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { kata } from "../golden/command.ts";
import { write } from "../subject/programs.ts";
import { attach, type DevTools } from "./devtools.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const port = 9229;
const judging = ["--only", "s01.1", "--inspect", "--runs", "1"];

const children: ChildProcess[] = [];

function start(args: string[]): ChildProcess & { told(): string } {
  const child = spawn(process.execPath, ["src/kata.mjs", ...judging, ...args], { cwd: root, env: { ...process.env, LC_ALL: "C" }, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return Object.assign(child, { told: () => text });
}

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGINT");
});

/** Whether nothing listens on the debugger's port. */
async function isFree(): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const free = await once(server, "listening").then(() => true, () => false);
  server.close();
  return free;
}

// Another run of these tests on the same machine has it for a while.
beforeEach(async () => {
  for (let tries = 0; tries < 200 && !(await isFree()); tries += 1) await wait(200);
});

type Location = { scriptId: string; lineNumber: number; columnNumber: number };
type Frame = { callFrameId: string; functionName: string; location: Location };

/** Runs to the program, which has a source map, as an editor does: only then can it set a breakpoint at a line of the source. */
async function programIn(devtools: DevTools): Promise<{ scriptId: string; sources: string[]; map: SourceMap }> {
  await devtools.send("Debugger.enable");
  await devtools.send("Debugger.setInstrumentationBreakpoint", { instrumentation: "beforeScriptWithSourceMapExecution" });
  await devtools.send("Runtime.runIfWaitingForDebugger");
  for (;;) {
    const { reason, data } = await devtools.event("Debugger.paused");
    if (reason !== "instrumentation") await devtools.send("Debugger.resume");
    else {
      const { scriptId, sourceMapURL } = data as { scriptId: string; sourceMapURL: string };
      const payload = JSON.parse(Buffer.from(sourceMapURL.split(",")[1] ?? "", "base64").toString("utf8")) as SourceMapPayload;
      return { scriptId, sources: payload.sources, map: new SourceMap(payload) };
    }
  }
}

/** Where a line of the source begins in what runs. */
function generated(map: SourceMap, file: string, line: number): { lineNumber: number; columnNumber: number } {
  for (let at = 0; at < 10_000; at += 1) {
    for (let column = 0; column < 80; column += 1) {
      const entry = map.findEntry(at, column);
      if ("originalSource" in entry && entry.originalSource === file && entry.originalLine === line - 1 && entry.generatedLine === at) return { lineNumber: at, columnNumber: entry.generatedColumn };
    }
  }
  throw new Error(`line ${line} is not in the source map`);
}

test("a breakpoint at a line of a program of two files, below a folder with a blank and an umlaut, is hit", async () => {
  const file = join(dirname(write("")), "my ü", "code.ts");
  const own = join(dirname(file), "turn.ts");
  mkdirSync(dirname(file));
  writeFileSync(own, readFileSync(join(root, "solution/s01/code.ts")));
  writeFileSync(file, 'export * from "./turn.ts";\n');
  const line = readFileSync(own, "utf8").split("\n").findIndex((text) => /^\s+state\.messages\.push/.test(text)) + 1;
  expect(line).toBeGreaterThan(1);

  const child = start(["--target", file]);
  const ended = once(child, "close");
  const devtools = await attach(port);
  const { scriptId, sources, map } = await programIn(devtools);
  expect(sources).toContain(own);
  await devtools.send("Debugger.setBreakpoint", { location: { scriptId, ...generated(map, own, line) } });
  await devtools.send("Debugger.resume");

  const { hitBreakpoints, callFrames } = await devtools.event("Debugger.paused");
  const [frame] = callFrames as Frame[];
  expect(hitBreakpoints).toHaveLength(1);
  expect(frame?.functionName).toBe("record");
  expect(map.findEntry(frame?.location.lineNumber ?? 0, frame?.location.columnNumber ?? 0)).toMatchObject({ originalSource: own, originalLine: line - 1 });
  const { result } = await devtools.send("Debugger.evaluateOnCallFrame", { callFrameId: frame?.callFrameId, expression: "message.role" });
  expect(result).toMatchObject({ value: "user" });
  // Longer than the limits, which do not count here.
  await wait(2500);
  devtools.close();
  expect(await ended).toEqual([0, null]);
  expect(child.told()).toContain("s01.1");
});

test("the port is taken: a sentence, and exit code 2", async () => {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const [en, zh] = [await kata([...judging, "--target", "solution"]), await kata([...judging, "--target", "solution", "--lang", "zh"])];
  server.close();
  expect(en).toMatchObject({ code: 2, stdout: "" });
  expect(en.output).toContain("The debugger cannot listen on 127.0.0.1:9229: another process has it");
  expect(zh.output).toContain("调试器无法监听 127.0.0.1:9229");
});

test("nobody attaches: it waits and says how to end it; Ctrl-C ends it and the process it waits in", async () => {
  const child = start(["--target", "solution"]);
  const ended = once(child, "close");
  while (!child.told().includes("Debugger listening")) await wait(50);
  expect(child.told()).toContain("Ctrl-C ends it");
  expect(await isFree()).toBe(false);
  child.kill("SIGINT");
  expect((await ended)[0]).toBe(130);
  for (let tries = 0; tries < 50 && !(await isFree()); tries += 1) await wait(50);
  expect(await isFree()).toBe(true);
});
