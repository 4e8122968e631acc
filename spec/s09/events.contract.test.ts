/** s09, examples: who hears an event, and what a handler that misbehaves costs the others. */
import { assistant, error, loop, says, scenario, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { holds, matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import type { Step, Thrown } from "../player/scenario.ts";
import { checkGiven, explained } from "../s07/words.ts";
import { called, checkCalled, checkEnding, checkSilence, done, emit, handlersText, heard, heardText, listens, message, on, use } from "./words.ts";

clause("s09.3", say("two extensions with two handlers each", "两个扩展，各有两个 handler"), async (kit) => {
  const played = await kit.play(scenario(use(on("message", "first of A"), on("message", "second of A")), use(on("message", "first of B"), on("message", "second of B")), emit(message("hi"))));
  checkCalled(played, 2, ["first of A", "second of A", "first of B", "second of B"]);
  matches(played.all("event").map((seen) => seen.event), Array.from({ length: 4 }, () => message("hi")), say("what the handlers were given", "handler 收到的事件"));
});

clause("s09.3", say("handlers of both types", "两种类型的 handler 都有"), async (kit) => {
  const played = await kit.play(scenario(use(on("done", "first for done"), on("message", "the one for message"), on("done", "second for done")), emit(done), emit(message("hi"))));
  checkCalled(played, 1, ["first for done", "second for done"], say("the handlers called by done", "done 调用的 handler"));
  checkCalled(played, 2, ["the one for message"], say("the handlers called by message", "message 调用的 handler"));
});

clause("s09.3", say("an event without handlers", "没有人监听的事件"), async (kit) => {
  const played = await kit.play(scenario(emit(message("hi")), use(on("message", "late")), emit(message("again"))));
  explained(say("An event that nobody listens to is no mistake.", "没有人听的事件不算错误。"), () => played.value(0));
  checkCalled(played, 2, ["late"]);
});

clause("s09.3", say("the event given to emit, looked at afterwards", "调用之后，再看传给 emit 的事件"), async (kit) => checkGiven(kit, emit(message("hi")), [message("hi")]));

const thrown: [string, string, Thrown][] = [
  ["an Error", "一个 Error", error("bug")],
  ["undefined", "值 undefined", { kind: "undefined" }],
  ["an error whose message cannot be read", "读不出 message 的错误", { kind: "evil" }],
];

for (const [en, zh, value] of thrown) {
  clause("s09.4", say(`the second of three handlers throws ${en}`, `三个 handler 里的第二个抛出${zh}`), async (kit) => {
    const played = await kit.play(scenario(use(on("message", "first")), use(on("message", "the one that throws", value)), use(on("message", "last")), emit(message("hi")), emit(message("again"))));
    const guard = say("The bug of one extension must reach neither the others nor whoever emits: each call needs a guard of its own, against whatever is thrown.", "一个扩展的 bug 不能波及其他扩展，也不能波及调用 emit 的一方：每次调用都要单独保护，不管抛出的是什么。");
    explained(guard, () => played.value(3));
    checkCalled(played, 3, ["first", "the one that throws", "last"], handlersText, guard);
    checkCalled(played, 4, ["first", "the one that throws", "last"], say("the handlers called by the next event", "下一个事件调用的 handler"), say("A handler that threw once stays registered: the next event may suit it.", "抛过一次错的 handler 依然算注册过：下一个事件也许没问题。"));
    checkSilence(played);
  });
}

clause("s09.4", say("every handler throws during a turn", "一轮对话里所有 handler 都抛错"), async (kit) => {
  const bug = error("bug");
  const played = await kit.play(scenario(use(on("message", "a", bug), on("done", "b", bug)), listens, loop("hi", [says("hello")], { extensions: "main" }), loop("more", [says("sure")])));
  matches(played.value(2), assistant("hello"), say("what runEventedToolLoop returns", "runEventedToolLoop 返回的消息"));
  matches(played.history(2), [user("hi"), assistant("hello")], say("the history after the turn", "这一轮之后的历史"), say("A listener that fails has nothing to do with what was said: the turn is recorded as ever.", "监听者出错和对话内容无关：这一轮照样要记下来。"));
  checkEnding(heard(played, 2), "hello", heardText);
  matches(played.value(3), assistant("sure"), say("the answer of the next turn", "下一轮的回复"));
  checkSilence(played);
});

const adds = (type: "message" | "done", label: string): Step => use({ ...on("message", "adder"), adds: { type, label } });
const growing = say("The handler was added while the event was on its way to those who were there before it.", "加它的时候，事件正在发给先来的人；新来的等下一次。");

clause("s09.5", say("a handler adds another of the same type", "handler 里又加了一个同类型的 handler"), async (kit) => {
  const played = await kit.play(scenario(adds("message", "new"), use(on("message", "last")), emit(message("1")), emit(message("2"))));
  const first = called(played, 2);
  holds(!first.includes("new"), say("the handler added during the dispatch waits for the next event", "分发过程中加入的 handler 要等下一个事件"), say(`it was called in that same dispatch: ${first.join(", ")}`, `它在同一次分发里就被调用了：${first.join("、")}`), growing);
  checkCalled(played, 2, ["adder", "last"], say("the handlers called by the first event", "第一个事件调用的 handler"));
  checkCalled(played, 3, ["adder", "last", "new"], say("the handlers called by the second event", "第二个事件调用的 handler"), say("The handler that was added stays: it hears every event from the next one on.", "加进来的 handler 会一直在：从下一个事件起，每个都能听到。"));
});

clause("s09.5", say("a handler adds one of the other type", "handler 里加了另一种类型的 handler"), async (kit) => {
  const played = await kit.play(scenario(adds("done", "new"), emit(message("1")), emit(done), emit(done)));
  checkCalled(played, 1, ["adder"], say("the handlers called by message", "message 调用的 handler"));
  checkCalled(played, 2, ["new"], say("the handlers called by done", "done 调用的 handler"), say("The dispatch of `message` is over: the next event finds the new handler.", "`message` 的分发已经结束：下一个事件应该能找到新的 handler。"));
  checkCalled(played, 3, ["new"], say("the handlers called by the second done", "第二个 done 调用的 handler"));
});
