/** What the scores of a report must not be taken for: told before all else, on the page and in the summaries. Pure. */
import { say, type Text } from "../../spec/harness/text.ts";
import type { Figures } from "./figures.ts";
import type { Report } from "./record.ts";
import { weakWalls } from "./words.ts";

/** Worst first; of the walls one for each weak one that programs ran behind. */
export function doubtsOf({ rows }: Report, { marked, walls }: Figures): Text[] {
  const all = rows.length;
  const weak = walls.flatMap(({ wall, count }) => (weakWalls[wall] === undefined ? [] : [say(`${count} of ${all}: ${weakWalls[wall].en}`, `${all} 份中的 ${count} 份：${weakWalls[wall].zh}`)]));
  return [...(marked.rules === 0 ? [] : [ofOtherRules(marked.rules, all)]), ...(marked.outdated === 0 ? [] : [ofOldFiles(marked.outdated, all)]), ...weak];
}

const ofOtherRules = (count: number, all: number): Text =>
  say(
    `${count} of ${all} were judged by other rules than this run, and have the flag "rules": their scores cannot be compared with the others. Run the same command again, without --only, and it judges them by these.`,
    `${all} 份中有 ${count} 份不是按这次的规则评的，带有标记 rules：它们的分数不能和其他人的相比。请不带 --only 再运行一次，会按现在的规则重新评这几份。`,
  );

const ofOldFiles = (count: number, all: number): Text =>
  say(
    `${count} of ${all} have changed their files since they were judged, and have the flag "outdated": scores, cards and sha256 are of the old files, while what is alike is looked for in the new ones. Run the same command again, without --only, and it judges them.`,
    `${all} 份中有 ${count} 份在评分之后换了文件，带有标记 outdated：分数、卡片和 sha256 属于旧文件，而相似之处是在新文件里找的。请不带 --only 再运行一次，会重新评这几份。`,
  );
