/**
 * What `kata pi` starts, in a process of its own: plays the specs' scenarios on the reference, on the learner's program and
 * on Pi. One argument, an order as JSON (src/commands/pi.ts). Exit codes: 0 all agree or differ as listed, 1 the
 * learner's program differs from the contract, 2 it could not be played, 3 Pi differs in a way that no row explains.
 */
import type { Image } from "../spec/harness/image.ts";
import { Astray, Lane, runTest } from "../spec/harness/run.ts";
import { Unloadable, type Limits } from "../spec/harness/subject.ts";
import { chosen, loadSuite } from "../spec/harness/suite.ts";
import { clauseOf } from "../spec/harness/chapters.ts";
import { say, type Language } from "../spec/harness/text.ts";
import { imageOf, rerunTarget, targetOf } from "../src/cli/target.ts";
import { playedTests } from "../src/compare/search.ts";
import { unableToLoad } from "../src/judge.ts";
import { quoted, seedWords } from "../src/report/card.ts";
import { unableReport } from "../src/report/human.ts";
import { Progress } from "../src/report/progress.ts";
import { terminalFor } from "../src/report/terminal.ts";
import { stackOf, Unable } from "../src/unable.ts";
import { Duet } from "./compare/duet.ts";
import { openOf } from "./report/judge.ts";
import { openLines } from "./report/open.ts";
import { emptyRow, enter, type Row } from "./report/rows.ts";
import { lackLines, legendLines, sumLines, sumOf, tableLines } from "./report/table.ts";

type Order = { upto: string; target: string; seed: number; runs: number; limits: Limits; language: Language; asked?: Language; only?: string };

async function compare(order: Order): Promise<number> {
  const { upto, language, only } = order;
  const terminal = terminalFor(process.stdout, process.env, order.asked);
  const image = await imageOf(targetOf(order));
  const tests = playedTests(chosen(await loadSuite(upto), upto, only));
  const rows: Row[] = [];
  const duet = new Duet(await imageOf(targetOf({ target: "solution", upto })), order.limits);
  const yours = new Lane(image, order.limits);
  const progress = new Progress(process.stdout, language, terminal);
  try {
    await yours.warm().loaded();
    for (const [done, test] of tests.entries()) {
      progress.show(done, tests.length);
      const row = await played(test, duet, yours, order);
      if (row.scenarios > 0) rows.push(row);
    }
  } catch (error) {
    throw error instanceof Unloadable ? unableToLoad(image, error) : error;
  } finally {
    progress.stop();
    duet.close();
    yours.close();
  }
  if (rows.length === 0) throw new Unable(say(`${only ?? upto} plays no scenario.`, `${only ?? upto} 里没有可以运行的场景。`));
  const sum = sumOf(rows);
  const lines = [...tableLines(rows, language, terminal), ...legendLines(rows, language, terminal), ...lackLines(rows, language, terminal), ...rows.flatMap((row) => openLines(row, language, terminal)), ...sumLines(sum, againOf(order), duet.tired, language, terminal)];
  process.stdout.write(`${lines.join("\n")}\n`);
  return sum.open > 0 ? 3 : sum.yours > 0 ? 1 : 0;
}

/** All scenarios of one test. Yours takes part where it has what the clause needs. */
async function played(test: Row["test"], duet: Duet, yours: Lane, { seed, runs }: Order): Promise<Row> {
  const takesPart = clauseOf(test.clause).needs.every((name) => yours.image.exports.includes(name)) && duet.tired === 0;
  const row = emptyRow(test, takesPart);
  duet.yours = takesPart ? yours : undefined;
  duet.hear = (heard) => enter(row, heard, streamsOf(yours.image) && streamsOf(duet.image));
  const result = await runTest(test, duet, { seed, runs }, () => Promise.reject(new Error("the compiler is not asked")));
  if (result.outcome === "holds" || result.error instanceof Astray) return row;
  return { ...row, open: openOf(result) };
}

/** The command for what this call has compared: `kata compare` takes no --only, and the verdict on a part shows its card. */
function againOf(order: Order): string {
  const target = rerunTarget(order);
  const named = [...(order.only === undefined ? [] : ["--only", order.only]), ...(target === undefined ? [] : ["--target", quoted(target)])];
  return [...(order.only === undefined ? ["compare"] : []), "--upto", order.upto, ...named, ...seedWords(order.seed), "--runs", String(order.runs)].join(" ");
}

const streamsOf = ({ exports }: Image): boolean => exports.includes("collectAssistantMessage");

// A closed pipe (`| head`) ends the output, not the run: the exit code still tells the verdict.
process.stdout.on("error", () => undefined);
for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) process.on(signal, () => process.exit(code));

const order = JSON.parse(process.argv[2] ?? "{}") as Order;
try {
  process.exitCode = await compare(order);
} catch (error) {
  if (error instanceof Unable) process.stderr.write(unableReport(error, order.language, terminalFor(process.stderr, process.env, order.asked)));
  else process.stderr.write(`A fault of the kata itself, not of your code: ${stackOf(error)}\n`);
  process.exitCode = error instanceof Unable ? 2 : 3;
}
