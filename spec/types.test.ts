/** The type clause of every chapter: what the compiler said about the program, in the clause's words. */
import { Broken } from "./harness/broken.ts";
import { chapters } from "./harness/chapters.ts";
import { types } from "./harness/clause.ts";
import { say } from "./harness/text.ts";

for (const chapter of chapters) {
  for (const declared of chapter.clauses) {
    if (declared.types !== true) continue;
    types(declared.id, say("the compiler, in strict mode", "严格模式下的编译器"), async (kit) => {
      const report = await kit.types();
      const own = report.reached === chapter.id ? report.own : report.own.filter(({ all }) => all === true);
      const [first] = own;
      // What does not compile by itself is the first thing to mend; of the contract, what is certain comes before the search for `any`.
      const found = report.byChapter[chapter.id] ?? [];
      const broken = found.find(({ among }) => among === undefined) ?? found[0];
      if (first === undefined && broken !== undefined) {
        const { among } = broken;
        throw new Broken({ expected: broken.demand, got: among === undefined ? say(`${broken.text} (${broken.code})`, `${broken.text}（${broken.code}）`) : say(`at least one of these is \`any\`: ${among}`, `其中至少有一个是 \`any\`：${among}`) });
      }
      if (first === undefined) return;
      // The compiler's advice, to install the types of Node, would lead astray.
      const foreign = /Cannot find module '(node:[\w/]+)'|@types\/node/.test(first.text);
      if (foreign) {
        throw new Broken({
          expected: say("code.ts uses nothing of Node: no `node:` module, no `Buffer`, no `require`", "code.ts 不使用 Node 的东西：没有 `node:` 模块、`Buffer`、`require`"),
          got: say(first.text.split("\n")[0] ?? "", first.text.split("\n")[0] ?? ""),
          at: first,
        });
      }
      throw new Broken({
        expected: say("code.ts compiles in strict mode", "code.ts 在严格模式下能编译"),
        got: say(own.length === 1 ? `${first.text} (${first.code})` : `${own.length} type errors, the first: ${first.text} (${first.code})`, `${own.length} 个类型错误，第一个：${first.text}（${first.code}）`),
        at: first,
      });
    });
  }
}
