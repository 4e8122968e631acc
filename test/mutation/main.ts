/**
 * `npm run mutation [-- s06 …] [--json file]`: mutates the reference of some chapters (Stryker) and judges each mutant
 * by the clauses up to that chapter. Fails for a survivor that equivalent.ts does not explain, and for an entry there
 * that is no longer true.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { equivalents } from "./equivalent.ts";
import { compare } from "./listing.ts";
import { judgedOf, rowsOf, scoreOf, tableOf, told, type Judged, type StrykerReport } from "./report.ts";

const here = fileURLToPath(new URL("./", import.meta.url));
const solutions = fileURLToPath(new URL("../../solution/", import.meta.url));
const stryker = join(here, "node_modules/@stryker-mutator/core/bin/stryker.js");
const levels = ["s02", "s06", "s10", "s12"];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "string" } } });
const wanted = positionals.length === 0 ? levels : positionals;
const unknown = wanted.filter((level) => !existsSync(join(solutions, level, "code.ts")));
if (unknown.length > 0) {
  console.error(`There is no chapter ${unknown.join(", ")}.`);
  process.exit(2);
}

if (!existsSync(stryker)) {
  console.log("Installing Stryker into test/mutation/node_modules (once, about 65 MB).");
  run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], here);
}
// The root's compiler leaves out what imports Stryker: it is checked here, where Stryker is.
run(process.execPath, [fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url)), "--noEmit", "-p", here], here);

const judged: Judged[] = [];
for (const level of wanted) {
  const started = performance.now();
  console.log(`\n== ${level}`);
  judged.push(...mutantsOf(level));
  console.log(`${judged.filter((one) => one.level === level).length} mutants in ${Math.round((performance.now() - started) / 1000)} s`);
}

const { excused, unexplained, stale } = compare(judged, equivalents);
const rows = rowsOf(judged, excused);
console.log(`\n${tableOf(rows)}`);
for (const one of unexplained) console.log(`\n${told(one)}`);
for (const line of stale) console.log(`\nequivalent.ts is stale: ${line}`);
console.log(`\n${excused.size} survivors are explained, ${unexplained.length} are not; ${stale.length} entries of equivalent.ts are stale.`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ rows: rows.map((row) => ({ ...row, score: scoreOf(row) })), unexplained, stale, mutants: judged }, null, 2)}\n`);
process.exitCode = unexplained.length === 0 && stale.length === 0 ? 0 : 1;

/** Runs Stryker on one level, in a folder that is removed afterwards. It works on a copy: the reference is not touched. */
function mutantsOf(level: string): Judged[] {
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-mutation-"));
  try {
    const report = join(folder, "report.json");
    const config = join(folder, "stryker.json");
    writeFileSync(
      config,
      JSON.stringify({
        mutate: [`${level}/code.ts`],
        testRunner: "player",
        plugins: [join(here, "runner.ts")],
        coverageAnalysis: "perTest",
        concurrency: 2,
        // A hang is ended by the player long before.
        timeoutMS: 120_000,
        reporters: ["json", "progress-append-only"],
        jsonReporter: { fileName: report },
        tempDirName: join(folder, "sandbox"),
        symlinkNodeModules: false,
        logLevel: "warn",
        allowEmpty: false,
      }),
    );
    // Stryker starts processes of its own, and each of them loads runner.ts.
    run(process.execPath, [stryker, "run", config], solutions, { ...process.env, NODE_OPTIONS: `--import ${import.meta.resolve("tsx")}` });
    return judgedOf(level, JSON.parse(readFileSync(report, "utf8")) as StrykerReport);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(command: string, args: string[], cwd: string, env = process.env): void {
  const { status } = spawnSync(command, args, { cwd, env, stdio: "inherit", shell: process.platform === "win32" && command === "npm" });
  if (status !== 0) process.exit(status ?? 1);
}
