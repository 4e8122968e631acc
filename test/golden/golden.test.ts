/** The real command, as learners use it, against recorded output. `GOLDEN=record npm test -- golden` records anew. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { kata } from "./command.ts";
import { cases } from "./cases.ts";

const folder = fileURLToPath(new URL("./", import.meta.url));

test.each(cases.map((one) => [one.name, one] as const))("%s", async (name, { source, file = "code.ts", args, bare, exit, env }) => {
  const scratch = mkdtempSync(join(tmpdir(), "pi-kata-golden-"));
  const target = join(scratch, file);
  if (source !== undefined) {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, source);
  }
  const ran = await kata([...(bare === true ? [] : ["--target", target]), ...args], env);
  const output = tidy(ran.output, scratch);
  const golden = join(folder, `${name}.txt`);
  if (process.env.GOLDEN === "record") writeFileSync(golden, output);
  expect(existsSync(golden), `no golden file ${name}.txt; record it with GOLDEN=record`).toBe(true);
  expect(output).toBe(readFileSync(golden, "utf8"));
  expect(ran.code).toBe(exit);
});

test("no line is wider than 80 columns without a terminal", () => {
  for (const { name, args } of cases) {
    if (args.includes("--json")) continue;
    const lines = readFileSync(join(folder, `${name}.txt`), "utf8").split("\n");
    // Places and commands are not broken: they are there to be copied or clicked.
    expect(lines.filter((line) => line.length > 80 && !/<scratch>|\u001b/.test(line)), name).toEqual([]);
  }
});

/** Times and temporary paths differ from run to run; slashes from system to system. */
function tidy(output: string, scratch: string): string {
  return output
    .replaceAll(JSON.stringify(scratch).slice(1, -1), "<scratch>")
    .replaceAll(scratch, "<scratch>")
    .replaceAll(/(?<![\d.])\d+\.\d s\b/g, "T s")
    .replaceAll(/"ms": \d+/g, '"ms": 0')
    // How many scenarios there are changes with every test that a chapter gains.
    .replaceAll(/\b\d+(?= scenarios| 个场景)/g, "N")
    .replaceAll("\\\\", "/");
}
