/**
 * A test runner for Stryker that is our own judge: the mutated reference is a program like any other, played in a
 * subject process. Stryker puts all mutants of a file behind one switch; a line in front of the program sets it, in the
 * program's own realm. The compiler's clauses are left out: no mutant is about types.
 */
import type { MutantCoverage, StrykerOptions } from "@stryker-mutator/api/core";
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import { DryRunStatus, MutantRunStatus, TestStatus, type DryRunResult, type MutantRunOptions, type MutantRunResult, type TestRunner, type TestRunnerCapabilities } from "@stryker-mutator/api/test-runner";
import { availableParallelism, loadavg } from "node:os";
import { resolve } from "node:path";
import { chapterOf } from "../../spec/harness/chapters.ts";
import type { Test } from "../../spec/harness/clause.ts";
import { makeImage, type Image } from "../../spec/harness/image.ts";
import type { Played } from "../../spec/harness/played.ts";
import { Lane, runTest, type TestResult } from "../../spec/harness/run.ts";
import { Unloadable, type Limits } from "../../spec/harness/subject.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import type { TypeReport } from "../../spec/harness/typecheck.ts";
import type { Scenario } from "../../spec/player/scenario.ts";
import { placeOf } from "./introduced.ts";

const limits: Limits = { scenario: 2000, load: 5000, memory: 256 };
/** For the reference, which ends: a machine that is busy must not stop it. */
const patient: Limits = { ...limits, scenario: 20_000, load: 20_000 };
const replay = { seed: 42, runs: 60, shrink: false };
const idOf = (test: Test): string => `${test.clause}#${test.index}`;

class PlayerRunner implements TestRunner {
  static inject = tokens(commonTokens.options);
  /** `s06`: of `mutate: ["s06/code.ts"]` */
  readonly #level: string;
  #tests: Test[] = [];
  #image: Image | undefined;

  constructor(options: StrykerOptions) {
    this.#level = options.mutate[0]?.slice(0, 3) ?? "";
  }

