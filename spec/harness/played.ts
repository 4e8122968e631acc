/** A transcript with the questions a spec asks of it. Every question that the program left unanswered is a failure. */
import type { Json, Scenario } from "../player/scenario.ts";
import type { Fault, Observation, ThrownRecord, Transcript } from "../player/transcript.ts";
import { Broken } from "./broken.ts";
import { signatureOf } from "./chapters.ts";
import { isFields, show, type Fields } from "./show.ts";
import { say, type Text } from "./text.ts";

export { isFields, type Fields };

type Kind = Observation["what"];
export type Observed<What extends Kind> = Observation & { what: What };

export class Played {
  readonly scenario: Scenario;
  readonly transcript: Transcript;

  constructor(scenario: Scenario, transcript: Transcript) {
    this.scenario = scenario;
    this.transcript = transcript;
  }

  /** What step `index` returned, `undefined` included. Negative: counted from the end. */
  value(index = 0): Json | undefined {
    const record = this.transcript.steps.at(index);
    if (record?.fault !== undefined) throw brokenBy(record.fault, this.#name(index), "it");
    return record?.nothing === true ? undefined : (record?.value ?? null);
  }

  /** Holds where step `index` did not throw; what it returned is free. */
  returned(index: number): void {
    const record = this.transcript.steps.at(index);
    if (record?.fault?.kind === "threw") throw brokenBy(record.fault, this.#name(index), "it");
  }

  /** Holds where step `index` threw; gives what it threw. A value instead is a failure. */
  threw(index: number, why?: Text): ThrownRecord {
    const record = this.transcript.steps.at(index);
    if (record?.fault?.kind === "threw") return record.fault.error;
    if (record?.fault !== undefined) throw brokenBy(record.fault, this.#name(index), "it");
    throw new Broken({
      expected: say(`${this.#name(index)} throws`, `${this.#name(index)} 抛出错误`),
      got: say(`it returned ${this.#shown(index)}`, `它返回了 ${this.#shown(index)}`),
      ...(why === undefined ? {} : { why }),
    });
  }

  /** The object that step `index` returned: an answer, an entry, an input. */
  object(index = 0): Fields {
    const value = this.value(index);
    if (isFields(value)) return value;
    throw new Broken({ expected: say(`${this.#name(index)} returns an object`, `${this.#name(index)} 返回一个对象`), got: say(this.#shown(index), this.#shown(index)), ...this.#forgotten(index) });
  }

  /** The array that step `index` returned. */
  array(index = 0): Json[] {
    const value = this.value(index);
    if (Array.isArray(value)) return value;
    throw new Broken({ expected: say(`${this.#name(index)} returns an array`, `${this.#name(index)} 返回一个数组`), got: say(this.#shown(index), this.#shown(index)), ...this.#forgotten(index) });
  }

  /** The messages recorded after turn `index`, oldest first, as the program keeps them. */
  history(index = 0): Fields[] {
    const record = this.transcript.steps.at(index);
    // A turn that threw is the story, not the history it left.
    if (record?.fault !== undefined) throw brokenBy(record.fault, this.#name(index), "it");
    if (record?.historyFault !== undefined) throw brokenBy(record.historyFault, this.#name(index), "the history after it");
    const history = record?.history;
    if (Array.isArray(history) && history.every(isFields)) return history;
    throw new Broken({
      expected: say("the history after the turn is an array of messages", "这一轮之后的历史是消息数组"),
      got: say(show(history), show(history)),
    });
  }

  /** Everything of one kind that was observed, in order; of one step where it is given. */
  all<What extends Kind>(what: What, step?: number): Observed<What>[] {
    const wanted = step === undefined ? undefined : step < 0 ? this.transcript.steps.length + step : step;
    return this.transcript.timeline.filter((seen): seen is Observed<What> => seen.what === what && (wanted === undefined || seen.step === wanted));
  }

  /** What each provider request contained, in order. */
  requests(step?: number): Fields[] {
    return this.all("request", step).map((request) => (isFields(request.input) ? request.input : {}));
  }

  /** The lines logged to the turn's output (or the mode's own), in order. */
  log(step?: number, to: "turn" | "mode" = "turn"): string[] {
    return this.all("log", step)
      .filter((seen) => seen.to === to)
      .map((seen) => (typeof seen.line === "string" ? seen.line : show(seen.line)));
  }

  /** Raises what no spec may overlook: an error that nobody caught, an argument of a fake that is not plain data. */
  checkBorder(): void {
    for (const seen of this.transcript.timeline) {
      if (seen.what === "escaped") {
        throw new Broken({
          expected: say("every error is caught inside the core (R4)", "所有错误都在 core 内部被接住（R4）"),
          got: say(`an error escaped: ${describe(seen.error)}`, `有错误逃了出来：${describe(seen.error)}`),
          faq: "escaped",
        });
      }
      if (seen.what === "notPlain") {
        throw new Broken({
          expected: say(`${seen.whose} is plain data`, `${seen.whose} 是纯数据`),
          got: say(`${seen.path === "" ? "it" : seen.path} ${seen.is}`, `${seen.path === "" ? "它" : seen.path} ${seen.is}`),
          faq: "not-plain",
        });
      }
    }
  }

  /** What a turn that threw is told beside a failure that may come of it; undefined where none did. */
  thrownTurn(): Text | undefined {
    const at = this.transcript.steps.findIndex(({ fault }, index) => fault?.kind === "threw" && this.scenario.steps[index]?.do === "turn");
    const fault = this.transcript.steps[at]?.fault;
    if (fault?.kind !== "threw") return undefined;
    const step = this.scenario.steps[at];
    const turn = step?.do === "turn" ? `${step.by} ${show(step.input)}` : "";
    return say(`Before that, ${turn} threw ${describe(fault.error)}: a turn answers, it never throws (R4).`, `在这之前，${turn} 抛出了 ${describe(fault.error)}：一轮只给出回复，从不抛出（R4）。`);
  }

  #forgotten(index: number): { why?: Text } {
    return this.transcript.steps.at(index)?.nothing === true ? { why: say("Was a `return` forgotten?", "是不是漏写了 `return`？") } : {};
  }

  #shown(index: number): string {
    const record = this.transcript.steps.at(index);
    return record?.nothing === true ? "undefined" : show(record?.value);
  }

  #name(index: number): string {
    const step = this.scenario.steps.at(index);
    if (step === undefined) return "the step";
    return step.do === "turn" ? step.by : (calls[step.do] ?? step.do);
  }
}

/** The program's function behind each step. */
export const calls: Record<string, string> = {
  input: "buildProviderInput",
  collect: "collectAssistantMessage",
  history: "the history",
  register: "ToolRegistry.register",
  specs: "ToolRegistry.getSpecs",
  run: "ToolRegistry.run",
  execute: "executeToolCall",
  snapshot: "createTurnSnapshot",
  append: "SessionTree.append",
  appendMany: "SessionTree.append",
  move: "SessionTree.moveTo",
  path: "SessionTree.currentPath",
  entries: "SessionTree.allEntries",
  loader: "new ResourceLoader",
  load: "ResourceLoader.load",
  addResource: "ResourceLoader.add",
  prompt: "buildSystemPrompt",
  runtime: "new ExtensionRuntime",
  use: "ExtensionRuntime.use",
  emit: "ExtensionRuntime.emit",
  command: "ExtensionRuntime.runCommand",
  render: "render",
  demo: "createDemoRuntimeEvents",
  pick: "pick",
  loadPackage: "loadPackage",
  install: "installLoadedPackage",
};


export const describe = (error: ThrownRecord): string => (error.name === "" ? error.text : `${error.name}: ${error.text}`);

function brokenBy(fault: Fault, call: string, whose: string): Broken {
  switch (fault.kind) {
    case "threw":
      return new Thrower(
        {
          expected: say(`${call} returns normally`, `${call} 正常返回`),
          got: say(`it threw ${describe(fault.error)}`, `它抛出了 ${describe(fault.error)}`),
          faq: "escaped",
          ...hintFor(fault.error),
        },
        fault.error,
      );
    case "notPlain": {
      const ofHistory = whose !== "it";
      const part = fault.path === "" ? say(whose, ofHistory ? "历史" : "它") : say(fault.path, fault.path);
      return new Broken({
        expected: ofHistory ? say(`the history after ${call} must be plain data`, `${call} 之后的历史必须是纯数据`) : say(`what ${call} gives must be plain data`, `${call} 给出的必须是纯数据`),
        got: say(`${part.en} ${fault.what}`, `${part.zh} ${fault.what}`),
        faq: "not-plain",
        ...(ofHistory && fault.what === "is a promise" ? { why: say("Was an `await` forgotten?", "是不是漏写了 `await`？") } : {}),
      });
    }
    case "missing":
      return missing(fault.name, fault.has);
  }
}

/** A failure with the stack of the program's own error; the run turns its frames into a place in the source. */
export class Thrower extends Broken {
  readonly error: ThrownRecord;
  constructor(card: Broken["card"], error: ThrownRecord) {
    super(card);
    this.error = error;
  }
}

/** The sentence for an export or a member that is not there. */
export function missing(name: string, has: string[]): Broken {
  const { chapter, signature } = signatureOf(name);
  const [holder] = name.split(".");
  const member = name.includes(".");
  const found = has.length === 0 ? say("nothing", "什么都没有") : listed(has);
  return new Broken({
    expected: member
      ? say(`At ${chapter} \`${holder}\` has \`${signature}\``, `到了 ${chapter}，\`${holder}\` 要有 \`${signature}\``)
      : say(`At ${chapter} code.ts exports \`${signature}\``, `到了 ${chapter}，code.ts 要导出 \`${signature}\``),
    got: member ? say(`yours has ${found.en}`, `你的有：${found.zh}`) : say(`yours exports ${found.en}`, `你导出了：${found.zh}`),
  });
}

const mostListed = 8;

/** Names, the last ones first where there are many: what was written last is of interest. */
function listed(names: string[]): Text {
  const shown = names.slice(-mostListed).map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  return more <= 0 ? say(shown.join(", "), shown.join("、")) : say(`${shown.join(", ")} and ${more} more`, `${shown.join("、")} 等 ${names.length} 个`);
}

const nodeGlobals = /^(Buffer|URL|URLSearchParams|TextEncoder|TextDecoder|AbortController|AbortSignal|Event|EventTarget|fetch|require|module|exports|__dirname|__filename|global|Blob|atob|btoa|MessageChannel) is not defined/;

function hintFor(error: ThrownRecord): { why?: Text } {
  const found = nodeGlobals.exec(error.text);
  if (error.name !== "ReferenceError" || found === null) return {};
  return {
    why: say(
      `\`${found[1]}\` belongs to Node or the browser. code.ts has the language's own globals and console, timers, structuredClone, crypto.randomUUID, performance.now.`,
      `\`${found[1]}\` 属于 Node 或浏览器。code.ts 里只有语言自带的全局对象，外加 console、定时器、structuredClone、crypto.randomUUID、performance.now。`,
    ),
  };
}
