/** The real command, killed with SIGKILL at random moments: the learner's bytes are in their places or in a copy. `KILL_ROUNDS=1000` for more. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copiesOf } from "../../src/copies.ts";
import { kata } from "../golden/command.ts";
import { filesBelow, scratchRepository } from "./scratch.ts";
import { mine } from "./texts.ts";

const rounds = Number(process.env.KILL_ROUNDS ?? 12);
const repository = scratchRepository();
const home = join(repository, "workspace");
/** What the commands put into code.ts. */
const whole = ["src/starter", "solution/s05", "solution/s11"].map((folder) => readFileSync(join(repository, folder, "code.ts")));
let usual = 0;

beforeAll(async () => {
  // Bundled once, so that a round is short, and timed.
  await kata(["restore"], {}, repository);
  const started = performance.now();
  await kata(["restore"], {}, repository);
  usual = performance.now() - started;
});
afterAll(() => rmSync(dirname(repository), { recursive: true, force: true }));

function write(): void {
  rmSync(home, { recursive: true, force: true });
  // Enough files to make the copying long.
  const many = Array.from({ length: 20 }, (_one, at) => ({ path: `parts/part-${at}.ts`, bytes: Buffer.from(`export const part = ${at};\n`.repeat(3000)) }));
  for (const { path, bytes } of [...mine, ...many]) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), bytes);
  }
}

/** In odd rounds some milliseconds after the first copy was begun, in even ones at any time at all. */
async function killedRun(round: number, args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, ["src/kata.mjs", ...args], { cwd: repository, stdio: "ignore" });
  const ended = new Promise<boolean>((resolve) => child.on("close", (_code, signal) => resolve(signal !== null)));
  if (round % 2 === 0) await sleep(Math.random() * usual * 1.2);
  else {
    const before = copyNames().length;
    while (child.exitCode === null && copyNames().length === before) await sleep(1);
    await sleep(Math.random() * 60);
  }
  child.kill("SIGKILL");
  return ended;
}

const copyNames = (): string[] => (existsSync(join(home, "backups")) ? readdirSync(join(home, "backups")) : []);

test(`killed ${rounds} times`, { timeout: 60_000 + rounds * 20_000 }, async () => {
  let killed = 0;
  let within = 0;
  for (let round = 0; round < rounds; round += 1) {
    write();
    const original = filesBelow(home);
    const command = [["reset"], ["start", "s06"], ["start", "s12"]][round % 3] ?? [];
    if (await killedRun(round, command)) killed += 1;
    const files = filesBelow(home);
    const finished = copiesOf(home).filter((copy) => copy.finished);
    if (finished.length < copyNames().length || (finished.length > 0 && files.get("code.ts")?.equals(original.get("code.ts") ?? Buffer.of()) !== false)) within += 1;
    for (const [path, bytes] of original) {
      const places = [path, ...finished.map(({ name }) => `backups/${name}/${path}`)];
      expect(places.some((place) => files.get(place)?.equals(bytes) === true), `${path} is lost in round ${round}`).toBe(true);
    }
    const now = files.get("code.ts");
    expect(now === undefined || [...whole, original.get("code.ts")].some((text) => text?.equals(now)), `code.ts is torn in round ${round}`).toBe(true);
  }
  expect(killed).toBeGreaterThan(0);
  if (process.env.KILL_ROUNDS !== undefined) process.stdout.write(`${rounds} rounds, ${killed} killed, ${within} of them between the first call of the copy and the last of the exchange\n`);
});
