/** `kata watch` as a learner runs it, with every way an editor saves. Waits for what is told, never for a time. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, expect, test } from "vitest";
import { solution } from "../proof/programs.ts";
import { withBody } from "../subject/programs.ts";
import { descendantsOf, folder, isAlive, root, start, startInTerminal, type Watching } from "./command.ts";

const right = readFileSync(solution("s01"), "utf8");
const wrong = right.replace("export async function runOneTurn", "async function runOneTurn");
const hangs = withBody("for (;;) {}");

const running: Watching[] = [];
/** How far hints were read is the maintainer's own, and is left as it was. */
const hints = join(root, ".kata", "hints.json");
const read = existsSync(hints) ? readFileSync(hints) : undefined;
afterAll(() => (read === undefined ? rmSync(hints, { force: true }) : writeFileSync(hints, read)));

afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
});

function watch(args: string[], env: Record<string, string> = {}): Watching {
  const made = start(args, env);
  running.push(made);
  return made;
}

/** The last verdict told, as "held of all". */
const lastVerdict = (told: string): string | undefined => [...told.matchAll(/s01 .*?(\d+) of \d+/g)].at(-1)?.[1];
const verdict = (held: number) => (told: string): boolean => lastVerdict(told) === String(held);

test("every way of saving is noticed: in place, renamed over, deleted and made again, an imported file, a folder that went away", async () => {
  const home = join(folder(), "my program");
  mkdirSync(home);
  const file = join(home, "code.ts");
  writeFileSync(file, right);
  const session = watch(["--upto", "s01", "--target", file]);
  expect(await session.until(/Every clause up to s01 holds/)).toMatch(/up to s01 .*code\.ts\n {2}✓ s01[^\n]* 8 of 9\n {4}\d+ ms · more scenarios and types to come\n/);

  session.forget();
  writeFileSync(file, wrong);
  expect(await session.until(/newly broken: s01\.9/)).toMatch(/newly broken: s01\.1[\s\S]*✗ s01\.1[\s\S]*read {7}spec\/s01\/README\.md/);

  session.forget();
  writeFileSync(`${file}.tmp`, right);
  renameSync(`${file}.tmp`, file);
  await session.until(/newly held: s01\.1[\s\S]*Every clause up to s01 holds/);

  session.forget();
  rmSync(file);
  await session.until(/There is no file/);
  session.forget();
  writeFileSync(file, right);
  await session.until(/Every clause up to s01 holds/);

  session.forget();
  writeFileSync(file, `${right}\nexport function (`);
  expect(await session.until(/\n *\| +\^\n/)).toMatch(/✗ Syntax error/);

  session.forget();
  mkdirSync(join(home, "parts"));
  writeFileSync(join(home, "parts", "all.ts"), wrong);
  writeFileSync(file, 'export * from "./parts/all.ts";\n');
  await session.until(verdict(0));
  session.forget();
  writeFileSync(join(home, "parts", "all.ts"), right);
  await session.until(/Every clause up to s01 holds/);

  session.forget();
  rmSync(home, { recursive: true });
  await session.until(/There is no file/);
  session.forget();
  mkdirSync(home);
  writeFileSync(file, `\ufeff${right.replaceAll("\n", "\r\n")}`);
  await session.until(/Every clause up to s01 holds/);
});

test("of a burst of saves, some of them during a run, the last text is the last one judged", async () => {
  const file = join(folder(), "code.ts");
  writeFileSync(file, wrong);
  const session = watch(["--upto", "s01", "--target", file]);
  await session.until(verdict(0));
  session.forget();
  for (let count = 0; count < 20; count += 1) {
    writeFileSync(file, count % 2 === 0 ? right : `${wrong}// ${count}`);
    await wait(count * 4);
  }
  writeFileSync(file, hangs);
  await wait(400);
  writeFileSync(file, right);
  await session.until(/Every clause up to s01 holds/);
  await wait(1500);
  expect(verdict(9)(session.told()), session.told()).toBe(true);
});

