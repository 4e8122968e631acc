/** s01, examples: what one turn does to the state, the provider and the output. */
import { assistant, breaks, error, refuses, says, scenario, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, holds, matches } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Json, Thrown } from "../player/scenario.ts";
import { checkShown, checkUnfinished, historyText, requestText, returnedText } from "./words.ts";

const long = "0123456789".repeat(2000);

clause("s01.1", say("one turn on a fresh state", "在全新的 state 上对话一轮"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [says("hi there")])));
  matches(played.history(), [user("hello"), assistant("hi there")], historyText);
});

clause("s01.1", say("the reply ends with error by itself", "回复本身以 error 结束"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [{ events: [{ type: "text_delta", text: "no" }, { type: "message_end", stopReason: "error" }] }])));
  matches(played.history(), [user("hello"), assistant("no", "error")], historyText);
});

clause("s01.1", say("texts of 20,000 characters", "两万字的文字"), async (kit) => {
  const played = await kit.play(scenario(turn(long, [says(long)])));
  matches(played.history(), [user(long), assistant(long)], historyText, say("A text is recorded whole, however long it is.", "文字再长也要原样记全。"));
});

clause("s01.2", say("two turns on one state", "同一个 state 上对话两轮"), async (kit) => {
  const played = await kit.play(scenario(turn("one", [says("1")]), turn("two", [says("2")])));
  equals(played.requests(0).length, 1, say("the number of provider calls in the first turn", "第一轮请求 provider 的次数"));
  equals(played.requests(1).length, 1, say("the number of provider calls in the second turn", "第二轮请求 provider 的次数"));
  matches(played.requests(1)[0]?.messages, [{ role: "user", content: "one" }, { role: "assistant", content: "1" }, { role: "user", content: "two" }], requestText);
});

clause("s01.2", say("buildProviderInput on a state with a history", "对已有历史的 state 调用 buildProviderInput"), async (kit) => {
  const played = await kit.play(scenario(turn("one", [says("1")]), { do: "input" }));
  matches(played.object(1).messages, [{ role: "user", content: "one" }, { role: "assistant", content: "1" }], say("the messages of the input", "输入里的 messages"));
});

clause("s01.2", say("thirty turns on one state", "同一个 state 上对话三十轮"), async (kit) => {
  const rounds = Array.from({ length: 30 }, (_, at) => ({ asked: `q${at}`, said: `a${at}` }));
  const played = await kit.play(scenario(...rounds.map(({ asked, said }) => turn(asked, [says(said)]))));
  const all = rounds.flatMap(({ asked, said }): Json[] => [user(asked), { role: "assistant", content: said }]).slice(0, -1);
  const [request] = played.requests(-1);
  holds(
    Array.isArray(request?.messages) && request.messages.length === all.length,
    say(`${all.length} messages in the last request`, `最后一次请求里有 ${all.length} 条消息`),
    say(`${Array.isArray(request?.messages) ? request.messages.length : 0} messages`, `${Array.isArray(request?.messages) ? request.messages.length : 0} 条消息`),
    say("The whole history is all of it. What a long conversation may leave out is not decided here.", "完整历史就是全部历史。长对话可以省略什么，不在这里决定。"),
  );
  matches(request?.messages, all, requestText);
});

clause("s01.2", say("a failed turn, then another", "一轮出错，再来一轮"), async (kit) => {
  const played = await kit.play(scenario(turn("one", [breaks(error("the line is down"))]), turn("two", [says("2")])));
  const request = played.requests(1)[0]?.messages;
  const why = say("The failed answer was recorded, so it belongs to the history like any other.", "出错的回复也记下来了，它和别的回复一样属于历史。");
  matches(request, [user("one"), { role: "assistant" }, user("two")], requestText, why);
  const failed = Array.isArray(request) ? request[1] : undefined;
  contains(isFields(failed) ? failed.content : undefined, "the line is down", say("the failed answer in the request", "请求里那条出错的回复"), why);
});

clause("s01.3", say("the provider answers", "provider 正常回答"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [says("hi there")])));
  matches(played.value(), assistant("hi there"), returnedText);
});

clause("s01.4", say("a history with a finished reply in it", "历史里有一条说完的回复"), async (kit) => {
  const played = await kit.play(scenario(turn("one", [says("1")]), turn("two", [says("2")]), { do: "input" }));
  const shown = [...played.requests(), played.object(2)].flatMap((input) => (Array.isArray(input.messages) ? input.messages : []));
  holds(
    shown.some((message) => isFields(message) && message.role === "assistant"),
    say("the first reply is shown to the provider in the second turn", "第二轮会把第一条回复给 provider 看"),
    say("no reply in any request", "没有任何请求里有回复"),
  );
  checkUnfinished([...played.requests(), played.object(2)]);
});

clause("s01.5", say("a reply of one text", "回复是一段文字"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [says("hi there")])));
  checkShown(played.log(), "hi there");
});

