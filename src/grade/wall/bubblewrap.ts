/**
 * bubblewrap: namespaces of its own for everything, and in its file system nothing but node, prlimit and the shared
 * libraries of both, read-only. The player and the program come through pipes, so no folder has to be shared.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Launched, Launcher } from "../../../spec/harness/subject.ts";
import { countsApart, find, inherited, nobody, nodeFile, permissions, prlimitOptions } from "./fence.ts";
import type { Bounds } from "./reserve.ts";

export type Choice = {
  /** started as nobody, not as root: then it is no other process's peer, and the limit of processes holds */
  asNobody: boolean;
  /** share the system's library folders instead of single files */
  folders: boolean;
  /** node's permission flags as a second wall */
  permissions: boolean;
};

/** @throws Error where bwrap is not there */
export function bubblewrap(limits: Bounds, choice: Choice): Launcher {
  const bwrap = find("bwrap");
  if (bwrap === undefined) throw new Error("bwrap is not installed");
  const node = nodeFile();
  const prlimit = find("prlimit");
  const options = isolation(spawnSync(bwrap, ["--help"], { encoding: "utf8" }).stdout);
  const shared = choice.folders ? [...libraryFolders, node, prlimit] : [node, prlimit, ...librariesOf(node), ...librariesOf(prlimit)];
  const binds = [...new Set(shared)].filter((file) => file !== undefined && existsSync(file)).flatMap((file) => ["--ro-bind", file as string, file as string]);
  const limited = prlimit === undefined ? [] : [prlimit, ...prlimitOptions(limits, countsApart()), "--"];
  const second = choice.permissions ? permissions() : [];
  const who: Pick<Launched, "uid" | "gid"> = choice.asNobody ? { uid: nobody, gid: nobody } : {};
  const hidden = inherited();
  return (flags) => ({ command: bwrap, args: [...options, ...binds, "--remount-ro", "/", "--chdir", "/", "--", ...limited, node, ...second, ...flags, "-"], env: {}, cwd: "/", hidden, bounded: prlimit !== undefined, mortal: true, ...who });
}

/** @param help what this bwrap says of itself: older ones know less */
export function isolation(help: string): string[] {
  const known = ["--disable-userns", "--clearenv"].filter((option) => help.includes(option));
  return ["--unshare-all", "--unshare-user", ...known, "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--uid", String(nobody), "--gid", String(nobody), "--hostname", "wall"];
}

const libraryFolders = ["/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/nodejs"];

/** The shared libraries that the loader takes for a binary; none where the loader does not tell. */
export function librariesOf(binary: string | undefined): string[] {
  if (binary === undefined) return [];
  // glibc's loader lists, and runs nothing. Any other one runs the binary, which shows its version and ends.
  const { stdout } = spawnSync(binary, ["--version"], { env: { LD_TRACE_LOADED_OBJECTS: "1" }, encoding: "utf8", timeout: 10_000 });
  return [...(stdout ?? "").matchAll(/(\/\S+) \(0x/g)].map(([, file = ""]) => file);
}
