/**
 * What is common to the two right orders of a tool turn (contract.md, s04): results first and then the one answer, or
 * Pi's order, where each tool-calling message (stopReason toolUse) is recorded before its results. Specs of loops judge
 * histories and requests through these functions only.
 */
import type { Call, Json, Reply, Step, Thrown } from "../player/scenario.ts";
import { contains, equals, holds, matches, startsWith } from "./judge.ts";
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

/** Judges what turn `index` recorded, after it returned. `before` is the history it found, oldest first. */
export function checkTurn(played: Played, index: number, expected: ExpectedTurn, before: Fields[] = []): void {
  played.value(index);
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
  const callers = history.flatMap((message, at) => callIds(message).map((id) => ({ id, at, message })));
  const spoilt = callers.find((caller) => caller.id.startsWith("vandal "));
  holds(
    spoilt === undefined,
    say("the calls of a message keep the ids that the model sent", "消息里的调用保持模型发来的 id"),
    say(`a call that now has the id ${show(spoilt?.id)}`, `有个调用的 id 变成了 ${show(spoilt?.id)}`),
    say("Somebody who was shown the call (a hook, a tool, the provider) wrote into it, and the history changed with it: show a copy.", "看到这个调用的一方（钩子、工具或 provider）往里面写了东西，历史也跟着变了：给别人看的应该是副本。"),
  );
  for (const id of new Set(callers.map((caller) => caller.id))) {
    const asked = callers.filter((caller) => caller.id === id);
    const results = [...history.keys()].filter((at) => history[at]?.role === "toolResult" && history[at]?.toolCallId === id);
    const early = asked.some(({ at, message }, nth) => message.stopReason === "toolUse" && (results[nth] ?? -1) <= at);
    if (results.length === asked.length && !early) continue;
    // Told only where it fails: this is asked of every request, and a history takes time to tell.
    holds(
      results.length === asked.length,
      say(`one result for the recorded call ${show(id)}`, `记下的调用 ${show(id)} 有且只有一个结果`),
      say(`${results.length} results in ${show(history)}`, `${results.length} 个结果：${show(history)}`),
      say("A real provider refuses a history in which a call has no result, or two.", "历史里的调用没有结果，或者有两个结果，真实的 provider 都会拒绝。"),
    );
    holds(
      !early,
      say(`the result of ${show(id)} after the message that called it`, `${show(id)} 的结果排在发起调用的消息之后`),
      say(`the result comes first: ${show(history)}`, `结果排在了前面：${show(history)}`),
      say("First the model asks, then the tool answers: record the message before its results, or a real provider refuses the history.", "先有模型的调用，才有工具的结果：要先记下消息，再记结果，否则真实的 provider 会拒绝这份历史。"),
    );
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

/** Holds where each part stands in a line of its own, in this order; anything may stand around and between them. */
export function inOrder(lines: string[], parts: string[]): boolean {
  let at = 0;
  for (const part of parts) {
    while (at < lines.length && !lines[at]?.includes(part)) at += 1;
    if (at === lines.length) return false;
    at += 1;
  }
  return true;
}

// --- What a scripted turn of the loop must come to, whatever the program's order ---

type TurnStep = Step & { do: "turn" };

/** One reply as a right program reads it. Without a stopReason it never completed: thrown, or cut off. */
type Heard = { text: string; calls: Call[]; stopReason?: string; thrown?: Thrown };

export type Course = {
  /** the replies to the provider calls of the turn, one each */
  heard: Heard[];
  /** `failure`: the last reply never completed, or ended with error */
  end: "answer" | "failure" | "limit";
};

/** What comes of one call: `content` where it is known, else an `error:` text; `runs` where a handler is reached. */
export type Outcome = { runs: boolean; content?: string };
export type OutcomeOf = (call: Call) => Outcome;

/** Follows the script of a turn by `runEventedToolLoop` to its end. */
export function courseOf(step: TurnStep): Course {
  const heard: Heard[] = [];
  for (let n = 0; n < (step.options?.maxTurns ?? 8); n += 1) {
    const reply = heardFrom(step.replies[n] ?? (step.forever === true ? step.replies.at(-1) : undefined));
    heard.push(reply);
    if (reply.stopReason === undefined || reply.stopReason === "error") return { heard, end: "failure" };
    if (reply.calls.length === 0 || reply.stopReason !== "toolUse") return { heard, end: "answer" };
  }
  return { heard, end: "limit" };
}

/** Beyond the script the fake provider says that it has ended (fakes.ts). */
function heardFrom(reply: Reply | undefined): Heard {
  if (reply === undefined) return { text: "the script has ended", calls: [], stopReason: "stop" };
  if (reply.throwsAtOnce !== undefined) return { text: "", calls: [], thrown: reply.throwsAtOnce };
  const heard: Heard = { text: "", calls: [] };
  for (const event of reply.events) {
    if (event.type === "text_delta") heard.text += event.text;
    if (event.type === "tool_call") heard.calls.push(event.call);
    if (event.type === "message_end") return { ...heard, stopReason: event.stopReason };
  }
  return reply.throws === undefined ? heard : { ...heard, thrown: reply.throws };
}

/** Every call's input carries the call's id, so that the handlers' observations tell which calls ran. */
export const traced = (replies: Reply[]): Reply[] =>
  replies.map((reply) => ({
    ...reply,
    events: reply.events.map((event) => (event.type === "tool_call" ? { ...event, call: { ...event.call, input: { ...event.call.input, call: event.call.id } } } : event)),
  }));

/** Judges how often turn `index` asked its provider. */
export function checkCalls(played: Played, index: number, why?: Text): Course {
  const course = courseOf(turnAt(played, index));
  equals(played.requests(index).length, course.heard.length, say("the number of provider calls", "请求 provider 的次数"), why);
  return course;
}

/** Judges which calls of turn `index` ran and what was recorded of them. The replies are `traced`. `before` is the history it found. */
export function checkResults(played: Played, index: number, outcomeOf: OutcomeOf, before: Fields[] = []): void {
  const results = resultsOf(madeBy(played, index, before));
  const { sure, open } = callsOf(courseOf(turnAt(played, index)));
  const ran = played.all("handler", index).map((seen) => (isFields(seen.input) ? (seen.input.call ?? null) : null));
  const must = sure.filter((made) => outcomeOf(made).runs).map((made) => made.id);
  const may = open.filter((made) => outcomeOf(made).runs).map((made) => made.id);
  const why = say("A message that came to its end, with toolUse or with stop, has all its calls run.", "一条正常结束的消息，不管以 toolUse 还是 stop 结束，里面的调用都要执行。");
  equals(ran.slice(0, must.length), must, say("the calls whose tools ran, in order", "真正执行了的调用（按顺序）"), why);
  const more = ran.slice(must.length);
  holds(isPartOf(more, may), say(`beyond these, calls among ${show(may)} ran, each once`, `此外只可能执行 ${show(may)} 里的调用，每个一次`), say(`${show(more)} ran`, `执行了 ${show(more)}`));

  matches(results.slice(0, sure.length).map((one) => one.toolCallId ?? null), sure.map((made) => made.id), say("the calls that have a result, in call order", "有结果的调用（按调用顺序）"));
  const late = results.slice(sure.length);
  holds(
    isPartOf(late.map((one) => one.toolCallId ?? null), open.map((made) => made.id)) && more.every((id) => late.some((one) => one.toolCallId === id)),
    say(`one result for each of ${show(more)}, which ran although its message never completed`, `${show(more)} 所在的消息没有说完却执行了，每个都要有且只有一个结果`),
    say(late.length === 0 ? "no result" : show(late), late.length === 0 ? "没有结果" : show(late)),
    say("A call of a message that broke off may be run or not. Run: one result. Not run: none, or one that starts with error:.", "没说完的消息里的调用可以执行，也可以不执行。执行了就要有一个结果；没执行就没有结果，或者有一个以 error: 开头的结果。"),
  );
  const all = [...sure, ...open];
  for (const result of results) {
    const made = all.find((one) => one.id === result.toolCallId);
    if (made === undefined) continue;
    const content = sure.includes(made) || more.includes(made.id) ? outcomeOf(made).content : undefined;
    const what = say(`the result of ${show(made.id)}`, `${show(made.id)} 的结果`);
    if (content === undefined) startsWith(result.content, "error:", what);
    else equals(result.content, content, what);
  }
}

/** Judges the answer of turn `index`: what was recorded, once, and that it is what was returned. */
export function checkAnswer(played: Played, index: number, before: Fields[] = []): void {
  const course = courseOf(turnAt(played, index));
  const last = course.heard.at(-1);
  const made = madeBy(played, index, before);
  const answers = made.filter(isAnswer);
  const expected: Fields = { role: "assistant" };
  if (course.end === "answer") expected.content = last?.text ?? "";
  expected.stopReason = course.end === "failure" ? "error" : "stop";
  matches(answers, [expected], say("the answer, recorded once", "回复，只记一次"));
  const content = answers[0]?.content;
  const what = say("the content of the answer", "回复的 content");
  if (course.end === "limit") contains(content, "max turns reached", what);
  if (course.end === "failure") {
    const told = last?.thrown;
    if (told === undefined) contains(content, last?.text ?? "", what);
    else contains(content, told.kind === "error" ? told.message : told.kind === "value" && typeof told.value === "string" ? told.value : "", what);
  }
  matches(played.value(index), { role: "assistant", content: content ?? null, stopReason: answers[0]?.stopReason ?? null }, say("what runEventedToolLoop returns: the recorded answer", "runEventedToolLoop 返回的：记下的那条回复"));
  const held = last !== undefined && course.end !== "limit" && last.calls.length > 0;
  holds(held || isAnswer(made.at(-1)), say("the answer is the last message of the turn", "回复是这一轮的最后一条消息"), say(show(made.at(-1)), show(made.at(-1))));
}

/** Judges the order of turn `index`: each message that called tools is recorded not at all, or right before its results. */
export function checkOrder(played: Played, index: number, before: Fields[] = []): void {
  const { heard } = courseOf(turnAt(played, index));
  const made = madeBy(played, index, before);
  const asked = made.filter((message) => message.role === "toolResult" || (message.role === "assistant" && message.stopReason === "toolUse"));
  let at = 0;
  for (const { text, calls } of heard.filter((reply) => reply.stopReason === "toolUse" && reply.calls.length > 0)) {
    const message = asked[at];
    if (message?.role === "assistant") {
      const expected: Fields = { role: "assistant", content: text, stopReason: "toolUse" };
      if (callIds(message).length > 0) expected.toolCalls = calls;
      matches(message, expected, say("the message that called the tools, before its results", "发起调用的消息，排在它的结果之前"));
      at += 1;
    }
    matches(asked.slice(at, at + calls.length).map((one) => one.toolCallId ?? null), calls.map((one) => one.id), say("the results right after the message that called them", "结果紧跟在发起调用的消息之后"));
    at += calls.length;
  }
  const stray = asked.slice(at).find((message) => message.role === "assistant");
  holds(stray === undefined, say("no message with toolUse after the last results", "最后的结果之后没有 toolUse 消息"), say(show(stray), show(stray)));
  checkPairs(made);
}

/** Judges every request of turn `index`: the user messages and the results so far, the earlier answers, no call without its result. */
export function checkRequests(played: Played, index: number, before: Fields[] = []): void {
  const step = turnAt(played, index);
  const { heard } = courseOf(step);
  const results = resultsOf(madeBy(played, index, before));
  const earlier = before.filter((message) => message.role !== "assistant").map(plainly);
  const answers = before.filter((message) => isAnswer(message) && message.stopReason === "stop").map(plainly);
  let shown = 0;
  for (const [n, input] of played.requests(index).entries()) {
    const messages = (Array.isArray(input.messages) ? input.messages : []).filter(isFields);
    const name = say(`the user messages and results in request ${n + 1}`, `第 ${n + 1} 次请求里的用户消息和工具结果`);
    checkRequest(input, [...earlier, { role: "user", content: step.input }, ...results.slice(0, shown).map(plainly)], name, say("The model remembers nothing: each request shows it the whole history and every result so far.", "模型什么都不记得：每次请求都要带上完整历史和到目前为止的所有结果。"));
    const assistants = messages.filter((message) => message.role === "assistant").slice(0, before.filter((message) => message.role === "assistant").length).map(plainly);
    holds(isPartOf(answers.map((one) => show(one)), assistants.map((one) => show(one))), say(`request ${n + 1} shows the earlier answers: ${show(answers)}`, `第 ${n + 1} 次请求里有之前的回复：${show(answers)}`), say(show(assistants), show(assistants)));
    holds(messages.every((message) => !Object.hasOwn(message, "stopReason")), say("messages without stopReason", "消息里没有 stopReason"), say(show(messages), show(messages)));
    checkPairs(messages);
    shown += heard[n]?.calls.length ?? 0;
  }
}

/** Judges all of turn `index`. The replies are `traced`. */
export function checkCourse(played: Played, index: number, outcomeOf: OutcomeOf, before: Fields[] = []): void {
  checkCalls(played, index);
  checkResults(played, index, outcomeOf, before);
  checkAnswer(played, index, before);
  checkOrder(played, index, before);
  checkRequests(played, index, before);
}

function turnAt(played: Played, index: number): TurnStep {
  const step = played.scenario.steps.at(index);
  if (step?.do !== "turn") throw new Error(`step ${index} is no turn`);
  return step;
}

/** The messages that turn `index` recorded. A turn that threw fails here, in its own words. */
function madeBy(played: Played, index: number, before: Fields[]): Fields[] {
  played.value(index);
  return played.history(index).slice(before.length);
}

/** `sure` run in any program; `open` are the calls of a message that never completed or ended with error. */
function callsOf({ heard, end }: Course): { sure: Call[]; open: Call[] } {
  const last = end === "failure" ? heard.at(-1) : undefined;
  return { sure: heard.filter((reply) => reply !== last).flatMap((reply) => reply.calls), open: last?.calls ?? [] };
}

const isAnswer = (message: Fields | undefined): boolean => message?.role === "assistant" && message.stopReason !== "toolUse";

const plainly = ({ role, content, toolCallId }: Fields): Fields => ({ role: role ?? null, content: content ?? null, ...(toolCallId === undefined ? {} : { toolCallId }) });

/** Holds where `part` is `whole` with some members left out. */
function isPartOf(part: Json[], whole: Json[]): boolean {
  let at = 0;
  for (const one of part) {
    while (at < whole.length && whole[at] !== one) at += 1;
    if (at === whole.length) return false;
    at += 1;
  }
  return true;
}
