/** The calls of the disk that an exchange makes, counted, with something that happens before the one of a given number. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

export const real = { ...fs };

/** Calls that need room on the disk. */
const needing = ["openSync", "writeFileSync", "mkdirSync", "linkSync", "copyFileSync"];
const names = [...needing, "fsyncSync", "closeSync", "readFileSync", "renameSync", "rmSync", "rmdirSync", "lstatSync", "statSync", "readdirSync"];

/** The process is no more: it calls nothing from here on, so the disk is as SIGKILL leaves it. */
export class Dead extends Error {}

export type Happening =
  | { kind: "nothing" }
  /** no call is made any more */
  | { kind: "killed"; at: number }
  /** a writing call is made half, and none after it */
  | { kind: "killed within"; at: number }
  | { kind: "editor"; at: number; saves(): void }
  | { kind: "error"; at: number; code: string }
  | { kind: "full"; from: number }
  | { kind: "no links" };

/** Runs a synchronous function on such a disk; gives how many calls it made, and what it threw. */
export function disturbed(happening: Happening, run: () => void): { calls: number; error: unknown } {
  let calls = 0;
  const before = (name: string, args: unknown[]): void => {
    calls += 1;
    if (happening.kind === "editor" && calls === happening.at) happening.saves();
    if (happening.kind === "killed" && calls >= happening.at) throw new Dead();
    if (happening.kind === "killed within" && calls >= happening.at) {
      const [place, content] = args;
      if (calls === happening.at && name === "writeFileSync" && typeof place === "number" && content instanceof Uint8Array) real.writeSync(place, content.subarray(0, content.length / 2));
      throw new Dead();
    }
    if (happening.kind === "error" && calls === happening.at) throw refusal(happening.code);
    if (happening.kind === "full" && calls >= happening.from && needing.includes(name)) throw refusal("ENOSPC");
    if (happening.kind === "no links" && name === "linkSync") throw refusal("EPERM");
  };
  for (const name of names) {
    const call = Reflect.get(real, name) as (...args: unknown[]) => unknown;
    // Nothing here cuts the power, so nothing has to wait for the disk.
    Reflect.set(fs, name, (...args: unknown[]) => (before(name, args), name === "fsyncSync" ? undefined : call(...args)));
  }
  syncBuiltinESMExports();
  try {
    run();
    return { calls, error: undefined };
  } catch (error) {
    return { calls, error };
  } finally {
    for (const name of names) Reflect.set(fs, name, Reflect.get(real, name));
    syncBuiltinESMExports();
  }
}

const refusal = (code: string): Error => Object.assign(new Error(`${code}: made up`), { code });
