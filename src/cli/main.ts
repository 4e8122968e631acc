/** `npm run kata`: reads the call and runs a command. Exit codes: 0 holds or done, 1 clauses fail, 2 could not run, 3 our fault. */
import { chatCommand } from "../commands/chat.ts";
import { doctorCommand } from "../commands/doctor.ts";
import { compareCommand } from "../commands/compare.ts";
import { diffCommand } from "../commands/diff.ts";
import { hintCommand } from "../commands/hint.ts";
import { judgeCommand } from "../commands/judge.ts";
import { listCommand, overviewCommand } from "../commands/overview.ts";
import { traceCommand } from "../commands/trace.ts";
import { piCommand } from "../commands/pi.ts";
import { restoreCommand } from "../commands/restore.ts";
import { resetCommand, startCommand } from "../commands/start.ts";
import { watchCommand } from "../commands/watch.ts";
import { languageOf, loadSettings } from "../config.ts";
import { unableReport } from "../report/human.ts";
import { jsonUnable } from "../report/json.ts";
import { terminalFor, type Terminal } from "../report/terminal.ts";
import { stackOf, Unable } from "../unable.ts";
import { help } from "./help.ts";
import { readOptions, type Command, type Options } from "./options.ts";
import { jsonOptionsOf } from "./target.ts";

// A closed pipe (`| head`) ends the output, not the run: the exit code still tells the verdict.
process.stdout.on("error", () => undefined);

const commands: Record<Command, (options: Options, terminal: Terminal) => Promise<number>> = {
  overview: overviewCommand,
  judge: judgeCommand,
  list: listCommand,
  hint: hintCommand,
  trace: traceCommand,
  start: startCommand,
  reset: resetCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
  compare: compareCommand,
  diff: diffCommand,
  pi: piCommand,
  watch: watchCommand,
  chat: chatCommand,
};

function fail(error: unknown, known: Options | undefined): number {
  if (!(error instanceof Unable)) {
    process.stderr.write(`A fault of the kata itself, not of your code: ${stackOf(error)}\n`);
    return 3;
  }
  if (known?.json === true) process.stdout.write(`${JSON.stringify(jsonUnable(error, jsonOptionsOf(known)), null, 2)}\n`);
  else process.stderr.write(unableReport(error, known?.language ?? languageOf("auto", process.env), terminalFor(process.stderr, process.env, known?.asked)));
  return 2;
}

let options: Options | undefined;

try {
  const settings = await loadSettings(process.env);
  // Not before: a loop in kata.config.ts would keep the handlers, and with them every signal, from their turn.
  for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) process.on(signal, () => process.exit(code));
  options = readOptions(process.argv.slice(2), settings);
  if (options.help) process.stdout.write(help[options.language]);
  else process.exitCode = await commands[options.command](options, terminalFor(process.stdout, process.env, options.asked));
} catch (error) {
  process.exitCode = fail(error, options);
}
