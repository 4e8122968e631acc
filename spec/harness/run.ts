/** Runs one test of a clause against one program, on a subject process, and gives the verdict with its card. */
import { SourceMap, type SourceMapPayload } from "node:module";
import * as fc from "fast-check";
import type { Scenario, Step } from "../player/scenario.ts";
import type { Mark, ThrownRecord } from "../player/transcript.ts";
import { Broken, type Card, type Place } from "./broken.ts";
import { clauseOf } from "./chapters.ts";
import type { Test } from "./clause.ts";
import type { Image } from "./image.ts";
import type { Kit } from "./kit.ts";
import { playLong } from "./long.ts";
import { calls, missing, Played, Thrower } from "./played.ts";
import { Displaced, Stopped, Subject, type Limits } from "./subject.ts";
import { say, type Text } from "./text.ts";
import type { TypeReport } from "./typecheck.ts";

/** `path`: judge this generated value alone. `shrink: false`: the first failure is told as it came. */
export type Replay = { seed: number; runs: number; path?: string; shrink?: boolean };

/** `hangs` and `dies`: the subject had to be killed or ended itself. `errs`: our own fault, never the learner's. */
export type Outcome = "holds" | "fails" | "hangs" | "dies" | "errs";

/** `printed`: the first scenario of the test during which the program printed, and what. */
export type TestResult = { test: Test; outcome: Outcome; ms: number; card?: Card; error?: unknown; printed?: { scenario: Scenario; text: string } };

/** Gives a subject without a program: a new one, or one that was started ahead. `watched`: it has to tell where it is when it does not end. */
export type Start = (watched: boolean) => Subject;

/** What is known of a program: how often it hung, and whether a subject broke that was not watched. */
export type Past = { hangs: number; broke: boolean };

/** A program with the subject it runs in; a subject that ended is replaced before the next scenario. */
export class Lane {
  readonly image: Image;
  readonly #limits: Limits;
  readonly #start: Start;
  #subject: Subject | undefined;
  #closed = false;
  readonly #past: Past;

  /** @param past shared by lanes of one program */
  constructor(image: Image, limits: Limits, start: Start = () => new Subject(image, { limits }), past: Past = { hangs: 0, broke: false }) {
    this.#past = past;
    this.image = image;
    this.#limits = limits;
    this.#start = start;
  }

