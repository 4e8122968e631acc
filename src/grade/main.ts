/**
 * `npm run kata -- grade`: a bundle of its own, since a learner's command should not wait for it. The same bundle is run
 * for each worker. Exit codes: 0 graded, 1 some rows need a person, 2 could not run, 3 our own fault, 130 interrupted.
 */
import { languageOf, loadSettings } from "../config.ts";
import { unableReport } from "../report/human.ts";
import { terminalFor } from "../report/terminal.ts";
import { stackOf, Unable } from "../unable.ts";
import { gradeHelp } from "./help.ts";
import { mergeCommand } from "./merge.ts";
import { readGrade, type Asked } from "./options.ts";
import { replayCommand } from "./replay.ts";
import { gradeCommand } from "./run.ts";
import { work } from "./worker.ts";

async function carryOut(asked: Asked): Promise<number> {
  if ("help" in asked) {
    process.stdout.write(gradeHelp[asked.help]);
    return 0;
  }
  const terminal = terminalFor(process.stdout, process.env);
  if ("merge" in asked) return mergeCommand(asked.merge, terminal);
  const { grade } = asked;
  return grade.replay === undefined ? gradeCommand(grade, terminal) : replayCommand(grade, grade.replay, terminal);
}

if (process.argv[2] === "worker") work();
else {
  // A closed pipe ends the output, not the run.
  process.stdout.on("error", () => undefined);
  let asked: Asked | undefined;
  try {
    asked = readGrade(process.argv.slice(3), await loadSettings(process.env));
    process.exitCode = await carryOut(asked);
  } catch (error) {
    if (error instanceof Unable) process.stderr.write(unableReport(error, asked === undefined ? languageOf("auto", process.env) : "grade" in asked ? asked.grade.language : "merge" in asked ? asked.merge.language : asked.help, terminalFor(process.stderr, process.env)));
    else process.stderr.write(`A fault of the kata itself, not of a submission: ${stackOf(error)}\n`);
    process.exitCode = error instanceof Unable ? 2 : 3;
  }
}
