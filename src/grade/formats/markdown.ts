/** What a student gets back: one page of Markdown. Pure. */
import { courseClause, chapterTitle, clauseTitle, inLanguage, inOrder, isGraded, nextClause, pointsText, scoreText } from "./words.ts";
import { statusWords, verdictWords } from "../words.ts";
import type { Language } from "../../../spec/harness/text.ts";
import { seedWords } from "../../report/card.ts";
import type { ClauseRow, Row, Run } from "../record.ts";
import { adviceFor } from "./advice.ts";
import { clip, codeBlock, codeSpan, idText, markdown } from "./escape.ts";

/** Characters of a card or of prints that are shown. */
const longest = 6000;
/** Cards that are shown, beside those of a teacher's own clauses, which cannot be had at home. */
const mostCards = 6;

/**
 * The score and what it means, what holds, the next clause to do with its card, the others, and the commands that show
 * more at home; of a program that could not be judged what happened and what to do. Flags are the teacher's and are not told.
 */
export function feedback(row: Row, run: Run, language: Language): string {
  const say = inLanguage(language);
  const lines = [`# ${say("Feedback for", "反馈：")}${say(" ", "")}${codeSpan(idText(row.student))}`, "", ...scoreLines(row, language)];
  const advice = adviceFor(row);
  const judged = isGraded(row) && advice === undefined;
  if (judged) lines.push(...holdingLines(row, language), ...nextLines(row, language), ...otherLines(row, language));
  if (advice !== undefined) lines.push("", `## ${say("What to do", "怎么办")}`, "", advice.text[language], ...(advice.home ? ["", ...codeBlock("npm run kata -- --upto s01")] : []));
  if (row.prints) lines.push("", `## ${say("What your program printed", "程序打印的内容")}`, "", ...codeBlock(clip(row.prints, longest)));
  if (judged) lines.push(...homeLines(row, run, language));
  lines.push(...askLines(row, run, language));
  return `${lines.join("\n")}\n`;
}

function scoreLines(row: Row, language: Language): string[] {
  const say = inLanguage(language);
  const sentence = markdown(row.sentence[language]);
  if (!isGraded(row)) {
    const reason =
      row.verdict === "grader-error"
        ? say("This is a fault of the grading, not of your program. It will be graded again; there is nothing for you to do.", "这是评分程序的问题，不是你的程序的问题。它会重新评分，你不需要做什么。")
        : say("A person will look at it first.", "会先由人工查看。");
    return [`**${say("There is no score yet. That is not a score of 0.", "还没有分数。这不等于 0 分。")}** ${reason}`, "", sentence];
  }
  if (adviceFor(row) !== undefined) return [`**${scoreText(row, language)}**${say(". ", "。")}${say("No clause could be judged.", "没有条款可以评判。")}`, "", `**${sentence}**`];
  const stage =
    row.stage === null
      ? say("Chapters count from s01 on, and it does not hold as a whole yet.", "各章从 s01 起依次计算，而 s01 还没有全部成立。")
      : say(`Everything up to ${markdown(row.stage)} holds.`, `到 ${markdown(row.stage)} 为止全部成立。`);
  return [
    `**${scoreText(row, language)}**${say(". ", "。")}${stage}`,
    "",
    sentence,
    "",
    say(
      "A clause is one thing that a program must do. It gives its points when every test of it passes, and none otherwise, so one small mistake can cost a whole clause, and one small fix can win it.",
      "一条条款说的是程序必须做到的一件事。它的测试全部通过才得分，否则不得分：一个小错误会丢掉一整条，改好它也就拿回一整条。",
    ),
  ];
}

function holdingLines(row: Row, language: Language): string[] {
  const say = inLanguage(language);
  const chapters = inOrder(row.clauses.map(({ chapter }) => chapter));
  const table = chapters.map((id) => {
    const clauses = row.clauses.filter(({ chapter }) => chapter === id);
    const held = clauses.filter(({ status }) => status === "pass");
    const points = (counted: ClauseRow[]): string => pointsText(counted.reduce((sum, { max }) => sum + max, 0));
    const which = held.length === clauses.length ? say("all", "全部") : held.length === 0 ? "–" : markdown(held.map((clause) => clause.id).join(", "));
    return `| ${held.length === clauses.length ? "✓" : "·"} ${markdown(chapterTitle(id, language))} | ${say(`${held.length} of ${clauses.length}`, `${held.length}/${clauses.length}`)} | ${which} | ${points(held)} / ${points(clauses)} |`;
  });
  return ["", `## ${say("What holds", "已经成立的")}`, "", say("| chapter | clauses that hold | which | points |", "| 章 | 成立的条款 | 哪些 | 分数 |"), "|---|---|---|---|", ...table];
}

function nextLines(row: Row, language: Language): string[] {
  const say = inLanguage(language);
  const next = nextClause(row);
  if (next === undefined) return [];
  const lines = ["", `## ${say("What to do next", "下一步")}`, "", clauseLine(next, language), "", ...cardBlock(next, language)];
  if (courseClause(next.id) === undefined) return lines;
  const readme = `spec/${next.chapter}/${language === "zh" ? "README.zh-CN.md" : "README.md"}#${next.id}`;
  return [...lines, "", say(`Read ${codeSpan(readme)}. In your own copy of the course, ${codeSpan(`npm run kata -- hint ${next.id}`)} gives a hint.`, `参阅 ${codeSpan(readme)}。在你自己的课程目录里运行 ${codeSpan(`npm run kata -- hint ${next.id}`)} 会给出提示。`)];
}

