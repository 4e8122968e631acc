/** s04, examples: tools that fail, providers that fail in mid-loop. */
import { asks, assistant, breaks, call, error, loop, refuses, register, says, scenario, throwingTool, tool, truncated, turn } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, holds, matches, startsWith } from "../harness/judge.ts";
import type { Played } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say, type Text } from "../harness/text.ts";
import { checkTurn, resultsOf } from "../harness/turns.ts";
import type { Gives, Reply, Thrown } from "../player/scenario.ts";
import { asking, callsText, pages, readAndWrite, returnedText } from "./words.ts";

const goesOn = say("The model must read what went wrong: only it can decide how to go on.", "要让模型读到出了什么错：怎么继续只有它能决定。");

/** The loop of step `index` called a bad tool (c1) and a good one (c2), and went on to its answer. */
function checkFailed(played: Played, index: number, what: Text): string {
  matches(played.value(index), assistant("I see"), returnedText, goesOn);
  const [failed, good] = resultsOf(played.history(index));
  startsWith(failed?.content, "error:", what, goesOn);
  matches(good, { role: "toolResult", toolCallId: "c2", content: "fine" }, say("the result of the call after the failed one", "出错的调用之后那个调用的结果"), say("One bad tool must not cost the rest of the batch.", "一个工具出错，不能连累这一批里的其他调用。"));
  equals(played.requests(index).length, 2, callsText, goesOn);
  checkTurn(played, index, { user: "go", results: [{ toolCallId: "c1" }, { toolCallId: "c2", content: "fine" }], answer: assistant("I see") });
  return String(failed?.content);
}

const badThenGood = [asks([call("c1", "bad"), call("c2", "good")]), says("I see")];

clause("s04.5", say("the handler throws an Error", "handler 抛出一个 Error"), async (kit) => {
  const played = await kit.play(scenario(register(throwingTool("bad", error("disk full"))), register(tool("good", "fine")), loop("go", badThenGood)));
  const content = checkFailed(played, 2, say("the result of a call whose handler threw", "handler 抛错的那个调用的结果"));
  equals(content, "error: disk full", say("the result of a call whose handler threw", "handler 抛错的那个调用的结果"));
});

const unreadable: [string, string, Thrown][] = [
  ["undefined", "值 undefined", { kind: "undefined" }],
  ["a symbol", "一个 symbol", { kind: "symbol" }],
  ["an object without a prototype", "没有原型的对象", { kind: "bare" }],
  ["an error whose message cannot be read", "读不出 message 的错误", { kind: "evil" }],
];

for (const [en, zh, thrown] of unreadable) {
  clause("s04.5", say(`the handler throws ${en}`, `handler 抛出 ${zh}`), async (kit) => {
    const played = await kit.play(scenario(register(throwingTool("bad", thrown)), register(tool("good", "fine")), loop("go", badThenGood)));
    checkFailed(played, 2, say("the result of a call whose handler threw", "handler 抛错的那个调用的结果"));
  });
}

const unknownText = say("the result of a call to an unknown tool", "调用未知工具的结果");
const misspelt = say("Name the tool: the model may have misspelt it.", "写出工具名：模型可能拼错了。");
const inherited = say("Nobody registered `toString`. A plain object as a dictionary has inherited it, and it is no tool: the result must name it like any unknown tool.", "没人注册过 `toString`。普通对象当字典会继承到它，但它不是工具：结果要像对待别的未知工具一样写出它的名字。");
const unregistered = say("Without a registry every tool is unknown, and the result names it: that is an answer to the model, not a crash of the loop.", "没有 registry，所有工具都是未知的，结果里要写出工具名：这是给模型的答复，不是循环崩了。");

for (const [name, why] of [["bad", misspelt], ["toString", inherited]] as const) {
  clause("s04.5", say(`nobody registered the tool ${show(name)}`, `没人注册过工具 ${show(name)}`), async (kit) => {
    const played = await kit.play(scenario(register(tool("good", "fine")), loop("go", [asks([call("c1", name), call("c2", "good")]), says("I see")])));
    contains(checkFailed(played, 1, unknownText), name, unknownText, why);
  });
}

clause("s04.5", say("a loop without a registry", "循环没有 registry"), async (kit) => {
  const played = await kit.play(scenario({ ...turn("go", [asks([call("c1", "bad")]), says("I see")]), by: "runEventedToolLoop" }));
  checkTurn(played, 0, { user: "go", results: [{ toolCallId: "c1" }], answer: assistant("I see") });
  const content = resultsOf(played.history(0))[0]?.content;
  startsWith(content, "error:", unknownText, unregistered);
  contains(content, "bad", unknownText, unregistered);
});

const odd: [string, string, Gives][] = [
  ["undefined", "值 undefined", { is: "undefined" }],
  ["null", "null", { is: "value", value: null }],
  ["a number", "数字", { is: "value", value: 42 }],
  ["an object", "对象", { is: "value", value: { text: "hidden" } }],
  ["a promise", "一个 promise", { is: "promise", text: "later" }],
];

for (const [en, zh, gives] of odd) {
  clause("s04.5", say(`the handler returns ${en}`, `handler 返回 ${zh}`), async (kit) => {
    const played = await kit.play(scenario(register({ name: "bad", acts: [{ gives }] }), register(tool("good", "fine")), loop("go", badThenGood)));
    checkFailed(played, 2, say(`the result of a handler that gave ${en} instead of a string`, `handler 返回 ${zh} 而不是字符串时的结果`));
  });
}

const failures: [string, string, Reply, string][] = [
  ["throws at once", "一调用就抛错", refuses(error("line dead")), "line dead"],
  ["throws in mid-stream", "流到一半抛错", breaks(error("line dead"), ["well"]), "line dead"],
  ["stops without message_end", "没有 message_end 就断了", truncated(["well"]), "well"],
  ["ends with error", "以 error 结束", { events: [{ type: "text_delta", text: "overloaded" }, { type: "message_end", stopReason: "error" }] }, "overloaded"],
];

for (const [en, zh, failing, told] of failures) {
  clause("s04.6", say(`the provider ${en} on the third request`, `第三次请求时 provider ${zh}`), async (kit) => {
    const played = await kit.play(scenario(...readAndWrite, loop("go", [...asking(2), failing, says("never asked")]), loop("again", [says("back")])));
    const answer = played.object(2);
    equals(played.requests(2).length, 3, callsText, say("The failure ends the loop.", "出错就结束循环。"));
    matches(answer, { role: "assistant", stopReason: "error" }, returnedText, say("A failure that looks like an answer fools everybody who reads it.", "出错却看起来像正常回复，会骗过所有读它的人。"));
    contains(answer.content, told, say("the content of the failed answer", "出错回复的 content"));
    checkTurn(played, 2, { user: "go", results: pages(2), answer: { stopReason: "error" } });
    checkTurn(played, 3, { user: "again", results: [], answer: assistant("back") }, played.history(2));
    const shown = JSON.stringify(played.requests(3)[0]?.messages ?? null);
    holds(shown.includes("page 1") && shown.includes("page 2"), say("the next turn's request shows the results from before the failure", "下一轮的请求里有出错之前的结果"), say(show(played.requests(3)[0]?.messages), show(played.requests(3)[0]?.messages)));
  });
}
