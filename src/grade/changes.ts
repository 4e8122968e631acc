/** What changed between two reports of a class, and why. Pure. */
import type { Language, Text } from "../../spec/harness/text.ts";
import { say } from "../../spec/harness/text.ts";
import { safe, wrap, type Terminal } from "../report/terminal.ts";
import { inLanguage, scoreText } from "./formats/words.ts";
import { isSameText } from "./hashes.ts";
import type { Report, Row, Run } from "./record.ts";
import { differences, rulesOf } from "./rules.ts";

/** Names that a line tells; of more, the number. */
const mostNames = 20;

export function changeLines(before: Report, now: Report, language: Language, terminal: Terminal): string[] {
  const told = inLanguage(language);
  const old = new Map(before.rows.map((row) => [row.student, row]));
  const changed = now.rows.flatMap((row) => {
    const was = old.get(row.student);
    const text = was === undefined ? newly : changeOf(was, row, before.run, now.run, language);
    return text === undefined ? [] : [`${terminal.paint("bold", safe(row.student))}  ${text[language]}`];
  });
  // Judged after the old results were written, and all the same: a comment was added, or --force was asked for.
  const same = now.rows.filter((row) => {
    const was = old.get(row.student);
    return was !== undefined && was.at !== row.at && changeOf(was, row, before.run, now.run, language) === undefined;
  });
  const here = new Set(now.rows.map(({ student }) => student));
  const gone = before.rows.filter(({ student }) => !here.has(student));
  const names = (rows: Row[]): string => `${rows.slice(0, mostNames).map(({ student }) => safe(student)).join(", ")}${rows.length > mostNames ? told(`, … (${rows.length})`, `……（共 ${rows.length} 人）`) : ""}`;
  return [
    "",
    ...[
      told(`Compared with the results of ${before.run.at}:`, `和 ${before.run.at} 的结果相比：`),
      ...(changed.length + gone.length === 0 ? [told("no grade has changed.", "成绩没有变化。")] : changed),
      ...(same.length === 0 ? [] : [`${told("judged again, with the same result: ", "重新检查过，结果相同：")}${names(same)}`]),
      ...(gone.length === 0 ? [] : [`${told("no longer there: ", "不再出现：")}${names(gone)}`]),
    ].flatMap((text) => wrap(text, terminal.width - 4).map((line, at) => (at === 0 ? line : `    ${line}`))),
  ];
}

const newly = say("new", "新增");

function changeOf(was: Row, row: Row, before: Run, now: Run, language: Language): Text | undefined {
  const held = new Map(was.clauses.map(({ id, status }) => [id, status]));
  const flipped = row.clauses.filter(({ id, status }) => held.get(id) !== status);
  if (was.score === row.score && was.max === row.max && was.verdict === row.verdict && flipped.length === 0) return undefined;
  const won = flipped.filter(({ status }) => status === "pass").map(({ id }) => id);
  const lost = flipped.filter(({ id }) => held.get(id) === "pass").map(({ id }) => id);
  const points = (one: Row): string => (one.score === null ? "–" : scoreText({ score: one.score, max: one.max }, language));
  const reasons = reasonsOf(was, row, before, now);
  const why = reasons.length === 0 ? [say("by chance: the same text and the same rules", "偶然：内容和规则都相同")] : reasons;
  return say(
    `${was.verdict} ${points(was)} → ${row.verdict} ${points(row)}${won.length === 0 ? "" : `; won ${won.join(" ")}`}${lost.length === 0 ? "" : `; lost ${lost.join(" ")}`} (${why.map(({ en }) => en).join(", ")})`,
    `${was.verdict} ${points(was)} → ${row.verdict} ${points(row)}${won.length === 0 ? "" : `；新成立 ${won.join(" ")}`}${lost.length === 0 ? "" : `；不再成立 ${lost.join(" ")}`}（${why.map(({ zh }) => zh).join("、")}）`,
  );
}

/** What the two verdicts were not given alike by. */
function reasonsOf(was: Row, row: Row, before: Run, now: Run): Text[] {
  return [
    ...(isSameText(was.file, row.file) ? [] : [say("another text", "内容不同")]),
    ...(was.seed === row.seed ? [] : [say("other random scenarios", "随机场景不同")]),
    ...differences({ ...rulesOf(before), wall: was.wall }, { ...rulesOf(now), wall: row.wall }),
  ];
}
