/** What every wall sets around a process beside what it hides: node's own permission flags, and the limits of the system. */
import { accessSync, constants, existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { release } from "node:os";
import { delimiter, join } from "node:path";
import type { GradeLimits } from "../record.ts";
import type { Bounds } from "./reserve.ts";

const MiB = 1024 * 1024;

/** Where nobody is at home: the user and group that own nothing. */
export const nobody = 65_534;

/** Threads and processes together. A subject has about ten of them. */
export const mostTasks = 32;

/** The file that a command of this name runs, or undefined. */
export function find(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/bin", "/usr/sbin"];
  return folders.filter((folder) => folder !== "").map((folder) => join(folder, name)).find(runs);
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Descriptors that whoever started this process left open for it and for all that it starts (terminals of editors do
 * that). Node's own are closed when another program starts.
 */
export function inherited(): number[] {
  const closedOnStart = 0o2000000;
  const stays = (fd: number): boolean => {
    try {
      const flags = /flags:\s*([0-7]+)/.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1] ?? "";
      return (Number.parseInt(flags, 8) & closedOnStart) === 0;
    } catch {
      return false;
    }
  };
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").map(Number).filter((fd) => fd > 3 && stays(fd)) : [];
}

/** The node that runs this, links followed. */
export const nodeFile = (): string => realpathSync(process.execPath);

/**
 * Node's second wall: no files, no processes, no addons, and no network where this node can forbid it. The player's
 * watching thread is a worker. @param version of the node that is started, `v22.13.0`
 */
export function permissions(version = process.version): string[] {
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  const stable = major >= 24 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13);
  return [stable ? "--permission" : "--experimental-permission", "--allow-worker", "--disable-warning=SecurityWarning"];
}

/** Seconds of processor time for a submission, all threads together, and what starting takes. */
const processorSeconds = (limits: GradeLimits): number => Math.ceil(limits.submission / 1000) * 2 + 10;

/** The limits by the names that prlimit and docker share. Nothing may be written at all: only pipes are open. */
const limitsOf = (limits: Bounds): [name: string, value: number][] => [
  ["data", (limits.data + limits.reserved) * MiB],
  ["fsize", 0],
  ["nofile", 256],
  ["core", 0],
  ["cpu", processorSeconds(limits)],
];

/** Options of prlimit. `tasks`: the limit of processes counts those of the sandbox alone. */
export const prlimitOptions = (limits: Bounds, tasks: boolean): string[] => [...limitsOf(limits).map(([name, value]) => `--${name}=${value}`), ...(tasks ? [`--nproc=${mostTasks}`] : [])];

/** Options of docker and podman. */
export const ulimitOptions = (limits: Bounds): string[] => limitsOf(limits).flatMap(([name, value]) => ["--ulimit", `${name}=${value}:${value}`]);

/** From Linux 5.14 on, the processes of a user namespace are counted apart from the others of the same user. */
export function countsApart(version = release()): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}
