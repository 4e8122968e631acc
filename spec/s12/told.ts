/** Judges what listeners and the mode were told of a finished turn. The listeners are labelled "heard" and "over". */
import { equals, holds, matches } from "../harness/judge.ts";
import { isFields, type Played } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { ExtensionAct, Json } from "../player/scenario.ts";

export const listeners: ExtensionAct[] = [
  { do: "on", type: "message", label: "heard" },
  { do: "on", type: "done", label: "over" },
];

/** The last message told has the answer's content, then comes exactly one done; earlier messages are free. */
export function checkTold(played: Played, index: number): void {
  const { content } = played.object(index);
  const emitted = played.all("event", index).map((seen) => seen.event);
  const rendered = played.all("render", index);
  equals(rendered.length, 1, say("the number of times the mode rendered", "mode 渲染的次数"), say("Every loop with a mode is shown exactly once, at its end, however it ended.", "带 mode 的循环不管怎么结束，都在最后显示一次，而且只显示一次。"));
  const shown = rendered[0]?.events;
  checkEnd(emitted, content ?? null, "listeners", "监听者");
  checkEnd(Array.isArray(shown) ? shown : [], content ?? null, "the mode", " mode ");
}

function checkEnd(events: Json[], content: Json, en: string, zh: string): void {
  const what = say(`the last two events that ${en} got`, `${zh}最后收到的两个事件`);
  matches(events.slice(-2), [{ type: "message", content }, { type: "done" }], what, say("However a loop ends, its answer is told, and then that it is over.", "不管循环怎样结束，都要先告知回复，再告知结束。"));
  const ends = events.filter((event) => isFields(event) && event.type === "done").length;
  holds(ends === 1, say(`one done for ${en}`, `${zh}只收到一次 done`), say(`${ends}: ${show(events)}`, `${ends} 次：${show(events)}`));
}
