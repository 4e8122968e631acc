/** What a turn did, as far as trust has no say in it: what was offered, asked, run, recorded, emitted and rendered. */
import { equals } from "../harness/judge.ts";
import { isFields, type Played } from "../harness/played.ts";
import { resultsOf } from "../harness/turns.ts";
import { say, type Text } from "../harness/text.ts";
import type { Json } from "../player/scenario.ts";
import { untouched } from "./words.ts";

type Deed = keyof ReturnType<typeof deeds>;

const names: [Deed, Text][] = [
  ["tools", say("the tools in the requests of the untrusted turn, as in those of the trusted one", "不信任的一轮各次请求里的工具，和信任的一轮相同")],
  ["handlers", say("the tools that ran in the untrusted turn, as in the trusted one", "不信任的一轮运行过的工具，和信任的一轮相同")],
  ["before", say("the calls that beforeToolCall saw in the untrusted turn, as in the trusted one", "不信任的一轮里 beforeToolCall 看到的调用，和信任的一轮相同")],
  ["after", say("what afterToolCall saw in the untrusted turn, as in the trusted one", "不信任的一轮里 afterToolCall 看到的东西，和信任的一轮相同")],
  ["results", say("the tool results of the untrusted turn, as in the trusted one", "不信任的一轮的工具结果，和信任的一轮相同")],
  ["answer", say("the answer of the untrusted turn, as in the trusted one", "不信任的一轮的回复，和信任的一轮相同")],
  ["events", say("the events that extensions heard in the untrusted turn, as in the trusted one", "不信任的一轮里扩展听到的事件，和信任的一轮相同")],
  ["render", say("what the mode was given in the untrusted turn, as in the trusted one", "不信任的一轮交给 mode 的事件，和信任的一轮相同")],
];

/** Judges that an untrusted turn did what the same trusted turn did. */
export function checkDeeds(played: Played, untrusted: number, trusted: number): void {
  const [did, due] = [deeds(played, untrusted), deeds(played, trusted)];
  for (const [name, what] of names) equals(did[name], due[name], what, untouched);
}

function deeds(played: Played, step: number) {
  const requests = played.requests(step);
  const { content, stopReason } = played.object(step);
  return {
    tools: requests.map((input) => (Array.isArray(input.tools) ? input.tools.map((spec) => ["name", "description", "input"].map((name) => member(spec, name))) : null)),
    handlers: played.all("handler", step).map(({ tool, input }) => [tool, input]),
    before: played.all("before", step).map(({ call }) => member(call, "id")),
    after: played.all("after", step).map(({ call, result }) => [member(call, "id"), result]),
    results: resultsOf(played.history(step)).map((result) => [result.toolCallId ?? null, result.content ?? null]),
    answer: [content ?? null, stopReason ?? null],
    events: played.all("event", step).map(({ event }) => [member(event, "type"), member(event, "content")]),
    render: played.all("render", step).map(({ events }) => (Array.isArray(events) ? events.map((event) => [member(event, "type"), member(event, "content")]) : null)),
  };
}

const member = (value: Json, name: string): Json => (isFields(value) ? (value[name] ?? null) : null);
