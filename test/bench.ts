/**
 * `npm run bench`: what feedback costs, measured in one run against bare vitest over the same spec files with the same
 * type check. Whole processes, in turn (A B A B …); medians are to be quoted. From a save
 * to the first verdict: two resident commands, saves in turn. `--rounds n` (default 5).
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loop, says, scenario, turn } from "../spec/harness/build.ts";
import { makeImage } from "../spec/harness/image.ts";
import { Subject } from "../spec/harness/subject.ts";
import type { Scenario } from "../spec/player/scenario.ts";
import { limits } from "./mutants/kill.ts";
import { solution } from "./proof/programs.ts";
import { kataWatch, saves, vitestWatch } from "./saves.ts";

const { values } = parseArgs({ options: { rounds: { type: "string" } } });
const rounds = Number(values.rounds ?? 5);
const root = fileURLToPath(new URL("../", import.meta.url));
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const npx = process.platform === "win32" ? "npx.cmd" : "npx";

/** Prints the peak memory of a process, in MiB, as the last line of its standard error. */
const peakMemory = `data:text/javascript,${encodeURIComponent('process.on("exit", () => process.stderr.write("\\npeak " + Math.round(process.resourceUsage().maxRSS / 1024) + "\\n"))')}`;

type Timed = { seconds: number; peak: number };

function time(command: string, args: string[], env: Record<string, string> = {}): Promise<Timed> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "pipe"], shell: process.platform === "win32" });
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (told += chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== 0) reject(new Error(`${command} ${args.join(" ")} ended with ${code}\n${told}`));
      else resolve({ seconds: (performance.now() - started) / 1000, peak: Number(/peak (\d+)/.exec(told)?.[1] ?? 0) });
    });
  });
}

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
const spread = (numbers: number[], digits = 2): string => `${Math.min(...numbers).toFixed(digits)} … ${median(numbers).toFixed(digits)} … ${Math.max(...numbers).toFixed(digits)}`;
const row = (name: string, text: string): void => console.log(`${name.padEnd(52)} ${text}`);

console.log(`node ${process.version}, ${process.platform} ${process.arch}, ${rounds} rounds; min … median … max\n`);

const kata = (upto: string) => time(npm, ["run", "-s", "kata", "--", "--upto", upto, "--target", "solution"]);
const vitest = (upto: string) => time(npx, ["vitest", "run"], { KATA_UPTO: upto, KATA_TARGET: "solution" });
for (const upto of ["s12", "s01"]) {
  await kata(upto);
  await vitest(upto);
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([(await kata(upto)).seconds, (await vitest(upto)).seconds]);
  row(`npm run kata -- --upto ${upto} --target solution`, `${spread(pairs.map(([ours]) => ours))} s`);
  row("  bare vitest run, same specs, same type check", `${spread(pairs.map(([, theirs]) => theirs))} s`);
  row("  ratio, pair by pair", spread(pairs.map(([ours, theirs]) => ours / theirs)));
}

for (const chapter of ["s01", "s04", "s12"]) {
  const [ours, theirs] = [await saves(chapter, kataWatch(chapter)), await saves(chapter, vitestWatch(chapter))];
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await ours.save(), await theirs.save()]);
  ours.close();
  theirs.close();
  row(`save to first verdict, ${chapter}: kata watch`, `${spread(pairs.map(([own]) => own), 0)} ms`);
  row("  vitest watch, same specs", `${spread(pairs.map(([, other]) => other), 0)} ms`);
  row("  ratio, pair by pair", spread(pairs.map(([own, other]) => own / other)));
}

const { peak } = await time(process.execPath, ["--import", peakMemory, "src/kata.mjs", "--upto", "s12", "--target", "solution"]);
row("peak memory of the runner", `${peak} MiB`);

const starts: number[] = [];
const image = await makeImage(solution("s12"));
for (let round = 0; round < rounds * 2; round += 1) {
  const started = performance.now();
  const subject = new Subject(image, { limits }).load(image);
  await subject.loaded();
  starts.push(performance.now() - started);
  subject.close();
}
row("start of a subject, program loaded", `${spread(starts, 0)} ms`);

const subject = new Subject(image, { limits }).load(image);
const small = scenario(turn("hello", [says("hi there")]));
for (let warm = 0; warm < 500; warm += 1) await subject.play(small);
const trips: number[] = [];
for (let batch = 0; batch < rounds; batch += 1) {
  const started = performance.now();
  for (let at = 0; at < 500; at += 1) await subject.play(small);
  trips.push((performance.now() - started) / 500);
}
row("play of one small scenario", `${spread(trips, 3)} ms`);

const long: Scenario = { ...scenario({ do: "appendMany", count: 100_000 }, { do: "path" }, loop("and now", [says("still here")])), brief: true };
const paths: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const started = performance.now();
  await subject.play(long);
  paths.push(performance.now() - started);
}
row("a path of 100,000 entries: append, read, one turn", `${spread(paths, 0)} ms`);
subject.close();
