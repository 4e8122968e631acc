/** Lists of messages of the reference and of Pi, message by message. */
import { isFields, show, type Fields } from "../../spec/harness/show.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Json, Reply, Scenario } from "../../spec/player/scenario.ts";
import { sorted } from "../../src/compare/messages.ts";
import type { DifferenceId } from "../differences.ts";
import { failureText } from "../player/provider.ts";
import { textOfThrown } from "../player/thrown.ts";
import type { Calls } from "./calls.ts";
import type { Ledger } from "./ledger.ts";

/** The objects of a list; of one that was recorded in brief, its length and its sample. */
export function fieldsIn(list: Json | undefined): Fields[] {
  if (isFields(list) && isFields(list.sample)) return [{ role: "user", content: `${String(list.length)} of them` }, ...Object.values(list.sample).filter(isFields)];
  return Array.isArray(list) ? list.filter(isFields) : [];
}

export const alike = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(sorted(a ?? null)) === JSON.stringify(sorted(b ?? null));

export class Messages {
  readonly #calls: Calls;
  readonly #ledger: Ledger;
  readonly #replies: Reply[];
  /** the notes of turns that the limit ended: the course records them, Pi does not */
  readonly #limits = new Set<string>();

  constructor(scenario: Scenario, calls: Calls, ledger: Ledger) {
    this.#calls = calls;
    this.#ledger = ledger;
    this.#replies = scenario.steps.flatMap((step) => (step.do === "turn" ? step.replies : step.do === "collect" ? [step.reply] : []));
  }

  /** From now on an answer with this text is the note of a limit. */
  limitReached(answer: Json | undefined): void {
    if (isFields(answer)) this.#limits.add(JSON.stringify(answer.content));
  }

  /** The messages that Pi records as well. */
  kept(course: Fields[]): Fields[] {
    return course.filter((message) => !this.#isLimit(message));
  }

  /** Compares two lists. `shown`: as a provider is shown them, without stopReason. */
  compare(step: number, what: Text, course: Fields[], pi: Fields[], shown: boolean): void {
    const kept = this.kept(course);
    const dropped = course.find((message) => this.#isLimit(message));
    if (dropped !== undefined) this.#ledger.explained(step, "s04-limit", what, show(dropped), "—");
    for (let at = 0; at < Math.max(kept.length, pi.length); at += 1) {
      const [mine, theirs] = [kept[at], pi[at]];
      if (!this.#same(step, what, mine, theirs, shown)) return;
    }
  }

  /** One message; false where nothing explains the difference. */
  #same(step: number, what: Text, course: Fields | undefined, pi: Fields | undefined, shown: boolean): boolean {
    const ids = course === undefined || pi === undefined ? undefined : this.#explain(step, course, pi, shown);
    if (ids === undefined) this.#ledger.differs(step, what, show(course ?? "—"), show(pi ?? "—"));
    else for (const id of ids) this.#ledger.explained(step, id, what, show(course), show(pi));
    return ids !== undefined;
  }

  single(step: number, what: Text, course: Fields, pi: Fields): void {
    this.#same(step, what, course, pi, false);
  }

  #isLimit = ({ role, content, toolCalls }: Fields): boolean => role === "assistant" && toolCalls === undefined && this.#limits.has(JSON.stringify(content));

  #explain(step: number, course: Fields, pi: Fields, shown: boolean): DifferenceId[] | undefined {
    const { content: mine, stopReason: ended, toolCalls: asked, ...rest } = course;
    const { content, stopReason, toolCalls, error, isError, ...others } = pi;
    if (!alike(rest, others) || typeof mine !== "string" || typeof content !== "string") return undefined;
    if (course.role === "toolResult") return this.#calls.explain(String(course.toolCallId), step, mine, { content, isError: isError === true });
    if (course.role !== "assistant") return mine === content ? [] : undefined;
    if (stopReason === "error") return shown || ended === "error" ? this.#failure(mine, asked, { content, error, toolCalls }) : undefined;
    const reasonFits = shown || ended === stopReason || (stopReason === "toolUse" && toolCalls === undefined);
    return mine === content && reasonFits && alike(asked, toolCalls) ? [] : undefined;
  }

  #failure(mine: string, asked: Json | undefined, { content, error, toolCalls }: { content: string; error: Json | undefined; toolCalls: Json | undefined }): DifferenceId[] | undefined {
    const calls: DifferenceId[] | undefined = alike(asked, toolCalls) ? [] : asked === undefined ? ["s04-failed-calls"] : undefined;
    if (calls === undefined) return undefined;
    // The reply ended with `error` by itself. A message that was appended has no error at all.
    if (error === failureText || error === undefined) return mine === content ? calls : undefined;
    const reply = this.#replies.find((one) => {
      const thrown = one.throwsAtOnce ?? one.throws;
      return thrown !== undefined && textOfThrown(thrown) === error;
    });
    if (reply === undefined || content !== "") return undefined;
    const text = reply.throwsAtOnce === undefined ? reply.events.map((event) => (event.type === "text_delta" ? event.text : "")).join("") : "";
    return ["s01-error-field", ...(text !== "" && mine.startsWith(text) ? (["s03-thrown-text"] as const) : []), ...calls];
  }
}

export const toolsText = (what: Text): Text => say(`${what.en}: tools`, `${what.zh}：工具`);
