/** What the command prints, on the cases a learner meets. A case is a program and a call; its output is a golden file. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Case = {
  /** also the golden file's name */
  name: string;
  /** the text of code.ts; absent: no file is written */
  source?: string;
  /** name of the file in a folder of its own; default `code.ts` */
  file?: string;
  /** arguments after `--target <file>` */
  args: string[];
  /** the call is about no program: no `--target` */
  bare?: true;
  exit: number;
  env?: Record<string, string>;
};

const reference = (chapter: string): string => readFileSync(fileURLToPath(new URL(`../../solution/${chapter}/code.ts`, import.meta.url)), "utf8");

/** The reference of a chapter with one piece exchanged; the piece must be there. */
function changed(chapter: string, find: string, put: string): string {
  const source = reference(chapter);
  if (!source.includes(find)) throw new Error(`${JSON.stringify(find)} is not in solution/${chapter}/code.ts`);
  return source.replace(find, () => put);
}

const s01 = ["--upto", "s01"];
const compare = ["compare", "--upto"];
/** A result loses its spaces at the ends on its way through the hook. */
const trims = changed("s05", "return requireText(hooks.afterToolCall(copyCall(call), result));", "return requireText(hooks.afterToolCall(copyCall(call), result)).trim();");
const noReply = (body: string): string => changed("s01", "  const answer = await askProvider(provider, buildProviderInput(state));", `  ${body}\n  const answer = await askProvider(provider, buildProviderInput(state));`);

const afterCalls = "    const calls = reply.toolCalls ?? [];\n";

