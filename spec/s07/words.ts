/** What s07 compares, in words. */
import { say } from "../harness/text.ts";

export const pathText = say("the messages from currentPath()", "currentPath() 给出的消息");
export const entriesText = say("the entries from allEntries()", "allEntries() 给出的条目");
export const parentsText = say("the parents of the entries, as places in allEntries()", "各条目的父条目（用它在 allEntries() 里的位置表示）");
export const historyText = say("the messages on the current path after the turn", "这一轮之后当前路径上的消息");
export const requestText = say("the messages of the request", "请求里的 messages");
export const onlyTheLeafMoves = say("Entries are written once. Moving the leaf, appending and running turns leave all earlier ones as they were.", "条目只写一次。移动叶子、追加、对话，都不会动到以前的条目。");
export const onlyThePath = say("What was said on another branch was never said here.", "别的分支上说过的话，在这里等于没说过。");
