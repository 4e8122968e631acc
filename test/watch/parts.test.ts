/** The parts of `kata watch` with a file system and a keyboard of our own. */
import { EventEmitter } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { keys, readKeys, type Deed } from "../../src/watch/keys.ts";
import { Watcher, type WatcherOptions } from "../../src/watch/watcher.ts";

const open: Watcher[] = [];
afterEach(() => {
  for (const watcher of open.splice(0)) watcher.close();
});

function watched(options: Partial<WatcherOptions> = {}) {
  const file = join(mkdtempSync(join(tmpdir(), "pi-kata-watcher-")), "code.ts");
  writeFileSync(file, "export const a = 1;\n");
  const onChange = vi.fn<() => void>();
  const onFallback = vi.fn<(why: string, poll: number) => void>();
  const watcher = new Watcher(file, { onChange, onFallback, ...options });
  open.push(watcher);
  return { file, onChange, onFallback, watcher };
}

const patient = { timeout: 20_000, interval: 10 };

test.each([
  ["throws", () => { throw Object.assign(new Error("no watches left"), { code: "ENOSPC" }); }],
  ["fails later", () => {
    const made = Object.assign(new EventEmitter(), { close: () => undefined });
    setTimeout(() => made.emit("error", Object.assign(new Error("no watches left"), { code: "ENOSPC" })), 10);
    return made;
  }],
] as const)("where watching %s, the files are looked at", async (_name, watch) => {
  const { file, onChange, onFallback } = watched({ watch });
  await vi.waitFor(() => expect(onFallback).toHaveBeenCalledWith("ENOSPC", expect.any(Number)), patient);
  writeFileSync(file, "export const a = 2;\n");
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), patient);
  expect(onFallback).toHaveBeenCalledTimes(1);
});

test("where the system never tells of a save, the rare look finds it; the same contents are no save", async () => {
  const { file, onChange } = watched({ watch: () => Object.assign(new EventEmitter(), { close: () => undefined }) });
  writeFileSync(file, "export const a = 2;\n");
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), patient);
  writeFileSync(file, "export const a = 2;\n");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a file of the bundle outside of the folder's sources counts once it is known", async () => {
  const { file, onChange, watcher } = watched({ poll: 10 });
  const text = join(mkdtempSync(join(tmpdir(), "pi-kata-watcher-")), "words.txt");
  writeFileSync(text, "one");
  watcher.include([file, text]);
  writeFileSync(text, "two");
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), patient);
  rmSync(file);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), patient);
});

function keyboard(isTTY: boolean) {
  const input = Object.assign(new EventEmitter(), { isTTY, setRawMode: vi.fn<(raw: boolean) => void>(), setEncoding: () => undefined, resume: vi.fn<() => void>(), pause: vi.fn<() => void>() });
  const pressed: Deed[] = [];
  return { input, pressed, release: readKeys(input, (deed) => pressed.push(deed)) };
}

test("keys: each of the table in either case, Ctrl-C and Ctrl-D; arrows and other characters do nothing", () => {
  const { input, pressed, release } = keyboard(true);
  for (const chunk of ["a", "H", "n", "\u001b[A\u001b[1;5C", "\u001bq", "\u001bOA", "\u001b", "x\r ", "全", "h\u001b[Bn", "\u0003", "\u0004", "q"]) input.emit("data", chunk);
  expect(pressed).toEqual(["all", "hint", "next", "hint", "next", "quit", "quit", "quit"]);
  release();
  release();
  expect(input.setRawMode.mock.calls).toEqual([[true], [false]]);
  expect(input.pause).toHaveBeenCalledTimes(1);
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
});

test("without a terminal nothing is read", () => {
  const { input } = keyboard(false);
  expect(input.setRawMode).not.toHaveBeenCalled();
  expect(input.resume).not.toHaveBeenCalled();
});
