/**
 * `kata hint`: the next hint for the clause to meet next, or for the one named. Each call goes one hint further, from a
 * question to the line of thought; after the last one it starts again. How far a clause's hints were read is kept in
 * `.kata/hints.json`; without that file the first hint comes again, and nothing else is lost.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clauseOf } from "../../spec/harness/chapters.ts";
import { root } from "../../spec/harness/root.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Options } from "../cli/options.ts";
import { readmeOf } from "../report/card.ts";
import { nextClause } from "../report/standing.ts";
import { wrap, type Terminal } from "../report/terminal.ts";
import { standingNow } from "./standing.ts";

const folder = join(root, ".kata");
const file = join(folder, "hints.json");

export async function hintCommand(options: Options, terminal: Terminal): Promise<number> {
  const { language } = options;
  const id = options.argument ?? nextClause(await standingNow(options, terminal))?.clause.id;
  if (id === undefined) {
    process.stdout.write(language === "zh" ? "没有不成立的条款：不需要提示。\n" : "Every clause holds: there is nothing to hint at.\n");
    return 0;
  }
  process.stdout.write(hintText(id, options, terminal));
  return 0;
}

/** The next hint of a clause, counted as read. `onward`: how to come to the one after it. */
export function hintText(id: string, { language }: Pick<Options, "language">, terminal: Terminal, onward: Text = say("for the next hint, run it again", "下一条提示：再运行一次")): string {
  const clause = clauseOf(id);
  const read = readSoFar();
  const at = (read[id] ?? 0) % clause.hints.length;
  keep({ ...read, [id]: at + 1 });
  const place = language === "zh" ? `提示 ${at + 1}/${clause.hints.length}` : `hint ${at + 1} of ${clause.hints.length}`;
  const again = at + 1 < clause.hints.length ? onward[language] : language === "zh" ? "这是最后一条；再来一次会从头开始" : "this was the last one; after it the first one comes again";
  return [
    ...wrap(`${terminal.paint("bold", id)}  ${clause[language]}`, terminal.width),
    "",
    ...wrap(clause.hints[at]?.[language] ?? "", terminal.width - 2).map((line) => `  ${line}`),
    "",
    terminal.paint("dim", `${place} · ${again}`),
    terminal.paint("dim", readmeOf(id, language)),
    "",
  ].join("\n");
}

function readSoFar(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && entry[1] >= 0));
  } catch {
    return {};
  }
}

function keep(read: Record<string, number>): void {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(read));
  } catch {
    // Where nothing can be written, the first hint comes again.
  }
}
