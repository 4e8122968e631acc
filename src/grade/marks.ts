/** Flags that a row has by its place in a report: given by other rules than the run's, or before its file changed. Pure. */
import { say } from "../../spec/harness/text.ts";
import type { Kept } from "./book.ts";
import type { Flag, Report, Row } from "./record.ts";
import { differences } from "./rules.ts";

/** The report of what a folder holds, with these flags beside those of its rows. */
export function withMarks({ run, rows, runs, outdated }: Kept): Report {
  const known = new Map(runs.map((one) => [one.id, differences(one, run)]));
  const changed = new Set(outdated);
  const marksOf = (row: Row): Flag[] => [
    ...(known.get(row.run)?.length === 0 ? [] : [byOtherRules(known.get(row.run) ?? [])]),
    ...(changed.has(row.student) ? [ofOldFile] : []),
  ];
  return { run, rows: rows.map((row) => ({ ...row, flags: [...marksOf(row), ...row.flags] })) };
}

function byOtherRules(reasons: { en: string; zh: string }[]): Flag {
  const [en, zh] = [reasons.map((reason) => reason.en).join(", "), reasons.map((reason) => reason.zh).join("、")];
  const detail = say(`It was judged by other rules than this run${en === "" ? "" : ` (this run: ${en})`}: its score is not of the same kind.`, `它不是按这次的规则评的${zh === "" ? "" : `（这次：${zh}）`}：分数不能放在一起比。`);
  return { code: "rules", severity: "review", detail };
}

const ofOldFile: Flag = {
  code: "outdated",
  severity: "review",
  detail: say("Its files have changed since it was judged: score and cards are of the old ones.", "评分之后，它的文件变了：分数和卡片都属于旧的文件。"),
};
