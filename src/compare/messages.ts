/** Histories and requests of two programs, compared by what both right orders of a turn have in common. */
import { checkPairs } from "../../spec/harness/turns.ts";
import { isFields, type Fields } from "../../spec/harness/played.ts";
import { show } from "../../spec/harness/show.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Json } from "../../spec/player/scenario.ts";
import { checkPrompt } from "../../spec/s08/words.ts";
import { covers, fieldsIn, isText, meets, only, type Fact } from "./facts.ts";
import { answerHeldCalls, answerOf, courseOfTurn, type Demand, type Freedom, type TurnStep } from "./freedom.ts";
import type { Offer } from "./offer.ts";

/** An answer, whatever function gave it: a `toolUse` that nobody acts upon may be kept or become `stop`. */
export function sameAnswer(demand: Demand, reference: Json | undefined, yours: Json | undefined): boolean {
  if (!isFields(reference) || !isFields(yours)) return false;
  const ending = ({ stopReason }: Fields): Json => (stopReason === "toolUse" ? "stop" : (stopReason ?? null));
  return yours.role === "assistant" && ending(yours) === ending(reference) && meets(demand, reference.content, yours.content);
}

/** User messages and results, in order, without those of calls that may run or not. */
const settled = (messages: Fields[], { open }: Freedom): Fields[] =>
  messages.filter((message) => message.role !== "assistant" && !(isText(message.toolCallId) && open.has(message.toolCallId)));

export function sameExchange(reference: Fields[], yours: Fields[], freedom: Freedom): boolean {
  const [wanted, found] = [settled(reference, freedom), settled(yours, freedom)];
  return wanted.length === found.length && wanted.every((message, at) => sameMessage(message, found[at], freedom));
}

function sameMessage(reference: Fields, yours: Fields | undefined, freedom: Freedom): boolean {
  if (yours === undefined || yours.role !== reference.role || yours.toolCallId !== reference.toolCallId) return false;
  const demand: Demand = isText(reference.toolCallId) ? freedom.resultOf(reference.toolCallId) : { same: true };
  return reference.role === "user" ? reference.content === yours.content : meets(demand, reference.content, yours.content);
}

export const isAnswer = (message: Fields | undefined): boolean => message?.role === "assistant" && message.stopReason !== "toolUse";

/** In Pi's order every recorded call has its result, after it. */
function paired(messages: Fields[]): boolean {
  try {
    checkPairs(messages);
    return true;
  } catch {
    return false;
  }
}

/**
 * The answers of a turn. What `runOneTurn` makes of `toolUse` is free, and so is what becomes of the stopReason of a reply
 * that ends with `toolUse` and holds no call: there the last assistant message is the answer, whatever it says.
 */
function answersIn(step: TurnStep, messages: Fields[]): Fields[] {
  const last = courseOfTurn(step).heard.at(-1);
  const unsaid = last?.stopReason === "toolUse" && last.calls.length === 0;
  return messages.filter((message, at) => isAnswer(message) || (message.role === "assistant" && (step.by === "runOneTurn" || (unsaid && at === messages.length - 1))));
}

/** What a turn has recorded. */
export function historyFact(step: TurnStep, reference: Fields[], yours: Fields[], freedom: Freedom): Fact {
  const [wanted, found] = [lastTurn(reference), lastTurn(yours)];
  const [theirs, alone] = [answersIn(step, wanted), answersIn(step, found)];
  const same =
    sameExchange(reference, yours, freedom) &&
    alone.length === theirs.length &&
    theirs.every((answer, at) => sameAnswer(answerOf(step), answer, alone[at])) &&
    (answerHeldCalls(step) || found.at(-1) === alone.at(-1)) &&
    paired(yours);
  return { what: say("recorded", "记录"), yours: found.map(tell), reference: wanted.map(tell), same };
}

const lastTurn = (messages: Fields[]): Fields[] => messages.slice(Math.max(0, messages.findLastIndex((message) => message.role === "user")));

/** A message without what a program may add to it. */
const tell = ({ role, content, toolCallId, stopReason, toolCalls }: Fields): string =>
  show({ role: role ?? null, ...(toolCallId === undefined ? {} : { toolCallId }), content: content ?? null, ...(stopReason === undefined ? {} : { stopReason }), ...(toolCalls === undefined ? {} : { toolCalls }) });

