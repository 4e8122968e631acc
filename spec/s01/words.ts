/** What s01 compares, in words. */
import { say } from "../harness/text.ts";

export const historyText = say("the history after the turn", "这一轮之后的历史");
export const requestText = say("the messages of the request", "请求里的 messages");
