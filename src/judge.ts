/** Judges one program: runs the tests of the suite on as many subject processes as asked, and sorts by clause. */
import { availableParallelism } from "node:os";
import { chapterOf, clauseOf } from "../spec/harness/chapters.ts";
import type { Clause, Test } from "../spec/harness/clause.ts";
import type { Image } from "../spec/harness/image.ts";
import { Lane, runTest, type Outcome, type Replay, type TestResult } from "../spec/harness/run.ts";
import type { Limits } from "../spec/harness/subject.ts";
import { checkTypes, type TypeReport } from "../spec/harness/typecheck.ts";

export type JudgeOptions = {
  upto: string;
  replay: Replay;
  limits: Limits;
  /** subject processes side by side; default: one a core, four at most */
  lanes?: number;
  /** host:port for the debugger; one lane, no time limits */
  inspect?: string;
  /** told each result as it comes */
  onResult?(result: TestResult): void;
};

/** A clause holds when all its tests do. `failure` is its first result that does not. */
export type ClauseResult = { clause: Clause; chapter: string; outcome: Outcome; tests: TestResult[]; failure?: TestResult; ms: number };

export async function judge(image: Image, tests: Test[], options: JudgeOptions): Promise<ClauseResult[]> {
  const wantsTypes = tests.some((test) => test.kind === "types");
  const typeReport = wantsTypes ? checkTypes(image.file, image.exports, options.upto) : undefined;
  typeReport?.catch(() => undefined);
  const types = (): Promise<TypeReport> => typeReport ?? Promise.reject(new Error("no type clause was chosen"));

  // The compiler runs beside the play: its clauses come last, so that nobody waits for it.
  const queue = [...tests.filter((test) => test.kind !== "types"), ...tests.filter((test) => test.kind === "types")];
  const results: TestResult[] = [];
  const count = options.inspect === undefined ? Math.min(options.lanes ?? Math.min(4, availableParallelism()), Math.max(1, queue.length)) : 1;
  const lanes = Array.from({ length: count }, () => new Lane(image, options.limits, options.inspect));
  try {
    await Promise.all(
      lanes.map(async (lane) => {
        for (let test = queue.shift(); test !== undefined; test = queue.shift()) {
          const result = await runTest(test, lane, options.replay, types);
          results.push(result);
          options.onResult?.(result);
        }
      }),
    );
  } finally {
    for (const lane of lanes) lane.close();
  }
  return byClause(tests, results);
}

function byClause(tests: Test[], results: TestResult[]): ClauseResult[] {
  const resultOf = new Map(results.map((result) => [result.test, result]));
  const ids = [...new Set(tests.map((test) => test.clause))];
  return ids.map((id) => {
    const own = tests.filter((test) => test.clause === id).flatMap((test) => resultOf.get(test) ?? []);
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
