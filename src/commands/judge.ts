/** `kata`, `kata --upto s06`: judges a program and reports. */
import { once } from "node:events";
import { createServer } from "node:net";
import type { Test } from "../../spec/harness/clause.ts";
import { Astray } from "../../spec/harness/run.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import { say } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { imageOf, jsonOptionsOf, rerunOf, targetOf } from "../cli/target.ts";
import { judge, type ClauseResult } from "../judge.ts";
import { remember } from "../recall.ts";
import { humanReport, ownFault, shownCards } from "../report/human.ts";
import { jsonReport } from "../report/json.ts";
import { Progress } from "../report/progress.ts";
import { standingOf } from "../report/standing.ts";
import type { Terminal } from "../report/terminal.ts";
import { assembledTurn } from "./trace.ts";
import { stackOf, Unable } from "../unable.ts";

export async function judgeCommand(options: Options, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const { language } = options;
  const image = await imageOf(targetOf(options));
  if (options.inspect !== undefined) {
    await checkFree(options.inspect);
    process.stderr.write(`${waiting[language]}\n`);
  }
  const progress = options.json ? undefined : new Progress(process.stdout, language, terminal);
  try {
    const results = await judge(image, testsFor(options), {
      upto: options.upto,
      replay: { seed: options.seed, runs: options.runs, ...(options.path === undefined ? {} : { path: options.path.path }) },
      limits: options.limits,
      ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
      ...(options.all || options.json || options.only !== undefined ? {} : { shown: (found: ClauseResult[]) => shownCards(standingOf(found, image.exports)) }),
      onResult: (_result, done, total) => progress?.show(done, total),
    });
    progress?.stop();
    const standing = standingOf(results, image.exports);
    const fault = ownFault(results);
    if (fault?.failure?.error instanceof Astray) throw new Unable(say("--path leads to no scenario of this test. Copy the whole command from a failure card.", "--path 在这个测试里找不到对应的场景。请从失败卡片里复制整条命令。"));
    const exitCode = fault !== undefined ? 3 : results.every((result) => result.outcome === "holds") ? 0 : 1;
    if (options.only === undefined && fault === undefined) remember(image, options, results);
    const rerun = rerunOf(options);
    if (options.json) process.stdout.write(`${JSON.stringify(jsonReport(standing, exitCode, jsonOptionsOf(options)), null, 2)}\n`);
    else {
      const { all, only } = options;
      const turn = exitCode === 0 && only === undefined && options.upto === "s12" ? await assembledTurn(image, options, terminal) : [];
      process.stdout.write(humanReport(standing, { language, terminal, all, only, rerun, seconds: (performance.now() - started) / 1000, turn }));
    }
    if (fault !== undefined) process.stderr.write(`A fault of the kata itself, at ${fault.clause.id}: ${stackOf(fault.failure?.error)}\n`);
    return exitCode;
  } finally {
    progress?.stop();
  }
}

const waiting = say(
  "Waiting for a debugger (docs/debugging.md), however long it takes: Ctrl-C ends it.\nThe process stops at its first line: press continue once, if your debugger does not.",
  "等待调试器连接（docs/debugging.zh-CN.md），没有时间限制，按 Ctrl-C 结束。\n进程会停在第一行：如果调试器没有自动继续，请按一次继续。",
);

/** A subject whose debugger cannot listen would run without one. @throws Unable */
async function checkFree(inspect: string): Promise<void> {
  const [host, port] = inspect.split(":");
  const server = createServer();
  const listening = once(server, "listening");
  server.listen(Number(port), host);
  await listening.catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === "EADDRINUSE" ? say("another process has it, perhaps another debugging session. End that one first", "它正被另一个进程占用，也许是另一个调试会话。请先结束它") : say(error.message, error.message);
    throw new Unable(say(`The debugger cannot listen on ${inspect}: ${reason.en}.`, `调试器无法监听 ${inspect}：${reason.zh}。`));
  });
  server.close();
  await once(server, "close");
}

async function testsFor({ upto, only, path }: Options): Promise<Test[]> {
  const tests = chosen(await loadSuite(upto), upto, only);
  if (path === undefined) return tests;
  const replayed = tests.filter((test) => test.index === path.test && test.kind === "property");
  if (replayed.length === 0) throw new Unable(say("--path names a test that this clause does not have.", "--path 指向的测试在这个条款里不存在。"));
  return replayed;
}
