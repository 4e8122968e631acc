/** What the contract makes of a script of provider replies and of hooks: the reference model of the property. */
import { contains, equals, holds, startsWith } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say, type Text } from "../harness/text.ts";
import type { AfterAct, BeforeAct, Call, Json, Reply } from "../player/scenario.ts";

type Check = (text: Json | undefined, what: Text) => void;
type Content = { check: Check; exactly?: string };
type Rules<Act> = { call: string; act: Act }[];
type Expected = {
  calls: {
    call: Call;
    runs: boolean;
    /** judges the result that afterToolCall is given; absent where it must not be asked, or where that is free */
    raw?: Check;
    afterIsFree?: true;
    content: Content;
  }[];
  answer: string;
  /** how many results the last request shows */
  shown: number;
};

const anything: Content = { check: () => undefined };
const failed: Content = { check: (text, what) => startsWith(text, "error:", what) };
const exact = (wanted: string): Content => ({ check: (text, what) => equals(text, wanted, what), exactly: wanted });

/** Natural replies only: one with calls ends with toolUse, one without ends the turn. Fewer than eight of them. */
export function expectedOf(replies: Reply[], hooks: { before: Rules<BeforeAct>; after: Rules<AfterAct> }): Expected {
  const calls: Expected["calls"] = [];
  for (const { events } of replies) {
    const made = events.flatMap((event) => (event.type === "tool_call" ? [event.call] : []));
    if (made.length === 0) return { calls, answer: events.map((event) => (event.type === "text_delta" ? event.text : "")).join(""), shown: calls.length };
    for (const one of made) calls.push(expectedCall(one, ruleFor(hooks.before, one) ?? { is: "allow" }, ruleFor(hooks.after, one) ?? { is: "keeps" }));
  }
  return { calls, answer: "the script has ended", shown: calls.length };
}

const ruleFor = <Act>(rules: Rules<Act>, call: Call): Act | undefined => rules.find((rule) => rule.call === call.id)?.act;

function expectedCall(call: Call, before: BeforeAct, after: AfterAct): Expected["calls"][number] {
  if (before.is === "block") return { call, runs: false, content: { check: (text, what) => contains(text, before.reason, what) } };
  if (before.is === "throws") return { call, runs: false, afterIsFree: true, content: after.is === "returns" ? anything : failed };
  const raw = call.name === "echo" ? exact(call.input.text ?? "") : failed;
  return { call, runs: call.name !== "absent", raw: raw.check, content: contentAfter(raw, after) };
}

function contentAfter(raw: Content, after: AfterAct): Content {
  if (after.is === "keeps") return raw;
  if (after.is === "throws") return failed;
  if (after.is === "returns") return exact(after.text);
  if (raw.exactly !== undefined) return exact(`${raw.exactly}${after.text}`);
  return {
    check: (text, what) => {
      failed.check(text, what);
      const ends = typeof text === "string" && text.endsWith(after.text);
      holds(ends, say(`${what.en} ends with ${show(after.text)}`, `${what.zh}以 ${show(after.text)} 结尾`), say(show(text), show(text)));
    },
  };
}