  /** Each mutant is judged in a process of its own, so what runs at import is mutated too. */
  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    this.#tests = chosen(await loadSuite(this.#level), this.#level).filter(({ kind }) => kind !== "types");
    this.#image = await makeImage(resolve(this.#level, "code.ts"));
  }

  /** All tests without a mutant: they must hold, and they tell which mutants each of them reaches. */
  async dryRun(): Promise<DryRunResult> {
    const lane = new CoveredLane(this.#imageWith(reporting));
    const coverage: MutantCoverage = { static: {}, perTest: {} };
    try {
      const results: TestResult[] = [];
      for (const test of this.#tests) {
        lane.reached.clear();
        results.push(await runTest(test, lane, replay, noTypes));
        coverage.perTest[idOf(test)] = Object.fromEntries([...lane.reached].map((id) => [id, 1]));
      }
      for (const id of lane.atImport) coverage.static[id] = 1;
      const tests = results.map((result) => {
        const told = { id: idOf(result.test), name: `${result.test.clause} ${result.test.condition.en}`, timeSpentMs: result.ms };
        return result.outcome === "holds" ? { ...told, status: TestStatus.Success as const } : { ...told, status: TestStatus.Failed as const, failureMessage: wordsOf(result) };
      });
      return { status: DryRunStatus.Complete, tests, mutantCoverage: coverage };
    } finally {
      lane.close();
    }
  }

  /** Judges one mutant by the tests that reach it, up to the first that fails. */
  async mutantRun({ activeMutant, testFilter }: MutantRunOptions): Promise<MutantRunResult> {
    const lane = new Lane(this.#imageWith(`globalThis.__stryker__ = { activeMutant: ${JSON.stringify(activeMutant.id)} };`), limits);
    // Stryker counts lines from 0.
    const { chapter } = placeOf(this.#level, activeMutant.location.start.line + 1);
    const tests = inOrder(this.#tests.filter((test) => testFilter === undefined || testFilter.includes(idOf(test))), chapter);
    try {
      await lane.warm().loaded();
      for (const [index, test] of tests.entries()) {
        const result = await this.#judged(test, lane);
        if (result.outcome === "holds") continue;
        if (result.outcome === "errs") return { status: MutantRunStatus.Error, errorMessage: wordsOf(result) };
        if (result.outcome === "hangs") return { status: MutantRunStatus.Timeout, reason: wordsOf(result) };
        return { status: MutantRunStatus.Killed, killedBy: [idOf(test)], failureMessage: wordsOf(result), nrOfTests: index + 1 };
      }
      return { status: MutantRunStatus.Survived, nrOfTests: tests.length };
    } catch (thrown) {
      if (!(thrown instanceof Unloadable)) throw thrown;
      return { status: MutantRunStatus.Killed, killedBy: [], failureMessage: "the program cannot be imported", nrOfTests: 0 };
    } finally {
      lane.close();
    }
  }

  /** A hang is believed the second time, with more patience, and the more the busier the machine is. */
  async #judged(test: Test, lane: Lane): Promise<TestResult> {
    const result = await runTest(test, lane, replay, noTypes);
    if (result.outcome !== "hangs") return result;
    const busy = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
    const second = new Lane(lane.image, { ...limits, scenario: 2 * limits.scenario * busy });
    try {
      return await runTest(test, second, replay, noTypes);
    } finally {
      second.close();
    }
  }

  #imageWith(head: string): Image {
    if (this.#image === undefined) throw new Error("init was not called");
    return { ...this.#image, code: this.#image.code.replace("\n", () => `\n${head}\n`) };
  }
}

/** Examples before properties, and of each kind those of the mutated line's chapter first. */
function inOrder(tests: Test[], chapter: string): Test[] {
  const rank = (test: Test): number => (test.kind === "property" ? 2 : 0) + (chapterOf(test.clause) === chapter ? 0 : 1);
  return [...tests].sort((a, b) => rank(a) - rank(b));
}

const noTypes = (): Promise<TypeReport> => Promise.reject(new Error("the compiler's clauses are left out"));

const wordsOf = ({ test, outcome, card }: TestResult): string => `${test.clause} ${outcome} (${test.condition.en}): expected ${card?.expected.en ?? ""}; got ${card?.got.en ?? ""}`;

/**
 * The program prints the number of each mutant's place that it comes by, once in a scenario (the immediate fires before
 * the player reports), and those it came by at its import in front of the first.
 */
const reporting = `{
  const { stdout } = process, later = setImmediate;
  const first = {}, seen = new Set();
  let told = false;
  const tell = (id) => {
    if (!told) stdout.write(Object.keys(first).map((one) => "i" + one + ",").join(""));
    told = true;
    if (seen.size === 0) later(() => seen.clear());
    if (!seen.has(id)) stdout.write(id + ",");
    seen.add(id);
  };
  const each = new Proxy({}, { set: (_target, id) => (tell(id), true) });
  const space = { mutantCoverage: { static: first, perTest: { any: each } } };
  globalThis.__stryker__ = space;
  Promise.resolve().then(() => (space.currentTestId = "any"));
}`;

/** Takes what `reporting` prints out of the transcripts, before a clause sees it. */
class CoveredLane extends Lane {
  readonly reached = new Set<string>();
  readonly atImport = new Set<string>();

  constructor(image: Image) {
    super(image, patient);
  }

  override async play(scenario: Scenario, wanted?: () => boolean, patience?: number): Promise<Played> {
    const played = await super.play(scenario, wanted, patience);
    const { timeline } = played.transcript;
    const ids = played.all("print").flatMap(({ text }) => text.split(",").filter((id) => id !== ""));
    for (const id of ids) {
      if (id.startsWith("i")) this.atImport.add(id.slice(1));
      else this.reached.add(id);
    }
    timeline.splice(0, timeline.length, ...timeline.filter(({ what }) => what !== "print"));
    return played;
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "player", PlayerRunner)];
