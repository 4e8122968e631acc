/** s03, examples: a stream that ends well becomes one answer, shown as it comes. */
import { assistant, breaks, error, register, reply, says, scenario, tool, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, holds, matches } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import { inOrder } from "../harness/turns.ts";
import type { ProviderEvent, Reply } from "../player/scenario.ts";
import { checkArrival } from "./arrival.ts";
import { answerText, collect, collectedText, historyText } from "./words.ts";

const opened = say("the number of streams opened", "打开流的次数");

clause("s03.1", say("an answer in three deltas", "回复分三个 delta"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [says("hi", " there", "!")])));
  equals(played.requests().length, 1, opened, say("A turn calls `provider.stream` once; `complete` is gone (U1).", "一轮只调用一次 `provider.stream`；`complete` 已经没有了（U1）。"));
  matches(played.history(), [user("hello"), assistant("hi there!")], historyText, say("All events of a stream together are one message.", "一个流里的所有事件合起来是一条消息。"));
  matches(played.value(), assistant("hi there!"), answerText);
});

clause("s03.1", say("two turns on one state", "同一个 state 上对话两轮"), async (kit) => {
  const played = await kit.play(scenario(turn("one", [says("1")]), turn("two", [says("2")])));
  equals(played.requests(0).length, 1, opened);
  equals(played.requests(1).length, 1, opened);
  matches(played.history(1), [user("one"), assistant("1"), user("two"), assistant("2")], historyText);
});

const texts: [string, string, string[]][] = [
  ["words cut in the middle", "词从中间断开", ["he", "ll", "o wor", "ld"]],
  ["deltas with blanks and line ends at their edges", "delta 首尾有空格和换行", [" one \n", "\n", "  two", "\r\n"]],
  ["an empty delta between two others", "两个 delta 之间有一个空的", ["one", "", "two"]],
  ["no delta at all", "一个 delta 都没有", []],
  ["a byte order mark, and accents of their own", "字节序标记，和单独的组合音标", ["\uFEFFe", "\u0301", " e\u0301"]],
];

for (const [en, zh, deltas] of texts) {
  clause("s03.2", say(en, zh), async (kit) => {
    const played = await kit.play(scenario(collect(says(...deltas))));
    matches(played.value(), assistant(deltas.join("")), collectedText);
  });
}

clause("s03.2", say("several messages one after the other, one of them broken off", "先后几条消息，其中一条中断"), async (kit) => {
  const played = await kit.play(scenario(collect(says("one")), collect(breaks(error("down"), ["half"])), collect(says("two"))));
  matches(played.value(0), assistant("one"), collectedText);
  matches(played.value(2), assistant("two"), collectedText, say("Text of an earlier message is still there: it must start out empty each time.", "里面还留着之前消息的文字：每条消息都要从空开始。"));
});

clause("s03.3", say("message_end says stop", "message_end 说 stop"), async (kit) => {
  const played = await kit.play(scenario(collect(reply(["fine"], [], "stop"))));
  matches(played.value(), assistant("fine", "stop"), collectedText);
});

clause("s03.3", say("message_end says error", "message_end 说 error"), async (kit) => {
  const refused = reply(["I cannot go on"], [], "error");
  const played = await kit.play(scenario(collect(refused), turn("hello", [refused])));
  matches(played.value(0), assistant("I cannot go on", "error"), collectedText);
  matches(played.history(1), [user("hello"), assistant("I cannot go on", "error")], historyText);
});

const arrivals: [string, string, Reply][] = [
  ["three deltas", "三个 delta", says("first ", "second ", "third")],
  ["three deltas, with time between them", "三个 delta，中间隔一段时间", { ...says("first ", "second ", "third"), slow: true }],
  ["the stream breaks after two deltas", "两个 delta 之后流断了", breaks(error("down"), ["first ", "second "])],
];

