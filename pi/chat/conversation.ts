/**
 * The thread of the terminal: lines in, the answer out as it comes. It stays awake whatever the program does, so that
 * Ctrl-C always works: it stops the turn, and where there is no turn left to stop it ends the chat.
 */
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { Worker } from "node:worker_threads";
import { say, type Text } from "../../spec/harness/text.ts";
import { Question } from "./question.ts";
import { Screen, type ScreenOptions } from "./screen.ts";
import type { Order, Setting, Told } from "./talk.ts";

export type ConversationOptions = Omit<ScreenOptions, "output"> & {
  setting: Omit<Setting, "asks" | "question">;
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean };
};

/** Milliseconds that a program and its packages may take to load. */
const loadLimit = 60_000;

export class Conversation {
  readonly #screen: Screen;
  readonly #question = new Question();
  readonly #worker: Worker;
  readonly #lines: Interface;
  /** there is a terminal, and so somebody to ask */
  readonly #asks: boolean;
  /** what was typed before its turn came */
  readonly #waiting: string[] = [];
  #state: "loading" | "idle" | "turn" | "stopping" | "over" = "loading";
  #asking = false;
  #inputEnded = false;
  /** a turn failed */
  #failed = false;
  #end: (code: number) => void = () => undefined;
  readonly #ended = new Promise<number>((resolve) => (this.#end = resolve));

  constructor(options: ConversationOptions) {
    const { input, output, setting } = options;
    this.#screen = new Screen(options);
    this.#asks = input.isTTY === true && output.isTTY === true;
    this.#lines = createInterface({ input, output: this.#asks ? output : undefined, terminal: this.#asks });
    const workerData: Setting = { ...setting, asks: this.#asks, question: this.#question.shared };
    this.#worker = new Worker(new URL("./thread.mjs", import.meta.url), { workerData, env: environmentFor(setting.baseUrl) });
  }

  /** Talks until the person leaves. The exit code: 0, 1 where the program ended in the middle or, without a terminal, a turn failed, 2 where it could not begin, 130 after Ctrl-C. */
  async run(): Promise<number> {
    const late = setTimeout(() => this.#leave(2, slow), loadLimit);
    this.#worker.on("message", (told: Told) => {
      clearTimeout(late);
      this.#hear(told);
    });
    this.#worker.on("error", (error: unknown) => this.#leave(this.#state === "loading" ? 2 : 1, broke(error)));
    this.#worker.on("exit", (code) => this.#leave(this.#state === "loading" ? 2 : 1, exited(code)));
    this.#lines.on("line", (line) => this.#typed(line));
    this.#lines.on("SIGINT", () => this.interrupt());
    this.#lines.on("close", () => this.#close());
    const code = await this.#ended;
    clearTimeout(late);
    this.#lines.close();
    await this.#worker.terminate();
    return code;
  }

  /** Ctrl-C. */
  interrupt(): void {
    if (this.#state !== "turn") return this.#leave(130);
    this.#state = "stopping";
    this.#asking = false;
    this.#waiting.length = 0;
    this.#screen.say(stopping);
    this.#question.stop();
    this.#order({ do: "stop" });
  }

  #typed(line: string): void {
    if (this.#asks) this.#screen.typing(true);
    if (this.#asking) {
      this.#asking = false;
      this.#question.answer(/^(y|yes|是|好)$/i.test(line.trim()));
      return;
    }
    this.#waiting.push(line);
    if (this.#state === "idle") this.#next();
  }

  /** The end of the input: what was typed before is still answered; a question is answered with no. */
  #close(): void {
    this.#inputEnded = true;
    this.#screen.newLine();
    if (this.#asking) this.#question.answer(false);
    this.#asking = false;
    if (this.#state === "idle") this.#next();
  }

  /** The next line that says something, or the prompt, or the end. */
  #next(): void {
    this.#state = "idle";
    for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
      const said = line.trim();
      if (said === "/exit") return this.#finish();
      if (said !== "" && !said.startsWith("/")) return this.#begin(line);
      if (said === "/new") this.#order({ do: "new" });
      if (said !== "") this.#screen.say(said === "/new" ? forgotten : commands);
    }
    if (this.#inputEnded) this.#finish();
    else this.#prompt("> ");
  }

  #begin(line: string): void {
    this.#state = "turn";
    this.#question.begin();
    this.#order({ do: "turn", line });
  }

  #hear(told: Told): void {
    switch (told.is) {
      case "unable":
        return this.#leave(2, told.text);
      case "ready":
        if (this.#asks) this.#screen.say(welcome(told.model, told.where));
        return this.#next();
      case "text":
        return this.#screen.text(told.text);
      case "line":
        return this.#screen.line(told.text);
      case "note":
        return this.#screen.say(told.text);
      case "ask":
        return this.#ask(told.text);
      case "end":
        this.#failed ||= told.failed;
        this.#screen.newLine();
        return this.#next();
    }
  }

  #ask(wish: Text): void {
    // Stopped in the meantime, or nobody is there any more.
    if (this.#state !== "turn" || this.#inputEnded) return this.#question.answer(false);
    this.#screen.newLine();
    this.#asking = true;
    this.#prompt(this.#screen.question(wish));
  }

  #prompt(words: string): void {
    if (!this.#asks) return;
    this.#screen.typing(false);
    this.#lines.setPrompt(words);
    this.#lines.prompt();
  }

  #order(order: Order): void {
    this.#worker.postMessage(order);
  }

  /** A script has only the exit code to tell it; a person has read what failed. */
  #finish(): void {
    this.#leave(this.#failed && !this.#asks ? 1 : 0);
  }

  #leave(code: number, reason?: Text): void {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#screen.newLine();
    if (reason !== undefined) this.#screen.fail(reason);
    this.#end(code);
  }
}

/**
 * OpenAI's client writes what it cannot read on the console, where the chat tells it in a sentence. And a server that is
 * not OpenAI's must not be told what that client reads by itself: an organisation, a project, headers.
 */
function environmentFor(baseUrl: string | undefined): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => baseUrl === undefined || !name.toUpperCase().startsWith("OPENAI_"));
  return { OPENAI_LOG: "off", ...Object.fromEntries(kept) };
}

const welcome = (model: string, where: string): Text =>
  say(`Your program talks to ${model}${where === "" ? "" : ` at ${where}`}. /new forgets the conversation, /exit or Ctrl-D ends it; Ctrl-C stops an answer, once more ends it.`, `你的程序正在和 ${model}${where === "" ? "" : `（${where}）`} 对话。/new 重新开始，/exit 或 Ctrl-D 结束；Ctrl-C 停止当前回答，再按一次结束对话。`);
const stopping = say("Stopping … Ctrl-C again leaves the chat.", "正在停止……再按一次 Ctrl-C 结束对话。");
const forgotten = say("A new conversation.", "新的对话开始了。");
const commands = say("There are /new and /exit. A line that starts with / is no message.", "可用的命令只有 /new 和 /exit。以 / 开头的行不会发给模型。");
const slow = say(`The program was not loaded within ${loadLimit / 1000} s: it may hang when it is imported.`, `程序没有在 ${loadLimit / 1000} 秒内加载完：它可能在导入时卡住了。`);
const exited = (code: number): Text => say(`Your program ended the chat: it called process.exit(${code}).`, `你的程序结束了对话：它调用了 process.exit(${code})。`);

function broke(error: unknown): Text {
  const reason = error instanceof Error ? error.message : String(error);
  return say(`The chat ended with an error that nothing caught, most likely of your program: ${reason}`, `对话因未捕获的异常而结束，多半来自你的程序：${reason}`);
}
