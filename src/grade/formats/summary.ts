/** The teacher's summary of a class, for the terminal and as Markdown. Pure. */
import type { Language } from "../../../spec/harness/text.ts";
import { padEnd, wrap } from "../../report/terminal.ts";
import type { Report, Row } from "../record.ts";
import { codeBlock, codeSpan, excerpt, idText, markdown, oneLine, quiet } from "./escape.ts";
import { attentionOf, type Case } from "../attention.ts";
import { doubtsOf } from "../doubts.ts";
import { figuresOf, type Figures } from "../figures.ts";
import { nobodyAsks, titles, verdictWords, wallWords } from "../words.ts";
import { barLabel, courseClause, inLanguage } from "./words.ts";

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
  const sections = [mindSection(report, figures, language), ...attentionSections(report.rows, language), noteSection(figures, language), verdictSection(figures, language), scoreSection(figures, report.rows.length, language), hardSection(figures, language), runSection(report, figures, language)];
  return sections.filter(({ items, drawing = [] }) => items.length + drawing.length > 0);
}

/** What the scores must not be taken for. */
function mindSection(report: Report, figures: Figures, language: Language): Section {
  const say = inLanguage(language);
  const { run } = report;
  const { absent } = figures;
  const doubts = doubtsOf(report, figures).map((text) => ({ text: text[language] }));
  const missing = absent === 0 ? [] : [{ text: say(`Not in this report, for another shard has them or they are not graded yet: ${absent} of the ${run.students} submissions of the class.`, `全班 ${run.students} 份提交中有 ${absent} 份不在这份报告里：在另一个分片，或者还没有评分。`) }];
  return { title: titles.mind[language], items: [...doubts, ...missing] };
}

function attentionSections(rows: Row[], language: Language): Section[] {
  const groups = attentionOf(rows);
  if (groups.length === 0) return [{ title: titles.attention[language], items: [{ text: nobodyAsks[language] }] }];
  return groups.map(({ title, cases }) => {
    const quietly = cases.every(({ details }) => details.length === 0);
    const items = quietly ? [{ text: cases.map(({ row }) => idText(row.student)).join(", ") }] : cases.flatMap((one) => itemsOf(one, language));
    return { title: inLanguage(language)(`${title.en} (${cases.length})`, `${title.zh}（${cases.length}）`), items: limited(items, language) };
  });
}

const itemsOf = ({ row, details }: Case, language: Language): Item[] =>
  details.map(({ code, text }) => ({ head: idText(row.student), text: `${code === undefined ? "" : `${oneLine(code)}${inLanguage(language)(": ", "：")}`}${oneLine(excerpt(text[language], 300))}` }));

function noteSection({ notes }: Figures, language: Language): Section {
  const items = notes.map(({ code, count }) => ({ text: inLanguage(language)(`${oneLine(code)}: ${count}`, `${oneLine(code)}：${count} 份`) }));
  return { title: inLanguage(language)("For information", "仅供参考"), items: limited(items, language) };
}

function verdictSection({ verdicts }: Figures, language: Language): Section {
  const wide = Math.max(0, ...verdicts.map(({ verdict }) => verdict.length)) + 2;
  return { title: inLanguage(language)("Verdicts", "结论"), items: [], drawing: verdicts.map(({ verdict, count }) => `${padEnd(verdict, wide)}${String(count).padStart(5)}  ${verdictWords[verdict][language]}`) };
}

function scoreSection({ middle, bars, scored }: Figures, total: number, language: Language): Section {
  const say = inLanguage(language);
  if (middle === null) return { title: "", items: [] };
  const top = Math.max(1, ...bars.map(({ count }) => count));
  const without = total === scored ? "" : say(`; ${total - scored} without a score are not counted`, `；没有分数的 ${total - scored} 份不计入`);
  return {
    title: titles.scores[language],
    items: [{ text: say(`mean ${middle.mean} %, median ${middle.median} %${without}`, `平均 ${middle.mean}%，中位数 ${middle.median}%${without}`) }],
    // Somebody is never nobody: a bar has one block at least.
    drawing: bars.filter(({ count }) => count > 0).map(({ low, high, count }) => `${barLabel(low, high).padStart(11)} ${String(count).padStart(4)} ${"█".repeat(Math.max(1, Math.round((count / top) * barWidth)))}`),
  };
}

function hardSection({ hardest }: Figures, language: Language): Section {
  const items = hardest.filter(({ failing }) => failing > 0).slice(0, hardestShown).map(({ id, failing, begun, failingOfAll, all }) => ({ head: oneLine(id), text: `${failing}/${begun} (${failingOfAll}/${all})  ${courseClause(id)?.[language] ?? ""}` }));
  return { title: titles.hardest[language], items: items.length === 0 ? [] : [{ text: titles.hardestLegend[language] }, ...items] };
}

function runSection({ run, rows }: Report, { walls, kept }: Figures, language: Language): Section {
  const say = inLanguage(language);
  const { versions, shard } = run;
  const [seed] = rows.map((row) => row.seed);
  const one = run.seeds === "one" && seed !== undefined && rows.every((row) => row.seed === seed);
  return {
    title: say("This run", "这次评分"),
    items: [
      { head: run.id, text: say(`run of ${run.at}, ${run.runs} random scenarios for each property, shard ${shard.index} of ${shard.count}`, `${run.at} 的批次，每个性质 ${run.runs} 个随机场景，分片 ${shard.index}/${shard.count}`) },
      { text: one ? say(`one seed for all: ${seed}`, `所有人同一个种子：${seed}`) : say("a seed for each submission: the column seed of grades.csv", "每份提交有自己的种子：见 grades.csv 的 seed 一列") },
      ...(kept === 0 ? [] : [{ text: say(`verdicts from earlier runs, since nothing they depend on has changed: ${kept}`, `${kept} 个结论来自之前的批次：它们所依据的内容都没有变`) }]),
      ...walls.map(({ wall, count }) => ({ text: say(`sandbox of ${count} of ${rows.length}: ${wallWords[wall].en}`, `${rows.length} 份中 ${count} 份的沙箱：${wallWords[wall].zh}`) })),
      { head: run.suite, text: say("tests", "测试") },
      { head: run.tool, text: say("grader", "评分程序") },
      { head: run.roster, text: say(`the class, ids: ${run.students}`, `班级名单，${run.students} 人`) },
      { text: `node ${versions.node}, ${versions.platform}, vitest ${versions.vitest}, fast-check ${versions.fastCheck}, typescript ${versions.typescript}, esbuild ${versions.esbuild}` },
    ],
  };
}

function limited(items: Item[], language: Language): Item[] {
  if (items.length <= most) return items;
  const rest = items.length - most;
  return [...items.slice(0, most), { text: inLanguage(language)(`and ${rest} more, in grades.csv`, `还有 ${rest} 项，见 grades.csv`) }];
}
