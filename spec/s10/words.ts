/** What s10 reads from modes, and how it judges their lines. */
import type { Json, RuntimeEvent, Step } from "../player/scenario.ts";
import { equals, holds, matches } from "../harness/judge.ts";
import { isFields, type Played } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";

export const render = (mode: "print" | "json", ...events: RuntimeEvent[]): Step => ({ do: "render", mode, events });

/** Judges what PrintMode logged in a step. One content may be logged in several lines: joined they are the same text. */
export function checkPrinted(played: Played, step: number, contents: string[]): void {
  played.value(step);
  equals(played.log(step, "mode").join("\n"), contents.join("\n"), say("the text that PrintMode logs", "PrintMode 输出的文字"));
}

/** What JsonMode logged in a step, read as a program would read it: split on \n, each line parsed. */
export function parsedLines(played: Played, step: number): Json[] {
  const lines = played.log(step, "mode");
  return lines.length === 0 ? [] : lines.join("\n").split("\n").map(parseLine);
}

function parseLine(line: string): Json {
  try {
    const value: Json = JSON.parse(line);
    return value;
  } catch {
    holds(
      false,
      say("every line that JsonMode logs parses as JSON", "JsonMode 输出的每一行都能按 JSON 解析"),
      say(`the line ${show(line)}`, `这一行：${show(line)}`),
      say("A reader takes the output apart at each line break. One event must stand on one line, whole.", "读的一方按换行切分输出。一个事件必须完整地占一行。"),
    );
    return null;
  }
}

/** Judges what JsonMode logged in a step. */
export function checkJson(played: Played, step: number, events: RuntimeEvent[]): void {
  played.value(step);
  matches(parsedLines(played, step), events, say("the events that JsonMode's lines parse to", "JsonMode 的各行解析出来的事件"));
}

/** What the mode of a turn was given. A second rendering, or none, is a failure. */
export function rendered(played: Played, step: number): Json[] {
  const renderings = played.all("render", step);
  equals(renderings.length, 1, say("the number of renderings of the turn", "这一轮 render 的次数"), say("The mode is handed the whole turn, once, however it ended.", "不管这一轮怎么结束，都把整轮的事件一次性交给 mode。"));
  const events = renderings[0]?.events ?? null;
  if (Array.isArray(events)) return events;
  holds(false, say("render is given an array of events", "交给 render 的是事件数组"), say(show(events), show(events)));
  return [];
}

/** The type and content of each event; what else an event may hold is free. */
export const told = (events: Json[]): Json[] => events.map((event) => (isFields(event) ? { type: event.type ?? null, ...(event.content === undefined ? {} : { content: event.content }) } : event));

export const renderedText = say("the last two events that were rendered", "render 收到的最后两个事件");
