/** Judges one program: runs the tests of the suite on as many subject processes as asked, and sorts by clause. */
import { availableParallelism } from "node:os";
import { chapterOf, clauseOf } from "../spec/harness/chapters.ts";
import type { Clause, Test } from "../spec/harness/clause.ts";
import type { Image } from "../spec/harness/image.ts";
import { Lane, runTest, type Outcome, type Past, type Replay, type Start, type TestResult } from "../spec/harness/run.ts";
import { Subject, Unloadable, type Limits } from "../spec/harness/subject.ts";
import { say } from "../spec/harness/text.ts";
import { checkTypes, type TypeReport } from "../spec/harness/typecheck.ts";
import { unusableFor } from "../spec/harness/unloadable.ts";
import { Unable } from "./unable.ts";

export type JudgeOptions = {
  upto: string;
  replay: Replay;
  limits: Limits;
  /** subject processes side by side; default: one a core, four at most */
  lanes?: number;
  /** host:port for the debugger; one lane, no time limits */
  inspect?: string;
  /** where subjects are started in another way or were started ahead */
  start?: Start;
  /** examples that fail are not judged again alone: the caller does that for those it shows */
  late?: boolean;
  /** the results whose cards will be shown, of all: the others' failures are told as found, neither shrunk nor judged again */
  shown?(results: ClauseResult[]): ClauseResult[];
  /** told each result as it comes, and how many of how many there are */
  onResult?(result: TestResult, done: number, total: number): void;
};

/** The sentence for a program that does not survive its import. */
export function unableToLoad(image: Image, unloadable: Unloadable): Unable {
  const { sentence, at } = unusableFor(image, unloadable);
  const { prints } = unloadable;
  return new Unable(sentence, { prints, cause: unloadable, ...(at === undefined ? {} : { at }) });
}

/** A clause holds when all its tests do. `failure` is its first result that does not. */
export type ClauseResult = { clause: Clause; chapter: string; outcome: Outcome; tests: TestResult[]; failure?: TestResult; ms: number };

/**
 * @param suite the tests to run; the program is started while they are still loading
 * @throws Unable where the program cannot be imported
 */
export async function judge(image: Image, suite: Test[] | Promise<Test[]>, options: JudgeOptions): Promise<ClauseResult[]> {
  const { shown, replay } = options;
  const judging = new Judging(image, shown === undefined ? options : { ...options, replay: { ...replay, shrink: false }, late: true });
  try {
    const loaded = judging.load();
    // Where there is no suite, that is told, and not that the import was ended.
    loaded.catch(() => undefined);
    const tests = await suite;
    // The compiler runs beside the play: its clauses come last, so that nobody waits for it.
    if (tests.some((test) => test.kind === "types")) judging.compile();
    await loaded;
    await judging.run([...tests.filter((test) => test.kind !== "types"), ...tests.filter((test) => test.kind === "types")]);
    const results = judging.verdicts(tests);
    if (shown === undefined) return results;
    const finished = new Map<ClauseResult, TestResult>();
    for (const result of shown(results)) if (result.failure !== undefined) finished.set(result, await judging.finish(result.failure, replay));
    return results.map((result) => withFailure(result, finished.get(result)));
  } finally {
    judging.close();
  }
}

/** One program being judged, in as many parts as the caller likes: tests are run, and what is known so far can be asked. */
export class Judging {
  readonly #image: Image;
  readonly #options: JudgeOptions;
  readonly #start: Start;
  readonly #lanes: Lane[];
  /** of a test that was run again the last result */
  readonly #results = new Map<Test, TestResult>();
  /** a clause that hung or died fails already, and each further test of it may cost the whole limit */
  readonly #stopped = new Set<string>();
  readonly #ended = new AbortController();
  #types: Promise<TypeReport> | undefined;

  constructor(image: Image, options: JudgeOptions) {
    this.#image = image;
    this.#options = options;
    const { limits, inspect } = options;
    this.#start = options.start ?? (() => new Subject(image, { limits, ...(inspect === undefined ? {} : { inspect }) }));
    const past: Past = { hangs: 0, broke: false };
    const count = inspect === undefined ? (options.lanes ?? Math.min(4, availableParallelism())) : 1;
    this.#lanes = Array.from({ length: count }, () => new Lane(image, limits, this.#start, past));
  }