test("without --upto the level follows the program; the other language; a program that cannot be imported", async () => {
  const file = join(folder(), "code.ts");
  writeFileSync(file, readFileSync(solution("s02"), "utf8"));
  const session = watch(["--target", file, "--lang", "zh"]);
  expect(await session.until(/s02 之前（含）的条款全部成立/)).toMatch(/检查到 s02/);
  session.forget();
  writeFileSync(file, readFileSync(solution("s03"), "utf8"));
  await session.until(/s03 之前（含）的条款全部成立/);
  session.forget();
  writeFileSync(file, 'throw new Error("not today");\nexport {};\n');
  await session.until(/在导入时抛出错误/);
});

test.each([["SIGINT", 0], ["SIGTERM", 143]] as const)("%s ends it with %i, and leaves no process behind", async (signal, code) => {
  const file = join(folder(), "code.ts");
  writeFileSync(file, right);
  const session = watch(["--upto", "s01", "--target", file]);
  await session.until(/Every clause up to s01 holds/);
  writeFileSync(file, hangs);
  await wait(300);
  const left = descendantsOf(session.child.pid);
  session.child.kill(signal);
  expect(await session.ended).toBe(code);
  for (let tries = 0; tries < 100 && left.some(isAlive); tries += 1) await wait(50);
  expect(left.filter(isAlive)).toEqual([]);
});

test("a reader that goes away ends it", async () => {
  const file = join(folder(), "code.ts");
  writeFileSync(file, right);
  const session = watch(["--upto", "s01", "--target", file]);
  await session.until(/Every clause up to s01 holds/);
  session.child.stdout?.destroy();
  writeFileSync(file, wrong);
  expect(await session.ended).toBe(0);
});

test("KATA_POLL looks without asking the system, and a wrong one is told", async () => {
  const file = join(folder(), "code.ts");
  writeFileSync(file, right);
  const session = watch(["--upto", "s01", "--target", file], { KATA_POLL: "30" });
  await session.until(/looking every 30 ms[\s\S]*Every clause up to s01 holds/);
  session.forget();
  writeFileSync(file, wrong);
  await session.until(verdict(0));
  expect(await watch([], { KATA_POLL: "often" }).ended).toBe(2);
});

const terminal = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

test.runIf(terminal)("in a terminal there are keys, a cleared screen, and on leaving the terminal is as it was", async () => {
  const file = join(folder(), "code.ts");
  writeFileSync(file, right);
  const session = startInTerminal(["--target", file], "stty -a");
  running.push(session);
  expect(await session.until(/press n for the next chapter[\s\S]*quit/)).toMatch(/\u001b\[2J[\s\S]*9 of 9[\s\S]*press n for the next chapter/);
  session.forget();
  // Neither key speaks from the verdict on an older text.
  writeFileSync(file, `${right}\nexport function (`);
  await session.until(/Syntax error[\s\S]*quit/);
  session.forget();
  session.child.stdin?.write("hn");
  await session.until(/(cannot be judged[\s\S]*){2}/);
  writeFileSync(file, right);
  await session.until(/Every clause up to s01 holds[\s\S]*quit/);
  session.forget();
  session.child.stdin?.write("n");
  await session.until(/up to s02[\s\S]*s02\.1[\s\S]*quit/);
  session.forget();
  session.child.stdin?.write("h");
  await session.until(/hint \d of \d[\s\S]*quit/);
  session.forget();
  session.child.stdin?.write("\u001b[Ax");
  session.child.stdin?.write("a");
  await session.until(/clauses of s01 to s02 hold[\s\S]*quit/);
  session.forget();
  session.child.stdin?.write("q");
  expect(await session.until(/code \d[\s\S]*icanon[\s\S]*echo/)).toMatch(/code 0[\s\S]* icanon[\s\S]* echo/);
});
