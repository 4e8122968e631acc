/** A class folder made for a test, with names and kinds of files that a disk allows. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kata-class-")));
  made.push(folder);
  return folder;
}

/** @param files what they hold, by their paths; a path that ends with a slash is an empty folder */
export function classroom(files: Record<string, string | Buffer>): string {
  const folder = scratch();
  for (const [path, content] of Object.entries(files)) {
    const place = `${folder}/${path}`;
    mkdirSync(path.endsWith("/") ? place : dirname(place), { recursive: true });
    if (!path.endsWith("/")) writeFileSync(place, content);
  }
  return folder;
}

export function rosterFile(text: string | Buffer, name = "roster.txt"): string {
  const file = join(scratch(), name);
  writeFileSync(file, text);
  return file;
}

export const pipe = (place: string): void => void execFileSync("mkfifo", [place]);
