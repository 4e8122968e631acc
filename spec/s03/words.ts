/** What s03 compares, in words. */
import { holds } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Json, Reply, Step } from "../player/scenario.ts";

export const historyText = say("the history after the turn", "这一轮之后的历史");
export const collectedText = say("the collected message", "收集到的消息");
export const answerText = say("the answer of the turn", "这一轮的回复");
export const contentText = say("the content of the answer", "回复的 content");

export const collect = (reply: Reply): Step => ({ do: "collect", reply });

/** A failed answer's content may say more than what is known, but it is a text. */
export function isText(content: Json | undefined): void {
  holds(typeof content === "string", say("the content of the answer is a string", "回复的 content 是字符串"), say(show(content), show(content)));
}
