/** Runs a bundled program, as it is: your own program, in a thread of its own, with your rights. */
import { Script } from "node:vm";
import { say } from "../../spec/harness/text.ts";
import { Unable } from "../../src/unable.ts";
import type { Program } from "./session.ts";
import type { Setting } from "./talk.ts";

/** @throws Unable where its import throws */
export async function importProgram({ code, file }: Pick<Setting, "code" | "file">): Promise<Program> {
  try {
    const run = new Script(code, { filename: file, lineOffset: -1 }).runInThisContext() as () => Promise<Program>;
    return await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Unable(say(`Your program throws when it is imported: ${reason}. \`npm run kata -- --upto s12\` shows where.`, `你的程序在导入时就抛出了异常：${reason}。运行 \`npm run kata -- --upto s12\` 可以看到位置。`));
  }
}
