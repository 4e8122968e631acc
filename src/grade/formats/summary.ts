/** The teacher's summary of a class, for the terminal and as Markdown. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import { padEnd, wrap } from "../../report/terminal.ts";
import type { Report, Row } from "../record.ts";
import { codeBlock, codeSpan, excerpt, idText, markdown, oneLine, quiet } from "./escape.ts";
import { figuresOf, type Figures } from "./figures.ts";
import { courseClause, inLanguage, verdictWords, wallWords } from "./words.ts";

/** One line of a list; `head` is an id or a hash, to be copied. */
type Item = { head?: string; text: string };
type Section = { title: string; items: Item[]; drawing?: string[] };

const width = 78;
/** Lines of a list. */
const most = 30;
const hardestShown = 10;
const barWidth = 40;

/** Plain text without colour, 78 columns wide; nothing in it is a command to a CI that reads the console. */
export function summaryText(report: Report, language: Language): string {
  const lines = sectionsOf(report, language).flatMap(({ title, items, drawing = [] }) => [
    "",
    title,
    ...items.flatMap(({ head, text }) => wrap(head === undefined ? oneLine(text) : `${head}  ${oneLine(text)}`, width - 4).map((line, at) => `  ${at === 0 ? "" : "  "}${line}`)),
    ...drawing.map((line) => `  ${line}`),
  ]);
  return quiet(`${[headline(report, language), ...lines].join("\n")}\n`);
}

export function summaryMarkdown(report: Report, language: Language): string {
  const lines = sectionsOf(report, language).flatMap(({ title, items, drawing = [] }) => [
    "",
    `## ${title}`,
    "",
    ...items.map(({ head, text }) => `- ${head === undefined ? "" : `${codeSpan(head)}${inLanguage(language)(": ", "：")}`}${markdown(text)}`),
    ...(drawing.length === 0 ? [] : [...(items.length === 0 ? [] : [""]), ...codeBlock(drawing.join("\n"))]),
  ]);
  return `${[`# ${headline(report, language)}`, ...lines].join("\n")}\n`;
}

function headline({ run, rows }: Report, language: Language): string {
  const total = Math.max(run.students, rows.length);
  return inLanguage(language)(`Grades up to ${run.upto}: ${rows.length} of ${total} submissions`, `${run.upto} 为止的评分：${total} 份提交中的 ${rows.length} 份`);
}

function sectionsOf(report: Report, language: Language): Section[] {
  const figures = figuresOf(report);
  return [flagSection(figures, language), handSection(report, figures, language), verdictSection(figures, language), scoreSection(figures, language), hardSection(figures, language), runSection(report, figures, language)].filter(
    ({ items, drawing = [] }) => items.length + drawing.length > 0,
  );
}

function flagSection({ flags, notes }: Figures, language: Language): Section {
  const say = inLanguage(language);
  const word = { integrity: say("integrity", "诚信"), review: say("review", "待查看"), info: "" };
  const items = flags.map(({ student, flag }) => ({ head: idText(student), text: `${word[flag.severity]} · ${oneLine(flag.code)} · ${oneLine(excerpt(flag.detail[language], 300))}` }));
  const infos = notes.map(({ code, count }) => ({ text: say(`for information: ${oneLine(code)} (${count})`, `仅供参考：${oneLine(code)}（${count}）`) }));
  return { title: say("Flags", "标记"), items: [...limited(items, language), ...limited(infos, language)] };
}

function handSection(report: Report, figures: Figures, language: Language): Section {
  const say = inLanguage(language);
  const { unscored, absent, kept } = figures;
  const weak = report.rows.filter(({ wall }) => wall === "none" || wall === "node").length;
  return {
    title: say("To look at by hand", "需要人工查看"),
    items: [
      ...(absent === 0 ? [] : [{ text: say(`${absent} submissions of the class are not in this report: another shard, or not graded yet`, `班里还有 ${absent} 份提交不在这份报告里：在另一个分片，或者还没有评分`) }]),
      ...(weak === 0 ? [] : [{ text: say(`${weak} submissions ran without a real sandbox: what they report is only as good as their intentions`, `${weak} 份提交没有在真正的沙箱里运行：结果只有在学生没有恶意时才可信`) }]),
      ...(kept === 0 ? [] : [{ text: say(`${kept} verdicts are from earlier runs: nothing they depend on has changed`, `${kept} 个结论来自之前的批次：它们所依据的内容都没有变`) }]),
      ...limited(unscored.map((row) => unscoredItem(row, language)), language),
    ],
  };
}