clause("s01.5", say("a reply of two lines", "回复有两行"), async (kit) => {
  checkShown((await kit.play(scenario(turn("hello", [says("one\ntwo")])))).log(), "one\ntwo");
});

const failures: [string, string, Thrown, string?][] = [
  ["an Error", "一个 Error", error("the line is down"), "the line is down"],
  ["a string", "一个字符串", { kind: "value", value: "no network" }, "no network"],
  ["undefined", "值 undefined", { kind: "undefined" }],
  ["an object without a prototype", "没有原型的对象", { kind: "bare" }],
  ["an error whose message cannot be read", "读不出 message 的错误", { kind: "evil" }],
  ["an object whose message is a number", "一个 message 是数字的对象", { kind: "value", value: { message: 7 } }],
];

for (const [en, zh, thrown, text] of failures) {
  for (const reply of [refuses(thrown), breaks(thrown)]) {
    const when = reply.throwsAtOnce === undefined ? say("later", "稍后") : say("at once", "立刻");
    clause("s01.6", say(`the provider throws ${en} ${when.en}`, `provider ${when.zh}抛出${zh}`), async (kit) => {
      const played = await kit.play(scenario(turn("hello", [reply]), turn("again", [says("back")])));
      matches(played.value(0), { role: "assistant", stopReason: "error" }, say("the answer of the failed turn", "出错那一轮的回复"));
      const { content } = played.object(0);
      holds(typeof content === "string", say("the content of the answer is a string", "回复的 content 是字符串"), say(show(content), show(content)));
      if (text !== undefined) contains(content, text, say("the content of the failed answer", "出错回复的 content"), say("An error nobody can read helps nobody: put its message into the content.", "没人读得到的错误帮不了任何人：把错误信息放进 content。"));
      matches(played.history(0), [user("hello"), { role: "assistant", stopReason: "error" }], say("the history after the failed turn", "出错那一轮之后的历史"));
      matches(played.value(1), assistant("back"), say("the answer of the turn after it", "下一轮的回复"));
    });
  }
}

clause("s01.6", say("an error message of 20,000 characters", "两万字的错误信息"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [breaks(error(long))])));
  contains(played.object(0).content, long, say("the content of the failed answer", "出错回复的 content"), say("What matters may stand at the end of a long message: keep all of it.", "长信息里要紧的话可能在最后：要留全。"));
});

clause("s01.7", say("importing code.ts", "导入 code.ts"), async (kit) => {
  const { prints, timers } = await kit.program.load();
  holds(prints === "", say("the import prints nothing", "导入时什么都不打印"), say(`it printed ${show(prints.slice(0, 80))}`, `打印了 ${show(prints.slice(0, 80))}`));
  holds(timers === 0, say("the import starts no timer", "导入时不启动定时器"), say(`it started ${timers}`, `启动了 ${timers} 个`));
});

clause("s01.7", say("a turn that answers and one that fails", "一轮成功，一轮出错"), async (kit) => {
  const played = await kit.play(scenario(turn("hello", [says("hi")]), turn("again", [breaks(error("down"))])));
  const [print] = played.all("print");
  holds(print === undefined, say("nothing is printed", "什么都不打印"), say(`printed ${show(print?.text.slice(0, 80))}`, `打印了 ${show(print?.text.slice(0, 80))}`));
});

clause("s01.8", say("the provider mutates the input it was given", "provider 改动了它收到的输入"), async (kit) => {
  const played = await kit.play(scenario(turn("one", [{ ...says("1"), vandal: true }]), turn("two", [says("2")])));
  matches(played.history(1), [user("one"), assistant("1"), user("two"), assistant("2")], historyText);
  matches(played.requests(1)[0]?.messages, [user("one"), { role: "assistant", content: "1" }, user("two")], requestText);
});

clause("s01.8", say("the returned answer is mutated", "返回的回复被改动"), async (kit) => {
  const played = await kit.play(scenario(turn("one", [says("1")]), { do: "vandal", step: 0, what: "result" }, { do: "history" }));
  matches(played.value(2), [user("one"), assistant("1")], historyText);
});

clause("s01.8", say("the input from buildProviderInput is mutated", "buildProviderInput 给出的输入被改动"), async (kit) => {
  const played = await kit.play(scenario(turn("one", [says("1")]), { do: "input" }, { do: "vandal", step: 1, what: "result" }, { do: "history" }));
  matches(played.value(3), [user("one"), assistant("1")], historyText);
});

clause("s01.8", say("two states side by side", "两个 state 并存"), async (kit) => {
  const played = await kit.play(scenario(turn("left", [says("1")]), { ...turn("right", [says("2")]), state: "other" }, turn("left again", [says("3")])));
  matches(played.history(1), [user("right"), assistant("2")], say("the history of the second state", "第二个 state 的历史"));
  matches(played.history(2), [user("left"), assistant("1"), user("left again"), assistant("3")], say("the history of the first state", "第一个 state 的历史"));
});
