/**
 * What is common to the two right orders of a tool turn (contract.md, s04): results first and then the one answer, or
 * Pi's order, where each tool-calling message (stopReason toolUse) is recorded before its results. Specs of loops judge
 * histories and requests through these functions only.
 */
import type { Json } from "../player/scenario.ts";
import { holds, matches } from "./judge.ts";
import { isFields, type Fields, type Played } from "./played.ts";
import { show } from "./show.ts";
import { say, type Text } from "./text.ts";

export type ExpectedTurn = {
  user: string;
  /** the results in call order; a member that is left out is free (an error's text, say) */
  results: { toolCallId: string; content?: string }[];
  /** what the recorded answer must have at least; Fields with role, content and stopReason where they are known */
  answer: Fields;
  /** the answer's own message held calls (stopReason stop) or broke off: answer and results may come in either order */
  answerHeldCalls?: boolean;
};

/** Judges what turn `index` recorded. `before` is the history it found, oldest first. */
export function checkTurn(played: Played, index: number, expected: ExpectedTurn, before: Fields[] = []): void {
  const history = played.history(index);
  matches(history.slice(0, before.length), before, say("the history from before the turn", "这一轮之前的历史"), say("History only grows: nothing recorded may change or disappear.", "历史只增不减：记下的东西不能改、也不能丢。"));
  const made = history.slice(before.length);
  matches(made[0], { role: "user", content: expected.user }, say("the first message of the turn", "这一轮的第一条消息"));
  matches(resultsOf(made), expected.results.map((one) => ({ role: "toolResult", ...one })), say("the tool results of the turn, in call order", "这一轮的工具结果（按调用顺序）"));
  const answers = made.filter((message) => message.role === "assistant" && message.stopReason !== "toolUse");
  matches(answers, [{ role: "assistant", ...expected.answer }], say("the answer, recorded once", "回复，只记一次"));
  if (expected.answerHeldCalls !== true) {
    matches(made.at(-1), { role: "assistant", ...expected.answer }, say("the last message of the turn", "这一轮的最后一条消息"), say("The answer comes after the results it was made from.", "回复要排在它所依据的结果之后。"));
  }
  checkPairs(made);
}

/** In Pi's order a result never stands before the message that asked for it, and recorded calls are never left without results. */
export function checkPairs(history: Fields[]): void {
  for (const [at, message] of history.entries()) {
    for (const id of callIds(message)) {
      const results = history.filter((other) => other.role === "toolResult" && other.toolCallId === id);
      holds(
        results.length === 1,
        say(`one result for the recorded call ${show(id)}`, `记下的调用 ${show(id)} 有且只有一个结果`),
        say(`${results.length} results`, `${results.length} 个结果`),
        say("A real provider refuses a history in which a call has no result.", "历史里有调用却没有结果，真实的 provider 会拒绝它。"),
      );
      const first = history.findIndex((other) => other.role === "toolResult" && other.toolCallId === id);
      holds(
        message.stopReason !== "toolUse" || first > at,
        say(`the result of ${show(id)} after the message that called it`, `${show(id)} 的结果排在发起调用的消息之后`),
        say(`the result stands at ${first}, the message at ${at}`, `结果在第 ${first} 位，消息在第 ${at} 位`),
      );
    }
  }
}

function callIds(message: Fields): string[] {
  if (message.role !== "assistant" || !Array.isArray(message.toolCalls)) return [];
  return message.toolCalls.flatMap((made) => (isFields(made) && typeof made.id === "string" ? [made.id] : []));
}

/** The tool results of a history, in order. */
export const resultsOf = (history: Fields[]): Fields[] => history.filter((message) => message.role === "toolResult");

/** What every right program shows a provider in one request: user messages and tool results, in order. */
export function shownBy(input: Fields | undefined): Json[] {
  const messages = input?.messages;
  return (Array.isArray(messages) ? messages : []).filter((message) => isFields(message) && message.role !== "assistant");
}

/** Judges the user messages and results of one request. */
export function checkRequest(input: Fields | undefined, expected: Json[], what: Text, why?: Text): void {
  matches(shownBy(input), expected, what, why);
}

/** Holds where the parts stand in the texts in this order; anything may stand between them. */
export function inOrder(lines: string[], parts: string[]): boolean {
  let at = 0;
  for (const part of parts) {
    while (at < lines.length && lines[at] !== part) at += 1;
    if (at === lines.length) return false;
    at += 1;
  }
  return true;
}
