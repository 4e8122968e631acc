/** What a turn comes to in two programs: requests, hooks and tools, what was recorded, said, told and rendered. */
import { inOrder } from "../../spec/harness/turns.ts";
import { isFields, type Fields, type Observed, type Played } from "../../spec/harness/played.ts";
import { show } from "../../spec/harness/show.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Json } from "../../spec/player/scenario.ts";
import { covers, fieldsIn, isText, meets, only, type Both, type Fact } from "./facts.ts";
import { answerOf, courseOfTurn, type TurnStep } from "./freedom.ts";
import { historyFact, requestFacts, sameAnswer, sorted } from "./messages.ts";
import { offerAt } from "./offer.ts";

/** @param streams from s03 on every delta has a line of its own */
export function turnFacts(step: TurnStep, index: number, both: Both, streams: boolean): Fact[] {
  const { reference, yours, freedom } = both;
  const [wanted, found] = [reference.requests(index), yours.requests(index)];
  const offer = offerAt(reference.scenario, index, step.options?.loader);
  const request = (n: number): Fact[] => requestFacts(say(`request ${n + 1}`, `第 ${n + 1} 次请求`), wanted[n], found[n], offer, freedom);
  const [first, ...later] = Array.from({ length: Math.max(wanted.length, found.length) }, (_, n) => request(n));
  const [before, after] = [reference, yours].map((played) => fieldsIn(played.transcript.steps[index]?.history));
  const history = historyFact(step, before ?? [], after ?? [], freedom);
  const [theirs, mine] = [reference, yours].map((played) => played.transcript.steps[index]?.value);
  return [
    ...(first ?? []),
    ...callFacts(index, both, courseOfTurn(step).end === "failure" || step.by === "runOneTurn"),
    ...later.flat(),
    logFact(step, index, both, streams),
    history,
    { what: say(`what ${step.by} returns`, `${step.by} 的返回值`), yours: [show(mine)], reference: [show(theirs)], same: sameAnswer(answerOf(step), theirs, mine), quiet: true },
    ...(step.by === "runEventedToolLoop" ? toldFacts(index, both) : []),
  ];
}

/** The hooks and tools that were asked. `open`: beyond those of the reference, calls of a message that never completed may have run. */
export function callFacts(index: number, { reference, yours, freedom }: Both, open: boolean): Fact[] {
  if (freedom.rewritten) return [];
  const free = (call: Json): boolean => isFields(call) && isText(call.id) && freedom.afterIsFree(call.id);
  const lists = (of: (played: Played) => Json[]): [Json[], Json[]] => [of(reference), of(yours)];
  const fact = (what: Text, [wanted, found]: [Json[], Json[]]): Fact => ({
    what,
    yours: found.map((one) => show(one)),
    reference: wanted.map((one) => show(one)),
    same: (open || found.length === wanted.length) && JSON.stringify(sorted(found.slice(0, wanted.length))) === JSON.stringify(sorted(wanted)),
  });
  const afters = (played: Played): Observed<"after">[] => played.all("after", index).filter(({ call }) => !free(call));
  const ran = lists((played) => played.all("handler", index).filter(({ tool }) => !freedom.unsettled.has(tool)).map(({ tool, input }) => [tool, input]));
  const before = lists((played) => played.all("before", index).map(({ call }) => only([call], ["id", "name", "input"])[0] ?? null));
  const after = lists((played) => afters(played).map(({ call }) => (isFields(call) ? (call.id ?? null) : null)));
  const given = fact(say("given to afterToolCall", "交给 afterToolCall 的"), after);
  const texts = afters(reference).every((seen, at) => !isFields(seen.call) || !isText(seen.call.id) || meets(freedom.resultOf(seen.call.id, true), seen.result, afters(yours)[at]?.result));
  const lines = (played: Played): string[] => afters(played).map(({ call, result }) => `${show(isFields(call) ? call.id : null)} ${show(result)}`);
  return [
    fact(say("given to beforeToolCall", "交给 beforeToolCall 的"), before),
    fact(say("tools that ran", "执行了的工具"), ran),
    { ...given, same: given.same && texts, yours: lines(yours), reference: lines(reference) },
  ].filter(({ same, yours: mine, reference: theirs }) => !same || mine.length + theirs.length > 0);
}

