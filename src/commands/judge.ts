/** `kata`, `kata --upto s06`: judges a program and reports. */
import type { Test } from "../../spec/harness/clause.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import { say } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { imageOf, jsonOptionsOf, rerunOf, targetOf } from "../cli/target.ts";
import { judge } from "../judge.ts";
import { remember } from "../recall.ts";
import { humanReport, ownFault } from "../report/human.ts";
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
  if (options.inspect !== undefined) process.stderr.write(`${waiting[language]}\n`);
  const progress = options.json ? undefined : new Progress(process.stdout, language, terminal);
  try {
    const results = await judge(image, testsFor(options), {
      upto: options.upto,
      replay: { seed: options.seed, runs: options.runs, ...(options.path === undefined ? {} : { path: options.path.path }) },
      limits: options.limits,
      ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
      onResult: (_result, done, total) => progress?.show(done, total),
    });
    progress?.stop();
    const standing = standingOf(results, image.exports);
    const fault = ownFault(results);
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
  "Waiting for a debugger (docs/debugging.md). The process stops at its first line: press continue once.",
  "等待调试器连接（docs/debugging.md）。进程会停在第一行，按一次继续。",
);

async function testsFor({ upto, only, path }: Options): Promise<Test[]> {
  const tests = chosen(await loadSuite(upto), upto, only);
  if (path === undefined) return tests;
  const replayed = tests.filter((test) => test.index === path.test && test.kind === "property");
  if (replayed.length === 0) throw new Unable(say("--path names a test that this clause does not have.", "--path 指向的测试在这个条款里不存在。"));
  return replayed;
}
