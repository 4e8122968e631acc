/** Two threads of a subject write on one pipe: whatever they do at the same moment, each line arrives whole. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Mark } from "../../spec/player/transcript.ts";
import { Wire } from "../../spec/player/wire.ts";

const marks: Mark[] = [
  { step: 0, what: "log", name: "" },
  { step: 1, what: "handler", name: "a tool with quite a long name, as a model would never give it" },
  { step: 12, what: "pull", name: "4711" },
  { step: 3, what: "handler", name: "工具😀" },
];

test("what is told of a program that does much, for long, is never torn, and never inside of another line", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-wire-"));
  const fd = openSync(join(folder, "pipe"), "w");
  const wire = new Wire(fd, { step: 0, what: "start", name: "" });
  wire.watch(1);
  // The second thread needs a moment to start.
  await wait(300);
  const long = JSON.stringify({ print: "x".repeat(200_000) });
  wire.begin();
  const until = performance.now() + 1500;
  for (let at = 0; performance.now() < until; at += 1) {
    const mark = marks[at % marks.length];
    if (mark !== undefined) wire.mark(mark);
    if (at % 20_000 === 0) wire.send(`${long}\n`);
  }
  wire.end();
  await wait(50);
  const lines = readFileSync(join(folder, "pipe"), "utf8").split("\n").slice(0, -1);
  closeSync(fd);
  rmSync(folder, { recursive: true, force: true });
  const known = new Set([long, ...marks.map((mark) => `{"mark":${JSON.stringify(mark)}}`)]);
  expect(lines.filter((line) => !known.has(line)).map((line) => line.slice(0, 200))).toEqual([]);
  expect(new Set(lines).size).toBeGreaterThan(2);
});