const unscoredItem = (row: Row, language: Language): Item => ({
  head: idText(row.student),
  text: `${verdictWords[row.verdict][language]}${inLanguage(language)(": ", "：")}${oneLine(excerpt(row.sentence[language], 300))}`,
});

function verdictSection({ verdicts }: Figures, language: Language): Section {
  const wide = Math.max(0, ...verdicts.map(({ verdict }) => verdict.length)) + 2;
  return { title: inLanguage(language)("Verdicts", "结论"), items: [], drawing: verdicts.map(({ verdict, count }) => `${padEnd(verdict, wide)}${String(count).padStart(5)}  ${verdictWords[verdict][language]}`) };
}

function scoreSection({ middle, bars, unscored }: Figures, language: Language): Section {
  const say = inLanguage(language);
  if (middle === null) return { title: "", items: [] };
  const top = Math.max(1, ...bars.map(({ count }) => count));
  const label = (low: number, high: number): string => (low === 100 ? "100 %" : high <= 0.1 ? "0 %" : `${low < 1 ? ">0" : low}–<${high} %`);
  const without = unscored.length === 0 ? "" : say(`; ${unscored.length} without a score are not counted`, `；没有分数的 ${unscored.length} 份不计入`);
  return {
    title: say("Scores", "分数"),
    items: [{ text: say(`mean ${middle.mean} %, median ${middle.median} %${without}`, `平均 ${middle.mean}%，中位数 ${middle.median}%${without}`) }],
    // Somebody is never nobody: a bar has one block at least.
    drawing: bars.map(({ low, high, count }) => `${label(low, high).padStart(11)} ${String(count).padStart(4)} ${"█".repeat(count === 0 ? 0 : Math.max(1, Math.round((count / top) * barWidth)))}`.trimEnd()),
  };
}

function hardSection({ hardest }: Figures, language: Language): Section {
  const say = inLanguage(language);
  const items = hardest.filter(({ failing }) => failing > 0).slice(0, hardestShown).map(({ id, failing, begun, failingOfAll, all }) => ({ head: oneLine(id), text: `${failing}/${begun} (${failingOfAll}/${all})  ${courseClause(id)?.[language] ?? ""}` }));
  const legend = { text: say("how many fail it, of those who hold something of its chapter (of all that were judged)", "不成立的人数／这一章已有条款成立的人数（全部评判过的人）") };
  return { title: say("The hardest clauses", "最难的条款"), items: items.length === 0 ? [] : [legend, ...items] };
}

function runSection({ run, rows }: Report, { walls }: Figures, language: Language): Section {
  const say = inLanguage(language);
  const { versions, shard } = run;
  const [seed] = rows.map((row) => row.seed);
  const one = run.seeds === "one" && seed !== undefined && rows.every((row) => row.seed === seed);
  return {
    title: say("This run", "这次评分"),
    items: [
      { head: run.id, text: say(`run of ${run.at}, ${run.runs} random scenarios for each property, shard ${shard.index} of ${shard.count}`, `${run.at} 的批次，每个性质 ${run.runs} 个随机场景，分片 ${shard.index}/${shard.count}`) },
      { text: one ? say(`one seed for all: ${seed}`, `所有人同一个种子：${seed}`) : say("a seed for each submission: the column seed of grades.csv", "每份提交有自己的种子：见 grades.csv 的 seed 一列") },
      ...walls.map(({ wall, count }) => ({ text: say(`wall of ${count} submissions: ${wallWords[wall].en}`, `${count} 份提交的隔离方式：${wallWords[wall].zh}`) })),
      { head: run.suite, text: say("tests", "测试") },
      { head: run.tool, text: say("grader", "评分程序") },
      { head: run.roster, text: say(`class, ${run.students} ids`, `班级名单，${run.students} 人`) },
      { text: `node ${versions.node}, ${versions.platform}, vitest ${versions.vitest}, fast-check ${versions.fastCheck}, typescript ${versions.typescript}, esbuild ${versions.esbuild}` },
    ],
  };
}

function limited(items: Item[], language: Language): Item[] {
  if (items.length <= most) return items;
  const rest = items.length - most;
  return [...items.slice(0, most), { text: inLanguage(language)(`and ${rest} more, in grades.csv`, `还有 ${rest} 项，见 grades.csv`) }];
}
