/** Right programs that look odd: each has the marks of the learner's own run, all of them where nothing is wrong. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { edited, poor, put, right, type Case } from "./case.ts";

const full = { verdict: "ok", gains: { as: "right" } } as const;
const prints = { verdict: "partial", gains: { as: "right", but: { "s01.7": "fail" } }, learner: true } as const;

/** Ids that a shell, a spreadsheet, a page or an object could stumble over. */
const ids = [
  "two words",
  "o'neil \"quoted\"",
  "$(touch pwned)`touch pwned`;touch pwned",
  "😀 emoji",
  "x".repeat(255),
  "-rf --no-preserve-root",
  '=HYPERLINK("evil","x")',
  "constructor",
  "__proto__",
  "toString",
  "<script>alert(1)<∕script>",
  "a,b;c|d",
  "line\nbreak",
  "\u001b[31mred",
  "e\u0301 in NFD",
  "x..",
  "100%s%n",
  "李雷",
  "@sum(1+1)",
  "]]>",
];

export const honest: Case[] = [
  { name: "right", lies: right, ...full, learner: true },
  { name: "poor", lies: poor, verdict: "partial", gains: { as: "poor" }, learner: true },
  { name: "nothing", lies: "export {};\n", verdict: "none", gains: { as: "nothing" } },
  ...ids.map((id, at): Case => ({ name: `odd id ${at + 1}`, id, lies: right, ...full })),
  { name: "CRLF", lies: right.replaceAll("\n", "\r\n"), ...full, learner: true },
  { name: "a byte order mark", lies: `\ufeff${right}`, ...full, learner: true },
  { name: "one line", lies: transformSync(right, { loader: "ts", minify: true }).code, verdict: "partial", gains: { as: "right", but: { "s01.9": "fail", "s02.10": "fail" } }, learner: true },
  { name: "200 KiB of comments", lies: `${right}\n${"// a comment of some length\n".repeat(7500)}`, ...full },
  { name: "leaked timers", lies: edited("  output.log(answer.content);\n", "  output.log(answer.content);\n  setInterval(() => {}, 1000);\n  setTimeout(() => {}, 1_000_000);\n"), ...full },
  { name: "a print in every turn", lies: edited("  output.log(answer.content);\n", '  output.log(answer.content);\n  console.log("debug", answer);\n'), ...prints, flags: ["prints"] },
  { name: "a demo at import", lies: `${right}\nconst demo: AgentState = { messages: [] };\nconsole.log(buildProviderInput(demo));\n`, ...prints, flags: ["prints"] },
  { name: "a timer at import", lies: `${right}\nsetTimeout(() => {}, 5);\n`, ...prints },
  { name: "more exports", lies: `${right}\nexport const version = 1;\nexport function helper(): void {}\nexport class Extra {}\n`, ...full },
  { name: "an enum", lies: `${right}\nexport enum Mood { Good, Bad }\n`, ...full },
  { name: "more files", lies: { "code.ts": 'export * from "./lib/agent.ts";\n', "lib/agent.ts": right, "notes.md": "# notes", "package.json": "{\"type\":\"commonjs\"}", "tsconfig.json": "{" }, ...full },
  { name: "a file that imports itself", lies: `import * as self from "./code.ts";\n${right}\nvoid self;\n`, ...full },
  { name: "a clone of the repository", lies: { "workspace/code.ts": right, "solution/s02/code.ts": "export {};\n", "README.md": "kata" }, ...full },
  { name: "a link that nothing imports", lies: (place, canary) => (put(place, { "code.ts": right }), symlinkSync(canary, join(place, "secret.ts"))), ...full },
  { name: "a type error", lies: `${right}\nexport const n: number = "x";\n`, verdict: "partial", gains: { as: "right", but: { "s02.10": "fail" } }, learner: true },
];
