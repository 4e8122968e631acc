/** Scripts that run in the player's place: what a program could do once it had broken out of its realm. */
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Image } from "../../spec/harness/image.ts";
import { Subject, Unloadable, type Launcher } from "../../spec/harness/subject.ts";

export type Intrusion = {
  /** what the script told of its tries; empty where it ended otherwise */
  told: Record<string, string>;
  /** how it ended where it told nothing */
  ending: string | undefined;
  raw: string;
  ms: number;
  /** processes of the machine that still carry its mark, a moment after it was closed */
  left: string[];
};

const preamble = `"use strict";
const fs = require("node:fs");
const net = require("node:net");
const { spawn, spawnSync } = require("node:child_process");
const tell = (exports) => { fs.writeSync(3, JSON.stringify({ loaded: { exports, prints: "", timers: 0 } }) + "\\n"); };
const tries = (act) => { try { return "done " + String(act()).slice(0, 200); } catch (error) { return String(error.code ?? error.name); } };
const forEver = () => { setInterval(() => {}, 1000); };
`;

/** @param script JavaScript; `MARK` in it is a word that its children should carry in their command lines */
export async function intrude(launch: Launcher, script: string, limit = 5000): Promise<Intrusion> {
  const mark = `pi-kata-intruder-${randomUUID()}`;
  const marked: Launcher = (flags) => launch([...flags, `--title=${mark}`]);
  const subject = new Subject({ player: preamble + script.replaceAll("MARK", JSON.stringify(mark)), realm: "" }, { limits: { scenario: limit, load: limit, memory: 128 }, launch: marked });
  const order: Image = { file: "", code: "", player: "", realm: "", exports: [], map: "", commonjs: false };
  const started = performance.now();
  let told: Record<string, string> = {};
  let ending: string | undefined;
  try {
    // A load may take thirty seconds to begin; a script in the player's place should say that it has.
    told = (await subject.load(order).loaded()).exports;
  } catch (error) {
    if (!(error instanceof Unloadable)) throw error;
    ending = error.ending?.kind ?? "threw";
  }
  const ms = performance.now() - started;
  const { raw } = subject;
  subject.close();
  return { told, ending, raw, ms, left: await leftOf(mark) };
}

/** The processes with a mark in their command line, once they have had two seconds to end. */
async function leftOf(mark: string): Promise<string[]> {
  let left: string[] = [];
  for (let tries = 0; tries < 40; tries += 1) {
    left = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(commandOf).filter((command) => command.includes(mark));
    if (left.length === 0) return left;
    await wait(50);
  }
  return left;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