  /** Gives the program to all subjects. @returns what the import itself printed, when the first one has done it @throws Unable */
  async load(): Promise<string> {
    const [first] = this.#lanes.map((lane) => lane.warm());
    const loaded = await first?.loaded().catch((thrown: unknown) => this.#explain(thrown));
    return loaded?.prints ?? "";
  }

  /** Starts the compiler, once; type clauses wait for its answer. */
  compile(): void {
    this.#types ??= checkTypes(this.#image, this.#options.upto, this.#ended.signal);
    this.#types.catch(() => undefined);
  }

  /** Whether the program takes types from files that are not its own. Unknown, so false, where the compiler did not get as far. */
  async borrows(): Promise<boolean> {
    const report = await this.#types?.catch(() => undefined);
    return (report?.borrowed ?? []).length > 0;
  }

  /** Runs these tests, in this order as far as lanes side by side have one. Ends early after `close`. @throws Unable */
  async run(tests: Test[], replay = this.#options.replay): Promise<void> {
    const queue = [...tests];
    const running = new Map<Lane, string>();
    /** Once something did not end, no clause is judged on two lanes: one that hangs should cost its limit once. */
    const next = (): Test | undefined => {
      const at = this.#stopped.size === 0 ? 0 : queue.findIndex((test) => ![...running.values()].includes(test.clause));
      return queue.splice(Math.max(0, at), 1)[0];
    };
    const work = this.#lanes.map(async (lane) => {
      for (let test = next(); test !== undefined && !this.#ended.signal.aborted; running.delete(lane), test = next()) {
        if (this.#stopped.has(test.clause)) continue;
        running.set(lane, test.clause);
        const result = await this.#runOne(test, lane, replay);
        this.#results.set(test, this.#options.late === true ? result : await this.alone(result));
        if (result.outcome === "hangs" || result.outcome === "dies") this.#stopped.add(test.clause);
        this.#options.onResult?.(result, this.#results.size, tests.length);
      }
    });
    await Promise.all(work).catch((thrown: unknown) => this.#explain(thrown));
  }

  /** The verdicts on the clauses of these tests, by what was run so far. */
  verdicts(tests: Test[]): ClauseResult[] {
    const results = [...this.#results.values()];
    return byClause(tests, results.map((result) => (result.test === silence(tests) ? silent(result, results) : result)));
  }

  /**
   * An example that failed, judged once more on a fresh subject. Where it holds there, an earlier scenario has left
   * something behind, and the card says so: the scenario it shows is innocent.
   */
  async alone(result: TestResult): Promise<TestResult> {
    const { card, test, outcome } = result;
    if (outcome !== "fails" || test.kind !== "example" || card?.scenario === undefined || card.wholeRun === true || this.#options.inspect !== undefined || this.#ended.signal.aborted) return result;
    const lane = new Lane(this.#image, this.#options.limits, this.#start);
    try {
      return (await this.#runOne(test, lane)).outcome === "holds" ? { ...result, card: { ...card, why: shared, faq: "left-over", wholeRun: true } } : result;
    } finally {
      lane.close();
    }
  }

  /** A failure made fit to be shown: one of a random scenario is shrunk, one of an example is judged again alone. */
  async finish(result: TestResult, replay: Replay): Promise<TestResult> {
    const { test, outcome, card } = result;
    const [lane] = this.#lanes;
    if (outcome !== "fails" || test.kind !== "property" || card?.replay === undefined || lane === undefined) return this.alone(result);
    const again = await this.#runOne(test, lane, replay);
    return again.outcome === "holds" ? result : again;
  }

  /** Ends the subjects and the compiler. */
  close(): void {
    this.#ended.abort();
    for (const lane of this.#lanes) lane.close();
  }

  #runOne(test: Test, lane: Lane, replay = this.#options.replay): Promise<TestResult> {
    return runTest(test, lane, replay, () => this.#types ?? Promise.reject(new Error("the compiler was not started")));
  }

  #explain(thrown: unknown): never {
    throw thrown instanceof Unloadable ? unableToLoad(this.#image, thrown) : thrown;
  }
}

const shared = say(
  "Alone this scenario holds: something of an earlier one outlived it. Look for a list, a counter or an object outside of all functions and classes that every state, registry or turn shares.",
  "单独运行这个场景是成立的：更早的场景留下了东西。请找一找写在所有函数和类之外、被所有 state、registry 或轮次共用的列表、计数器或对象。",
);

/** The test that stands for silence: the last one of s01.7, where it was chosen. */
const silence = (tests: Test[]): Test | undefined => tests.findLast((test) => test.clause === "s01.7");

/** R7 holds for a whole run: a print in any scenario of any clause breaks s01.7, and no other clause. */
function silent(result: TestResult, results: TestResult[]): TestResult {
  const printed = results.find((one) => one.printed !== undefined)?.printed;
  if (result.outcome !== "holds" || printed === undefined) return result;
  const text = JSON.stringify(printed.text.slice(0, 80));
  return {
    ...result,
    outcome: "fails",
    test: { ...result.test, condition: say("any scenario of the run", "这次运行中的任意场景") },
    card: {
      wholeRun: true,
      scenario: printed.scenario,
      expected: say("nothing is printed, in any scenario of any chapter", "任何章节的任何场景里都不打印"),
      got: say(`printed ${text}`, `打印了 ${text}`),
      why: say("Only `output.log` writes.", "只有 `output.log` 可以输出。"),
    },
  };
}

const withFailure = (result: ClauseResult, failure: TestResult | undefined): ClauseResult => (failure === undefined ? result : { ...result, outcome: failure.outcome, failure });

function byClause(tests: Test[], results: TestResult[]): ClauseResult[] {
  const ids = [...new Set(tests.map((test) => test.clause))];
  return ids.map((id) => {
    const own = results.filter(({ test }) => test.clause === id).sort((a, b) => a.test.index - b.test.index);
    const failure = own.find((result) => result.outcome !== "holds");
    return {
      clause: clauseOf(id),
      chapter: chapterOf(id),
      outcome: failure?.outcome ?? "holds",
      tests: own,
      ...(failure === undefined ? {} : { failure }),
      ms: own.reduce((sum, result) => sum + result.ms, 0),
    };
  });
}
