/**
 * `npm run bench:grade`: how many submissions a minute, beside one `vitest run` for each under the same sandbox. A class
 * of honest programs, each with a text of its own. `--class n` (default 100), `--vitest n` of them (default 10),
 * `--upto s12`, `--hangs n`: so many of a hundred never end. `--synthetic n`: beside that, a class of n files that do not
 * compile, each with a text of its own: what all takes that is not judging. On Linux the memory of the command itself is
 * told, too.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { rightPrograms } from "../proof/programs.ts";

const { values } = parseArgs({ options: { class: { type: "string" }, vitest: { type: "string" }, upto: { type: "string" }, hangs: { type: "string" }, synthetic: { type: "string" } } });
const [size, compared, upto, hangs] = [Number(values.class ?? 100), Number(values.vitest ?? 10), values.upto ?? "s12", Number(values.hangs ?? 0)];
const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pi-kata-bench-"));

const programs = rightPrograms.filter((program) => program.upto === upto);
mkdirSync(join(folder, "class"));
/** The reference, but for a loop without an end in every turn. */
const hanging = readFileSync(join(root, "solution", upto, "code.ts"), "utf8").replace(/export function buildProviderInput\(.*\{\n/, "$&  for (;;);\n");
if (!hanging.includes("for (;;);")) throw new Error("the reference has no turn that could hang");
const files = Array.from({ length: size }, (_, at) => {
  const program = programs[at % programs.length];
  if (program === undefined) throw new Error(`no right program claims ${upto}`);
  const file = join(folder, "class", `student-${String(at).padStart(4, "0")}.ts`);
  writeFileSync(file, `${at % 100 < hangs ? hanging : readFileSync(program.file, "utf8")}\n// ${at}\n`);
  return file;
});

/** MiB of the command itself, twice a second while it runs. */
let memory: number[] = [];

/** Seconds until a command ends. @throws Error where it does not end with 0 */
function time(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    memory = [];
    const started = performance.now();
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"] });
    let told = "";
    const looking = setInterval(() => {
      const status = process.platform === "linux" && existsSync(`/proc/${child.pid}/status`) ? readFileSync(`/proc/${child.pid}/status`, "utf8") : "";
      const found = /VmRSS:\s+(\d+)/.exec(status)?.[1];
      if (found !== undefined) memory.push(Number(found) / 1024);
    }, 500);
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (told += chunk));
    child.on("error", reject);
    child.on("close", () => clearInterval(looking));
    child.on("close", (code) => (code === 0 ? resolve((performance.now() - started) / 1000) : reject(new Error(`${command} ended with ${code}\n${told}`))));
  });
}

/** The most in each quarter of the time. The reports are written in the last one: they hold every row. */
function memoryText(): string {
  const quarter = (at: number): string => Math.max(0, ...memory.slice(Math.floor((memory.length * at) / 4), Math.ceil((memory.length * (at + 1)) / 4))).toFixed(0);
  return `${[0, 1, 2, 3].map(quarter).join(", ")} MiB`;
}

/** The whole of vitest behind the wall: what a grader without a player would do. */
const walled = ["--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run", "--tmpfs", tmpdir(), "--ro-bind", folder, folder];
async function vitestEach(): Promise<number> {
  const queue = files.slice(0, compared);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) await time("bwrap", [...walled, process.execPath, "node_modules/vitest/vitest.mjs", "run", "--configLoader=runner", "--reporter=dot"], { KATA_UPTO: upto, KATA_TARGET: file });
    }),
  );
  return (performance.now() - started) / 1000;
}

try {
  const grade = (out: string) =>
    time(process.execPath, ["src/kata.mjs", "grade", join(folder, "class"), "--upto", upto, "--out", join(folder, out)]).catch((error: unknown) => {
      // Of honest programs none may need a person.
      const lines = readFileSync(join(folder, out, "results.jsonl"), "utf8").split("\n");
      throw new Error(lines.filter((line) => /"verdict":"(?:grader-error|integrity)"/.test(line)).map((line) => line.slice(0, 3000)).join("\n"), { cause: error });
    });
  console.log(`node ${process.version}, ${availableParallelism()} cores, ${size} honest programs up to ${upto}\n`);
  const first = await grade("grades");
  console.log(`kata grade, all of it, rehearsal, comparison and reports too   ${first.toFixed(1)} s   ${((first * 1000) / size).toFixed(0)} ms each   ${((size / first) * 60).toFixed(0)} a minute   ${memoryText()}`);
  const again = await grade("grades");
  console.log(`the same once more, nothing changed                            ${again.toFixed(1)} s   ${memoryText()}`);
  if (compared > 0) {
    const theirs = await vitestEach();
    const each = theirs / compared;
    console.log(`one vitest run each, bwrap around it, ${compared} of them                 ${theirs.toFixed(1)} s   ${(each * 1000).toFixed(0)} ms each   ${(60 / each).toFixed(0)} a minute`);
    console.log(`throughput of kata grade / vitest                              ${((each * size) / first).toFixed(1)}`);
  }
  const synthetic = Number(values.synthetic ?? 0);
  if (synthetic > 0) {
    rmSync(join(folder, "class"), { recursive: true });
    mkdirSync(join(folder, "class"));
    for (let at = 0; at < synthetic; at += 1) writeFileSync(join(folder, "class", `student-${String(at).padStart(5, "0")}.ts`), `export const number = ${at} +;\n`);
    for (const what of ["files that do not compile", "the same once more"]) {
      const seconds = await grade("synthetic");
      console.log(`${`${synthetic} ${what}`.padEnd(62)} ${seconds.toFixed(1)} s   ${((seconds * 1000) / synthetic).toFixed(1)} ms each   ${memoryText()}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
