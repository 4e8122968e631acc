/** s04, examples: the limit. */
import { asks, assistant, call, loop, reply, says, scenario, turn } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, matches } from "../harness/judge.ts";
import type { Played } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import { checkTurn } from "../harness/turns.ts";
import type { Reply } from "../player/scenario.ts";
import { answerText, asking, callsText, pages, readAndWrite, returnedText } from "./words.ts";

/** The loop of step 2 made `limit` provider calls, ran what they asked for, and said that the limit ended it. */
function checkStopped(played: Played, limit: number, why = say("The limit counts provider calls.", "上限数的是请求 provider 的次数。")): void {
  equals(played.requests(2).length, limit, callsText, why);
  const { content } = played.object(2);
  matches(played.value(2), { role: "assistant", stopReason: "stop" }, returnedText);
  contains(content, "max turns reached", answerText, say("An answer that was cut off must say so: nobody else knows.", "被截断的回复必须自己说明：别人无从知道。"));
  checkTurn(played, 2, { user: "go", results: pages(limit), answer: { content: content ?? null, stopReason: "stop" } });
}

clause("s04.4", say("limit 3, a call on every request", "上限 3，每次请求都有调用"), async (kit) => {
  checkStopped(await kit.play(scenario(...readAndWrite, loop("go", asking(6), { maxTurns: 3 }))), 3);
});

clause("s04.4", say("limit 2, two calls on every request", "上限 2，每次请求都有两个调用"), async (kit) => {
  const both = (id: string): Reply => asks([call(`${id}1`, "read", { text: "r" }), call(`${id}2`, "write", { text: "w" })]);
  const played = await kit.play(scenario(...readAndWrite, loop("go", [both("a"), both("b"), says("too much")], { maxTurns: 2 })));
  equals(played.requests(2).length, 2, callsText, say("The limit counts provider calls, not the tools that were called.", "上限数的是请求 provider 的次数，不是调用工具的次数。"));
});

clause("s04.4", say("limit 1, a call on every request", "上限 1，每次请求都有调用"), async (kit) => {
  checkStopped(await kit.play(scenario(...readAndWrite, loop("go", asking(3), { maxTurns: 1 }))), 1, say("The tool of the only permitted reply has run, its result is recorded, and nobody is asked again.", "唯一允许的那次回复里的工具要执行，结果要记下，然后不再请求。"));
});

clause("s04.4", say("no limit given, a call on every request", "没有指定上限，每次请求都有调用"), async (kit) => {
  checkStopped(await kit.play(scenario(...readAndWrite, loop("go", asking(11)))), 8, say("Without maxTurns the limit is 8.", "没有 maxTurns 时，上限是 8。"));
});

clause("s04.4", say("limit 0", "上限 0"), async (kit) => {
  checkStopped(await kit.play(scenario(...readAndWrite, loop("go", [says("hi")], { maxTurns: 0 }))), 0, say("0 is a limit like any other: the provider is not called at all.", "0 也是一个正常的上限：一次也不请求 provider。"));
});

clause("s04.4", say("the same call again and again, for ever", "永远重复同一个调用"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, { ...loop("go", [asks([call("same", "read", { text: "again" })])]), forever: true }));
  equals(played.requests(2).length, 8, callsText, say("The provider never stops by itself. The loop must.", "provider 自己永远不会停，循环必须停。"));
  contains(played.object(2).content, "max turns reached", answerText);
});

clause("s04.4", say("limit 3, the answer on the third request", "上限 3，第三次请求得到回复"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [...asking(2), says("found it")], { maxTurns: 3 })));
  const why = say("The limit did not end this loop, the model did: its answer stays as it is.", "结束循环的不是上限，是模型自己：它的回复原样保留。");
  equals(played.object(2).content, "found it", answerText, why);
  checkTurn(played, 2, { user: "go", results: pages(2), answer: assistant("found it") });
});

clause("s04.4", say("two turns, limit 2 each", "两轮对话，每轮上限 2"), async (kit) => {
  const later = [asks([call("d1", "read", { text: "more" })]), says("done")];
  const played = await kit.play(scenario(...readAndWrite, loop("go", asking(3), { maxTurns: 2 }), loop("on", later, { maxTurns: 2 })));
  checkStopped(played, 2);
  const why = say("Each turn counts from zero.", "每一轮都从零开始数。");
  equals(played.requests(3).length, 2, say("the number of provider calls in the second turn", "第二轮请求 provider 的次数"), why);
  checkTurn(played, 3, { user: "on", results: [{ toolCallId: "d1", content: "more" }], answer: assistant("done") }, played.history(2));
});

clause("s04.4", say("limit 12, the answer after eleven calls", "上限 12，十一个调用之后得到回复"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [...asking(11), says("found it")], { maxTurns: 12 })));
  equals(played.requests(2).length, 12, callsText, say("8 is the limit only where none is given.", "只有没指定上限时才是 8。"));
  equals(played.object(2).content, "found it", answerText);
});

clause("s04.4", say("limit 1, a call in a message that ends with stop", "上限 1，消息里有调用，却以 stop 结束"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [reply(["bye"], [call("c1", "read")], "stop")], { maxTurns: 1 })));
  equals(played.object(2).content, "bye", answerText, say("The message said stop: it was the end, not the limit.", "这条消息说了 stop：结束循环的是它，不是上限。"));
});

clause("s04.4", say("limit 2, no registry", "上限 2，没有 registry"), async (kit) => {
  const played = await kit.play(scenario({ ...turn("go", asking(4), { maxTurns: 2 }), by: "runEventedToolLoop" }));
  equals(played.requests(0).length, 2, callsText, say("Each option counts by itself: the limit needs no registry.", "每个选项各管各的：没有 registry，上限照样有效。"));
  contains(played.object(0).content, "max turns reached", answerText);
});
