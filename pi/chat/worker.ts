/** The thread of the program: it alone talks to the model and waits for answers to questions. */
import { parentPort, workerData } from "node:worker_threads";
import { say } from "../../spec/harness/text.ts";
import { Unable } from "../../src/unable.ts";
import { connect } from "./connection.ts";
import { importProgram } from "./program.ts";
import { Question } from "./question.ts";
import { Session } from "./session.ts";
import type { Order, Setting, Told } from "./talk.ts";

const setting = workerData as Setting;
const question = new Question(setting.question);
const tell = (told: Told): void => parentPort?.postMessage(told);

let turn = new AbortController();

async function begin(): Promise<void> {
  const { model, where, ask } = await connect(setting, process.env);
  const program = await importProgram(setting);
  const session = new Session({
    program,
    model,
    ask,
    folder: setting.folder,
    person: { stopped: () => question.stopped, ...(setting.asks ? { ask: (text) => question.ask(() => tell({ is: "ask", text })) } : {}) },
    tell,
  });
  parentPort?.on("message", (order: Order) => {
    if (order.do === "stop") turn.abort();
    else if (order.do === "new") session.reset();
    else {
      turn = new AbortController();
      void session.turn(order.line, turn.signal);
    }
  });
  tell({ is: "ready", model, where });
}

begin().catch((error: unknown) => {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  tell({ is: "unable", text: error instanceof Unable ? error.sentence : say(`A fault of the kata itself: ${reason}`, `kata 自身出错：${reason}`) });
});
