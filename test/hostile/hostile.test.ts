/**
 * The whole corpus, handed in as one class and graded by the real command: each gets its own verdict, none gains a point,
 * the command comes to its end, and nothing of it is left. It takes some minutes: what hangs has to be waited for.
 */
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { SaxesParser } from "saxes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../spec/harness/root.ts";
import { formats } from "../../src/grade/outputs.ts";
import type { Row, Run } from "../../src/grade/record.ts";
import { chooseWall } from "../../src/grade/wall/choice.ts";
import type { JsonReport } from "../../src/report/json.ts";
import { idOf, layOut, level, type Case } from "./case.ts";
import { corpus } from "./corpus.ts";
import { faultsOf } from "./expected.ts";
import { writeCanary } from "./files.ts";
import { descendants, stillThere, type Seen } from "./processes.ts";

const linux = process.platform === "linux";
const limits = { scenario: 2000, load: 2000, memory: 160, submission: 120_000, data: 700, file: 262_144, output: 65_536 };
/** HOSTILE=none judges without a wall, where one would hold. */
const walled = linux && process.env.HOSTILE !== "none" && (await chooseWall("bwrap", limits).then(() => true, () => false));
/** Without a wall only what node's own limits and the realm are enough for. */
const handedIn: Case[] = walled ? corpus : corpus.filter((one) => one.walled !== true);
const secret = "canary-4f1c";
const runs = 8;
const patience = 900_000;

const folder = mkdtempSync(join(tmpdir(), "pi-kata-hostile-"));
const [classroom, out, temporary, vault] = ["class", "out", "tmp", "vault"].map((name) => join(folder, name)) as [string, string, string, string];
const canary = join(vault, "code.ts");

let graded: { code: number | null; said: string; seen: Seen[] };
let rows: Map<string, Row>;

const rowOf = (one: Case): Row | undefined => rows.get(idOf(one).normalize("NFC"));
const named = (name: string): Row | undefined => rows.get(name);

async function grade(): Promise<typeof graded> {
  const args = ["src/kata.mjs", "grade", classroom, "--upto", level, "--runs", String(runs), "--out", out, "--secret", "00112233", "--format", formats.join(","), "--sandbox", walled ? "bwrap" : "none"];
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, TMPDIR: temporary }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
  const seen = new Map<string, Seen>();
  const looking = setInterval(() => {
    for (const one of descendants(child.pid ?? 0)) seen.set(`${one.pid} ${one.started}`, one);
  }, 1000);
  const code = await new Promise<number | null>((resolve) => void child.on("close", resolve));
  clearInterval(looking);
  return { code, said, seen: [...seen.values()] };
}

describe.runIf(linux)(walled ? "the corpus, behind bubblewrap" : "the part of the corpus that needs no wall", () => {
  beforeAll(async () => {
    for (const one of [classroom, temporary, vault]) mkdirSync(one);
    writeCanary(canary, secret);
    for (const one of handedIn) layOut(one, classroom, canary);
    graded = await grade();
    const lines = readFileSync(join(out, "results.jsonl"), "utf8").split("\n").filter((line) => line !== "");
    rows = new Map(lines.map((line) => JSON.parse(line) as Row | Run).filter((line): line is Row => line.kind === "row").map((row) => [row.student, row]));
  }, patience);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the command ends well, and everybody has a row", () => {
    expect(graded.code, graded.said).toBe(0);
    expect(rows.size).toBe(handedIn.length);
  });

  test.each(handedIn.map((one) => [one.name, one] as const))("%s", (_name, one) => {
    expect(faultsOf(one, rowOf(one), { right: named("right"), poor: named("poor"), nothing: named("nothing") })).toEqual([]);
  });

  test("the bases are what they are called", () => {
    expect([named("right")?.score, named("nothing")?.score]).toEqual([named("right")?.max, 0]);
    expect(named("poor")?.score).toBeLessThan(5);
  });

  test("no process and no file of it is left, and nobody wrote or read elsewhere", async () => {
    await wait(1000);
    expect(graded.seen.length).toBeGreaterThan(2);
    expect(graded.seen.filter(stillThere)).toEqual([]);
    expect(readdirSync(temporary).filter((name) => name.startsWith("pi-kata-"))).toEqual([]);
    expect(readFileSync(canary, "utf8")).toBe(`export const secret = "${secret}";\n`);
    expect(readdirSync(vault)).toEqual(["code.ts"]);
    for (const place of [root, classroom, out, temporary, tmpdir()]) expect(readdirSync(place)).not.toContain("pwned");
    expect(readdirSync(classroom).length).toBe(handedIn.length);
  });

  test("every output is there and can be read", () => {
    const text = (path: string): string => readFileSync(join(out, path), "utf8");
    const grades: Record<string, string>[] = parse(text("grades.csv"), { columns: true, bom: true, skip_empty_lines: true });
    expect(grades.length).toBe(handedIn.length);
    for (const cell of grades.flatMap((record) => Object.values(record))) expect(cell, "no formula").not.toMatch(/^[=@]/);
    const xml = new SaxesParser();
    xml.on("error", (error) => {
      throw error;
    });
    xml.write(text("junit.xml")).close();
    JSON.parse(text("ctrf.json"));
    for (const each of ["gradescope", "classroom", "exercism"]) {
      const names = readdirSync(join(out, each)).filter((name) => name.endsWith(".json"));
      expect(names.length, each).toBe(handedIn.length);
      for (const name of names) JSON.parse(text(join(each, name)));
    }
    expect(readdirSync(join(out, "feedback")).length).toBe(handedIn.length);
    expect(text("report.html")).not.toContain("<script>alert");
    const written = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const entry of written) expect(readFileSync(join(entry.parentPath, entry.name), "utf8").includes(secret), entry.name).toBe(false);
  });

  test("nothing that a program says is a command to whoever shows it", () => {
    const shown = [graded.said, readFileSync(join(out, "summary.md"), "utf8")].join("\n");
    expect(shown).not.toMatch(/^(?:::|##(?:vso|teamcity)\[)/m);
    expect(shown).not.toContain("\u001b");
  });

  test.each(handedIn.filter(({ learner }) => learner === true).map((one) => [one.name, one] as const))("the learner's own run tells the same: %s", async (_name, one) => {
    const row = rowOf(one);
    const args = ["src/kata.mjs", "--json", "--upto", level, "--runs", String(runs), `--seed=${row?.seed}`, "--target", join(classroom, idOf(one), "code.ts")];
    // It exits with 1 where a clause does not hold.
    const text = await new Promise<string>((resolve) => void execFile(process.execPath, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => resolve(stdout)));
    const report = JSON.parse(text) as JsonReport;
    const held = (all: { id: string; holds: boolean }[]): string[] => all.filter(({ holds }) => holds).map(({ id }) => id).sort();
    expect(held((row?.clauses ?? []).map(({ id, status }) => ({ id, holds: status === "pass" })))).toEqual(held(report.clauses.map(({ id, outcome }) => ({ id, holds: outcome === "holds" }))));
    expect(row?.score).toBe(report.score);
  });
});