export const cases: Case[] = [
  { name: "pass", source: reference("s02"), args: ["--upto", "s02"], exit: 0 },
  { name: "pass-zh", source: reference("s02"), args: ["--upto", "s02", "--lang", "zh"], exit: 0 },
  { name: "first-failure", source: changed("s01", "  output.log(answer.content);\n", ""), args: s01, exit: 1 },
  { name: "first-failure-zh", source: changed("s01", "  output.log(answer.content);\n", ""), args: [...s01, "--lang", "zh"], exit: 1 },
  { name: "all-failures", source: changed("s01", '  record(state, { role: "user", content: userInput });\n', ""), args: [...s01, "--all"], exit: 1 },
  { name: "counterexample", source: changed("s01", "return { role: message.role, content: message.content };", 'return { role: message.role, content: message.content.replaceAll("__proto__", "") };'), args: [...s01, "--only", "s01.2"], exit: 1 },
  { name: "regression", source: changed("s03", "return { role: message.role, content: message.content };", "return structuredClone(message);"), args: ["--upto", "s03"], exit: 1 },
  { name: "no-content", source: changed("s01", "return errorMessage(errorText(thrown));", "return errorMessage((thrown as Error).message);"), args: [...s01, "--only", "s01.6"], exit: 1 },
  { name: "next-chapter", source: reference("s01"), args: ["--upto", "s02"], exit: 1 },
  { name: "broken-cause", source: changed("s03", '  record(state, { role: "user", content: userInput });\n', ""), args: ["--upto", "s03"], exit: 1 },
  { name: "missing-parameter", source: changed("s02", "  options: TurnOptions = {},\n", "").replace("buildProviderInput(state, options))", "buildProviderInput(state))"), args: ["--upto", "s02", "--only", "s02.10"], exit: 1 },
  { name: "own-type-error-first", source: changed("s02", "  options: TurnOptions = {},\n", ""), args: ["--upto", "s02", "--only", "s02.10"], exit: 1 },
  { name: "late-log", source: changed("s03", "        output.log(event.text);\n", "").replace("  // Without message_end nobody", "  output.log(content);\n  // Without message_end nobody"), args: ["--upto", "s03", "--only", "s03.4"], exit: 1 },
  { name: "hang", source: noReply("for (;;) {}"), args: [...s01, "--only", "s01.1"], exit: 1 },
  { name: "hang-in-await", source: noReply("await new Promise(() => {});"), args: [...s01, "--only", "s01.3"], exit: 1 },
  { name: "exit", source: noReply('console.log("about to leave");\n  process.exit(7);'), args: [...s01, "--only", "s01.3"], exit: 1 },
  { name: "prints", source: changed("s01", "  record(state, answer);\n", '  console.log("debug", { answer });\n'), args: [...s01, "--only", "s01.1"], exit: 1 },
  { name: "type-error", source: `${reference("s01")}\nexport const wrong: number = "text";\n`, args: s01, exit: 1 },
  { name: "missing-type", source: changed("s01", "export type Output", "type Output"), args: s01, exit: 1 },
  { name: "missing-export", source: reference("s02"), args: ["--upto", "s03", "--only", "s03.1"], exit: 1 },
  { name: "throws-in-turn", source: noReply("(undefined as unknown as { nothing: string }).nothing;"), args: [...s01, "--only", "s01.3"], exit: 1 },
  { name: "empty", source: "", args: s01, exit: 1 },
  { name: "commonjs", source: "module.exports = { runOneTurn() {} };\n", args: [...s01, "--only", "s01.1"], exit: 1 },
  { name: "default-export", source: "export default { runOneTurn() {} };\n", args: [...s01, "--only", "s01.1"], exit: 1 },
  { name: "syntax-error", source: `${reference("s01")}\nexport function broken( {\n`, args: s01, exit: 2 },
  { name: "syntax-error-zh", source: "const 变量 = ;\n", args: [...s01, "--lang", "zh"], exit: 2 },
  { name: "missing-file", args: s01, exit: 2 },
  { name: "foreign-import", source: 'import { readFileSync } from "node:fs";\nexport const read = readFileSync;\n', args: s01, exit: 2 },
  { name: "throws-at-import", source: 'export const x = 1;\nthrow new TypeError("boom");\n', args: s01, exit: 2 },
  { name: "hang-at-import", source: "for (;;) {}\n", args: s01, exit: 2 },
  { name: "await-at-import", source: "await new Promise(() => {});\nexport const x = 1;\n", args: s01, exit: 2 },
  { name: "exit-at-import", source: 'console.log("demo");\nprocess.exit(3);\n', args: s01, exit: 2 },
  { name: "utf-16", source: "e\u0000x\u0000", args: s01, exit: 2 },
  { name: "bom-and-crlf", source: `\ufeff${reference("s01").replaceAll("\n", "\r\n")}`, args: s01, exit: 0 },
  { name: "path-with-spaces", source: reference("s01"), file: "my Übung 😀/code.ts", args: s01, exit: 0 },
  { name: "legal-comment", source: `${reference("s01")}/*! { licence } */\nexport const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));\n`, args: s01, exit: 0 },
  { name: "compiler-silenced", source: `// @ts-${"nocheck"}\n${reference("s01")}`, args: s01, exit: 1 },
  { name: "json-failure", source: changed("s01", "  output.log(answer.content);\n", ""), args: [...s01, "--json"], exit: 1 },
  { name: "json-unable", source: "export function broken( {\n", args: [...s01, "--json"], exit: 2 },
  { name: "unknown-option", args: ["--frob"], exit: 2 },
  { name: "unknown-chapter", args: ["--upto", "s13"], exit: 2 },
  { name: "unknown-clause", args: ["--only", "s01.99"], exit: 2 },
  { name: "bad-seed", args: ["--seed", "many"], exit: 2 },
  { name: "path-alone", args: ["--path", "1:0"], exit: 2 },
  { name: "path-of-no-test", source: reference("s02"), args: ["--upto", "s02", "--only", "s02.2", "--seed", "42", "--path", "9:0"], exit: 2 },
  { name: "path-astray", source: reference("s02"), args: ["--upto", "s02", "--only", "s02.2", "--seed", "42", "--path", "2:7:99999"], exit: 2 },
  { name: "path-that-holds", source: reference("s02"), args: ["--upto", "s02", "--only", "s02.2", "--seed", "42", "--path", "2:7:0"], exit: 0 },
  { name: "colour", source: changed("s01", "  output.log(answer.content);\n", ""), args: [...s01, "--only", "s01.5"], env: { FORCE_COLOR: "1" }, exit: 1 },
  { name: "trace-colour", source: reference("s01"), args: ["trace", "s01"], env: { FORCE_COLOR: "1" }, exit: 0 },
  { name: "trace-throws", source: changed("s04", afterCalls, `${afterCalls}if (calls.length > 0) (undefined as unknown as { nothing: string }).nothing;\n`), args: ["trace", "s04"], exit: 1 },
  { name: "trace-hangs", source: changed("s04", afterCalls, `${afterCalls}for (; calls.length > 0; ) {}\n`), args: ["trace", "s04"], exit: 1 },
  { name: "trace-exits-zh", source: changed("s04", afterCalls, `${afterCalls}if (calls.length > 0) { console.log("bye \\u001b[31m"); process.exit(7); }\n`), args: ["trace", "s04", "--lang", "zh"], exit: 1 },
  { name: "trace-missing-export", source: reference("s03"), args: ["trace", "s04"], exit: 2 },
  { name: "trace-missing-member", source: changed("s02", "  register(", "  registr("), args: ["trace", "s02"], exit: 2 },
  { name: "trace-throws-at-import", source: 'throw new TypeError("boom");\n', args: ["trace", "s01"], exit: 2 },
  { name: "trace-hang-at-import", source: `${reference("s01")}for (;;) {}\n`, args: ["trace", "s01"], exit: 2 },
  { name: "trace-empty", source: "", args: ["trace"], exit: 2 },
  { name: "trace-syntax-error", source: "export function broken( {\n", args: ["trace"], exit: 2 },
  { name: "trace-missing-file", args: ["trace", "s04"], exit: 2 },
  { name: "trace-bom-and-crlf", source: `\ufeff${reference("s01").replaceAll("\n", "\r\n")}`, file: "my Übung 😀/code.ts", args: ["trace"], exit: 0 },
  { name: "trace-unknown-chapter", args: ["trace", "s13"], exit: 2 },
  { name: "trace-foreign-option", args: ["trace", "s04", "--json"], exit: 2 },
  { name: "trace-no-page", source: reference("s01"), args: ["trace", "--html", ""], exit: 2 },
  { name: "compare-same", source: reference("s02"), args: [...compare, "s02", "--runs", "9"], exit: 0 },
  { name: "compare-same-zh", source: reference("s02"), args: [...compare, "s02", "--runs", "9", "--lang", "zh"], exit: 0 },
  { name: "compare-random", source: trims, args: [...compare, "s05"], exit: 1 },
  { name: "compare-random-zh", source: trims, args: [...compare, "s05", "--lang", "zh"], exit: 1 },
  { name: "compare-replay", source: trims, args: [...compare, "s05", "--seed", "42", "--path", "s05.6:23:25:0:0:0:0:0:0"], exit: 1 },
  { name: "compare-turn", source: changed("s04", "    if (calls.length === 0 || reply.stopReason !== \"toolUse\") return reply;", "    if (calls.length === 0) return reply;"), args: [...compare, "s04"], exit: 1 },
  { name: "compare-hang", source: noReply("for (;;) {}"), args: [...compare, "s01"], exit: 1 },
  { name: "compare-exit", source: noReply("process.exit(7);"), args: [...compare, "s01"], exit: 1 },
  { name: "compare-earlier", source: reference("s01"), args: [...compare, "s02", "--runs", "9"], exit: 0 },
  { name: "compare-nothing", source: "", args: [...compare, "s06"], exit: 2 },
  { name: "compare-syntax-error", source: "export function broken( {\n", args: [...compare, "s01"], exit: 2 },
  { name: "compare-path", args: [...compare, "s06", "--path", "1:0"], exit: 2 },
  { name: "diff", bare: true, args: ["diff", "s06"], exit: 0 },
  { name: "diff-zh", bare: true, args: ["diff", "s06", "--lang", "zh"], exit: 0 },
  { name: "diff-colour", bare: true, args: ["diff", "s07"], env: { FORCE_COLOR: "1" }, exit: 0 },
  { name: "diff-of-nothing", bare: true, args: ["diff"], exit: 2 },
  { name: "diff-unknown", bare: true, args: ["diff", "s13"], exit: 2 },
  { name: "help", args: ["--help"], exit: 0 },
  { name: "help-zh", args: ["--help", "--lang", "zh"], exit: 0 },
];
