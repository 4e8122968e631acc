/** The two tools reach nothing but text below their folder. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolsBelow } from "../../chat/tools.ts";

const top = mkdtempSync(join(tmpdir(), "pi-kata chat ü-"));
const folder = join(top, "below");
const secret = "this must not be read";

beforeAll(() => {
  mkdirSync(join(folder, "sub", "empty"), { recursive: true });
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(top, "below-not"));
  for (const file of ["outside.txt", "below-not/outside.txt", "below/.env", "below/.git/config", "below/sub/.npmrc"]) writeFileSync(join(top, file), secret);
  writeFileSync(join(folder, "plain.txt"), "one\r\ntwo\n");
  writeFileSync(join(folder, "Grüße 你好.txt"), "umlauts");
  writeFileSync(join(folder, "empty.txt"), "");
  writeFileSync(join(folder, "bom.txt"), "\ufeffwith a mark");
  writeFileSync(join(folder, "sub", "inner.txt"), "inner");
  writeFileSync(join(folder, "exact.txt"), "a".repeat(64 * 1024));
  writeFileSync(join(folder, "over.txt"), "a".repeat(64 * 1024 + 1));
  writeFileSync(join(folder, "large.txt"), Buffer.alloc(10 * 1024 * 1024, "a"));
  writeFileSync(join(folder, "image.png"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  writeFileSync(join(folder, "zeros.bin"), "a\0b");
  writeFileSync(join(folder, "latin1.txt"), Buffer.from("Grüße", "latin1"));
  writeFileSync(join(folder, "utf16.txt"), Buffer.from("\ufefftext", "utf16le"));
});

afterAll(() => rmSync(top, { recursive: true }));

const [reading, listing] = toolsBelow(folder);
const read = (path: string): string => reading?.handler({ path }) ?? "";
const list = (path: string): string => listing?.handler({ path }) ?? "";

describe("read_file", () => {
  test.each([
    ["plain.txt", "one\r\ntwo\n"],
    ["./sub/../plain.txt", "one\r\ntwo\n"],
    ["Grüße 你好.txt", "umlauts"],
    ["empty.txt", ""],
    ["bom.txt", "\ufeffwith a mark"],
    ["sub/inner.txt", "inner"],
    ["exact.txt", "a".repeat(64 * 1024)],
  ])("gives %s as it is", (name, text) => expect(read(name)).toBe(text));

  test.each([
    ["../outside.txt", "outside of the current folder"],
    ["..", "outside of the current folder"],
    ["sub/../../outside.txt", "outside of the current folder"],
    ["../below-not/outside.txt", "outside of the current folder"],
    [join(top, "outside.txt"), "an absolute path"],
    [join(folder, "plain.txt"), "an absolute path"],
    // Whether there is such a file must not be told either.
    ["../missing.txt", "outside of the current folder"],
    [".missing", "hidden"],
    [".env", "hidden"],
    ["sub/.npmrc", "hidden"],
    [".git/config", "hidden"],
    ["sub/../.env", "hidden"],
    ["missing.txt", "there is no missing.txt"],
    ["plain.txt/more", "there is no plain.txt/more"],
    ["sub", "is a folder"],
    [".", "is a folder"],
    ["over.txt", "has 65537 bytes"],
    ["large.txt", "has 10485760 bytes"],
    ["image.png", "not UTF-8 text"],
    ["zeros.bin", "not UTF-8 text"],
    ["latin1.txt", "not UTF-8 text"],
    ["utf16.txt", "not UTF-8 text"],
    ["", "path is missing"],
    ["nul\0byte", "cannot be reached"],
    ["x".repeat(5000), /cannot be reached|there is no/],
  ])("refuses %j", (name, reason) => {
    expect(() => read(name)).toThrow(reason);
    try {
      read(name);
    } catch (error) {
      expect((error as Error).message).not.toContain(secret);
    }
  });

  test("refuses a call without its argument", () => expect(() => reading?.handler({})).toThrow("path is missing"));

  test("sees a file as it is at each call", () => {
    writeFileSync(join(folder, "changing.txt"), "before");
    expect(read("changing.txt")).toBe("before");
    writeFileSync(join(folder, "changing.txt"), "after");
    expect(read("changing.txt")).toBe("after");
  });
});

describe("list_folder", () => {
  test("names what is there, without hidden names", () => {
    expect(list(".").split("\n")).toEqual(expect.arrayContaining(["plain.txt", "sub/", "Grüße 你好.txt"]));
    expect(list(".")).not.toMatch(/\.env|\.git/);
    expect(list("sub").split("\n")).toEqual(["empty/", "inner.txt"]);
    expect(list("sub/empty")).toBe("(nothing that is not hidden)");
  });

  test.each([["..", "outside"], ["../below-not", "outside"], [".git", "hidden"], [top, "an absolute path"], ["plain.txt", "is a file"], ["missing", "there is no missing"], ["", "path is missing"]])("refuses %j", (name, reason) => expect(() => list(name)).toThrow(reason));

  test("stops at 500 names and says how many are left", () => {
    const many = join(folder, "many");
    mkdirSync(many);
    for (let at = 0; at < 503; at += 1) writeFileSync(join(many, `${at}.txt`), "");
    const lines = list("many").split("\n");
    expect([lines.length, lines.at(-1)]).toEqual([501, "(and 3 more)"]);
  });
});

// Windows gives the right to make links to administrators only.
describe.skipIf(process.platform === "win32")("links", () => {
  beforeAll(() => {
    symlinkSync(join(top, "outside.txt"), join(folder, "out.txt"));
    symlinkSync(top, join(folder, "up"));
    symlinkSync(".env", join(folder, "settings.txt"));
    symlinkSync("plain.txt", join(folder, "inside.txt"));
    symlinkSync("nowhere", join(folder, "dangling.txt"));
    symlinkSync("round.txt", join(folder, "round.txt"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
  });

  test.each([
    ["out.txt", "outside of the current folder"],
    ["up/outside.txt", "outside of the current folder"],
    ["settings.txt", "hidden"],
    ["dangling.txt", "there is no dangling.txt"],
    ["round.txt", "cannot be reached"],
    ["pipe", "not a regular file"],
  ])("%s is refused", (name, reason) => expect(() => read(name)).toThrow(reason));

  test("one that stays inside is followed", () => expect(read("inside.txt")).toBe("one\r\ntwo\n"));
  test("a folder behind one that leads out is not listed, but named", () => {
    expect(() => list("up")).toThrow("outside of the current folder");
    expect(list(".")).toContain("up@");
  });

  test("the folder itself may be one", () => {
    const [there] = toolsBelow(join(folder, "up", "below"));
    expect(there?.handler({ path: "plain.txt" })).toBe("one\r\ntwo\n");
    expect(() => there?.handler({ path: "out.txt" })).toThrow("outside");
  });
});
