/** What the commands that only ask where the learner stands share: the verdicts, judged now or known from the last run. */
import type { Image } from "../../spec/harness/image.ts";
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import type { Options } from "../cli/options.ts";
import { imageOf, targetOf } from "../cli/target.ts";
import { judge, type ClauseResult } from "../judge.ts";
import { recall, remember } from "../recall.ts";
import { ownFault } from "../report/human.ts";
import { Progress } from "../report/progress.ts";
import { standingOf, type Standing } from "../report/standing.ts";
import type { Terminal } from "../report/terminal.ts";

/** The standing at `options.upto`. Clauses judged in an earlier run have no card. @throws Unable, Error for our own fault */
export async function standingNow(options: Options, terminal: Terminal): Promise<Standing> {
  const image = await imageOf(targetOf(options));
  return standingOf(recall(image, options) ?? (await judgeAll(image, options, terminal)), image.exports);
}

async function judgeAll(image: Image, options: Options, terminal: Terminal): Promise<ClauseResult[]> {
  const { upto, seed, runs, limits } = options;
  const progress = new Progress(process.stdout, options.language, terminal);
  try {
    const tests = loadSuite(upto).then((suite) => chosen(suite, upto));
    const results = await judge(image, tests, { upto, replay: { seed, runs }, limits, shown: () => [], onResult: (_result, done, total) => progress.show(done, total) });
    const fault = ownFault(results);
    if (fault !== undefined) throw fault.failure?.error;
    remember(image, options, results);
    return results;
  } finally {
    progress.stop();
  }
}