/** `**s04.3** MUST …`, the course's own sentence with its backticks. A teacher's own clause shows its id: what it asks for is on its card, if it has one. */
function clauseLine(clause: ClauseRow, language: Language): string {
  const known = courseClause(clause.id);
  const points = clause.max === 1 ? "" : inLanguage(language)(` (${pointsText(clause.max)} points)`, `（${pointsText(clause.max)} 分）`);
  if (known === undefined) return `**${markdown(clause.id)}**${points}`;
  const keyword = { MUST: inLanguage(language)("MUST ", "必须："), SHOULD: inLanguage(language)("SHOULD ", "应该：") }[known.keyword];
  return `**${known.id}** ${keyword}${known[language]}${points}`;
}

const cardBlock = (clause: ClauseRow, language: Language): string[] => (clause.card === undefined ? [`${statusWords[clause.status][language]}${inLanguage(language)(".", "。")}`] : codeBlock(clip(clause.card[language], longest)));

/** The cards of the chapter in work and of the teacher's own clauses; of the rest a line each. */
function otherLines(row: Row, language: Language): string[] {
  const say = inLanguage(language);
  const next = nextClause(row);
  const open = row.clauses.filter((clause) => clause.status !== "pass" && clause !== next);
  if (open.length === 0) return [];
  const first = next === undefined ? [] : [next];
  const lacks = new Map([...first, ...open].map((clause) => [clause, lackOf(clause)]));
  const sameLack = (clause: ClauseRow, among: ClauseRow[]): ClauseRow | undefined => (lacks.get(clause) === undefined ? undefined : among.find((one) => lacks.get(one) === lacks.get(clause)));
  const isRepeated = (clause: ClauseRow): boolean => (sameLack(clause, [...first, ...open]) ?? clause) !== clause;
  const near = open.filter((clause) => clause.chapter === next?.chapter && clause.chapter !== "extra" && clause.card !== undefined && !isRepeated(clause)).slice(0, mostCards);
  const own = open.filter(({ chapter, card }) => chapter === "extra" && card !== undefined);
  const shown = [...near, ...own];
  const rest = open.filter((clause) => !shown.includes(clause));
  const noteOf = (clause: ClauseRow): string => {
    const told = sameLack(clause, [...first, ...shown]);
    if (told !== undefined) return say(` (for the same reason as ${markdown(told.id)})`, `（原因同 ${markdown(told.id)}）`);
    return clause.status === "fail" ? "" : say(` (${statusWords[clause.status].en})`, `（${statusWords[clause.status].zh}）`);
  };
  return [
    "",
    `## ${say("What does not hold yet", "还没有成立的")}`,
    ...shown.flatMap((clause) => ["", clauseLine(clause, language), "", ...cardBlock(clause, language)]),
    ...(rest.length === 0 ? [] : ["", ...rest.map((clause) => `- ${clauseLine(clause, language)}${noteOf(clause)}`)]),
  ];
}

/** What a card says of an export that is not there: the same for every clause that needs it. */
const lackOf = (clause: ClauseRow): string | undefined => /^ {4}expected [^]*^ {4}got +yours (?:exports|has) [^]*?(?=^ {4}\w|$(?![^]))/m.exec(clause.card?.en ?? "")?.[0];

function homeLines(row: Row, run: Run, language: Language): string[] {
  const say = inLanguage(language);
  const open = row.clauses.filter(({ chapter, status }) => chapter !== "extra" && status !== "pass");
  const own = row.clauses.some(({ chapter }) => chapter === "extra");
  const upto = open.length === 0 ? run.upto : (nextClause(row)?.chapter ?? run.upto);
  const first = open.length === 0 ? say("It shows where you stand.", "它会告诉你现在到了哪里。") : say("It shows where you stand and the first card.", "它会告诉你现在到了哪里，并给出第一张卡片。");
  const cards = open.length === 0 ? say("", "") : say(" and shows every card", "，并给出全部卡片");
  const without = own ? say(" Your teacher's own clauses are not judged there.", "老师自己的条款在那里不会检查。") : "";
  return [
    "",
    `## ${say("See more at home", "在自己的电脑上看更多")}`,
    "",
    say("Put your file at `workspace/code.ts` of your copy of the course. Then run:", "把你的文件放到课程目录的 `workspace/code.ts`，然后运行："),
    "",
    ...codeBlock(`npm run kata -- --upto ${upto}`),
    "",
    `${first}${without}${say(` The next command judges by the very scenarios of this grade${cards}:`, `下面的命令用这次评分的同一批场景来评判${cards}：`)}`,
    "",
    ...codeBlock(`npm run kata -- --upto ${run.upto} ${seedWords(row.seed).join(" ")} --runs ${run.runs} --all`),
  ];
}

/** Whom to ask, and what that person needs to know. */
function askLines(row: Row, run: Run, language: Language): string[] {
  const say = inLanguage(language);
  const details = [
    say(`verdict: ${codeSpan(row.verdict)}, ${verdictWords[row.verdict].en}`, `结论：${codeSpan(row.verdict)}，${verdictWords[row.verdict].zh}`),
    ...(row.file === undefined ? [] : [row.file, ...(row.file.others ?? [])]).map(({ path, sha256 }) => `${say("file: ", "文件：")}${codeSpan(path)}, sha256 ${codeSpan(sha256)}`),
    say(`graded: ${codeSpan(row.at)}, run ${codeSpan(row.run)}, tests ${codeSpan(run.suite)}`, `评分：${codeSpan(row.at)}，批次 ${codeSpan(row.run)}，测试 ${codeSpan(run.suite)}`),
  ];
  const ask = say("If you think that this is wrong, ask your teacher, and give them these lines:", "如果你觉得结果不对，请去问老师，并附上下面几行：");
  return ["", ask, "", ...details.map((detail) => `- ${detail}`)];
}
