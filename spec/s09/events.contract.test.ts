/** s09, examples: who hears an event, and what a handler that misbehaves costs the others. */
import { assistant, error, loop, says, scenario, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import type { Step, Thrown } from "../player/scenario.ts";
import { checkGiven } from "../s07/words.ts";
import { called, checkEnding, checkSilence, done, emit, handlersText, heard, heardText, listens, message, on, use } from "./words.ts";

clause("s09.3", say("two extensions with two handlers each", "两个扩展，各有两个 handler"), async (kit) => {
  const played = await kit.play(scenario(use(on("message", "a1"), on("message", "a2")), use(on("message", "b1"), on("message", "b2")), emit(message("hi"))));
  equals(called(played, 2), ["a1", "a2", "b1", "b2"], handlersText);
  matches(played.all("event").map((seen) => seen.event), Array.from({ length: 4 }, () => message("hi")), say("what the handlers were given", "handler 收到的事件"));
});

clause("s09.3", say("handlers of both types", "两种类型的 handler 都有"), async (kit) => {
  const played = await kit.play(scenario(use(on("done", "d1"), on("message", "m1"), on("done", "d2")), emit(done), emit(message("hi"))));
  equals(called(played, 1), ["d1", "d2"], say("the handlers called by done", "done 调用的 handler"));
  equals(called(played, 2), ["m1"], say("the handlers called by message", "message 调用的 handler"), say("`on` names the type of event it wants; a handler hears no other.", "`on` 的第一个参数说明要听哪种事件，别的事件不该送过来。"));
});

clause("s09.3", say("an event without handlers", "没有人监听的事件"), async (kit) => {
  const played = await kit.play(scenario(emit(message("hi")), use(on("message", "late")), emit(message("again"))));
  played.value(0);
  equals(called(played, 2), ["late"], handlersText);
});

clause("s09.3", say("the event given to emit, looked at afterwards", "调用之后，再看传给 emit 的事件"), async (kit) => checkGiven(kit, emit(message("hi")), [message("hi")]));

const thrown: [string, string, Thrown][] = [
  ["an Error", "一个 Error", error("bug")],
  ["undefined", "undefined", { kind: "undefined" }],
  ["an error whose message cannot be read", "读不出 message 的错误", { kind: "evil" }],
];

for (const [en, zh, value] of thrown) {
  clause("s09.4", say(`the second of three handlers throws ${en}`, `三个 handler 里的第二个抛出${zh}`), async (kit) => {
    const played = await kit.play(scenario(use(on("message", "a")), use(on("message", "b", value)), use(on("message", "c")), emit(message("hi"))));
    played.value(3);
    equals(called(played, 3), ["a", "b", "c"], handlersText, say("The bug of one extension must not reach the others: each call needs a guard of its own.", "一个扩展的 bug 不能波及其他扩展：每次调用都要单独保护。"));
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
  equals(called(played, 2), ["adder", "last"], say("the handlers called by the first event", "第一个事件调用的 handler"), growing);
  equals(called(played, 3), ["adder", "last", "new"], say("the handlers called by the second event", "第二个事件调用的 handler"));
});

clause("s09.5", say("a handler adds one of the other type", "handler 里加了另一种类型的 handler"), async (kit) => {
  const played = await kit.play(scenario(adds("done", "new"), emit(message("1")), emit(done), emit(done)));
  equals(called(played, 1), ["adder"], say("the handlers called by message", "message 调用的 handler"));
  equals(called(played, 2), ["new"], say("the handlers called by done", "done 调用的 handler"), say("The dispatch of `message` is over: the next event finds the new handler.", "`message` 的分发已经结束：下一个事件应该能找到新的 handler。"));
  equals(called(played, 3), ["new"], say("the handlers called by the second done", "第二个 done 调用的 handler"));
});