/** One request to the provider, or what buildProviderInput returns; undefined where it was not made. */
export function requestFacts(what: Text, reference: Fields | undefined, yours: Fields | undefined, offer: Offer, freedom: Freedom): Fact[] {
  const [wanted, found] = [fieldsIn(reference?.messages), fieldsIn(yours?.messages)];
  const messages: Fact = {
    what,
    yours: yours === undefined ? ["—"] : found.map(tell),
    reference: reference === undefined ? ["—"] : wanted.map(tell),
    same:
      (yours === undefined) === (reference === undefined) &&
      sameExchange(wanted, found, freedom) &&
      showsAnswers(wanted, found, offer) &&
      found.every((message) => !Object.hasOwn(message, "stopReason")) &&
      paired(found),
  };
  if (yours === undefined || reference === undefined) return [messages];
  const facts = [messages, modelFact(say(`${what.en}: model`, `${what.zh}：model`), yours)];
  if (reference.tools !== undefined) facts.push(toolsFact(say(`${what.en}: tools`, `${what.zh}：tools`), reference.tools, yours.tools, freedom));
  if (reference.systemPrompt !== undefined) facts.push(promptFact(say(`${what.en}: systemPrompt`, `${what.zh}：systemPrompt`), reference.systemPrompt, yours.systemPrompt, offer));
  return facts;
}

/** The model lives in the state: no request and no snapshot has one. */
export const modelFact = (what: Text, yours: Fields | undefined): Fact => ({ what, yours: [show(yours?.model)], reference: [], same: yours?.model === undefined, quiet: true });

/** The earlier answers stand in yours, too, in order where their text is settled. Messages with calls may be recorded or not. */
function showsAnswers(reference: Fields[], yours: Fields[], { answers }: Offer): boolean {
  const said = yours.filter((message) => message.role === "assistant").map((message) => message.content);
  if (said.length < reference.filter(({ role, toolCalls }) => role === "assistant" && toolCalls === undefined).length) return false;
  let at = 0;
  for (const { content, toolCalls, role } of reference) {
    if (role !== "assistant" || toolCalls !== undefined || !isText(content) || !answers.has(content)) continue;
    const found = said.indexOf(content, at);
    if (found < 0) return false;
    at = found + 1;
  }
  return true;
}

/** Specs: name, description and input; further fields are free. */
export function toolsFact(what: Text, reference: Json | undefined, yours: Json | undefined, { packaged }: Freedom): Fact {
  const members = packaged ? ["name"] : ["name", "description", "input"];
  const inOrder = (list: Fields[]): Fields[] => (packaged ? [...list].sort((a, b) => (show(a) < show(b) ? -1 : 1)) : list);
  const [wanted, found] = [reference, yours].map((list) => inOrder(only(list, members)));
  const lines = (list: Fields[] | undefined): string[] => (list ?? []).map((spec) => `${show(spec.name)}${packaged ? "" : `  ${show(spec.description)} ${show(spec.input)}`}`);
  return { what, yours: lines(found), reference: lines(wanted), same: Array.isArray(yours) && JSON.stringify(sorted(found ?? [])) === JSON.stringify(sorted(wanted ?? [])), quiet: true };
}

/** The same value with the members of its objects in one order. */
export function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  return Object.keys(value).sort().map((key): Json => [key, sorted(value[key] ?? null)]);
}

/** A prompt: nothing where the reference gives nothing, else every name and content that the loader has, in order. */
export function promptFact(what: Text, reference: Json | undefined, yours: Json | undefined, { resources, packed }: Offer): Fact {
  const same = reference === "" || resources.length + packed.length === 0 ? covers(yours, reference) : holdsAll(yours, { resources, packed });
  return { what, yours: [show(yours)], reference: [show(reference)], same, quiet: true };
}

function holdsAll(prompt: Json | undefined, { resources, packed }: Pick<Offer, "resources" | "packed">): boolean {
  try {
    checkPrompt(prompt, resources, say("", ""));
    return packed.every((part) => isText(prompt) && prompt.includes(part));
  } catch {
    return false;
  }
}
