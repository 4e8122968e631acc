/** s03, examples: a stream that fails becomes an answer as well. */
import { assistant, breaks, error, refuses, says, scenario, truncated, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, matches, startsWith } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import type { Reply, Thrown } from "../player/scenario.ts";
import { answerText, collect, collectedText, contentText, historyText, isText } from "./words.ts";

const failures: [string, string, Thrown, string?][] = [
  ["an Error", "一个 Error", error("the line is down"), "the line is down"],
  ["a string", "一个字符串", { kind: "value", value: "no network" }, "no network"],
  ["undefined", "值 undefined", { kind: "undefined" }],
  ["an object without a prototype", "没有原型的对象", { kind: "bare" }],
  ["an error whose message cannot be read", "读不出 message 的错误", { kind: "evil" }],
];

const failed = { role: "assistant", stopReason: "error" };
const named = say("An error nobody can read helps nobody: put what was thrown into the content.", "没人读得到的错误帮不了任何人：把抛出的内容放进 content。");

for (const [en, zh, thrown, text] of failures) {
  clause("s03.5", say(`the stream throws ${en} after a delta`, `流在一个 delta 之后抛出${zh}`), async (kit) => {
    const broken = breaks(thrown, ["half a "]);
    const played = await kit.play(scenario(collect(broken), turn("hello", [broken]), turn("again", [says("back")])));
    matches(played.value(0), failed, collectedText, say("`collectAssistantMessage` catches what the stream throws while it is read, and an answer that broke off is not a finished one.", "读取流的过程中抛出的错误，由 `collectAssistantMessage` 接住；中断的回复不能算说完了。"));
    matches(played.value(1), failed, answerText);
    for (const step of [0, 1]) {
      const { content } = played.object(step);
      isText(content);
      if (text !== undefined) contains(content, text, contentText, named);
    }
    matches(played.history(1), [user("hello"), failed], historyText);
    matches(played.value(2), assistant("back"), say("the answer of the turn after it", "下一轮的回复"));
  });
}

clause("s03.5", say("the stream throws before its first event", "流在第一个事件之前就抛错"), async (kit) => {
  const broken: Reply = { events: [], throws: error("the line is down") };
  const played = await kit.play(scenario(collect(broken), turn("hello", [broken])));
  const why = say("Asking for the first event can fail like asking for any other.", "取第一个事件和取后面的事件一样，都可能失败。");
  matches(played.value(0), failed, collectedText, why);
  matches(played.value(1), failed, answerText, why);
  for (const step of [0, 1]) contains(played.object(step).content, "the line is down", contentText, named);
});

for (const [en, zh, thrown, text] of failures) {
  clause("s03.6", say(`stream throws ${en} when it is called`, `stream 一调用就抛出${zh}`), async (kit) => {
    const played = await kit.play(scenario(turn("hello", [refuses(thrown)]), turn("again", [says("back")])));
    matches(played.value(0), failed, answerText);
    const { content } = played.object(0);
    isText(content);
    if (text !== undefined) contains(content, text, contentText, named);
    matches(played.history(0), [user("hello"), failed], historyText);
    matches(played.value(1), assistant("back"), say("the answer of the turn after it", "下一轮的回复"));
  });
}

const cuts: [string, string, Reply, string][] = [
  ["the stream stops in the middle of the text", "流在文字中间停了", truncated(["half ", "a sen"]), "half a sen"],
  ["the stream stops before any text", "流在任何文字之前就停了", truncated([]), ""],
  ["the stream has no events at all", "流里一个事件都没有", { events: [] }, ""],
];

for (const [en, zh, cut, text] of cuts) {
  clause("s03.7", say(en, zh), async (kit) => {
    const played = await kit.play(scenario(collect(cut), turn("hello", [cut]), turn("again", [says("back")])));
    const why = say("Only `message_end` says that the message is complete. Without it this is a piece of an answer, and whoever goes on must know.", "只有 `message_end` 能说明消息完整。没有它，这只是半截回复，后面的人必须知道这一点。");
    matches(played.value(0), failed, collectedText, why);
    matches(played.value(1), failed, answerText, why);
    for (const step of [0, 1]) {
      startsWith(played.object(step).content, text, contentText, say("The text that did arrive is worth keeping; a note may follow it.", "已经收到的文字值得保留，说明可以接在它后面。"));
    }
    matches(played.history(1), [user("hello"), failed], historyText);
    matches(played.value(2), assistant("back"), say("the answer of the turn after it", "下一轮的回复"));
  });
}
