/** s10, examples: what a loop hands its mode, and when. */
import { asks, assistant, call, error, loop, register, says, scenario, tool, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, holds, matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkTurn } from "../harness/turns.ts";
import type { ModeFake, Step, Thrown } from "../player/scenario.ts";
import { explained } from "../s07/words.ts";
import { badEndings, checkEnding, checkSilence, done, heard, heardText, listens, message, on, use } from "../s09/words.ts";
import { checkOwn, parsedLines, rendered, renderedText, told } from "./words.ts";

const records: ModeFake = { is: "records" };
const look = register(tool("look", "here"));
const searching = [asks([call("c1", "look")], "looking"), asks([call("c2", "look")], "still looking"), says("found it")];

clause("s10.3", say("an answer without tools", "不用工具的回复"), async (kit) => {
  const played = await kit.play(scenario(loop("hi", [says("good ", "morning")], { mode: records })));
  checkEnding(rendered(played, 0), "good morning", renderedText);
});

clause("s10.3", say("an answer after two rounds of tools", "两轮工具之后的回复"), async (kit) => {
  const hooks = { before: [], after: [{ act: { is: "keeps" as const } }] };
  const played = await kit.play(scenario(look, loop("where?", searching, { mode: records, hooks })));
  checkEnding(rendered(played, 1), "found it", renderedText);
  const order = played.transcript.timeline.filter((seen) => ["request", "pull", "handler", "before", "after", "render"].includes(seen.what));
  holds(
    order.at(-1)?.what === "render",
    say("the rendering comes last in the turn", "render 是这一轮里的最后一件事"),
    say(`after it came: ${order.at(-1)?.what}`, `在它之后还有：${order.at(-1)?.what}`),
    say("A mode shows a finished turn. While tools still run, the turn is not finished.", "mode 显示的是已经结束的一轮。工具还在运行，这一轮就没有结束。"),
  );
});

clause("s10.3", say("two turns with a mode, and one without", "带 mode 对话两轮，再来一轮不带的"), async (kit) => {
  const played = await kit.play(scenario(loop("one", [says("1")], { mode: records }), loop("two", [says("2")], { mode: records }), loop("three", [says("3")])));
  checkEnding(rendered(played, 0), "1", renderedText);
  checkEnding(rendered(played, 1), "2", renderedText);
  matches(played.value(2), assistant("3"), say("the answer of the turn without a mode", "不带 mode 那一轮的回复"));
  equals(played.all("render", 2).length, 0, say("the number of renderings of the turn without a mode", "不带 mode 那一轮 render 的次数"));
});

clause("s10.3", say("a loop without a registry", "不带 registry 的循环"), async (kit) => {
  const played = await kit.play(scenario({ ...turn("hi", [says("hello")], { mode: records }), by: "runEventedToolLoop" }));
  const alone = say("No option needs another one: without a registry there are no tools, and the turn is still shown.", "选项之间互不依赖：没有 registry 只是没有工具，这一轮照样要显示。");
  checkEnding(rendered(played, 0, alone), "hello", renderedText, alone);
});

clause("s10.4", say("a mode and an extension in one turn", "同一轮里既有 mode 又有扩展"), async (kit) => {
  const played = await kit.play(scenario(look, listens, loop("where?", searching, { mode: records, extensions: "main" })));
  const both = say("Both observe the same turn, so both are told the same.", "两边看的是同一轮对话，得到的消息就该一样。");
  checkEnding(heard(played, 2), "found it", heardText, both);
  checkEnding(rendered(played, 2), "found it", renderedText, both);
  matches(told(rendered(played, 2)), told(heard(played, 2)), say("the events rendered, compared with those the extension heard", "render 收到的事件，和扩展收到的对比"), both);
});

clause("s10.4", say("a listener mutates the events that it hears", "监听者改动它听到的事件"), async (kit) => {
  const vandals: Step = use({ ...on("message", "vandal"), vandal: true }, { ...on("done", "vandal"), vandal: true });
  const played = await kit.play(scenario(vandals, loop("hi", [says("hello")], { mode: records, extensions: "main" })));
  checkEnding(rendered(played, 1), "hello", renderedText, say("What an extension writes into an event must not show up on the screen: each of them gets an event of its own.", "扩展往事件里写的东西不能出现在屏幕上：每一方都要拿到自己的一份。"));
});

clause("s10.4", say("two turns with a mode and the same extensions", "两轮都带 mode，用的是同一份扩展"), async (kit) => {
  const options = { mode: records, extensions: "main" };
  const played = await kit.play(scenario(listens, loop("one", [says("1")], options), loop("two", [says("2")], options)));
  const once = say("A mode belongs to the turn that it was given to. One that is hung on the extensions stays there, and every later turn is shown to it as well.", "mode 只属于带着它的那一轮。把它挂到扩展上，它就留在那里，之后每一轮都会再显示一遍。");
  checkEnding(rendered(played, 1), "1", renderedText);
  checkEnding(rendered(played, 2, once), "2", renderedText);
  checkEnding(heard(played, 2), "2", heardText);
});

clause("s10.4", say("a mode without extensions", "有 mode，没有扩展"), async (kit) => {
  const played = await kit.play(scenario(loop("hi", [says("hello")], { mode: records })));
  const alone = say("A mode needs no extensions to be told how the turn went.", "没有扩展，mode 照样要知道这一轮的情况。");
  checkEnding(rendered(played, 0, alone), "hello", renderedText, alone);
});

