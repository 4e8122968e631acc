/** Reports as a grading run leaves them, made up: realistic classes, and rows full of what should never get through. */
import { chaptersUpto } from "../../spec/harness/chapters.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import { verdicts, type ChapterRow, type ClauseRow, type Report, type Row, type Run, type Status, type Verdict } from "../../src/grade/record.ts";

export const runOf = (more: Partial<Run> = {}): Run => ({
  v: 1,
  kind: "run",
  id: "run-5f0c",
  at: "2026-01-31T12:00:00.123Z",
  upto: "s03",
  runs: 60,
  secret: "not for anybody's eyes",
  seeds: "each",
  weights: {},
  limits: { scenario: 2000, load: 2000, submission: 60_000, memory: 160, data: 700, file: 262_144, output: 65_536 },
  wall: "bwrap",
  suite: "a".repeat(64),
  tool: "b".repeat(64),
  versions: { node: "22.1.0", platform: "linux x64", vitest: "4.1.12", fastCheck: "4.11.0", typescript: "7.0.2", esbuild: "0.28.2" },
  shard: { index: 1, count: 1 },
  students: 1,
  roster: "c".repeat(64),
  ...more,
});

export type Sample = {
  student: string;
  verdict?: Verdict;
  /** the status of a clause, by its place among all clauses */
  status?(at: number, id: string): Status;
  /** its points */
  weight?(at: number, id: string): number;
  card?: Text;
  sentence?: Text;
  upto?: string;
  extra?: ClauseRow[];
  more?: Partial<Row>;
};

export const cardOf = (id: string): Text => say(`✗ ${id}  R7  MUST do what it says\n    expected   "hi"\n    got        nothing`, `✗ ${id}  R7  必须：照做\n    应当      "hi"\n    实际      什么都没有`);

const unscored: Verdict[] = ["integrity", "grader-error"];
const judged: Verdict[] = ["ok", "partial", "none", "output-limit", "policy", "integrity"];

/** A row whose score is the sum of its clauses, as the grader makes it. */
export function rowOf({ student, verdict = "partial", status, weight = () => 1, card, sentence, upto = "s03", extra = [], more = {} }: Sample): Row {
  const given = status ?? ((at) => (verdict === "ok" ? "pass" : verdict === "none" ? "fail" : at % 3 === 2 ? "fail" : "pass"));
  const own = verdict === "grader-error";
  const course = chaptersUpto(upto).flatMap((chapter) => chapter.clauses.map(({ id }) => ({ id, chapter: chapter.id as string })));
  const clauses: ClauseRow[] = course.map(({ id, chapter }, at) => {
    const state = judged.includes(verdict) ? given(at, id) : "not-run";
    const max = weight(at, id);
    return { id, chapter, status: state, points: own ? null : state === "pass" ? max : 0, max, ms: 12.5, ...(state === "fail" || state === "timeout" ? { card: card ?? cardOf(id) } : {}) };
  });
  const all = [...clauses, ...extra];
  const sum = (rows: ClauseRow[]): number => rows.reduce((total, one) => total + (one.points ?? 0), 0);
  const ids = [...new Set(all.map(({ chapter }) => chapter))];
  const chapters = ids.map((id): ChapterRow => {
    const mine = all.filter(({ chapter }) => chapter === id);
    const count = (wanted: Status): number => mine.filter((one) => one.status === wanted).length;
    return { id, score: own ? null : sum(mine), max: mine.reduce((total, { max }) => total + max, 0), pass: count("pass"), fail: count("fail"), error: count("error"), timeout: count("timeout"), notRun: count("not-run") };
  });
  const stage = ids.filter((_, at) => chapters.slice(0, at + 1).every(({ pass, fail, error, timeout, notRun }) => pass > 0 && fail + error + timeout + notRun === 0)).at(-1);
  return {
    v: 1,
    kind: "row",
    student,
    ...(verdict === "missing" ? {} : { file: { path: `${student}/code.ts`, sha256: "d".repeat(64), bytes: 1234 } }),
    key: "e".repeat(64),
    verdict,
    sentence: sentence ?? say(`This is ${verdict}.`, `结论是 ${verdict}。`),
    score: unscored.includes(verdict) ? null : sum(all),
    max: all.reduce((total, { max }) => total + max, 0),
    stage: stage ?? null,
    chapters,
    clauses: all,
    flags: [],
    seed: -7,
    wall: "bwrap",
    ms: 1234.5,
    at: "2026-01-31T12:00:05.000Z",
    run: "run-5f0c",
    ...more,
  };
}

export const reportOf = (rows: Row[], more: Partial<Run> = {}): Report => ({ run: runOf({ students: rows.length, ...more }), rows });

export const everyVerdict = (): Row[] => verdicts.map((verdict) => rowOf({ student: `student-${verdict}`, verdict }));

/** A class in which a later clause holds less often. */
export const classOf = (count: number, upto = "s12"): Row[] =>
  Array.from({ length: count }, (_, student) => rowOf({ student: `s${String(student).padStart(4, "0")}`, upto, verdict: student % 50 === 49 ? "grader-error" : student % 20 === 19 ? "syntax-error" : "partial", status: (at) => (at * 2 < student || (at + student) % 5 === 0 ? "pass" : "fail") }));

/** What somebody might write to break out of a format. */
export const hostile: string[] = [
  ']]></failure><testcase name="free"/>',
  "<script>alert(1)</script>",
  "--> <!-- & &amp; &#0; \"quoted\" 'single'",
  "NUL \u0000 BEL \u0007 VT \u000b C1 \u0085 noncharacter \ufffe \uffff",
  "\u001b[31mred\u001b[0m \u001b]8;;http://example.org\u0007link\u001b]8;;\u0007 \u009b2J",
  "lone \ud800 and \udc00 and \ud83d\ude00",
  '=HYPERLINK("http://example.org?"&A1,"click")',
  "+1+1",
  "-2+3",
  "@SUM(A1)",
  "\t=1",
  "  =1",
  "＝1",
  "\r=1",
  "::error::hacked\n::set-output name=result::x",
  "  ::add-mask::a",
  "##teamcity[testFinished name='x'] ##vso[task.complete] ##[error]x ###teamcity[x]",
  "one\ntwo\r\nthree\rfour",
  "``` \n````\n~~~~\n</details>\n# heading\n- item\n1. one\n> quote\n| a | b |\n|---|---|\n***\nsetext\n===",
  "[link](javascript:alert(1)) ![image](x) <http://example.org> http://example.org www.example.org a@example.org **bold** _it_ `code` \\` $x$ :+1:",
  "    indented",
  "a, \"b\", 'c'; d",
  "\u202egnirts\u202c \u2066x\u2069 \u2028 \u2029 \ufeff",
  "",
  " ",
];

/** One row for each hostile text, in every field that holds somebody else's words. */
export const hostileRow = (text: string, at = 0): Row =>
  rowOf({
    student: `${text.slice(0, 200)}${at}`,
    card: say(text, text),
    sentence: say(text, text),
    extra: [{ id: `x.${text}`, chapter: "extra", status: "fail", points: 0, max: 1, ms: 0, card: say(text, text) }],
    more: { prints: text, flags: [{ code: "prints", severity: "review", detail: say(text, text) }], file: { path: `${text}/code.ts`, sha256: "d".repeat(64), bytes: 1 } },
  });

export const hostileRows = (): Row[] => [...hostile, "x".repeat(100_000), "]]>&<\u0000\u001b".repeat(10_000)].map(hostileRow);
