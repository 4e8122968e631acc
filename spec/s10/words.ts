/** What s10 reads from modes, and how it judges their lines. */
import type { Json, RuntimeEvent, Step } from "../player/scenario.ts";
import { equals, holds, matches } from "../harness/judge.ts";
import { isFields, type Played } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say, type Text } from "../harness/text.ts";

export const render = (mode: "print" | "json", ...events: RuntimeEvent[]): Step => ({ do: "render", mode, events });

/** Judges what PrintMode logged in a step. One content may be logged in several lines: joined they are the same text. */
export function checkPrinted(played: Played, step: number, contents: string[], why?: Text): void {
  played.value(step);
  const [text, wanted] = [played.log(step, "mode").join("\n"), contents.join("\n")];
  equals(text, wanted, say("the text that PrintMode logs", "PrintMode 输出的文字"), why ?? printReason(text, wanted));
}

const bare = (text: string): string => text.replace(/\s+/g, "");

function printReason(text: string, wanted: string): Text {
  if (bare(text) === bare(wanted)) return say("A content is shown as it is, with its white space and its line breaks.", "内容要原样显示，空白和换行都不能动。");
  if (text.includes(wanted)) return say("The contents of the messages are all there is to print: no label, no mark, no line for done.", "要打印的只有 message 的内容：不加标签，不加记号，done 也不占一行。");
  return say("Every message event is printed when it is rendered, in order: the first, the last, and those that no done follows.", "每个 message 事件都要打印，按顺序来：第一个、最后一个、后面没有 done 的，都一样。");
}

/** What JsonMode logged in a step, read as a program would read it: split on \n, each line parsed. */
export function parsedLines(played: Played, step: number, events?: number): Json[] {
  const logged = played.log(step, "mode");
  const lines = logged.length === 0 ? [] : logged.join("\n").split("\n");
  const isSplit = lines.length > (events ?? logged.length);
  return lines.map((line) => parseLine(line, isSplit));
}

function parseLine(line: string, isSplit: boolean): Json {
  try {
    const value: Json = JSON.parse(line);
    return value;
  } catch {
    holds(
      false,
      say("every line that JsonMode logs parses as JSON", "JsonMode 输出的每一行都能按 JSON 解析"),
      say(`the line ${show(line)}`, `这一行：${show(line)}`),
      isSplit
        ? say("A reader takes the output apart at each line break. One event must stand on one line, whole.", "读的一方按换行切分输出。一个事件必须完整地占一行。")
        : say("What is special to JSON in a content (quotes, backslashes, control characters) has to be escaped before it stands in a line of JSON.", "内容里对 JSON 有特殊含义的字符（引号、反斜杠、控制字符），要先转义才能放进一行 JSON。"),
    );
    return null;
  }
}

/** Judges what JsonMode logged in a step. */
export function checkJson(played: Played, step: number, events: RuntimeEvent[], why?: Text): void {
  played.value(step);
  const parsed = parsedLines(played, step, events.length);
  matches(parsed, events, say("the events that JsonMode's lines parse to", "JsonMode 的各行解析出来的事件"), why ?? jsonReason(parsed, events));
}

function jsonReason(parsed: Json[], events: RuntimeEvent[]): Text {
  if (parsed.length === events.length) return say("A line parses back to the very event: a content may be escaped, never changed, wrapped or left out.", "每一行解析回来就是那个事件：内容可以转义，不能改动、包装或漏掉。");
  return say("One line for each event, done among them: no event without a line, no line for two events or for a part of one.", "每个事件占一行，done 也不例外：不能有事件没有行，也不能两个事件、半个事件占一行。");
}

/** What the mode of a turn was given. A second rendering, or none, is a failure. */
export function rendered(played: Played, step: number, why?: Text): Json[] {
  const renderings = played.all("render", step);
  const reason = renderings.length === 0 ? say("Nobody showed this turn: a loop with a mode renders however it ended.", "没有人显示这一轮：带 mode 的循环不管怎么结束都要 render。") : say("The mode is handed the whole turn once, at its end: not event by event, and not request by request.", "整轮的事件在最后一次性交给 mode：不是来一个交一个，也不是请求一次交一次。");
  equals(renderings.length, 1, say("the number of renderings of the turn", "这一轮 render 的次数"), why ?? reason);
  const events = renderings[0]?.events ?? null;
  if (Array.isArray(events)) return events;
  holds(false, say("render is given an array of events", "交给 render 的是事件数组"), say(show(events), show(events)));
  return [];
}

/** Holds where no event tells a content of an earlier turn. */
export function checkOwn(events: Json[], earlier: string, what: Text): void {
  holds(
    !events.some((event) => isFields(event) && event.content === earlier),
    say(`${what.en}, without the answer ${show(earlier)} of the turn before`, `${what.zh}，不带上一轮的回复 ${show(earlier)}`),
    say(show(events), show(events)),
    say("The events of a turn are its own: start with an empty list each time.", "事件属于各自的那一轮：每次都从空列表开始。"),
  );
}

/** The type and content of each event; what else an event may hold is free. */
export const told = (events: Json[]): Json[] => events.map((event) => (isFields(event) ? { type: event.type ?? null, ...(event.content === undefined ? {} : { content: event.content }) } : event));

export const renderedText = say("the last two events that were rendered", "render 收到的最后两个事件");