function logFact(step: TurnStep, index: number, { reference, yours }: Both, streams: boolean): Fact {
  const { heard } = courseOfTurn(step);
  const deltas = step.replies.slice(0, heard.length).flatMap((reply) => reply.events.flatMap((event) => (event.type === "text_delta" && event.text !== "" && reply.throwsAtOnce === undefined ? [event.text] : [])));
  const lines = yours.log(index);
  const whole = heard.every((reply) => reply.stopReason !== undefined) ? heard.map((reply) => reply.text) : [];
  const same = streams ? inOrder(lines, deltas) : whole.every((text) => lines.join("").includes(text) || lines.join("\n").includes(text));
  return { what: say("output.log", "output.log"), yours: lines.map((line) => show(line)), reference: reference.log(index).map((line) => show(line)), same, quiet: true };
}

function answered(played: Played, index: number): Fields {
  const value = played.transcript.steps[index]?.value;
  return isFields(value) ? value : {};
}

/** What listeners and the mode were told: whatever came before, the answer's message is the last one, then done, once. */
function toldFacts(index: number, both: Both): Fact[] {
  const { reference, yours } = both;
  const events = [...reference.all("event", index), ...yours.all("event", index)];
  // One that was added in the middle hears what is left: how much that is, is free.
  const added = new Set(reference.scenario.steps.flatMap((step) => (step.do === "use" ? step.extension.acts.flatMap((act) => (act.do === "on" && act.adds !== undefined ? [act.adds.label] : [])) : [])));
  const labels = [...new Set(events.map((seen) => seen.label))].filter((label) => !added.has(label));
  const heard = labels.map((label): Fact => {
    const [theirs, mine] = [reference, yours].map((played) => played.all("event", index).filter((seen) => seen.label === label).map((seen) => seen.event));
    return endFact(say(`events that ${show(label)} heard`, `${show(label)} 听到的事件`), theirs ?? [], mine ?? [], answered(yours, index), both.freedom.sharedEvents);
  });
  const [theirs, mine] = [reference, yours].map((played) => played.all("render", index).map((seen) => seen.events));
  const renders: Fact[] = (theirs ?? []).length + (mine ?? []).length === 0 ? [] : [renderFact(theirs ?? [], mine ?? [], answered(yours, index))];
  return [...heard, ...renders, ...modeFacts(index, both)];
}

function renderFact(reference: Json[], yours: Json[], answer: Fields): Fact {
  const ends = endFact(say("rendered", "render 收到的事件"), fieldsIn(reference[0]), fieldsIn(yours[0]), answer, false);
  return yours.length === reference.length ? ends : { ...ends, what: say("calls of render", "render 的调用"), yours: yours.map((events) => show(events)), reference: reference.map((events) => show(events)), same: false };
}

/** The last message has the answer's content; done comes after it, as often as in the reference. */
function endFact(what: Text, reference: Json[], yours: Json[], answer: Fields, shared: boolean): Fact {
  const messages = (events: Json[]): Fields[] => fieldsIn(events).filter((event) => event.type === "message");
  const dones = (events: Json[]): number => fieldsIn(events).filter((event) => event.type === "done").length;
  const last = messages(yours).at(-1);
  const told = messages(reference).length === 0 ? last === undefined : last !== undefined && (shared || last.content === answer.content);
  const same = dones(yours) === dones(reference) && told && (dones(yours) === 0 || fieldsIn(yours).at(-1)?.type === "done");
  return { what, yours: yours.map((event) => show(event)), reference: reference.map((event) => show(event)), same: same || (shared && yours.length >= reference.length), quiet: true };
}

/** The program's own mode, at the end of a turn: messages before the answer's are free. */
function modeFacts(index: number, { reference, yours }: Both): Fact[] {
  const step = reference.scenario.steps[index];
  const mode = step?.do === "turn" ? step.options?.mode : undefined;
  if (mode === undefined || (mode.is !== "print" && mode.is !== "json")) return [];
  const [theirs, mine] = [reference.log(index, "mode"), yours.log(index, "mode")];
  const { content } = answered(yours, index);
  const same = mode.is === "print" ? isText(content) && mine.join("\n").endsWith(content) : covers(parsed(mine).slice(-2), [{ type: "message", content: content ?? null }, { type: "done" }]);
  return [{ what: say("what the mode logs", "mode 的输出"), yours: mine.map((line) => show(line)), reference: theirs.map((line) => show(line)), same, quiet: true }];
}

/** The lines of JsonMode as a reader takes them apart; a line that is no JSON as it stands. */
export function parsed(lines: string[]): Json[] {
  if (lines.length === 0) return [];
  return lines.join("\n").split("\n").map((line): Json => {
    try {
      const value: Json = JSON.parse(line);
      return value;
    } catch {
      return `no JSON: ${line}`;
    }
  });
}
