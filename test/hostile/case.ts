/** What an entry of the corpus is, and the programs that entries are made of. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Status, Verdict } from "../../src/grade/record.ts";
import { solution } from "../proof/programs.ts";

/** The whole corpus is judged up to this chapter. */
export const level = "s02";

/** Programs that entries are measured by; each is an entry of its own. */
export type Base = "right" | "poor" | "nothing";

export type Case = {
  name: string;
  /** the id that it is handed in under; default: `name` with hyphens */
  id?: string;
  /** the text of code.ts, the files of the folder by their paths, or what makes the student's place in the class folder */
  lies: string | Record<string, string | Buffer> | ((place: string, canary: string) => void);
  verdict: Verdict | readonly Verdict[];
  /** `as`: the very clauses of that program hold. `atMost`: none that does not hold in it. A program that is not played has none. */
  gains: { as: Base; but?: Record<string, Status | readonly Status[]> } | { atMost: Base };
  /** codes of flags that have to be there */
  flags?: readonly string[];
  /** what the sentence or a card says */
  says?: RegExp;
  /** the learner's own run has to give the same clauses */
  learner?: true;
  /** what would do harm without a wall: it takes memory beside V8's heap, or aims at processes */
  walled?: true;
};

/** The reference: every clause holds. */
export const right = readFileSync(solution(level), "utf8");

/** The reference with one piece exchanged. */
export function edited(find: string, put: string, source = right): string {
  if (source.split(find).length !== 2) throw new Error(`${JSON.stringify(find)} does not stand once in the reference`);
  return source.replace(find, () => put);
}

const turn = '  record(state, { role: "user", content: userInput });\n';
const build = "  return {\n    messages: state.messages.map(toProviderMessage),\n    tools: options.registry?.getSpecs() ?? [],\n  };\n";

/** The reference, and this at the beginning of every turn. `loose` is what a program calls by force. */
export const inTurn = (act: string, source = right): string => `${loose}${edited(turn, `  ${act}\n${turn}`, source)}`;

/** The reference, and this at its end, while it is imported. */
export const atImport = (act: string, source = right): string => `${loose}${source}\n${act}\n`;

/** Gives a program what its types do not let it have. */
const loose = "const evil: any = globalThis; void evil;\n";

const kept = "function record(state: AgentState, message: AgentMessage): void {\n  state.messages.push(structuredClone(message));\n}";
const reply = "  const answer = await askProvider(provider, buildProviderInput(state, options));\n  output.log(answer.content);\n";
const specs = "    return [...this.#tools.values()].map((tool) => copySpec(tool.spec));";

/** A program that is wrong nearly everywhere: it records nothing, asks nobody, and has no tool. Its types are right. */
export const poor = [
  [kept, "function record(_state: AgentState, _message: AgentMessage): void {}"],
  [reply, '  void [provider, output, options, askProvider];\n  const answer: AssistantMessage = { role: "assistant", content: "hi", stopReason: "stop" };\n'],
  [specs, "    void this.#tools;\n    return [];"],
  [build, "  void [state, options, toProviderMessage];\n  return { messages: [], tools: [] };\n"],
].reduce((source, [find = "", put = ""]) => edited(find, put, source), right);

export const poorly = (act: string): string => inTurn(act, poor);

export const idOf = ({ id, name }: Case): string => id ?? name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60);

/** Lays an entry out in the class folder. @param canary a file outside of it */
export function layOut(one: Case, root: string, canary: string): void {
  const place = join(root, idOf(one));
  const { lies } = one;
  if (typeof lies === "function") lies(place, canary);
  else put(place, typeof lies === "string" ? { "code.ts": lies } : lies);
}

export function put(place: string, files: Record<string, string | Buffer>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
}
