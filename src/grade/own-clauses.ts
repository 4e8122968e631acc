/** A teacher's own clauses (`--extra`), held against what clauses have to be before anybody is judged by them. */
import { chapters, extraChapter } from "../../spec/harness/chapters.ts";
import type { Clause, Test } from "../../spec/harness/clause.ts";
import { loadSuite } from "../../spec/harness/suite.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import { Unable } from "../unable.ts";

/** The tests of the course up to a chapter, and the teacher's own. @throws Unable where the own ones do not load, or are not sound */
export async function loadTests(upto: string): Promise<Test[]> {
  if (extraChapter === undefined) return loadSuite(upto);
  const tests = await loadSuite(upto).catch((error: unknown) => {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw unusable(say(`their tests do not load, ${text}`, `测试无法加载，${text}`));
  });
  checkOwn(extraChapter, tests);
  return tests;
}

function checkOwn({ id, clauses }: { id: unknown; clauses: unknown }, tests: Test[]): void {
  if (id !== "x") throw unusable(say(`the id of the chapter is ${JSON.stringify(id)}, and has to be "x"`, `chapter 的 id 是 ${JSON.stringify(id)}，应为 "x"`));
  if (!Array.isArray(clauses) || clauses.length === 0) throw unusable(say("`clauses` is no list, or an empty one", "`clauses` 不是列表，或者是空的"));
  const declared = new Set<unknown>();
  for (const clause of clauses as Partial<Clause>[]) {
    if (!/^x\.\w+$/.test(String(clause.id))) throw unusable(say(`a clause has the id ${JSON.stringify(clause.id)}, and has to be called x.1, x.2, …`, `有一个条款的 id 是 ${JSON.stringify(clause.id)}，应写成 x.1、x.2……`));
    if (declared.has(clause.id)) throw unusable(say(`${clause.id} is declared twice`, `${clause.id} 声明了两次`));
    if (typeof clause.en !== "string" || typeof clause.zh !== "string") throw unusable(say(`${clause.id} lacks its sentence in English or in Chinese`, `${clause.id} 缺少英文或中文的句子`));
    if (!Array.isArray(clause.needs) || !Array.isArray(clause.hints)) throw unusable(say(`${clause.id} lacks the list \`needs\` or \`hints\``, `${clause.id} 缺少 \`needs\` 或 \`hints\` 列表`));
    if (!tests.some((test) => test.clause === clause.id)) throw unusable(say(`no test opens ${clause.id}: it would hold for nobody`, `没有测试打开 ${clause.id}：谁都无法让它成立`));
    declared.add(clause.id);
  }
  const course = new Set(chapters.flatMap((chapter) => chapter.clauses.map((clause) => clause.id)));
  const unknown = tests.find((test) => !declared.has(test.clause) && !course.has(test.clause));
  if (unknown !== undefined) throw unusable(say(`a test opens ${unknown.clause}, which clauses.ts does not declare`, `有测试打开了 ${unknown.clause}，而 clauses.ts 没有声明它`));
}

const unusable = ({ en, zh }: Text): Unable => new Unable(say(`The clauses of --extra cannot be used: ${en}.`, `--extra 的条款无法使用：${zh}。`));
