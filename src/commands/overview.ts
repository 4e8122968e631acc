/** `kata`, `kata list`, `kata list s04`: where the learner stands. Exit code 0: asking is no verdict. */
import type { Options } from "../cli/options.ts";
import { clauseList, overview } from "../report/overview.ts";
import type { Terminal } from "../report/terminal.ts";
import { standingNow } from "./standing.ts";

export async function overviewCommand(options: Options, terminal: Terminal): Promise<number> {
  process.stdout.write(overview(await standingNow(options, terminal), options.language, terminal));
  return 0;
}

export async function listCommand(options: Options, terminal: Terminal): Promise<number> {
  const standing = await standingNow(options, terminal);
  const shown = standing.chapters.filter(({ chapter }) => options.argument === undefined || chapter.id === options.argument);
  process.stdout.write(clauseList(shown, standing, options.language, terminal));
  return 0;
}
