/** Programs that loop, leave, burst, print, patch and lie: each ends in a sentence, and none changes a verdict. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { says, scenario, turn } from "../../spec/harness/build.ts";
import { makeImage } from "../../spec/harness/image.ts";
import { Lane, placeOf } from "../../spec/harness/run.ts";
import { Stopped, Subject, Unloadable } from "../../spec/harness/subject.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import { judge } from "../../src/judge.ts";
import { imageOf, play, changed, withBody } from "./programs.ts";

const one = scenario(turn("hello", [says("hi")]));
const answer = '{ role: "assistant", content: "hi", stopReason: "stop" }';

async function ending(source: string): Promise<string> {
  const started = performance.now();
  try {
    await play(source, one);
    return "no ending";
  } catch (error) {
    expect(performance.now() - started, "killed within the limit plus a second, start included").toBeLessThan(4000);
    if (error instanceof Stopped) return error.ending.kind;
    if (error instanceof Unloadable) return `import ${error.ending?.kind ?? error.error?.text}`;
    throw error;
  }
}

test.each([
  ["a loop in a turn", withBody("for (;;) {}"), "hang"],
  ["an await that never ends", withBody("await new Promise(() => {});"), "hang"],
  ["endless microtasks", withBody("for (;;) await null;"), "hang"],
  ["a loop in a getter of the answer", withBody(`return { role: "assistant", stopReason: "stop", get content() { for (;;) {} } };`), "hang"],
  ["a thenable that never settles", withBody("return { then() {} };"), "hang"],
  ["a generator that yields for ever", withBody("function* g() { for (;;) yield 1; } return [...g()].length;"), "memory or hang"],
  ["a catastrophic regular expression", withBody('return /^(a+)+$/.test("a".repeat(60) + "!");'), "hang"],
  ["process.exit", withBody("process.exit(7);"), "exit"],
  ["a heap that bursts", withBody("const all = []; for (;;) all.push(new Array(10000).fill(1.5));"), "memory or hang"],
  ["a loop at import", "for (;;) {}", "import hang"],
  ["a top-level await that never settles", "await new Promise(() => {}); export const x = 1;", "import hang"],
  ["process.exit at import", "process.exit(0);", "import exit"],
  ["a throw at import", 'throw new Error("boom");', "import boom"],
])("%s", async (_name, source, expected) => {
  expect(expected.split(" or ")).toContain(await ending(source));
});

test("a hang costs only its own clauses: all others keep their verdicts", async () => {
  const looping = changed("s03", "  record(state, { role: \"user\", content: userInput });", "  for (;;) {}");
  const tests = chosen(await loadSuite(), "s02", "s02");
  const results = await judge(await imageOf(looping), tests, { upto: "s02", replay: { seed: 1, runs: 5 }, limits: { scenario: 600, load: 2000, memory: 128 }, lanes: 2 });
  expect(results.some(({ outcome }) => outcome === "holds")).toBe(true);
  expect(results.some(({ outcome }) => outcome === "hangs")).toBe(true);
  expect(results.filter(({ outcome }) => outcome !== "holds" && outcome !== "hangs")).toEqual([]);
});

test("50 MB of prints are kept apart and capped", async () => {
  const transcript = await play(withBody(`const line = "x".repeat(1000); for (let i = 0; i < 50000; i += 1) console.log(line); return ${answer};`), one, 5000);
  const printed = transcript.timeline.filter((seen) => seen.what === "print").map((seen) => seen.text).join("");
  expect(printed.length).toBeLessThanOrEqual(16_384);
  expect(transcript.steps[0]?.value).toEqual({ role: "assistant", content: "hi", stopReason: "stop" });
});

test("leaked timers neither delay nor spoil a run", async () => {
  const started = performance.now();
  const transcript = await play(withBody(`setTimeout(() => {}, 1e6); setInterval(() => {}, 1); return ${answer};`), one);
  expect(transcript.steps[0]?.fault).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(3000);
});

test.each([
  ["a rejection that nobody handles", `Promise.reject(new Error("lost")); return ${answer};`],
  ["an error thrown from a microtask", `queueMicrotask(() => { throw new Error("lost"); }); return ${answer};`],
])("%s is seen", async (_name, body) => {
  const { timeline } = await play(withBody(body), one);
  expect(timeline).toContainEqual(expect.objectContaining({ what: "escaped", error: expect.objectContaining({ text: "lost" }) }));
});

describe("what is not plain data is named, never compared", () => {
  test.each([
    ["an object that claims to equal anything", "{ asymmetricMatch: () => true }", ".asymmetricMatch", "is a function"],
    ["a proxy", "new Proxy({}, { get: () => 'hi' })", "", "is a proxy"],
    ["a getter that throws", "{ get content() { throw new Error('no'); } }", ".content", "is a getter that throws"],
    ["a cycle", "(() => { const a = {}; a.a = a; return a; })()", /^(\.a)+$/, "contains itself or is nested too deeply"],
  ])("%s", async (_name, value, path, what) => {
    const { steps } = await play(withBody(`return ${value};`), one);
    expect(steps[0]?.fault).toMatchObject({ kind: "notPlain", what });
    expect(steps[0]?.fault).toHaveProperty("path", typeof path === "string" ? path : expect.stringMatching(path));
  });
});

const patches = [
  "JSON.stringify = () => '{}'; JSON.parse = () => ({});",
  "Promise.prototype.then = function () { return this; };",
  "Object.prototype.toJSON = () => 'forged';",
  "Object.defineProperty(Object.prototype, 'then', { get() { return undefined; } });",
  "Array.prototype.push = () => 0; Array.prototype.map = () => []; Array.prototype.includes = () => true;",
  "Object.is = () => true; Object.keys = () => []; Object.hasOwn = () => true;",
  "String.prototype.includes = () => true; Array.isArray = () => true;",
  "Reflect.apply = () => undefined; Function.prototype.call = () => undefined;",
  "globalThis.process = undefined; globalThis.console = undefined;",
  "Symbol.iterator; Array.prototype[Symbol.iterator] = function* () {};",
];

test.each(patches)("patched globals gain nothing: %s", async (patch) => {
  const tests = chosen(await loadSuite(), "s01");
  const image = await imageOf(`${withBody(`return ${answer};`)}\n${patch}`);
  const results = await judge(image, tests, { upto: "s01", replay: { seed: 1, runs: 5 }, limits: { scenario: 1000, load: 2000, memory: 128 }, lanes: 1 });
  // The program records nothing and logs nothing: only its printing nothing is right, patched or not.
  expect(results.filter(({ outcome }) => outcome === "holds").map(({ clause }) => clause.id).filter((id) => id !== "s01.7")).toEqual([]);
});

describe("everything a program is handed belongs to its own realm", () => {
  const told = (expression: string): string =>
    withBody(`let found; try { found = ${expression}; } catch (error) { found = error; } return { role: "assistant", content: String(found), stopReason: "stop" };`);
  test.each([
    ["the output", "output.log instanceof Function"],
    ["the provider", "(provider.complete ?? provider.stream) instanceof Function && provider instanceof Object"],
    ["a timer", "setTimeout instanceof Function && setTimeout(() => {}) instanceof Object"],
    ["the facades", "process instanceof Object && process.stdout.write instanceof Function && crypto.randomUUID instanceof Function && console.log instanceof Function"],
    ["the error of structuredClone", "(() => { try { structuredClone(() => 1); } catch (error) { return error instanceof Error; } })()"],
    ["the error of a fake on a full stack", "(() => { let all = true; const dive = () => { try { output.log('x'); } catch (error) { all &&= error instanceof RangeError; } dive(); }; try { dive(); } catch (error) { all &&= error instanceof RangeError; } return all; })()"],
    ["a computed import", "await (async () => { try { await import(['node:', 'fs'].join('')); return false; } catch (error) { return error instanceof Error; } })()"],
    ["no hook for stack traces, which would be handed the host's arrays", "(() => { let reached = false; const hook = () => { reached = true; return ''; }; for (const act of [() => { Error.prepareStackTrace = hook; }, () => { Object.defineProperty(Error, 'prepareStackTrace', { value: hook }); }, () => { globalThis.Error = { prepareStackTrace: hook }; }, () => { delete globalThis.Error; globalThis.Error = { prepareStackTrace: hook }; }, () => { Object.defineProperty(globalThis, 'Error', { value: { prepareStackTrace: hook } }); }]) { try { act(); } catch {} } void new TypeError('x').stack; try { null.x; } catch (error) { void error.stack; } return !reached; })()"],
    ["no code from strings", "(() => { try { new Function('return 1')(); return false; } catch (error) { return error instanceof EvalError; } })()"],
  ])("%s", async (_name, expression) => {
    const { steps } = await play(told(expression), one, 3000);
    expect(steps[0]?.value).toMatchObject({ content: "true" });
  });
});

test("a proxy for an export is handed arrays of the program's own realm", async () => {
  const source = `${withBody(`return ${answer};`).replace("export async function runOneTurn", "async function turn")}
let own = "untouched";
const trap = { apply: (target, self, args) => { own = String(args instanceof Array); return target(...args).then((made) => ({ ...made, content: own })); } };
export const runOneTurn = new Proxy(turn, trap).bind(undefined);
`;
  const { steps } = await play(source, one);
  expect(steps[0]?.value).toMatchObject({ content: "true" });
});

describe("a trap that the player runs by reading or showing a value gains nothing", () => {
  // The array of arguments is one of the player's realm: with a `toJSON` there, a transcript could be forged.
  const thief = `let list; const thief = new Proxy(function () {}, { apply(target, self, args) {
    list = args;
    const all = Object.getPrototypeOf(args.constructor.prototype);
    try { all.toJSON = function () { return this.timeline === undefined ? this : { steps: this.steps, timeline: [] }; }; } catch {}
    try { args.constructor.prototype.push = () => 0; } catch {}
    return "x";
  } });
  const define = Object.defineProperty;`;
  test.each([
    ["a getter of the history", `state.messages = [define({ role: "user" }, "content", { enumerable: true, get: thief })]; console.log("seen");`],
    ["instanceof, while a value is printed", `class Odd {} define(Odd, Symbol.hasInstance, { value: thief }); console.log({ constructor: Odd });`],
    ["a proxy as a prototype, while a value is printed", `console.log(Object.create(new Proxy({}, { getOwnPropertyDescriptor: thief, get: thief })));`],
    ["a number that is made of an object", `console.log("%d", define({}, Symbol.toPrimitive, { value: thief }));`],
  ])("%s", async (_name, act) => {
    const { steps, timeline } = await play(withBody(`${thief} ${act} return ${answer};`), one, 3000);
    expect(steps[0]?.value).toMatchObject({ content: "hi" });
    expect(timeline, "what was printed cannot be hidden").toContainEqual(expect.objectContaining({ what: "print" }));
  });

  test("a function that is thrown is not asked for its text", async () => {
    const { steps } = await play(withBody(`const odd = () => 1; odd.toString = () => { throw odd; }; throw odd;`), one, 3000);
    expect(steps[0]?.fault).toMatchObject({ kind: "threw", error: { text: "a function" } });
  });
});

test("errors that fakes throw are errors of the program's own realm", async () => {
  const source = withBody(`try { await (provider.complete ?? provider.stream)({ messages: [] }); } catch (e) { return { role: "assistant", content: String(e instanceof Error), stopReason: "stop" }; }`);
  const { steps } = await play(source, scenario(turn("hello", [{ events: [], throwsAtOnce: { kind: "error", message: "down" } }])));
  expect(steps[0]?.value).toMatchObject({ content: "true" });
});

test("clones are made in the program's own realm", async () => {
  const { steps } = await play(withBody(`const copy = structuredClone({ a: [new Map([[1, { b: 2 }]])] }); return { role: "assistant", content: String(copy.constructor === Object && copy.a instanceof Array && copy.a[0] instanceof Map && copy.a[0].get(1).b === 2), stopReason: "stop" };`), one);
  expect(steps[0]?.value).toMatchObject({ content: "true" });
});

test("files beside code.ts are part of the program; stack frames are those of the source", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-files-"));
  writeFileSync(join(folder, "other.ts"), "export const fail = (): never => {\n  throw new Error('here');\n};\n");
  writeFileSync(join(folder, "code.ts"), 'import { fail } from "./other.ts";\nexport function buildProviderInput() {}\nexport async function runOneTurn() {\n  fail();\n}\n');
  const image = await makeImage(join(folder, "code.ts"));
  const lane = new Lane(image, { scenario: 1000, load: 1000, memory: 128 });
  const { steps } = (await lane.play(one)).transcript;
  lane.close();
  const fault = steps[0]?.fault;
  expect(fault?.kind).toBe("threw");
  expect(fault?.kind === "threw" ? placeOf(image, fault.error.frames) : undefined).toMatchObject({ file: join(folder, "other.ts"), line: 2 });
});

test("a long report and the sign of life of a slow scenario behind it do not mix", async () => {
  const body = `if (userInput === "slow") for (const end = Date.now() + 900; Date.now() < end; );
  else output.log("x".repeat(4_000_000));
  return ${answer};`;
  const lane = new Lane(await imageOf(withBody(body)), { scenario: 20_000, load: 20_000, memory: 256 });
  try {
    const [long, slow] = await Promise.all(["long", "slow"].map((input) => lane.play(scenario(turn(input, [says("hi")])))));
    expect(long?.log(0).map((line) => line.length)).toEqual([4_000_000]);
    expect(slow?.object(0)).toMatchObject({ content: "hi" });
  } finally {
    lane.close();
  }
});

test("one that nobody watched and that hangs is played again, watched, and then it is known where; later ones are watched at once", async () => {
  const image = await imageOf(withBody('if (userInput === "fine") return { role: "assistant", content: "hi", stopReason: "stop" };\n  output.log("so far");\n  for (;;);'));
  const limits = { scenario: 500, load: 5000, memory: 128 };
  const asked: boolean[] = [];
  const lane = new Lane(image, limits, (watched) => {
    asked.push(watched);
    return new Subject(image, { limits, launch: (flags) => ({ command: process.execPath, args: [...flags, "-"], mortal: true }), watched });
  });
  const given = (input: string) => lane.play(scenario(turn(input, [says("hi")])));
  try {
    expect((await given("fine")).object(0)).toMatchObject({ content: "hi" });
    await expect(given("hangs")).rejects.toMatchObject({ ending: { kind: "hang", during: { what: "log" } } });
    expect((await given("fine")).object(0)).toMatchObject({ content: "hi" });
    expect(asked).toEqual([false, true, true]);
  } finally {
    lane.close();
  }
});

test("a process that nothing ends with its parent is always watched", async () => {
  const subject = new Subject(await imageOf(withBody("")), { limits: { scenario: 500, load: 5000, memory: 128 }, watched: false });
  expect(subject.watched).toBe(true);
  subject.close();
});

/** What `kata compare`, `kata pi` and the mutation runner do: more than the lane, around what the lane does. */
class Extended extends Lane {
  override async play(...[played, wanted, patience]: Parameters<Lane["play"]>): ReturnType<Lane["play"]> {
    return super.play(played, wanted, patience);
  }
}

test.each([
  ["hangs", Lane],
  ["hangs", Extended],
  ["ends the process", Lane],
  ["ends the process", Extended],
] as const)("of scenarios given in one go the one that %s is told by name, and the others are played", async (what, Made) => {
  const body = `if (userInput === "it") ${what === "hangs" ? "for (;;);" : "process.exit(3);"}
  return ${answer};`;
  const lane = new Made(await imageOf(withBody(body)), { scenario: 1000, load: 20_000, memory: 128 });
  try {
    const ends = await Promise.all(["first", "it", "last"].map((input) => lane.play(scenario(turn(input, [says("hi")]))).then(() => "played", (error: unknown) => (error instanceof Stopped ? error.ending.kind : String(error)))));
    expect(ends).toEqual(["played", what === "hangs" ? "hang" : "exit", "played"]);
  } finally {
    lane.close();
  }
});
