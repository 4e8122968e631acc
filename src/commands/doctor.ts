/** `kata doctor`: is all that judging needs there and working. Exit code 0 where it is, 2 where something prevents judging. */
import type { Options } from "../cli/options.ts";
import { targetOf } from "../cli/target.ts";
import { engineFindings } from "../checkup/engine.ts";
import { folderFindings } from "../checkup/folder.ts";
import { installFindings } from "../checkup/install.ts";
import { surroundingFindings } from "../checkup/surroundings.ts";
import { checkup } from "../report/checkup.ts";
import type { Terminal } from "../report/terminal.ts";
import { workspace } from "./start.ts";

export async function doctorCommand(options: Options, terminal: Terminal): Promise<number> {
  const { language, limits } = options;
  const findings = [
    ...installFindings(),
    ...(await engineFindings(limits)),
    ...(await folderFindings(targetOf(options), workspace)),
    ...(await surroundingFindings(language, process.argv.slice(2), process.env)),
  ];
  process.stdout.write(checkup(findings, language, terminal));
  return findings.some(({ level }) => level === "bad") ? 2 : 0;
}
