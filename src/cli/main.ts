/** `npm run kata`: reads the call, judges, reports. Exit codes: 0 holds, 1 clauses fail, 2 could not run, 3 our fault. */
import { isAbsolute, relative, resolve } from "node:path";
import { makeImage, Unusable, type Image } from "../../spec/harness/image.ts";
import type { Test } from "../../spec/harness/clause.ts";
import { root } from "../../spec/harness/root.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import { say } from "../../spec/harness/text.ts";
import { languageOf, loadSettings } from "../config.ts";
import { judge } from "../judge.ts";
import { humanReport, ownFault, unableReport } from "../report/human.ts";
import { jsonReport, jsonUnable, type JsonOptions } from "../report/json.ts";
import { Progress } from "../report/progress.ts";
import { standingOf } from "../report/standing.ts";
import { terminalFor } from "../report/terminal.ts";
import { Unable } from "../unable.ts";
import { help } from "./help.ts";
import { readOptions, type Options } from "./options.ts";

// A closed pipe (`| head`) ends the output, not the run: the exit code still tells the verdict.
process.stdout.on("error", () => undefined);
for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) process.on(signal, () => process.exit(code));

const started = performance.now();
const terminal = terminalFor(process.stdout, process.env);

async function run(chosenOptions: Options): Promise<number> {
  const { language } = chosenOptions;
  if (chosenOptions.help) {
    process.stdout.write(help[language]);
    return 0;
  }
  const image = await imageOf(targetOf(chosenOptions));
  if (chosenOptions.inspect !== undefined) process.stderr.write(`${waiting[language]}\n`);
  const progress = chosenOptions.json ? undefined : new Progress(process.stdout, language, terminal);
  try {
    const results = await judge(image, testsFor(chosenOptions), {
      upto: chosenOptions.upto,
      replay: { seed: chosenOptions.seed, runs: chosenOptions.runs, ...(chosenOptions.path === undefined ? {} : { path: chosenOptions.path.path }) },
      limits: chosenOptions.limits,
      ...(chosenOptions.inspect === undefined ? {} : { inspect: chosenOptions.inspect }),
      onResult: (_result, done, total) => progress?.show(done, total),
    });
    progress?.stop();
    const standing = standingOf(results, image.exports);
    const fault = ownFault(results);
    const exitCode = fault !== undefined ? 3 : results.every((result) => result.outcome === "holds") ? 0 : 1;
    if (chosenOptions.json) process.stdout.write(`${JSON.stringify(jsonReport(standing, exitCode, jsonOptions(chosenOptions)), null, 2)}\n`);
    else {
      const { all, bare, only } = chosenOptions;
      process.stdout.write(humanReport(standing, { language, terminal, all, bare, only, rerun: rerunOf(chosenOptions), seconds: (performance.now() - started) / 1000 }));
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

function targetOf(chosenOptions: Options): string {
  if (chosenOptions.target === "solution") return resolve(root, "solution", chosenOptions.upto, "code.ts");
  // npm runs the script in the repository; a path is meant from where the learner stands.
  const base = process.env.INIT_CWD ?? process.cwd();
  const fromRoot = resolve(root, chosenOptions.target);
  return isAbsolute(chosenOptions.target) || chosenOptions.target === "workspace/code.ts" ? fromRoot : resolve(base, chosenOptions.target);
}

async function imageOf(target: string): Promise<Image> {
  try {
    return await makeImage(target);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    throw new Unable(error.sentence, error.at === undefined ? {} : { at: error.at });
  }
}

const rerunOf = (chosenOptions: Options) => ({
  upto: chosenOptions.upto,
  target: rerunTarget(chosenOptions),
  seed: chosenOptions.seed,
  runs: chosenOptions.runs === 60 ? undefined : chosenOptions.runs,
});

/** The target as a command in the repository names it; nothing for the learner's own file. */
function rerunTarget(chosenOptions: Options): string | undefined {
  if (chosenOptions.target === "workspace/code.ts" || chosenOptions.target === "solution") return chosenOptions.target === "solution" ? "solution" : undefined;
  const file = targetOf(chosenOptions);
  const short = relative(root, file);
  return short.startsWith("..") ? file : short;
}

const jsonOptions = (chosenOptions: Options): JsonOptions => ({
  weights: chosenOptions.weights,
  target: targetOf(chosenOptions),
  upto: chosenOptions.upto,
  seed: chosenOptions.seed,
  runs: chosenOptions.runs,
  rerun: rerunOf(chosenOptions),
});

function fail(error: unknown, known: Options | undefined): number {
  if (!(error instanceof Unable)) {
    process.stderr.write(`A fault of the kata itself, not of your code: ${stackOf(error)}\n`);
    return 3;
  }
  if (known?.json === true) process.stdout.write(`${JSON.stringify(jsonUnable(error, jsonOptions(known)), null, 2)}\n`);
  else process.stderr.write(unableReport(error, known?.language ?? languageOf("auto", process.env), terminalFor(process.stderr, process.env)));
  return 2;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

let options: Options | undefined;

try {
  options = readOptions(process.argv.slice(2), await loadSettings(process.env));
  process.exitCode = await run(options);
} catch (error) {
  process.exitCode = fail(error, options);
}
