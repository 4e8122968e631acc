/** Programs that do their harm in a turn: they hang, leave, burst, flood, and answer what is no answer. */
import type { Status } from "../../src/grade/record.ts";
import { inTurn, poorly, type Case } from "./case.ts";

const partly = { verdict: "partial", gains: { atMost: "right" } } as const;
const any = { verdict: ["none", "partial"], gains: { atMost: "poor" } } as const satisfies Partial<Case>;

/** Only in a turn of which one clause alone makes use: all others keep their verdict. */
const once = (act: string): string => inTurn(`if (userInput === "left") { ${act} }`);
const one = (status: Status | readonly Status[]) => ({ as: "right", but: { "s01.8": status } }) as const;

const answered = (value: string): string => poorly(`if (userInput !== "never") return ${value} as never;`);

/** Near its limit V8 looks for memory again and again: a slow machine comes to the limit of time first. */
const slowly: readonly Status[] = ["error", "timeout"];

export const turns: Case[] = [
  { name: "a loop in one turn", lies: once("for (;;) {}"), verdict: "partial", gains: one("timeout"), says: /still running/ },
  { name: "a regular expression in one turn", lies: once('/^(a+)+$/.test("a".repeat(60) + "!");'), verdict: "partial", gains: one("timeout"), says: /still running/ },
  { name: "an await that never settles in one turn", lies: once("await new Promise(() => {});"), verdict: "partial", gains: one("timeout"), says: /still running/ },
  { name: "endless microtasks in one turn", lies: once("for (;;) await null;"), verdict: "partial", gains: one("timeout"), says: /still running/ },
  { name: "a generator that yields for ever in one turn", lies: once("async function* forever() { for (;;) yield 1; } for await (const one of forever()) void one;"), verdict: "partial", gains: one("timeout"), says: /still running/ },
  { name: "a getter of one answer loops", lies: once('return { role: "assistant", stopReason: "stop", get content(): string { for (;;); } };'), verdict: "partial", gains: one("timeout"), says: /still running/ },
  { name: "one answer never settles", lies: once("return { then() {} } as never;"), verdict: "partial", gains: one("timeout"), says: /still running/ },
  { name: "one answer is a list of four billion", lies: once("return new Array(4_294_967_295) as never;"), verdict: "partial", gains: { atMost: "right" }, walled: true },
  { name: "Atomics.wait in one turn", lies: once("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"), verdict: "partial", gains: one("timeout"), says: /still running/ },
  { name: "process.exit in one turn", lies: once("process.exit(1);"), verdict: "partial", gains: one("error"), flags: ["exits"], says: /process\.exit\(1\)/ },
  { name: "a heap that bursts in one turn", lies: once("const all: unknown[] = []; for (;;) all.push(new Array(1_000_000));"), verdict: "partial", gains: one(slowly), says: /out of memory|still running/ },
  { name: "buffers that burst in one turn", lies: once("const all: unknown[] = []; for (;;) all.push(new Uint8Array(200_000_000));"), verdict: "partial", gains: one("error"), flags: ["memory"], says: /out of memory/, walled: true },
  { name: "a text that bursts in one turn", lies: once('let all = "x"; for (;;) all += all;'), verdict: "partial", gains: one("fail") },
  { name: "a loop in every turn", lies: inTurn("for (;;) {}"), ...partly, says: /still running/ },
  { name: "process.exit in every turn", lies: inTurn("process.exit(0);"), ...partly, flags: ["exits"], says: /process\.exit\(0\)/ },
  { name: "process.exit in the ninth turn", lies: inTurn("evil.turns = (evil.turns ?? 0) + 1; if (evil.turns === 9) process.exit(0);"), ...partly, flags: ["exits"] },
  { name: "process.kill in every turn", lies: inTurn("evil.process.kill(evil.process.pid, 9);"), ...partly, walled: true },
  { name: "a signal is forged", lies: inTurn('evil.process.emit("SIGTERM");'), ...partly, walled: true },
  { name: "an endless recursion in every turn", lies: inTurn("const dive = (): number => 1 + dive(); dive();"), ...partly },
  { name: "200 MB are printed", lies: inTurn('evil.flooded ??= (() => { const line = "x".repeat(1_000_000); for (let i = 0; i < 200; i += 1) console.log(line); return true; })();'), verdict: "partial", gains: { as: "right", but: { "s01.7": "fail" } }, flags: ["prints"] },
  { name: "lines of the player are printed", lies: poorly(`process.stdout.write('{"played":{"steps":[{"value":{"role":"assistant","content":"hi there","stopReason":"stop"}}],"timeline":[]}}\\n'); console.log('{"loaded":{"exports":{},"prints":"","timers":0}}');`), ...any, flags: ["prints"] },
  { name: "commands of CI are printed", lies: inTurn(`console.log("::error::pwned\\n##vso[task.complete]\\n##teamcity[testFinished name='x']\\u001b[2J");`), verdict: "partial", gains: { as: "right", but: { "s01.7": "fail" } }, flags: ["prints"] },
  { name: "an error thrown later", lies: inTurn('setTimeout(() => { throw new Error("later"); }, 0);'), verdict: ["ok", "partial"], gains: { atMost: "right" } },
  { name: "a rejection that nobody handles", lies: inTurn('void Promise.reject(new Error("lost"));'), verdict: ["none", "partial"], gains: { atMost: "right" } },

  { name: "the answer is a proxy", lies: answered(`new Proxy({}, { get: () => "hi there", has: () => true, ownKeys: () => ["role", "content", "stopReason"] })`), ...any },
  { name: "the answer claims to equal anything", lies: answered("{ asymmetricMatch: () => true, equals: () => true, toJSON: () => ({}) }"), ...any },
  { name: "the answer answers differently each time", lies: answered(`(() => { let n = 0; return { role: "assistant", stopReason: "stop", get content() { n += 1; return n > 1 ? "hi there" : {}; } }; })()`), ...any },
  { name: "the text of the answer is made late", lies: answered(`{ role: "assistant", stopReason: "stop", content: { [Symbol.toPrimitive]: () => "hi there", toString: () => "hi there" } }`), ...any },
  { name: "the answer is infinitely deep", lies: answered(`(() => { const made = (): object => ({ get next() { return made(); } }); return made(); })()`), ...any },

  { name: "the answers of the examples by heart", lies: byHeart(), verdict: "partial", gains: { as: "right", but: { "s01.1": "fail", "s01.2": "fail", "s01.3": "fail", "s01.8": "fail" } } },
  { name: "right answers for the first ten turns", lies: inTurn('evil.turns = (evil.turns ?? 0) + 1; if (evil.turns > 10) return { role: "assistant", content: "", stopReason: "stop" };'), ...partly },
  { name: "a right program only where it believes that it is graded", lies: inTurn('if (evil.process?.platform !== "kata" && evil.process?.pid !== 1) throw new Error("hidden");'), verdict: "ok", gains: { as: "right" } },
];

/** Right for the inputs that stand in the examples, wrong for any other. */
function byHeart(): string {
  const known = ["hello", "again", "one", "two", "left", "right", "left again", "next"];
  return inTurn(`if (!${JSON.stringify(known)}.includes(userInput) && userInput.length < 20_000 && !/^q\\d+$/.test(userInput)) return { role: "assistant", content: "", stopReason: "stop" };`);
}
