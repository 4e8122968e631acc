/** What s01 compares, in words. */
import { holds } from "../harness/judge.ts";
import { isFields, type Fields } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";

export const historyText = say("the history after the turn", "这一轮之后的历史");
export const requestText = say("the messages of the request", "请求里的 messages");
export const returnedText = say("what runOneTurn returns", "runOneTurn 返回的消息");

/** Holds where no message that the provider is shown tells how it ended. */
export function checkUnfinished(inputs: Fields[]): void {
  for (const message of inputs.flatMap(({ messages }) => (Array.isArray(messages) ? messages : []))) {
    holds(
      !isFields(message) || !Object.hasOwn(message, "stopReason"),
      say("messages with role and content", "只有 role 和 content 的消息"),
      say("a message with `stopReason`", "消息里带有 `stopReason`"),
      say("How a reply ended is your own bookkeeping; the model must not read it.", "回复怎么结束是你自己的记录，不该让模型看到。"),
    );
  }
}

/** Holds where a text is in the lines, joined by nothing or by line ends. */
export function checkShown(lines: string[], text: string): void {
  holds(
    lines.join("").includes(text) || lines.join("\n").includes(text),
    say(`the lines of output.log hold ${show(text)}`, `output.log 收到的内容里有 ${show(text)}`),
    lines.length === 0 ? say("nothing was logged", "什么都没有输出") : say(show(lines), show(lines)),
    lines.length === 0 ? undefined : say("All of the reply is shown, whether at once or line by line.", "整条回复都要输出，一次给出或逐行给出都可以。"),
  );
}
