/** Protection against accidents: node's own permission flags, and the limits of the system where prlimit is there. */
import type { Launcher } from "../../../spec/harness/subject.ts";
import { find, inherited, nobody, permissions, prlimitOptions } from "./fence.ts";
import type { Bounds } from "./reserve.ts";

/** @param asNobody by another user than root: files and processes of root are out of reach */
export function accidents(limits: Bounds, asNobody: boolean): Launcher {
  const prlimit = find("prlimit");
  const hidden = inherited();
  return (flags) => {
    const node = [process.execPath, ...permissions(), ...flags, "-"];
    const [command = "", ...args] = prlimit === undefined ? node : [prlimit, ...prlimitOptions(limits, false), "--", ...node];
    return { command, args, env: {}, hidden, bounded: prlimit !== undefined, ...(asNobody ? { uid: nobody, gid: nobody, cwd: "/" } : {}) };
  };
}