  /** Starts the subject ahead of its first scenario. @throws Stopped after the lane was closed */
  warm(): Subject {
    if (this.#closed) throw new Stopped({ kind: "lost", during: { step: 0, what: "import", name: "code.ts" } }, "");
    if (this.#subject?.alive !== true) this.#subject = this.#start(this.#past.broke).load(this.image);
    return this.#subject;
  }

  /**
   * Scenarios given before an earlier one is answered wait their turn; when that one ends the subject they are played
   * on another, if still wanted; where it is not known which one did, or where in it, each is played alone. After three hangs the limit
   * shrinks, after eight once more: a program that always hangs must not take minutes to be told so.
   * @throws Stopped, Displaced, Unloadable
   */
  async play(scenario: Scenario, wanted: () => boolean = () => true, patience = 1): Promise<Played> {
    for (let alone = false; ; ) {
      try {
        return await this.#playOnce(scenario, patience, alone);
      } catch (error) {
        if (!(error instanceof Displaced) || !wanted()) throw error;
        this.#past.broke ||= error.packed;
        alone ||= error.packed;
      }
    }
  }

  async #playOnce(scenario: Scenario, patience: number, alone: boolean): Promise<Played> {
    const { hangs } = this.#past;
    const shortened = hangs >= 3 && patience === 1;
    const limit = !shortened ? this.#limits.scenario : hangs < 8 ? Math.max(500, this.#limits.scenario / 4) : Math.max(250, this.#limits.scenario / 8);
    const subject = this.warm();
    try {
      return new Played(scenario, await subject.play(scenario, Math.min(limit, this.#limits.scenario) * patience, alone));
    } catch (error) {
      // Where it was is not known: once more, watched. From now on all are.
      if (error instanceof Stopped && (error.ending.kind === "hang" || error.ending.kind === "memory") && !subject.watched) throw new Displaced(true);
      if (error instanceof Stopped && error.ending.kind === "hang") {
        this.#past.hangs += 1;
        if (shortened) throw new Stopped({ ...error.ending, shortened }, error.printed);
      }
      throw error;
    }
  }

  /** How many times the limit of a scenario a time is, in milliseconds. */
  limitsIn(ms: number): number {
    return ms / this.#limits.scenario;
  }

  /** Ends the subject; whatever is played then is stopped. */
  close(): void {
    this.#closed = true;
    this.#subject?.close();
  }
}

/** A replay's path leads to no generated value. */
export class Astray extends Error {}

/** Longest time, in milliseconds, that a failure is shrunk. */
const shrinkTime = 3000;

export async function runTest(test: Test, lane: Lane, replay: Replay, typeReport: () => Promise<TypeReport>): Promise<TestResult> {
  const started = performance.now();
  const noise: Noise = { first: undefined };
  const done = (outcome: Outcome, rest: Partial<TestResult> = {}): TestResult => ({ test, outcome, ms: performance.now() - started, ...(noise.first === undefined ? {} : { printed: noise.first }), ...rest });
  const declared = clauseOf(test.clause);
  const absent = declared.needs.find((name) => !lane.image.exports.includes(name));
  if (absent !== undefined) return done("fails", { card: doorCard(absent, lane.image) });

  const track: Track = { last: undefined, idle: () => false };
  const kit = kitFor(lane, replay, typeReport, track, noise);
  try {
    await test.body(kit);
    return done("holds");
  } catch (thrown) {
    const counterexample = thrown instanceof Counterexample ? thrown : undefined;
    const error = counterexample === undefined ? thrown : counterexample.reason;
    const last = counterexample === undefined ? track.last : counterexample.last;
    const context: Partial<Card> = {
      ...(last === undefined ? {} : { scenario: last.scenario }),
      ...(counterexample === undefined ? {} : { replay: counterexample.replay }),
    };
    if (error instanceof Broken) {
      const frames = error instanceof Thrower ? error.error.frames : [];
      const at = error.card.at ?? placeOf(lane.image, frames) ?? (last === undefined ? undefined : declarationOf(lane.image, functionOf(last.scenario.steps.at(-1))));
      const thrown = error instanceof Thrower ? undefined : last?.played?.thrownTurn();
      return done("fails", { card: { ...context, ...error.card, ...(thrown === undefined ? {} : { why: thrown }), ...(at === undefined ? {} : { at }), ...(last === undefined || last.prints === "" ? {} : { prints: last.prints }) } });
    }
    if (error instanceof Stopped && error.ending.kind !== "lost") {
      const { during } = error.ending;
      const at = during.what === "start" ? undefined : declarationOf(lane.image, functionOf(last?.scenario.steps[during.step]));
      return done(error.ending.kind === "hang" ? "hangs" : "dies", { card: { ...context, ...endingCard(error), ...(at === undefined ? {} : { at }) } });
    }
    return done("errs", { error, card: { ...context, expected: say("the spec runs", "测试能运行"), got: say(String(error), String(error)) } });
  }
}

/** What a body played last: what its card tells of. `idle`: its verdict is no longer of interest. */
type Track = { last: { scenario: Scenario; prints: string; played?: Played } | undefined; idle: () => boolean };

/** The first print of a test, whichever of its scenarios it came from. */
type Noise = { first: TestResult["printed"] };

function kitFor(lane: Lane, replay: Replay, types: () => Promise<TypeReport>, track: Track, noise: Noise): Kit {
  const play = async (scenario: Scenario, patience?: number): Promise<Played> => {
    const last: NonNullable<Track["last"]> = { scenario, prints: "" };
    track.last = last;
    const played = await lane.play(scenario, () => !track.idle(), patience);
    last.played = played;
    last.prints = played.all("print").map((seen) => seen.text).join("");
    if (last.prints !== "") noise.first ??= { scenario, text: last.prints };
    played.checkBorder();
    return played;
  };
  return {
    program: { exports: lane.image.exports, load: () => lane.warm().loaded() },
    types,
    play,
    playLong: (scenarioOf, count, first) =>
      playLong(
        {
          code: lane.image.code,
          now: () => performance.now(),
          play,
          ready: () => lane.warm().loaded(),
          limitsIn: (ms) => lane.limitsIn(ms),
          async aside(act) {
            const shown = track.last;
            const result = await act();
            track.last = shown;
            return result;
          },
        },
        scenarioOf,
        count,
        first,
      ),
    async forAll(arbitrary, judge, cost) {
      const runs = Math.max(1, Math.ceil(replay.runs / cost));
      let stopped = false;
      const judgeOne = async (value: Parameters<typeof judge>[1]): Promise<Counterexample | undefined> => {
        const own: Track = { last: undefined, idle: () => stopped };
        try {
          await judge(kitFor(lane, replay, types, own, noise), value);
          return undefined;
        } catch (error) {
          if (fc.PreconditionFailure.isFailure(error)) throw error;
          stopped ||= error instanceof Stopped;
          return new Counterexample(error, own.last, { seed: replay.seed, path: "" });
        }
      };
      if (replay.path !== undefined) {
        const again = await shrunk(arbitrary, judgeOne, replay.path, replay);
        if (again !== undefined) throw again;
        return;
      }
      const first = await firstFailure(arbitrary, judgeOne, runs, replay.seed);
      if (first === undefined) return;
      // Of one that hangs or dies, the first is the whole story: shrinking it would cost the limit each time.
      throw first.reason instanceof Stopped || replay.shrink === false ? first : ((await shrunk(arbitrary, judgeOne, first.replay.path, replay)) ?? first);
    },
  };
}

/** How many generated values are judged side by side: while one is judged, the next is being played. */
const ahead = 20;

async function firstFailure<Value>(arbitrary: fc.Arbitrary<Value>, judgeOne: JudgeOne<Value>, runs: number, seed: number): Promise<Counterexample | undefined> {
  const values = fc.sample(arbitrary, { seed, numRuns: runs });
  for (let start = 0; start < values.length; start += ahead) {
    const outcomes = await Promise.all(values.slice(start, start + ahead).map((value) => judgeOne(value).catch(() => undefined)));
    const at = outcomes.findIndex((outcome) => outcome !== undefined && !(outcome.reason instanceof Displaced));
    const failure = outcomes[at];
    if (failure !== undefined) return new Counterexample(failure.reason, failure.last, { seed, path: String(start + at) });
  }
  return undefined;
}

/** The smallest failure that shrinking from a path finds, or undefined where the path does not fail. */
async function shrunk<Value>(arbitrary: fc.Arbitrary<Value>, judgeOne: JudgeOne<Value>, path: string, replay: Replay): Promise<Counterexample | undefined> {
  let smallest: Counterexample | undefined;
  let deadline = Infinity;
  let judged = false;
  const checking = fc.check(
    fc.asyncProperty(arbitrary, async (value) => {
      judged = true;
      fc.pre(performance.now() < deadline && !(smallest?.reason instanceof Stopped));
      const failure = await judgeOne(value);
      if (failure === undefined) return;
      if (deadline === Infinity) deadline = performance.now() + shrinkTime;
      smallest = failure;
      throw failure;
    }),
    // One run: the path itself. Shrinking is not counted.
    { seed: replay.seed, path, numRuns: 1, endOnFailure: replay.path !== undefined },
  );
  // Of a path that it cannot follow, fast-check complains, or finds nothing to judge.
  const details = await checking.catch((error: unknown) => {
    if (judged) throw error;
    throw new Astray(path);
  });
  if (!judged) throw new Astray(path);
  if (smallest === undefined) return undefined;
  return new Counterexample(smallest.reason, smallest.last, { seed: details.seed, path: details.counterexamplePath ?? path });
}

/** Judges one value; undefined: it holds. */
type JudgeOne<Value> = (value: Value) => Promise<Counterexample | undefined>;

class Counterexample extends Error {
  readonly reason: unknown;
  readonly last: Track["last"];
  readonly replay: { seed: number; path: string };
  constructor(reason: unknown, last: Track["last"], replay: { seed: number; path: string }) {
    super("counterexample");
    this.reason = reason;
    this.last = last;
    this.replay = replay;
  }
}

function doorCard(name: string, image: Image): Card {
  const { card } = missing(name, image.exports);
  if (image.commonjs) {
    return {
      ...card,
      got: say("yours is CommonJS (`module.exports`)", "你的文件是 CommonJS（`module.exports`）"),
      why: say("The kata reads ES exports: write `export` in front of the function or class.", "kata 只读 ES 导出：请在函数或类前面写 `export`。"),
    };
  }
  if (image.exports.includes("default")) {
    return { ...card, why: say("A default export has no name. Export each function and class by its own name.", "默认导出没有名字。请让每个函数和类各自按名字导出。") };
  }
  return card;
}

/** What a subject that was stopped, or ended itself, is told. */
export function endingCard(stopped: Stopped): Card {
  const { ending } = stopped;
  const told = duringText(ending.during);
  // Chinese has its place before the verb, English after it.
  const during = say(told.en === "" ? "" : ` ${told.en}`, told.zh);
  const prints = stopped.printed === "" ? {} : { prints: stopped.printed };
  switch (ending.kind) {
    case "hang":
      return {
        ...prints,
        ending,
        faq: "hangs",
        expected:
          ending.shortened === true
            ? say(`an end within ${ending.limit} ms (a shorter wait than usual: other scenarios did not end, either)`, `在 ${ending.limit} 毫秒内结束（比平时等得短：别的场景也没有结束）`)
            : say(`an end within ${ending.limit} ms`, `在 ${ending.limit} 毫秒内结束`),
        got: say(`it was still running and was stopped${during.en}`, `它一直没有结束，${during.zh}被终止`),
        why: say("A loop, an `await` or a generator that never ends, or work that grows much faster than its input.", "有一个永远不结束的循环、await 或生成器，或者计算量增长得远比输入快。"),
      };
    case "exit":
      return {
        ...prints,
        ending,
        faq: "exits",
        expected: say("the program goes on", "程序继续运行"),
        got: ending.called
          ? say(`it called process.exit(${ending.code ?? 0})${during.en}`, `它${during.zh}调用了 process.exit(${ending.code ?? 0})`)
          : say(`its process ended${during.en}`, `它的进程${during.zh}结束了`),
        why: say("A core never ends the process: whoever embeds it decides that.", "core 不能结束进程：这由使用它的一方决定。"),
      };
    case "memory":
      return {
        ...prints,
        ending,
        faq: "memory",
        expected: say("the program stays within its memory", "程序不超出内存限制"),
        got: say(`it ran out of memory${during.en}`, `它${during.zh}耗尽了内存`),
      };
    case "flood":
      return {
        ...prints,
        ending,
        faq: "flood",
        expected: say("only `output.log` writes", "只有 `output.log` 输出"),
        got: say(`more than ${ending.limit} bytes reached the streams of the process${during.en}`, `${during.zh}有超过 ${ending.limit} 字节写到了进程自己的流`),
      };
    case "lost":
    case "protocol":
      return {
        ...prints,
        ending,
        expected: say("a transcript", "一份记录"),
        got: say(`the subject process broke off${during.en}`, `被测进程${during.zh}中断`),
      };
  }
}

/** What the program was doing, as far as the last mark tells. */
export function duringText(mark: Mark): Text {
  const name = calls[mark.name] ?? mark.name;
  switch (mark.what) {
    case "import":
      return say("while code.ts was imported", "在导入 code.ts 时");
    case "start":
      return say("", "");
    case "call":
      return say(`in \`${name}\`, before it called anything`, `在 \`${name}\` 里、还没调用任何东西时`);
    case "request":
      return say(`after provider request ${mark.name}`, `在第 ${mark.name} 次请求 provider 之后`);
    case "pull":
      return say(`after it pulled event ${mark.name} of the stream`, `在取出流的第 ${mark.name} 个事件之后`);
    case "handler":
      return say(`after the tool \`${mark.name}\` was called`, `在调用工具 \`${mark.name}\` 之后`);
    case "before":
    case "after":
      return say(`after ${mark.what}ToolCall was called`, `在调用 ${mark.what}ToolCall 之后`);
    case "log":
      return say("after a line was logged", "在输出一行日志之后");
    case "event":
      return say(`after the event handler \`${mark.name}\` was called`, `在调用事件处理函数 \`${mark.name}\` 之后`);
    case "command":
      return say(`after the command \`${mark.name}\` was called`, `在调用命令 \`${mark.name}\` 之后`);
    case "render":
      return say("after render was called", "在调用 render 之后");
  }
}

/** The first frame of an error that lies in the learner's source, by the bundle's source map. */
export function placeOf(image: Image, frames: ThrownRecord["frames"]): Place | undefined {
  if (frames.length === 0) return undefined;
  const map = new SourceMap(JSON.parse(image.map) as SourceMapPayload);
  for (const frame of frames) {
    const entry = map.findEntry(frame.line - 1, frame.column - 1);
    if ("originalSource" in entry) return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }
  return undefined;
}

/** The text of a source line of the program. */
export function sourceLine(image: Image, at: Place): string {
  const { sources, sourcesContent } = JSON.parse(image.map) as { sources: string[]; sourcesContent?: string[] };
  return sourcesContent?.[sources.indexOf(at.file)]?.split(/\r?\n/)[at.line - 1] ?? "";
}

/** The export that a step calls; undefined for a step that calls none. */
function functionOf(step: Step | undefined): string | undefined {
  if (step === undefined || step.do === "history") return undefined;
  const called = step.do === "turn" ? step.by : step.do === "render" ? (step.mode === "print" ? "PrintMode" : "JsonMode") : calls[step.do];
  return called?.replace(/^new /, "").split(".")[0];
}

/** Where the program declares an export: the best place to look when nothing was thrown. */
function declarationOf(image: Image, name: string | undefined): Place | undefined {
  if (name === undefined) return undefined;
  const { sources, sourcesContent } = JSON.parse(image.map) as { sources: string[]; sourcesContent?: string[] };
  const declaration = new RegExp(`^(?:export\\s+)?(?:async\\s+)?(?:function\\s*\\*?|class|const|let|var)\\s+${name}\\b`);
  for (const [index, content] of (sourcesContent ?? []).entries()) {
    const line = content.split(/\r?\n/).findIndex((text) => declaration.test(text));
    const file = sources[index];
    if (line >= 0 && file !== undefined) return { file, line: line + 1, column: 1 };
  }
  return undefined;
}

