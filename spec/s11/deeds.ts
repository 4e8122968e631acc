/** What a turn did, as far as trust has no say in it: what was offered, asked, run, recorded, emitted and rendered. */
import { isFields, type Played } from "../harness/played.ts";
import { resultsOf } from "../harness/turns.ts";
import type { Json } from "../player/scenario.ts";

export function deeds(played: Played, step: number): Json {
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
    rendered: played.all("render", step).map(({ events }) => (Array.isArray(events) ? events.map((event) => [member(event, "type"), member(event, "content")]) : null)),
  };
}

const member = (value: Json, name: string): Json => (isFields(value) ? (value[name] ?? null) : null);
