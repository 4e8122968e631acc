/** The specs under plain vitest give the verdicts of the kata command, clause by clause. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { changed, write } from "../subject/programs.ts";
import { judgeFile } from "./programs.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

type VitestReport = { testResults: { assertionResults: { title: string; status: string }[] }[] };

function vitest(upto: string, target: string): Promise<VitestReport> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, KATA_UPTO: upto, KATA_TARGET: target };
    execFile(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--reporter=json"], { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => {
      try {
        resolve(JSON.parse(stdout.slice(stdout.indexOf("{"))) as VitestReport);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  });
}

test.each([
  ["a right program", changed("s02", "// Mini Pi", "// A mini Pi")],
  ["a program that leaks stopReason and logs nothing", changed("s02", "return { role: message.role, content: message.content };", "return structuredClone(message);").replace("  output.log(answer.content);\n", "")],
])("%s", async (_name, source) => {
  const file = write(source);
  const [report, results] = [await vitest("s02", file), await judgeFile(file, "s02")];
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = new Set(tests.filter(({ status }) => status !== "passed").map(({ title }) => title.split(" ")[0]));
  expect(tests.length).toBe(results.flatMap((result) => result.tests).length);
  expect([...failed].sort()).toEqual(results.filter(({ outcome }) => outcome !== "holds").map(({ clause }) => clause.id).sort());
});
