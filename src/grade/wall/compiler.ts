/**
 * What stands around the compiler. It runs nothing of a submission, and has to see what its types are taken from, so it
 * has no sandbox; but types are computed, and those of a few lines can fill all memory.
 */
import type { Around } from "../../../spec/harness/typecheck.ts";
import type { GradeLimits } from "../record.ts";
import { find } from "./fence.ts";

/** @returns undefined where the system has no prlimit: then the compiler has its time alone */
export function aroundCompiler({ data }: Pick<GradeLimits, "data">): Around | undefined {
  const prlimit = process.platform === "linux" ? find("prlimit") : undefined;
  if (prlimit === undefined) return undefined;
  // The compiler's own collector works harder before the limit is met.
  const env = { GOMEMLIMIT: `${Math.floor(data * 0.8)}MiB` };
  return (command) => ({ command: [prlimit, `--data=${data * 1024 * 1024}`, "--core=0", "--", ...command], env, memory: data });
}