for (const { condition, play } of badEndings) {
  clause("s10.5", condition, async (kit) => {
    const { played, answer } = await play(kit, { mode: records });
    checkEnding(rendered(played, -1), answer, renderedText);
  });
}

const thrown: [string, string, Thrown][] = [
  ["an Error", "一个 Error", error("no screen")],
  ["undefined", "值 undefined", { kind: "undefined" }],
  ["an error whose message cannot be read", "读不出 message 的错误", { kind: "evil" }],
];

for (const [en, zh, value] of thrown) {
  clause("s10.6", say(`the mode throws ${en}`, `mode 抛出${zh}`), async (kit) => {
    const played = await kit.play(scenario(listens, loop("hi", [says("hello")], { mode: { is: "throws", thrown: value }, extensions: "main" }), loop("more", [says("sure")], { mode: records })));
    const why = say("A screen that fails must not take the turn with it: it was recorded before it was shown.", "显示出错不能毁掉这一轮：显示之前就该记下来了。");
    matches(explained(why, () => played.value(1)), assistant("hello"), say("what runEventedToolLoop returns", "runEventedToolLoop 返回的消息"), why);
    matches(played.history(1), [user("hi"), assistant("hello")], say("the history after the turn", "这一轮之后的历史"), why);
    checkEnding(heard(played, 1), "hello", heardText, say("Extensions hear the end of the turn even where the mode fails.", "就算 mode 出错，扩展也要听到这一轮结束。"));
    checkEnding(rendered(played, 2), "sure", say("the last two events of the next turn", "下一轮的最后两个事件"));
    checkSilence(played);
  });
}

clause("s10.6", say("the mode throws after tools ran", "工具跑完之后 mode 抛错"), async (kit) => {
  const played = await kit.play(scenario(look, loop("where?", searching, { mode: { is: "throws", thrown: error("no screen") } })));
  equals(played.all("render", 1).length, 1, say("the number of renderings of the turn", "这一轮 render 的次数"), say("A mode that failed is not asked again.", "mode 出错之后不要再叫它一次。"));
  checkTurn(played, 1, { user: "where?", results: [{ toolCallId: "c1", content: "here" }, { toolCallId: "c2", content: "here" }], answer: { content: "found it", stopReason: "stop" } });
});

clause("s10.6", say("the mode mutates the events it was given", "mode 改动它收到的事件"), async (kit) => {
  const played = await kit.play(scenario(loop("hi", [says("hello")], { mode: { is: "records", vandal: true } })));
  matches(played.value(0), assistant("hello"), say("what runEventedToolLoop returns", "runEventedToolLoop 返回的消息"));
  matches(played.history(0), [user("hi"), assistant("hello")], say("the history after the turn", "这一轮之后的历史"), say("What a mode is given is no handle on the history.", "交给 mode 的东西不能成为改动历史的把手。"));
});

clause("s10.6", say("the mode mutates its events, and another turn follows", "mode 改动它收到的事件，接着再来一轮"), async (kit) => {
  const played = await kit.play(scenario(loop("one", [says("1")], { mode: { is: "records", vandal: true } }), loop("two", [says("2")], { mode: records })));
  checkEnding(rendered(played, 1), "2", say("the last two events of the next turn", "下一轮的最后两个事件"), say("An event that all turns share is one that any mode can write into: make each anew.", "所有轮次共用一个事件，任何 mode 都能往里写：每次都要新做一个。"));
});

const arrives = say("A mode writes to the output that it was made with, not to the output of the turn. Call `render` on the mode itself, as its method, and leave the writing to it.", "mode 写的是创建它时给的 output，不是这一轮的 output。要在 mode 对象上调用它的 `render` 方法，怎么写由它自己决定。");

clause("s10.7", say("a turn with PrintMode", "一轮对话用 PrintMode 显示"), async (kit) => {
  const played = await kit.play(scenario(look, loop("where?", searching, { mode: { is: "print" } })));
  equals(played.log(1, "mode").at(-1) ?? null, "found it", say("the last line on the mode's output", "mode 的 output 收到的最后一行"), arrives);
  checkSilence(played);
});

clause("s10.7", say("a turn with JsonMode", "一轮对话用 JsonMode 显示"), async (kit) => {
  const played = await kit.play(scenario(loop("hi", [says("one\ntwo")], { mode: { is: "json" } })));
  matches(parsedLines(played, 0).slice(-2), [message("one\ntwo"), done], say("the last two events on the mode's output", "mode 的 output 收到的最后两个事件"), arrives);
  checkSilence(played);
});

clause("s10.8", say("two turns on one state, both with JsonMode", "同一个 state 上对话两轮，都用 JsonMode"), async (kit) => {
  const played = await kit.play(scenario(loop("one", [says("1")], { mode: { is: "json" } }), loop("two", [says("2")], { mode: { is: "json" } })));
  const second = parsedLines(played, 1);
  checkOwn(second, "1", say("the events of the second turn", "第二轮的事件"));
  checkEnding(second, "2", say("the last two events of the second turn", "第二轮的最后两个事件"));
});
