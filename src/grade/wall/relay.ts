/**
 * What runs as the first process of a container, between the three pipes that a container has and the four of a
 * subject: the first line of standard input is the player, all after it goes to descriptor 3; what comes from there goes to
 * standard output, and all that is printed to standard error. When standard input ends, the parent is gone: the relay
 * ends, and the container with it.
 */
export const relay = `"use strict";
const { spawn } = require("node:child_process");
const flags = process.argv.slice(1);
const head = [];
let child;
process.stdin.on("data", (chunk) => {
  if (child !== undefined) return pass(chunk);
  const end = chunk.indexOf(10);
  head.push(end < 0 ? chunk : chunk.subarray(0, end));
  if (end < 0) return;
  start(JSON.parse(Buffer.concat(head).toString()));
  pass(chunk.subarray(end + 1));
});
process.stdin.on("end", () => leave(0));
process.stdout.on("error", () => leave(0));
function pass(chunk) {
  const pipe = child.stdio[3];
  if (pipe.write(chunk)) return;
  process.stdin.pause();
  pipe.once("drain", () => process.stdin.resume());
}
function start(player) {
  child = spawn(process.execPath, [...flags, "-"], { stdio: ["pipe", 2, 2, "pipe"], env: {} });
  child.on("error", () => leave(1));
  child.stdin.on("error", () => {});
  child.stdio[3].on("error", () => {});
  child.stdin.end(player);
  child.stdio[3].pipe(process.stdout, { end: false });
  // What it has written arrives first; who inherited its pipe does not keep the container.
  const ended = (code, signal) => leave(signal === null ? code : 128 + require("node:os").constants.signals[signal]);
  child.on("close", ended);
  child.on("exit", (code, signal) => setTimeout(ended, 500, code, signal));
}
function leave(code) {
  if (child !== undefined) child.kill("SIGKILL");
  process.exit(code);
}
`;
