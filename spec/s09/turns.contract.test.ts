/** s09, examples: what a loop tells its extensions when it ends. */
import { asks, call, loop, register, says, scenario, tool, turn } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { badEndings, checkEnding, heard, heardText, listens } from "./words.ts";

const withExtensions = { extensions: "main" };

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
  checkEnding(heard(played, 2), "2", heardText);
  equals(heard(played, 3), [], say("the events of a turn that was given no extensions", "没有带扩展的那一轮的事件"));
});

clause("s09.8", say("a loop without a registry", "不带 registry 的循环"), async (kit) => {
  const played = await kit.play(scenario(listens, { ...turn("hi", [says("good morning")], withExtensions), by: "runEventedToolLoop" }));
  checkEnding(heard(played, 1), "good morning", heardText, say("No option needs another one: without a registry there are no tools, and the extensions still hear the turn.", "选项之间互不依赖：没有 registry 只是没有工具，扩展照样要听到这一轮。"));
});

const failing = say("A failure is an end, too: the error is told as a message, and then comes done. Whoever waits for done waits for ever without it.", "出错也是结束：先用 message 告知错误，再 done。没有 done，等着它的人会一直等下去。");
const limited = say("The limit is an end, too: the note that says so is the last message.", "达到上限也是结束：说明这一点的回复就是最后一个 message。");

for (const { condition, isLimit, play } of badEndings) {
  clause("s09.9", condition, async (kit) => {
    const { played, answer } = await play(kit, withExtensions, listens);
    checkEnding(heard(played, -1), answer, heardText, isLimit ? limited : failing);
  });
}
