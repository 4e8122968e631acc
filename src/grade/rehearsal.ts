/** What is graded before any student: the reference must have every point, and who has written nothing none. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../spec/harness/root.ts";
import { say } from "../../spec/harness/text.ts";
import { Unable } from "../unable.ts";
import type { Task } from "./one.ts";
import type { Pool } from "./pool.ts";
import type { Row } from "./record.ts";

/** Whose score is known. */
const known = ["reference", "starter", "empty"] as const;

/**
 * @param pool made by the rules of the run
 * @returns false where the pool was closed before it came to its end
 * @throws Unable where one of them has another score; then no grade may be given
 */
export async function rehearse(pool: Pool, upto: string, secret: string): Promise<boolean> {
  const results = new Map<string, Row | string>();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pi-kata-rehearsal-")));
  try {
    const texts = { reference: join(root, "solution", upto, "code.ts"), starter: join(root, "src", "starter", "code.ts"), empty: undefined };
    const tasks = known.map((name): Task => {
      mkdirSync(join(folder, name));
      const source = texts[name];
      writeFileSync(join(folder, name, "code.ts"), source === undefined ? "" : readFileSync(source));
      const place = { root: folder, names: [Buffer.from(name), Buffer.from("code.ts")] };
      return { submission: { student: name, path: `${name}/code.ts`, entry: join(folder, name, "code.ts"), place, alone: false }, draw: { secret } };
    });
    await pool.run(tasks, ({ submission }, result) => results.set(submission.student, "row" in result ? result.row : "fault" in result ? result.fault : "not judged"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (pool.closed) return false;
  for (const name of known) {
    const row = results.get(name);
    if (typeof row === "string" || row === undefined) throw new Error(`the rehearsal with ${name} failed: ${row ?? "no result"}`);
    if (row.score !== (name === "reference" ? row.max : 0) || row.max === 0) throw new Unable(unexpected(name, row));
  }
  return true;
}

function unexpected(name: (typeof known)[number], { score, max, clauses }: Row) {
  const odd = clauses.filter(({ status }) => (status === "pass") !== (name === "reference")).slice(0, 5).map(({ id }) => id).join(", ");
  const [whoEn, whoZh] = { reference: ["The reference", "参考答案"], starter: ["The starter", "初始文件"], empty: ["An empty file", "空文件"] }[name];
  const wanted = name === "reference" ? max : 0;
  return say(
    `${whoEn} has ${score} of ${max} points here, not ${wanted} (${odd}): no grade would be right, so none was given. Is the machine overloaded, or have the specs, the weights or the extra clauses been changed?`,
    `${whoZh}在这里得了 ${score} 分（满分 ${max}），应为 ${wanted} 分（${odd}）：这样的成绩都不可信，所以没有评分。是机器过载，还是测试、权重或附加条款被改动了？`,
  );
}
