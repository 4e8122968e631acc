/** s01, properties: any conversation, any failure. */
import * as fc from "fast-check";
import { lines, texts, throwns } from "../harness/arbitraries.ts";
import { assistant, breaks, refuses, says, scenario, turn, user } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkShown, checkUnfinished, historyText, requestText, returnedText } from "./words.ts";

const conversations = fc.array(fc.record({ input: texts(), reply: texts() }), { minLength: 1, maxLength: 4 });

property("s01.1", say("any conversation", "任意对话"), conversations, async (kit, turns) => {
  const played = await kit.play(scenario(...turns.map(({ input, reply }) => turn(input, [says(reply)]))));
  matches(played.history(-1), turns.flatMap(({ input, reply }) => [user(input), assistant(reply)]), historyText);
});

property("s01.2", say("any conversation", "任意对话"), conversations, async (kit, turns) => {
  const played = await kit.play(scenario(...turns.map(({ input, reply }) => turn(input, [says(reply)]))));
  const requests = played.requests();
  matches(requests.length, turns.length, say("the number of provider calls", "请求 provider 的次数"));
  const before = turns.slice(0, -1).flatMap(({ input, reply }) => [user(input), { role: "assistant", content: reply }]);
  matches(requests.at(-1)?.messages, [...before, user(turns.at(-1)?.input ?? "")], requestText);
});

/** A program that knows the examples by heart holds none of these. */
property("s01.3", say("any conversation", "任意对话"), conversations, async (kit, turns) => {
  const played = await kit.play(scenario(...turns.map(({ input, reply }) => turn(input, [says(reply)]))));
  for (const [at, { reply }] of turns.entries()) matches(played.value(at), assistant(reply), returnedText);
}, 2);

property("s01.4", say("any conversation", "任意对话"), conversations, async (kit, turns) => {
  const played = await kit.play(scenario(...turns.map(({ input, reply }) => turn(input, [says(reply)])), { do: "input" }));
  // What is recorded is the matter of s01.1.
  const recorded = played.history(turns.length - 1).map(({ role = null, content = null }) => ({ role, content }));
  matches(played.object(-1).messages, recorded, say("the messages of the input", "输入里的 messages"));
  checkUnfinished([...played.requests(), played.object(-1)]);
}, 2);

property("s01.5", say("any reply of one line", "任意单行的回复"), lines(), async (kit, reply) => {
  checkShown((await kit.play(scenario(turn("hello", [says(reply)])))).log(), reply);
}, 2);

property("s01.8", say("any conversation, every input mutated by the provider", "任意对话，provider 每次都改动收到的输入"), conversations, async (kit, turns) => {
  const played = await kit.play(scenario(...turns.map(({ input, reply }) => turn(input, [{ ...says(reply), vandal: true }]))));
  matches(played.history(-1), turns.flatMap(({ input, reply }) => [user(input), assistant(reply)]), historyText);
}, 2);

property("s01.6", say("anything thrown, at once or later", "立刻或稍后抛出任意的值"), fc.record({ thrown: throwns(), atOnce: fc.boolean() }), async (kit, { thrown, atOnce }) => {
  const played = await kit.play(scenario(turn("hello", [atOnce ? refuses(thrown) : breaks(thrown)])));
  matches(played.history(0), [user("hello"), { role: "assistant", stopReason: "error" }], historyText);
});
