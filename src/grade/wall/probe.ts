/** Looks from within whether a wall holds: starts node behind it in the place of a subject, and lets it try. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Image } from "../../../spec/harness/image.ts";
import { specFolder } from "../../../spec/harness/root.ts";
import { Subject, type Launcher } from "../../../spec/harness/subject.ts";
import { say, type Text } from "../../../spec/harness/text.ts";
import { nodeFile } from "./fence.ts";
import type { Bounds } from "./reserve.ts";

/** `holes`: what should have failed and did not. `started`: false where node did not run at all; `said` is what was printed then. */
export type Found = { started: boolean; said: string; holes: Hole[] };
export type Hole = { kind: Kind; detail: string };
export type Kind = "interface" | "connection" | "file" | "write" | "descriptor" | "process" | "root" | "memory" | "worker";

/** Milliseconds: a container takes its time. */
const patience = 30_000;

/** @param ownFiles the wall has a file system of its own image: what is in this home may be there by the same name */
export async function probe(launcher: Launcher, limits: Bounds, ownFiles: boolean): Promise<Found> {
  const marker = mkdtempSync(join(tmpdir(), "pi-kata-wall-"));
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const asked: Asked = {
    absent: [marker, join(specFolder, "harness"), dirname(specFolder), ...(ownFiles ? [] : homeFiles())],
    port: typeof address === "object" && address !== null ? address.port : 0,
    // A small number may be that of a process inside as well.
    pid: process.pid > 100 ? process.pid : undefined,
    bytes: (limits.data + limits.reserved + 64) * 1024 * 1024,
  };
  const subject = new Subject({ player: lookout, realm: "" }, { limits: { scenario: patience, load: patience, memory: limits.memory }, launch: launcher });
  try {
    const order: Image = { file: "", code: JSON.stringify(asked), player: "", realm: "", exports: [], map: "", commonjs: false };
    const { exports } = await subject.load(order).loaded();
    return { started: true, said: subject.raw, holes: Object.entries(exports).map(([place, kind]) => ({ kind: kind as Kind, detail: place.slice(kind.length + 1) })) };
  } catch {
    return { started: false, said: subject.raw, holes: [] };
  } finally {
    subject.close();
    server.close();
    rmSync(marker, { recursive: true, force: true });
  }
}

type Asked = { absent: string[]; port: number; pid: number | undefined; bytes: number };

/** What stands in this home, without the way to node, which has to be there. */
function homeFiles(): string[] {
  try {
    return readdirSync(homedir()).map((name) => join(homedir(), name)).filter((file) => !nodeFile().startsWith(file)).slice(0, 50);
  } catch {
    return [];
  }
}

export function tellHole({ kind, detail }: Hole): Text {
  switch (kind) {
    case "interface":
      return say(`the network interface ${detail} is visible`, `能看到网络接口 ${detail}`);
    case "connection":
      return say("a server of this machine can be reached", "能连上这台机器上的服务");
    case "file":
      return say(`${detail} is visible`, `能看到 ${detail}`);
    case "write":
      return say(`${detail} can be written to`, `能写入 ${detail}`);
    case "descriptor":
      return say(`an open file of the grader is inherited (descriptor ${detail})`, `继承了评分程序打开的文件（描述符 ${detail}）`);
    case "process":
      return say("the grader's process is visible", "能看到评分程序的进程");
    case "root":
      return say("the program would run as root", "程序会以 root 身份运行");
    case "memory":
      return say("memory is not limited", "内存没有上限");
    case "worker":
      return say("the player's watching thread cannot start", "player 的监视线程无法启动");
  }
}

/**
 * Runs behind the wall in the player's place: answers the load order, whose program is what it is asked, with the holes
 * as exports, `kind detail` → kind.
 */
const lookout = `"use strict";
const fs = require("node:fs");
const net = require("node:net");
const os = require("node:os");
const path = require("node:path");
const { Worker } = require("node:worker_threads");
const pipe = new net.Socket({ fd: 3, readable: true, writable: true });
const holes = {};
const hole = (kind, detail) => { holes[kind + " " + detail] = kind; };
const tries = (act) => { try { act(); return true; } catch { return false; } };
let text = "";
pipe.on("data", async (chunk) => {
  text += chunk;
  if (!text.includes("\\n")) return;
  await look(JSON.parse(JSON.parse(text).load.code));
  pipe.write(JSON.stringify({ loaded: { exports: holes, prints: "", timers: 0 } }) + "\\n");
});
pipe.on("end", () => process.exit(0));
async function look({ absent, port, pid, bytes }) {
  for (const name of tries(() => os.networkInterfaces()) ? Object.keys(os.networkInterfaces()) : []) if (!/^lo\\d*$/.test(name)) hole("interface", name);
  for (const file of absent) if (tries(() => fs.lstatSync(file))) hole("file", file);
  for (const folder of new Set(["/", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/home", process.cwd(), path.dirname(process.execPath)])) {
    const file = path.join(folder, "pi-kata-probe-" + process.pid);
    if (tries(() => fs.mkdirSync(file))) { hole("write", folder); fs.rmdirSync(file); }
  }
  for (let fd = 4; fd < 256; fd += 1) if (tries(() => foreign(fs.fstatSync(fd)))) hole("descriptor", fd);
  if (pid !== undefined) try { process.kill(pid, 0); hole("process", ""); } catch (error) { if (error.code !== "ESRCH") hole("process", ""); }
  if (process.getuid !== undefined && process.getuid() === 0) hole("root", "");
  if (tries(() => new ArrayBuffer(bytes))) hole("memory", "");
  if (await answers(() => net.connect(port, "127.0.0.1"), "connect")) hole("connection", "");
  if (!(await answers(() => new Worker("0", { eval: true }), "exit"))) hole("worker", "");
}
// Node itself holds pipes, devices, and the root where there is no /dev/null.
function foreign(found) {
  const root = tries(() => fs.statSync("/")) ? fs.statSync("/") : found;
  if (!(found.isFile() || found.isSocket() || (found.isDirectory() && (found.ino !== root.ino || found.dev !== root.dev)))) throw new Error("node's own");
}
function answers(make, event) {
  return new Promise((resolve) => {
    try { make().on(event, () => resolve(true)).on("error", () => resolve(false)); } catch { resolve(false); }
  });
}
`;