for (const [en, zh, scripted] of arrivals) {
  clause("s03.4", say(en, zh), async (kit) => {
    const played = await kit.play(scenario(collect(scripted), turn("hello", [scripted])));
    played.object(0);
    played.object(1);
    checkArrival(played, 0, scripted.events);
    checkArrival(played, 1, scripted.events);
    const [first = "", second = ""] = scripted.events.flatMap((event) => (event.type === "text_delta" ? [event.text] : []));
    const repeats = (line: string): boolean => line.includes(first + second);
    const [own, soFar] = [played.log(0).filter((line) => !repeats(line)), played.log(0).find(repeats)];
    holds(inOrder(own, [first, second]), say(`a line for ${show(second)} that does not repeat ${show(first)}`, `有一行输出 ${show(second)}，而且不重复 ${show(first)}`), say(show(soFar), show(soFar)), say("Each delta is a line of its own. Whoever puts the lines together would read the beginning twice.", "每个 delta 单独成行。把这些行拼起来的人，会把开头读到两遍。"));
  });
}

const unknown = (name: string): ProviderEvent => ({ type: "unknown", name, data: { text: "not for you" } });
const strangers: [string, string, string[]][] = [
  ["token counts and thoughts between the deltas", "delta 之间夹着 token 用量和思考内容", ["usage", "thinking_delta"]],
  ["event types named like inherited members", "事件类型和继承来的成员同名", ["toString", "constructor", "__proto__"]],
];

for (const [en, zh, names] of strangers) {
  clause("s03.8", say(en, zh), async (kit) => {
    const events: ProviderEvent[] = [{ type: "message_start" }, { type: "text_delta", text: "one " }, ...names.map(unknown), { type: "text_delta", text: "two" }, ...names.map(unknown), { type: "message_end", stopReason: "stop" }];
    const played = await kit.play(scenario(collect({ events }), turn("hello", [{ events }])));
    const why = say("A provider gains new events over time. What a program does not know, it passes over.", "provider 的事件会越来越多。不认识的，跳过就好。");
    matches(played.value(0), assistant("one two"), collectedText, why);
    matches(played.history(1), [user("hello"), assistant("one two")], historyText, why);
  });
}

clause("s03.8", say("an unknown event with a stopReason, and no message_end", "一个未知事件带着 stopReason，之后没有 message_end"), async (kit) => {
  const events: ProviderEvent[] = [{ type: "message_start" }, { type: "text_delta", text: "half" }, { type: "unknown", name: "message_delta", like: { stopReason: "stop" } }];
  const played = await kit.play(scenario(collect({ events })));
  const why = say("Only `message_end` ends a message. An event of another type says nothing about it, whatever fields it has.", "只有 `message_end` 才表示消息结束。别的类型的事件不管带什么字段，都不算。");
  matches(played.value(), { role: "assistant", stopReason: "error" }, collectedText, why);
});

clause("s03.9", say("a turn with a registry and a history", "带 registry、已有历史的一轮"), async (kit) => {
  const described = { name: "read", description: "reads a file", input: { path: "the file to read" } };
  const played = await kit.play(scenario(register(described), register(tool("ask")), turn("one", [says("1")]), turn("two", [says("2")], { registry: "main" }), { do: "input", options: { registry: "main" } }));
  const [request] = played.requests(3);
  const tools = [described, { name: "ask", description: "the tool ask", input: {} }];
  matches(request?.tools, tools, say("the tools of the request", "请求里的 tools"), say("Only `complete` was replaced by `stream`. Fields are added and never taken away (R1).", "换掉的只是 `complete`，改成了 `stream`。字段只增不删（R1）。"));
  matches(request?.messages, [user("one"), { role: "assistant", content: "1" }, user("two")], say("the messages of the request", "请求里的 messages"));
  matches(played.object(-1).tools, tools, say("the tools of the input", "输入里的 tools"));
});

clause("s03.9", say("a turn without a registry", "不带 registry 的一轮"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [says("hi")])));
  matches(played.value(), assistant("hi"), answerText);
  equals(played.requests()[0]?.tools, [], say("the tools of the request", "请求里的 tools"));
});
