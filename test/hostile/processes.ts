/** Processes as Linux tells them: those that a command has started, also through others, and whether they are still there. */
import { readdirSync, readFileSync } from "node:fs";

/** `started`: in ticks since the machine started; a number is given anew, but not to one that started at the same tick. */
export type Seen = { pid: number; started: string; command: string };

type Told = Seen & { parent: number };

function tell(pid: number): Told | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the command, in brackets, may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // It has ended, and its parent has not asked for it yet.
    if (fields[0] === "Z") return undefined;
    return { pid, parent: Number(fields[1]), started: fields[19] ?? "", command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 120) };
  } catch {
    return undefined;
  }
}

export function descendants(of: number): Seen[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => tell(Number(name)) ?? []);
  const found = new Set([of]);
  // A child may have a smaller number than its parent.
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => pid !== of && found.has(pid)).map(({ pid, started, command }) => ({ pid, started, command }));
}

export const stillThere = ({ pid, started }: Seen): boolean => tell(pid)?.started === started;
