/** `--only`: who is judged, and whether the others may stand beside them as they are. */
import { say } from "../../spec/harness/text.ts";
import { Unable } from "../unable.ts";
import type { Contents } from "./book.ts";
import type { Submission } from "./intake/intake.ts";
import { folded } from "./intake/names.ts";
import type { Rules } from "./one.ts";
import { differences } from "./rules.ts";

/** @throws Unable for an id that nobody has */
export function namedBy(ids: string[], submissions: Submission[]): Submission[] {
  const wanted = new Set(ids.map(folded));
  const found = submissions.filter(({ student }) => wanted.has(folded(student)));
  const unknown = ids.filter((id) => !found.some(({ student }) => folded(student) === folded(id)));
  if (unknown.length > 0) throw new Unable(say(`Nobody here has the id ${unknown.map((id) => JSON.stringify(id)).join(", ")}.`, `这里没有 id 为 ${unknown.map((id) => JSON.stringify(id)).join("、")} 的学生。`));
  return found;
}

/** @param others who keep the rows they have @throws Unable where these were given by other rules than those of now */
export function refuseOtherRules(others: Submission[], { rows, runs }: Contents, rules: Rules): void {
  const kept = others.flatMap(({ student }) => rows.get(student) ?? []);
  const known = new Map(runs.map((run) => [run.id, differences(run, rules)]));
  const unlike = kept.filter(({ run }) => known.get(run)?.length !== 0);
  if (unlike.length === 0) return;
  const reasons = new Map(unlike.flatMap(({ run }) => known.get(run) ?? [say("rules that are no longer known", "规则已无从知晓")]).map((reason) => [reason.en, reason]));
  const [en, zh] = [[...reasons.values()].map((reason) => reason.en).join(", "), [...reasons.values()].map((reason) => reason.zh).join("、")];
  throw new Unable(
    say(
      `--only would put scores of different rules into one table: ${unlike.length} of those it leaves as they are were judged by others than these (now: ${en}). Leave out --only, and everybody is judged by these; or name a new folder with --out for these students alone.`,
      `用 --only 会把不同规则下的分数放进同一张表：保持原样的人里，有 ${unlike.length} 份不是按现在的规则评的（现在：${zh}）。请去掉 --only，所有人都按现在的规则评；或者用 --out 换一个新目录，只放这几个学生。`,
    ),
  );
}
