/**
 * Address space that V8 reserves and never touches counts for the limit of memory as well: 512 MiB for each of the
 * player's two threads from Node 24 on, nearly nothing before. It is measured, and added to the limit.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { GradeLimits } from "../record.ts";

/** Limits, and MiB that are reserved beyond what is used. */
export type Bounds = GradeLimits & { reserved: number };

/** Where nothing can be measured: what Node 24.21 and 20.20 reserve on Linux. */
const usual = Number.parseInt(process.versions.node, 10) >= 24 ? 1100 : 64;

const measuring = `
const { readFileSync } = require("node:fs");
const { Worker } = require("node:worker_threads");
new Worker("setInterval(() => {}, 1000)", { eval: true }).on("online", () => {
  const status = readFileSync("/proc/self/status", "utf8");
  const of = (name) => Number(new RegExp(name + ":\\\\s*(\\\\d+) kB").exec(status)[1]);
  process.stdout.write(String(of("VmData") - of("RssAnon")), () => process.exit(0));
});`;

export async function boundsOf(limits: GradeLimits): Promise<Bounds> {
  if (process.platform !== "linux") return { ...limits, reserved: usual };
  const child = spawn(process.execPath, ["-e", measuring], { stdio: ["ignore", "pipe", "ignore"], env: {}, timeout: 20_000 });
  child.on("error", () => undefined);
  const kB = Number(await text(child.stdout));
  return { ...limits, reserved: kB > 0 ? Math.ceil(kB / 1024) : usual };
}
