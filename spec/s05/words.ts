/** What s05 compares, in words, and the ways to look at one result. */
import { error } from "../harness/build.ts";
import { equals, matches, startsWith } from "../harness/judge.ts";
import type { Played } from "../harness/played.ts";
import { say, type Text } from "../harness/text.ts";
import type { Thrown } from "../player/scenario.ts";

export const resultText = say("what executeToolCall returns", "executeToolCall 返回的消息");
export const contentText = say("the content of the result", "结果的 content");
export const handlerText = say("the calls that reached the tool", "真正执行到工具的调用");
export const beforeText = say("the calls given to beforeToolCall", "交给 beforeToolCall 的调用");
export const afterText = say("what afterToolCall was given", "交给 afterToolCall 的内容");
export const runOnceWhy = say("One call runs its tool once, whatever the hooks do.", "一次调用只执行一次工具，不管钩子做了什么。");

/** One of each kind of thing that can be thrown, with its name in both languages. */
export const failures: [en: string, zh: string, thrown: Thrown][] = [
  ["an Error", "一个 Error", error("the hook broke")],
  ["a string", "一个字符串", { kind: "value", value: "no" }],
  ["undefined", "值 undefined", { kind: "undefined" }],
  ["an object without a prototype", "没有原型的对象", { kind: "bare" }],
  ["an error whose message cannot be read", "读不出 message 的错误", { kind: "evil" }],
];

/** Judges that step `index` gave a toolResult for this id that starts with `error:`. */
export function checkError(played: Played, index: number, id: string, why?: Text): void {
  const result = played.object(index);
  matches(result, { role: "toolResult", toolCallId: id }, resultText);
  startsWith(result.content, "error:", contentText, why);
}

/** Judges how often a handler ran during a step. */
export function checkRuns(played: Played, index: number, times: number, why?: Text): void {
  const ran = played.all("handler", index).length;
  equals(ran, times, say("the number of times the tool runs", "工具执行的次数"), why);
}
