/**
 * The exchange of files, stopped, disturbed and refused at each single call of the disk. Every byte of the learner's is
 * afterwards in its place or in a finished copy.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copiesOf } from "../../src/copies.ts";
import { exchange } from "../../src/exchange.ts";
import { Unable } from "../../src/unable.ts";
import { Dead, disturbed, real, type Happening } from "./disk.ts";
import { filesBelow } from "./scratch.ts";
import { edited, mine, wanted } from "./texts.ts";

const scratch = mkdtempSync(join(tmpdir(), "pi-kata-steps-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let homes = 0;

function newHome(): string {
  const home = join(scratch, String((homes += 1)));
  for (const { path, bytes } of mine) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), bytes);
  }
  return home;
}

const swap = (home: string): void => void exchange(home, wanted, "reset");

/** Lets something happen at every call there is, each time in a new folder. */
function everywhere(happening: (number: number, home: string) => Happening, check: (home: string, error: unknown, number: number) => void): number {
  let number = 1;
  for (; ; number += 1) {
    const home = newHome();
    const { calls, error } = disturbed(happening(number, home), () => swap(home));
    if (calls < number) return calls;
    check(home, error, number);
    rmSync(home, { recursive: true, force: true });
  }
}

/** Where a text is: in its place, or in a copy that is listed and finished. */
function isSomewhere(home: string, path: string, bytes: Buffer): boolean {
  const files = filesBelow(home);
  const places = [path, ...copiesOf(home).filter(({ finished }) => finished).map(({ name }) => `backups/${name}/${path}`)];
  return places.some((place) => files.get(place)?.equals(bytes) === true);
}

const lost = (home: string): string[] => mine.filter(({ path, bytes }) => !isSomewhere(home, path, bytes)).map(({ path }) => path);
const isInPlace = (home: string): boolean => wanted.every(({ path, bytes }) => filesBelow(home).get(path)?.equals(bytes) === true);

test("undisturbed: the new files are there, the old ones in one copy, and nothing else", () => {
  const home = newHome();
  swap(home);
  const [copy, ...more] = copiesOf(home);
  expect(more).toEqual([]);
  expect(copy).toMatchObject({ before: "reset", finished: true, files: mine.length });
  expect(lost(home)).toEqual([]);
  expect(isInPlace(home)).toBe(true);
  // Beside those: two files that were not exchanged.
  expect(filesBelow(home).size).toBe(mine.length + wanted.length + 2);
});

test.each(["killed", "killed within"] as const)("%s at each call: nothing is lost or torn, and the next run works", (kind) => {
  const calls = everywhere(
    (at) => ({ kind, at }),
    (home, error, number) => {
      // A call behind a `catch` of its own may have swallowed the death; nothing was done after it all the same.
      if (error !== undefined && !(error instanceof Unable)) expect(error).toBeInstanceOf(Dead);
      expect(lost(home), `at call ${number}`).toEqual([]);
      for (const [path, bytes] of filesBelow(home)) {
        if (path.startsWith("backups/") || path.split("/").some((part) => part.startsWith("."))) continue;
        expect([...mine, ...wanted].some((file) => file.path === path && file.bytes.equals(bytes)), `${path} is torn at call ${number}`).toBe(true);
      }
      expect(disturbed({ kind: "nothing" }, () => swap(home)).error, `the next run, at call ${number}`).toBeUndefined();
      expect(lost(home), `after the next run, at call ${number}`).toEqual([]);
      expect(isInPlace(home), `after the next run, at call ${number}`).toBe(true);
    },
  );
  expect(calls).toBeGreaterThan(60);
});

const editors: Record<string, (code: string) => void> = {
  "writes in place": (code) => real.writeFileSync(code, edited),
  "writes aside and renames": (code) => {
    real.writeFileSync(`${code}~`, edited);
    real.renameSync(`${code}~`, code);
  },
};

test.each(Object.keys(editors))("an editor that %s before each call loses nothing", (name) => {
  everywhere(
    (at, home) => ({ kind: "editor", at, saves: () => editors[name]?.(join(home, "code.ts")) }),
    (home, _error, number) => {
      expect(isSomewhere(home, "code.ts", edited), `at call ${number}`).toBe(true);
      expect(lost(home).filter((path) => path !== "code.ts"), `at call ${number}`).toEqual([]);
    },
  );
});

test("an editor that opens the file before each call and writes it when all is over loses nothing", () => {
  let handle = 0;
  everywhere(
    (at, home) => ({ kind: "editor", at, saves: () => void (handle = real.openSync(join(home, "code.ts"), "w")) }),
    (home, _error, number) => {
      real.writeSync(handle, edited);
      real.closeSync(handle);
      expect(isSomewhere(home, "code.ts", edited), `at call ${number}`).toBe(true);
    },
  );
});

function checkRefusal(home: string, error: unknown, number: number): void {
  const sentence = error instanceof Unable ? error.sentence.en : "";
  const place = `at call ${number}: ${sentence}`;
  if (error !== undefined) expect(error, place).toBeInstanceOf(Unable);
  expect(lost(home), place).toEqual([]);
  const files = filesBelow(home);
  for (const { path, bytes } of mine) {
    expect(files.has(path), `${path} ${place}`).toBe(true);
    if (/nothing was changed/i.test(sentence)) expect(files.get(path)?.equals(bytes), `${path} ${place}`).toBe(true);
  }
  if (error === undefined) expect(isInPlace(home), place).toBe(true);
}

test.each(["ENOSPC", "EIO", "EACCES", "EBUSY"])("%s at each call: a sentence, nothing lost, every file in its place", (code) => {
  everywhere((at) => ({ kind: "error", at, code }), checkRefusal);
});

test("a disk that is full from some call on: a sentence, nothing lost, every file in its place", () => {
  everywhere((from) => ({ kind: "full", from }), checkRefusal);
});

test("a disk without links serves as well", () => {
  const home = newHome();
  expect(disturbed({ kind: "no links" }, () => swap(home)).error).toBeUndefined();
  expect(lost(home)).toEqual([]);
  expect(isInPlace(home)).toBe(true);
});
