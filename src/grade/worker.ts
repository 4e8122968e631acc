/** A process that judges one submission after the other. Its parent tells it the rules, then a task at a time. */
import { chosen, loadSuite } from "../../spec/harness/suite.ts";
import type { Test } from "../../spec/harness/clause.ts";
import type { Launcher } from "../../spec/harness/subject.ts";
import { compileWithin } from "../../spec/harness/typecheck.ts";
import { stackOf } from "../unable.ts";
import { gradeOne, type Outcome, type Rules, type Task } from "./one.ts";
import { launcherOf, type Plan } from "./wall/choice.ts";
import { aroundCompiler } from "./wall/compiler.ts";

export type Asked = { rules: Rules; plan: Plan } | { task: Task };
export type Told = { ready: true } | Outcome | { fault: string };

export function work(): void {
  const tell = (told: Told): void => void process.send?.(told);
  let ready: Promise<{ rules: Rules; tests: Test[]; launch: Launcher }> | undefined;
  process.on("message", (asked: Asked) => {
    if ("rules" in asked) {
      ready = prepare(asked.rules, asked.plan);
      ready.then(() => tell({ ready: true }), (error: unknown) => tell({ fault: stackOf(error) }));
    } else {
      ready
        ?.then(({ rules, tests, launch }) => gradeOne(asked.task, rules, tests, launch))
        .then(tell, (error: unknown) => tell({ fault: stackOf(error) }));
    }
  });
  // The parent decides what an interrupt means; without it there is nothing to do.
  process.on("SIGINT", () => undefined);
  // Subjects are ended on the way out.
  process.on("SIGTERM", () => process.exit());
  process.on("disconnect", () => process.exit());
}

async function prepare(rules: Rules, plan: Plan) {
  const bounds = aroundCompiler(rules.limits);
  if (bounds !== undefined) compileWithin(bounds);
  return { rules, tests: chosen(await loadSuite(rules.upto), rules.upto), launch: launcherOf(plan) };
}
