/** Where a tool may go: below one folder, by no link out of it, and to no hidden name. */
import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The real path of what a model names. Both the name and where it leads are checked, so that a link is no way around.
 * @throws Error in a sentence for the model
 */
export function placeBelow(folder: string, name: string): string {
  if (name === "") throw new Error("the argument path is missing");
  if (isAbsolute(name)) throw new Error(`${name} is an absolute path; name it relative to the current folder`);
  const asked = resolve(folder, name);
  checkInside(folder, asked, name);
  const real = realPath(asked, name);
  checkInside(realpathSync.native(folder), real, name);
  return real;
}

function checkInside(folder: string, path: string, name: string): void {
  const way = relative(folder, path);
  const steps = way.split(sep);
  if (steps[0] === ".." || isAbsolute(way)) throw new Error(`${name} lies outside of the current folder`);
  if (steps.some(isHidden)) throw new Error(`${name} is hidden (a name that starts with a dot); such files often hold secrets`);
}

export const isHidden = (name: string): boolean => name.startsWith(".");

function realPath(path: string, name: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(code === "ENOENT" || code === "ENOTDIR" ? `there is no ${name}` : `${name} cannot be reached (${code ?? "no path"})`);
  }
}
