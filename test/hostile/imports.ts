/** Programs that do their harm while they are imported, or by what they import. */
import { solution } from "../proof/programs.ts";
import { atImport, level, right, type Case } from "./case.ts";

/** Not written out: our own checks take them for a comment. */
const slashes = "/".repeat(2);

const none = { gains: { as: "nothing" } } as const;
const broken = { verdict: "load-error", ...none } as const;
const endless = { verdict: "load-timeout", ...none, says: /did not finish importing/ } as const;
const burst = { verdict: "out-of-memory", ...none, says: /out of memory/ } as const;
const policy = { verdict: "policy", ...none, flags: ["policy"], says: /only its own files/ } as const;
const astray = /only its own files, below its folder: this path leads out of it\./;
/** The types do not hold, and everything else does. */
const untyped = { as: "right", but: { "s01.9": "fail", "s02.10": "fail" } } as const;
/** Its own types are wrong: that counts for the last chapter it has reached. */
const mistyped = { as: "right", but: { "s02.10": "fail" } } as const;

export const imports: Case[] = [
  { name: "a loop at import", lies: atImport("for (;;) {}"), ...endless },
  { name: "an await at import that never settles", lies: atImport("await new Promise(() => {});"), ...endless },
  { name: "endless microtasks at import", lies: atImport("for (;;) await null;"), ...endless },
  { name: "Atomics.wait at import", lies: atImport("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"), ...endless },
  { name: "a regular expression at import", lies: atImport('/^(a+)+$/.test("a".repeat(60) + "!");'), ...endless },
  { name: "its exports are a thenable that never settles", lies: `${right}\nexport function then() {}\n`, ...endless },
  { name: "a throw at import", lies: atImport('throw new Error("boom");'), ...broken, says: /boom/ },
  { name: "ANSI and commands of CI in a throw", lies: atImport(`throw new Error("\\u001b[2J::error::pwned\\n##teamcity[testFinished name='x']\\n]]></failure><script>alert(1)</script>\\0\\ud800");`), ...broken },
  { name: "undefined is thrown at import", lies: atImport("throw undefined;"), ...broken, says: /undefined/ },
  { name: "an error without a readable message", lies: atImport("throw { get message() { for (;;) throw this; } };"), ...broken },
  { name: "a function is thrown that has no text", lies: atImport("const odd: any = () => 1; odd.toString = () => { throw odd; }; throw odd;"), ...broken, says: /a function/ },
  { name: "a proxy is thrown", lies: atImport("throw new Proxy({}, { get() { for (;;); } });"), ...broken },
  { name: "an endless recursion at import", lies: atImport("const dive = (): number => 1 + dive(); dive();"), ...broken, says: /call stack/ },
  { name: "process.exit at import", lies: atImport("process.exit(0);"), verdict: "crashed", ...none, says: /process\.exit\(0\)/ },
  { name: "process.abort at import", lies: atImport("evil.process.abort();"), ...broken, walled: true },
  { name: "process.kill at import", lies: atImport("evil.process.kill(evil.process.ppid, 9);"), ...broken, walled: true },
  { name: "process.reallyExit at import", lies: atImport("evil.process.reallyExit(0);"), ...broken, walled: true },
  { name: "process.binding at import", lies: atImport('evil.process.binding("spawn_sync");'), ...broken, walled: true },
  { name: "a heap that bursts at import", lies: atImport("const all: number[][] = []; for (;;) all.push(new Array(1_000_000));"), verdict: ["out-of-memory", "load-timeout"], ...none },
  { name: "buffers that burst at import", lies: atImport("const all: Uint8Array[] = []; for (;;) all.push(new Uint8Array(200_000_000));"), ...burst, walled: true },
  { name: "a Map that bursts at import", lies: atImport("const all = new Map<number, number[]>(); for (let i = 0; ; i += 1) all.set(i, new Array(1000).fill(i));"), verdict: ["out-of-memory", "load-error", "load-timeout"], ...none },
  { name: "a text that bursts at import", lies: atImport('let all = "x"; for (;;) all += all;'), verdict: ["load-error", "out-of-memory"], ...none },
  { name: "a file that is not there", lies: `import { x } from "./gone.ts";\nvoid x;\n${right}`, ...broken, says: /cannot be found/ },

  { name: "import of node fs", lies: `import { readFileSync } from "node:fs";\nvoid readFileSync;\n${right}`, ...policy, says: /only its own files.*needs no library/ },
  { name: "import of child_process without node", lies: `import { execSync } from "child_process";\nexecSync("touch pwned");\n${right}`, ...policy },
  { name: "import of a package", lies: `import * as z from "zod";\nvoid z;\n${right}`, ...policy },
  { name: "import of the solution", lies: 'export * from "../../solution/s02/code.ts";\n', ...policy, says: astray },
  { name: "import of another submission", lies: 'export * from "../right/code.ts";\n', ...policy, says: astray },
  { name: "import of a system file", lies: `import "/etc/passwd";\n${right}`, ...policy, says: astray },
  { name: "import of a URL", lies: `import "https:${slashes}example.com/code.ts";\n${right}`, ...policy },
  { name: "import of data", lies: `import "data:text/javascript,process.exit()";\n${right}`, ...policy },
  { name: "a later import of node fs", lies: atImport('await import("node:fs");'), ...policy },
  { name: "a require of node fs", lies: atImport('declare const require: any;\nrequire("fs").writeFileSync("pwned", "");'), ...policy },
  { name: "a package.json that maps names", lies: { "code.ts": `import "#evil";\n${right}`, "package.json": '{"imports":{"#evil":"node:fs"}}' }, ...policy },
  { name: "a computed import of node fs", lies: atImport('await import(["node:", "fs"].join(""));'), ...broken },
  { name: "import type of the solution", lies: atImport(`import type { AgentState as Theirs } from "${solution(level)}";\nexport type Mine = Theirs;`), verdict: "partial", gains: untyped, flags: ["policy"], says: /outside of the program's folder/ },
  { name: "import type of the solution, and a quiet compiler", lies: `${slashes} @ts-${"ignore"}\n${atImport(`import type { AgentState as Theirs } from "${solution(level)}";\nexport type Mine = Theirs;`)}`, verdict: "partial", gains: untyped, flags: ["policy"], says: /switches the compiler off/ },
  { name: "import type of a system file", lies: atImport('import type { x } from "/etc/passwd";\nexport type Mine = x;'), verdict: "partial", gains: mistyped },
  { name: "a reference to the solution", lies: `${slashes}/ <reference path="${solution(level)}" />\n${right}`, verdict: "partial", gains: untyped, flags: ["policy"] },
  { name: "no library of the language", lies: `${slashes}/ <reference no-default-lib="true" />\n${slashes}/ <reference lib="es5" />\n${right}`, verdict: ["ok", "partial"], gains: { atMost: "right" } },

  { name: "the compiler is switched off", lies: `${slashes} @ts-${"nocheck"}\n${right}\nexport const n: number = "x";\n`, verdict: "partial", gains: mistyped, says: /switches the compiler off/ },
  { name: "any everywhere", lies: right.replaceAll(/: (?:string|StopReason|AgentState|ProviderInput|AssistantMessage)\b/g, ": any"), verdict: "partial", gains: untyped, says: /`any`/ },
  { name: "types that never end", lies: atImport("type Grow<N, A extends unknown[] = []> = A['length'] extends 24 ? A : Grow<N, [...A, 0]> | Grow<0, [...A, 1]>;\nexport const grown: Grow<1> = [];"), verdict: "partial", gains: untyped, says: /did not (?:finish within 20 s|get along with 700 MiB)/ },
  { name: "types that fill the memory", lies: atImport(`type A0 = "aaaaaaaaaaaaaaaa";\n${Array.from({ length: 31 }, (_one, at) => `type A${at + 1} = \`\${A${at}}\${A${at}}\`;\n`).join("")}export const odd: A31 = "b";`), verdict: "partial", gains: untyped, says: /did not (?:finish within 20 s|get along with 700 MiB)/, walled: true },
  { name: "a union of a million members", lies: atImport("type D = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;\nexport const u: `${D}${D}${D}${D}${D}${D}` = '000000';"), verdict: "partial", gains: mistyped, says: /too complex/ },
  { name: "a union of 20,000 members", lies: atImport(`export type Many = ${Array.from({ length: 20_000 }, (_, at) => `"m${at}"`).join("|")};`), verdict: "ok", gains: { as: "right" } },
  { name: "globals that redefine the contract", lies: atImport("declare global { interface Array<T> { role: any; content: any } interface String { stopReason: any } interface Promise<T> { evil: any } }"), verdict: ["ok", "partial"], gains: { atMost: "right" } },
  { name: "the contract's module declared anew", lies: atImport('declare module "kata:code" { export const anything: any; }'), verdict: ["ok", "partial"], gains: { atMost: "right" } },
];
