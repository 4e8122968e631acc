/** Files that are odd or no programs: refused with their own word, or what they were before somebody saved them badly. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { put, right, type Case } from "./case.ts";

const refused = { verdict: "invalid-file", gains: { as: "nothing" } } as const;
const absent = { verdict: "missing", gains: { as: "nothing" } } as const;
const unread = { verdict: "syntax-error", gains: { as: "nothing" } } as const;
const nothing = { verdict: "none", gains: { as: "nothing" } } as const;

const many = 100_000;
const nested = (open: string, middle: string, close: string): string => `${right}\nexport const deep = ${open.repeat(many)}${middle}${close.repeat(many)};\n`;

export const files: Case[] = [
  { name: "an empty folder", lies: (place) => mkdirSync(place), ...absent, says: /code\.ts/ },
  { name: "only a python file", lies: { "main.py": "print(1)\n", "notes.txt": "hello" }, ...absent, says: /code\.ts/ },
  { name: "only an archive", lies: { "homework.zip": Buffer.from("PK\u0003\u0004") }, ...absent, says: /[Aa]rchives are not opened/ },
  { name: "code.ts is a folder", lies: (place) => mkdirSync(join(place, "code.ts"), { recursive: true }), ...refused, says: /folder/ },
  { name: "code.ts is a link to a secret", lies: (place, canary) => (mkdirSync(place), symlinkSync(canary, join(place, "code.ts"))), ...refused, says: /symbolic link/ },
  { name: "the folder is a link", lies: (place, canary) => symlinkSync(dirname(canary), place), ...refused, says: /symbolic link/ },
  { name: "a link to itself", lies: (place) => (mkdirSync(place), symlinkSync("code.ts", join(place, "code.ts"))), ...refused, says: /symbolic link/ },
  { name: "code.ts is a pipe", lies: (place) => (mkdirSync(place), execFileSync("mkfifo", [join(place, "code.ts")])), ...refused, says: /named pipe/ },
  { name: "code.ts is a socket", lies: (place) => (mkdirSync(place), makeSocket(join(place, "code.ts"))), ...refused, says: /socket/ },
  { name: "a file of 300 KiB", lies: `${right}\n//${"x".repeat(300_000)}\n`, ...refused, says: /larger than 256 KiB/ },
  { name: "a file of 8 GiB that is all holes", lies: (place) => (put(place, { "code.ts": right }), truncateSync(join(place, "code.ts"), 8 * 2 ** 30)), ...refused, says: /larger than 256 KiB/ },
  { name: "UTF-16", lies: { "code.ts": Buffer.from(`\ufeff${right}`, "utf16le") }, ...refused, says: /UTF-16/ },
  { name: "UTF-16 of the other order without a mark", lies: { "code.ts": Buffer.from(right, "utf16le").swap16() }, ...refused, says: /UTF-16/ },
  { name: "a NUL in the middle", lies: { "code.ts": Buffer.from(right.replace("// ---", "// \0---")) }, ...refused, says: /NUL/ },
  { name: "Latin-1", lies: { "code.ts": Buffer.from(`${right}\n// caf\u00e9 cr\u00e8me\n`, "latin1") }, ...refused, says: /UTF-8/ },
  { name: "a picture", lies: { "code.ts": Buffer.from("89504e470d0a1a0a0000000d49484452", "hex") }, ...refused },
  { name: "two programs in two folders", lies: { "one/code.ts": right, "two/code.ts": right }, ...refused, says: /more than one/ },
  { name: "its own file is a link to a secret", lies: (place, canary) => (put(place, { "code.ts": `import { secret } from "./other.ts";\n${right}\nvoid secret;\n` }), symlinkSync(canary, join(place, "other.ts"))), ...refused, says: /symbolic link/ },
  { name: "its own file is a pipe", lies: (place) => (put(place, { "code.ts": `import "./other.ts";\n${right}` }), execFileSync("mkfifo", [join(place, "other.ts")])), ...refused, says: /named pipe/ },

  { name: "an empty file", lies: "", ...nothing },
  { name: "only a comment", lies: "// to be done\n", ...nothing },
  { name: "CommonJS", lies: "module.exports = { runOneTurn: async () => ({}) };\n", ...nothing, says: /CommonJS/ },
  { name: "a default export", lies: "export default { runOneTurn: async () => ({}) };\n", ...nothing, says: /default export/ },

  { name: "a brace is missing", lies: `${right}\nfunction f() {\n`, ...unread, says: /Syntax error/ },
  { name: "a comment without end", lies: `${right}\n/*`, ...unread, says: /Syntax error/ },
  { name: "a text without end", lies: `${right}\nexport const t = \`${"x".repeat(200_000)}`, ...unread, says: /Syntax error/ },
  { name: "a conflict that was not resolved", lies: `<<<<<<< HEAD\n${right}\n=======\n${right}\n>>>>>>> theirs\n`, ...unread, says: /Syntax error/ },
  { name: "a page of a browser", lies: "<!DOCTYPE html><html><body>Sign in to continue</body></html>\n", ...unread, says: /Syntax error/ },
  { name: "another language", lies: "def run_one_turn(state):\n    return None\n", ...unread, says: /Syntax error/ },
  { name: "ANSI and commands of CI in a syntax error", lies: "export const \u001b[31m::error::pwned ##teamcity[testFailed name='x'] = 1;\n", ...unread, says: /Syntax error/ },
  { name: "100,000 brackets", lies: nested("[", "", "]"), ...unread, says: /nested too deeply/ },
  { name: "200,000 brackets that never close", lies: nested("((", "", ""), ...unread, says: /nested too deeply/ },
  { name: "100,000 brackets in a type", lies: `${right}\nexport type Deep = ${"[".repeat(many)}1${"]".repeat(many)};\n`, ...unread, says: /nested too deeply/ },
  { name: "200,000 negations", lies: nested("!!", "1", ""), ...unread, says: /nested too deeply/ },
  { name: "brackets in its own file", lies: { "code.ts": `import "./deep.ts";\n${right}`, "deep.ts": `${"{".repeat(many)}${"}".repeat(many)}\n` }, ...unread, says: /nested too deeply/ },
];

function makeSocket(file: string): void {
  // The program that made it is gone; the file stays.
  spawnSync(process.execPath, ["-e", "require('node:net').createServer().listen('code.ts', () => process.kill(process.pid, 'SIGKILL'))"], { stdio: "ignore", cwd: dirname(file) });
}

/** The secret that none may reach. */
export const writeCanary = (file: string, secret: string): void => writeFileSync(file, `export const secret = "${secret}";\n`);
