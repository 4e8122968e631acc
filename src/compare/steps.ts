/** The first difference between two programs that played the same scenario. */
import { calls, isFields, Played, type Fields } from "../../spec/harness/played.ts";
import { show } from "../../spec/harness/show.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import { inOrder } from "../../spec/harness/turns.ts";
import type { Json, Reply, Scenario, Step } from "../../spec/player/scenario.ts";
import type { Transcript } from "../../spec/player/transcript.ts";
import { checkArrival } from "../../spec/s03/arrival.ts";
import { parentsOf } from "../../spec/s07/entries.ts";
import { borderFacts, covers, faultFact, fieldsIn, isText, meets, only, valueFact, type Both, type Fact } from "./facts.ts";
import { answerHeldCalls, courseOfTurn, failureOf, freedomOf, type Demand, type TurnStep } from "./freedom.ts";
import { isAnswer, modelFact, promptFact, requestFacts, sameAnswer, sameExchange, sorted, toolsFact } from "./messages.ts";
import { offerAt } from "./offer.ts";
import { callFacts, parsed, turnFacts } from "./turns.ts";

/** Where two programs part ways: the step, and what it came to up to the first fact that differs, which is the last one. */
export type Difference = { step: number; facts: Fact[] };

/** @param streams the programs are of s03 or later */
export function differenceOf(scenario: Scenario, reference: Transcript, yours: Transcript, streams: boolean): Difference | undefined {
  const both: Both = { reference: new Played(scenario, reference), yours: new Played(scenario, yours), freedom: freedomOf(scenario) };
  for (const [index, step] of scenario.steps.entries()) {
    if (index >= both.freedom.end) return undefined;
    const facts = factsOf(step, index, both, streams);
    const at = facts.findIndex((fact) => !fact.same);
    if (at >= 0) return { step: index, facts: facts.slice(0, at + 1).filter((fact, n) => n === at || fact.quiet !== true) };
  }
  return undefined;
}

function factsOf(step: Step, index: number, both: Both, streams: boolean): Fact[] {
  const border = borderFacts(both, index);
  // Whether `run` throws or answers is free where it answers with an error; the loop tells.
  const fault = step.do === "run" ? undefined : faultFact(both, index, returned(step));
  if (fault !== undefined) return [...border, fault];
  return [...border, ...(step.do === "turn" ? turnFacts(step, index, both, streams) : stepFacts(step, index, both))];
}

const returned = (step: Step): Text => {
  const name = step.do === "turn" ? step.by : (calls[step.do] ?? step.do);
  return say(`what ${name} returns`, `${name} 的返回值`);
};

function stepFacts(step: Exclude<Step, TurnStep>, index: number, both: Both): Fact[] {
  const { reference, yours, freedom } = both;
  const what = returned(step);
  const [wanted, found] = [reference, yours].map((played) => played.transcript.steps[index]?.value);
  const value = (same: boolean): Fact[] => [valueFact(what, found, wanted, same)];
  switch (step.do) {
    case "input":
      return requestFacts(what, isFields(wanted) ? wanted : undefined, isFields(found) ? found : {}, offerAt(reference.scenario, index, step.options?.loader), freedom);
    case "collect":
      return collectFacts(step.reply, index, both, what);
    case "register":
      return callFacts(index, both, false);
    case "specs":
      return [...callFacts(index, both, false), { ...toolsFact(what, wanted, found, freedom), quiet: false }];
    case "run": {
      const settled = isText(wanted) && !wanted.startsWith("error:") && !freedom.unsettled.has(step.call.name) && !freedom.packaged;
      return settled ? value(wanted === found) : [];
    }
    case "execute": {
      const same = covers(only([found ?? null], ["role", "toolCallId"]), only([wanted ?? null], ["role", "toolCallId"])) && isFields(found) && isFields(wanted) && meets(freedom.resultOf(step.call.id), wanted.content, found.content);
      return [...callFacts(index, both, false), ...value(same)];
    }
    case "snapshot":
      return snapshotFacts(wanted, found, both);
    case "append":
      return value(isFields(found) && isText(found.id) && covers(found, withoutIds(isFields(wanted) ? wanted : {})));
    case "history":
    case "path":
      return [pathFact(step, index, both, what)];
    case "entries":
      return [entriesFact(step, index, both, what)];
    case "load":
      return value(loadedAlike(wanted, found, freedom.packaged || reference.scenario.steps.some((one) => one.do === "addResource")));
    case "prompt":
      return [{ ...promptFact(what, wanted, found, { resources: step.resources, packed: [], answers: new Set() }), quiet: false }];
    case "emit":
      return [emitFact(index, both)];
    case "command":
      return value(wanted === found || (isText(wanted) && wanted.startsWith("error:") && isText(found) && found.startsWith("error:")));
    case "render":
      return [renderedFact(step.mode, index, both)];
    case "demo":
      return value(demoAlike(found, step.input));
    case "pick":
      return value(JSON.stringify(sorted(wanted ?? null)) === JSON.stringify(sorted(found ?? null)));
    case "loadPackage": {
      const names = ["name", "tools", "commands", "resources"];
      return value(JSON.stringify(sorted(only([wanted ?? null], names))) === JSON.stringify(sorted(only([found ?? null], names))));
    }
    case "look":
      return step.what === "args" && reference.scenario.steps[step.step]?.do !== "turn" ? [valueFact(say(`what step ${step.step + 1} was given, looked at again`, `再看第 ${step.step + 1} 步传入的东西`), found, wanted, JSON.stringify(sorted(found ?? null)) === JSON.stringify(sorted(wanted ?? null)))] : [];
    default:
      return [];
  }
}

