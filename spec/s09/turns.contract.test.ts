/** s09, examples: what a loop tells its extensions when it ends. */
import { asks, breaks, call, error, loop, refuses, register, reply, says, scenario, tool, truncated, turn } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import type { Reply } from "../player/scenario.ts";
import { checkEnding, heard, heardText, listens } from "./words.ts";

const withExtensions = { extensions: "main" };
const again = asks([call("c1", "look")], "looking");

clause("s09.8", say("an answer without tools", "不用工具的回复"), async (kit) => {
  const played = await kit.play(scenario(listens, loop("hi", [says("good ", "morning")], withExtensions)));
  checkEnding(heard(played, 1), "good morning", heardText);
});

clause("s09.8", say("an answer after two rounds of tools", "两轮工具之后的回复"), async (kit) => {
  const replies = [asks([call("c1", "look")], "first"), asks([call("c2", "look")], "second"), says("found it")];
  const played = await kit.play(scenario(register(tool("look", "here")), listens, loop("where?", replies, withExtensions)));
  checkEnding(heard(played, 2), "found it", heardText, say("The last message event is the answer, and nothing is done before it.", "最后一个 message 事件是回复，在它之前不能 done。"));
});

clause("s09.8", say("an empty answer", "空的回复"), async (kit) => {
  const played = await kit.play(scenario(listens, loop("hi", [says()], withExtensions)));
  checkEnding(heard(played, 1), "", heardText);
});

clause("s09.8", say("two turns with one runtime, and one turn without", "同一个 runtime 上对话两轮，再来一轮不带扩展的"), async (kit) => {
  const played = await kit.play(scenario(listens, loop("one", [says("1")], withExtensions), loop("two", [says("2")], withExtensions), loop("three", [says("3")])));
  checkEnding(heard(played, 1), "1", heardText);
  checkEnding(heard(played, 2), "2", heardText, say("Each turn tells its own events and nothing of the turn before.", "每一轮只说自己的事件，不重复上一轮的。"));
  equals(heard(played, 3), [], say("the events of a turn that was given no extensions", "没有带扩展的那一轮的事件"));
});

clause("s09.8", say("a loop without a registry", "不带 registry 的循环"), async (kit) => {
  const played = await kit.play(scenario(listens, { ...turn("hi", [says("good morning")], withExtensions), by: "runEventedToolLoop" }));
  checkEnding(heard(played, 1), "good morning", heardText, say("No option needs another one: without a registry there are no tools, and the extensions still hear the turn.", "选项之间互不依赖：没有 registry 只是没有工具，扩展照样要听到这一轮。"));
});

const failures: [string, string, Reply][] = [
  ["throws at once", "立刻抛错", refuses(error("down"))],
  ["throws in the middle", "中途抛错", breaks(error("down"), ["so f"])],
  ["is cut off", "中途断掉", truncated(["so f"])],
  ["ends with error", "以 error 结束", reply(["no"], [], "error")],
];

for (const [en, zh, failing] of failures) {
  clause("s09.9", say(`the provider ${en}`, `provider ${zh}`), async (kit) => {
    const played = await kit.play(scenario(listens, loop("hi", [failing], withExtensions)));
    const answer = played.object(1);
    matches(answer, { role: "assistant", stopReason: "error" }, say("the answer of the failed turn", "出错那一轮的回复"));
    checkEnding(heard(played, 1), String(answer.content), heardText, say("A failure is an end, too. Whoever waits for done waits for ever without it.", "出错也是结束。没有 done，等着它的人会一直等下去。"));
  });
}

clause("s09.9", say("the provider fails after a tool ran", "工具跑完之后 provider 出错"), async (kit) => {
  const played = await kit.play(scenario(register(tool("look", "here")), listens, loop("where?", [again, breaks(error("down"))], withExtensions)));
  checkEnding(heard(played, 2), String(played.object(2).content), heardText);
});

for (const maxTurns of [0, 1]) {
  clause("s09.9", say(`limit ${maxTurns}, a tool on every request`, `上限为 ${maxTurns}，每次请求都要用工具`), async (kit) => {
    const played = await kit.play(scenario(register(tool("look", "here")), listens, loop("where?", [again], { ...withExtensions, maxTurns })));
    const answer = played.object(2);
    contains(answer.content, "max turns reached", say("the answer at the limit", "达到上限时的回复"));
    checkEnding(heard(played, 2), String(answer.content), heardText, say("The limit is an end, too: the note that says so is the last message.", "达到上限也是结束：说明这一点的回复就是最后一个 message。"));
  });
}
