/** s06, examples and a property: a snapshot and what it was made from share nothing. */
import * as fc from "fast-check";
import { texts } from "../harness/arbitraries.ts";
import { assistant, scenario, toolResult, user } from "../harness/build.ts";
import { clause, property } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import type { Message } from "../player/scenario.ts";
import { checkTools } from "./words.ts";

type Spec = { name: string; description: string; input: Record<string, string> };
const called: Message = { ...assistant("", "toolUse"), toolCalls: [{ id: "c1", name: "read", input: { path: "a" } }] };
const messages = [user("read it"), called, toolResult("c1", "the text"), assistant("it says: the text")];
const tools: Spec[] = [{ name: "read", description: "reads a file", input: { path: "the file" } }, { name: "ask", description: "asks", input: {} }];
const shown = messages.map(({ role, content }) => ({ role, content }));
const deepWhy = say("An object that the snapshot was made from has changed, and the snapshot changed with it: the two share it.", "快照的来源变了，快照也跟着变了，说明两边共用着同一个对象。");
const snapshotNow = say("the snapshot, looked at again", "再看一次快照");

clause("s06.2", say("a snapshot was taken", "拍过一次快照"), async (kit) => {
  const played = await kit.play(scenario({ do: "snapshot", messages, tools }, { do: "look", step: 0, what: "args" }, { do: "vandal", step: 0, what: "args" }, { do: "look", step: 0, what: "args" }));
  const source = say("what the snapshot was made from, looked at again", "再看一次快照的来源");
  equals(played.value(1), [messages, tools], source, say("A snapshot only reads: it writes nothing into what it is given and changes no order.", "拍快照只是读：不往来源里写东西，也不改变顺序。"));
  const [, later] = played.array(3);
  const first = Array.isArray(later) && isFields(later[0]) ? later[0] : {};
  matches(first, { name: "vandal read", input: { path: "vandal the file" } }, say("the first tool, after its owner has changed it", "主人改动之后的第一个工具"), say("To freeze what belongs to others is no copy: they can no longer change it.", "冻结别人的对象不等于复制：别人自己也改不了了。"));
});

clause("s06.2", say("what a snapshot was made from is mutated", "快照的来源被改动"), async (kit) => {
  const played = await kit.play(scenario({ do: "snapshot", messages, tools }, { do: "vandal", step: 0, what: "args" }, { do: "look", step: 0, what: "result" }));
  matches(played.value(2), { messages: shown }, snapshotNow, deepWhy);
  checkTools(played.object(2), tools, say("the tools of the snapshot, looked at again", "再看一次快照里的 tools"), deepWhy);
  // However much a snapshot keeps of a message, it keeps it to itself.
  matches(played.value(2), played.object(0), snapshotNow, deepWhy);
});

clause("s06.2", say("a snapshot is mutated", "快照被改动"), async (kit) => {
  const played = await kit.play(scenario({ do: "snapshot", messages, tools }, { do: "vandal", step: 0, what: "result" }, { do: "look", step: 0, what: "args" }));
  matches(played.value(2), [messages, tools], say("what the snapshot was made from", "快照的来源"), say("Who got the snapshot changed it, and the original changed with it: the two share an object.", "拿到快照的人改了它，来源也跟着变了，说明两边共用着同一个对象。"));
});

const given = fc.record({
  messages: fc.array(fc.oneof(texts().map(user), texts().map((content) => assistant(content)), texts().map((content) => toolResult("c1", content)), fc.constant(called)), { maxLength: 3 }),
  tools: fc.array(fc.record({ name: texts(), description: texts(), input: fc.record({ path: texts() }) }), { maxLength: 2 }),
});

property("s06.2", say("any snapshot, its sources mutated", "任意快照，来源被改动"), given, async (kit, made) => {
  const played = await kit.play(scenario({ do: "snapshot", ...made }, { do: "vandal", step: 0, what: "args" }, { do: "look", step: 0, what: "result" }));
  matches(played.value(2), played.object(0), snapshotNow, deepWhy);
}, 4);