function collectFacts(reply: Reply, index: number, { reference, yours }: Both, what: Text): Fact[] {
  const [heard] = courseOfTurn({ do: "turn", by: "runOneTurn", input: "", replies: [reply] }).heard;
  const demand: Demand = heard?.stopReason === undefined ? failureOf(heard?.text ?? "", heard?.thrown, undefined) : { same: true };
  const [theirs, mine] = [reference, yours].map((played) => played.transcript.steps[index]?.value);
  const lines = (played: Played): string[] => played.log(index).map((line) => show(line));
  const deltas = reply.events.flatMap((event) => (event.type === "text_delta" && event.text !== "" ? [event.text] : []));
  return [
    { what, yours: [show(mine)], reference: [show(theirs)], same: sameAnswer(demand, theirs, mine) },
    { what: say("output.log", "output.log"), yours: lines(yours), reference: lines(reference), same: inOrder(yours.log(index), deltas), quiet: true },
    { what: say("output.log, between the events", "output.log（夹在事件之间）"), yours: arrivals(yours, index), reference: arrivals(reference, index), same: arrives(yours, index, reply), quiet: true },
  ];
}

/** Pulls and lines in their order. */
const arrivals = (played: Played, index: number): string[] =>
  played.transcript.timeline.flatMap((seen) => (seen.step !== index ? [] : seen.what === "pull" ? [`· event ${seen.event} pulled`] : seen.what === "log" ? [show(seen.line)] : []));

function arrives(played: Played, index: number, { events }: Reply): boolean {
  try {
    checkArrival(played, index, events);
    return true;
  } catch {
    return false;
  }
}

function snapshotFacts(wanted: Json | undefined, found: Json | undefined, { freedom }: Both): Fact[] {
  const [theirs, mine] = [wanted, found].map((value) => (isFields(value) ? value : {}));
  const members = ["role", "content", "toolCallId"];
  return [
    valueFact(say("the messages of the snapshot", "快照里的 messages"), mine?.messages, theirs?.messages, covers(mine?.messages, only(theirs?.messages, members))),
    modelFact(say("the model in the snapshot", "快照里的 model"), mine),
    toolsFact(say("the tools of the snapshot", "快照里的 tools"), theirs?.tools, mine?.tools, freedom),
    ...(theirs?.systemPrompt === undefined ? [] : [valueFact(say("its systemPrompt", "它的 systemPrompt"), mine?.systemPrompt, theirs.systemPrompt, mine?.systemPrompt === theirs.systemPrompt)]),
  ];
}

/** The turns before a step on the same state. */
const turnsBefore = ({ steps }: Scenario, index: number, state: string | undefined): TurnStep[] =>
  steps.slice(0, index).filter((step): step is TurnStep => step.do === "turn" && (step.state ?? "main") === (state ?? "main"));

/** Appended messages come back as they were; of those that turns recorded, what both orders have in common. */
function pathFact(step: Step & { state?: string }, index: number, { reference, yours, freedom }: Both, what: Text): Fact {
  const [wanted, found] = [reference, yours].map((played) => fieldsIn(played.transcript.steps[index]?.value));
  const [theirs, mine] = [wanted ?? [], found ?? []];
  const same = turnsBefore(reference.scenario, index, step.state).length === 0 ? covers(mine, theirs.map(withoutIds)) : sameExchange(theirs, mine, freedom);
  return valueFact(what, mine.map(withoutIds), theirs.map(withoutIds), same);
}

/** The entries in order, each with its parent's place. */
function entriesFact(step: Step & { state?: string }, index: number, both: Both, what: Text): Fact {
  const { reference, yours, freedom } = both;
  const turns = turnsBefore(reference.scenario, index, step.state);
  const [wanted, found] = [reference, yours].map((played) => fieldsIn(played.transcript.steps[index]?.value));
  const [theirs, mine] = [wanted ?? [], found ?? []];
  const lines = (entries: Fields[]): string[] => parentsOf(entries).map((parent, at) => `${at} ← ${parent ?? "root"}  ${show(withoutIds(entries[at] ?? {}))}`);
  const same = turns.some(answerHeldCalls)
    ? sameExchange(theirs, mine, freedom)
    : turns.length > 0
      ? sameExchange(theirs, mine, freedom) && JSON.stringify(branches(mine)) === JSON.stringify(branches(theirs))
      : covers(mine, theirs.map(withoutIds)) && JSON.stringify(parentsOf(mine)) === JSON.stringify(parentsOf(theirs));
  const ids = mine.map((entry) => entry.id);
  return { what, yours: lines(mine), reference: lines(theirs), same: same && new Set(ids).size === ids.length && ids.every(isText) };
}

/** The parents of the entries that both orders record, as places among those. */
function branches(entries: Fields[]): Json[] {
  const parents = parentsOf(entries);
  const kept = entries.flatMap((entry, at) => (entry.role !== "assistant" || isAnswer(entry) ? [at] : []));
  return kept.map((at): Json => {
    let parent = parents[at] ?? null;
    while (typeof parent === "number" && !kept.includes(parent)) parent = parents[parent] ?? null;
    return typeof parent === "number" ? kept.indexOf(parent) : parent;
  });
}

const withoutIds = ({ id, parentId, ...message }: Fields): Fields => message;

/** Resources in order; after a package came, their names and contents in any order. */
function loadedAlike(wanted: Json | undefined, found: Json | undefined, grown: boolean): boolean {
  if (!Array.isArray(found) || !Array.isArray(wanted)) return covers(found, wanted);
  if (!grown) return covers(found, wanted);
  const pairs = (list: Json[]): string[] => fieldsIn(list).map(({ name, content }) => JSON.stringify([name, content]));
  // A resource given twice may be kept twice.
  return JSON.stringify([...new Set(pairs(found))].sort()) === JSON.stringify([...new Set(pairs(wanted))].sort());
}

function emitFact(index: number, { reference, yours, freedom }: Both): Fact {
  const told = (played: Played): Json[] => played.all("event", index).map(({ label, event }): Json => (freedom.sharedEvents ? label : [label, only([event], ["type", "content"])[0] ?? null]));
  const [theirs, mine] = [told(reference), told(yours)];
  return { what: say("the handlers that were called, and their events", "依次被调用的 handler 和收到的事件"), yours: mine.map((one) => show(one)), reference: theirs.map((one) => show(one)), same: JSON.stringify(sorted(theirs)) === JSON.stringify(sorted(mine)) };
}

function renderedFact(mode: "print" | "json", index: number, { reference, yours }: Both): Fact {
  const [theirs, mine] = [reference.log(index, "mode"), yours.log(index, "mode")];
  const same = mode === "print" ? theirs.join("\n") === mine.join("\n") : covers(parsed(mine), parsed(theirs));
  return { what: say("what the mode logs", "mode 的输出"), yours: mine.map((line) => show(line)), reference: theirs.map((line) => show(line)), same };
}

const demoAlike = (found: Json | undefined, input: string): boolean =>
  covers(found, [{ type: "message" }, { type: "done" }]) && Array.isArray(found) && isFields(found[0]) && isText(found[0].content) && found[0].content.includes(input);
