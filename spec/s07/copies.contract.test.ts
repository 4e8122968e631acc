/** s07, examples: nobody outside has a handle on a tree. */
import { scenario, turn, says, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import { say, type Text } from "../harness/text.ts";
import type { Message, Step } from "../player/scenario.ts";
import { checkGiven, entriesText, historyText, pathText } from "./words.ts";

const deep: Message = { role: "user", content: "a", usage: { tokens: 7, notes: ["kept"] } };
const append = (message: Message): Step => ({ do: "append", message });
const deepCopies = say("Copy on the way in and on the way out, all the way down: a shallow copy still shares what is inside its fields.", "进来时复制，出去时也复制，而且要复制到底：浅拷贝里，字段内部的对象仍是同一个。");

/** Each mutates, from outside, what the second step was given or gave. */
const handles: [Text, Step, "args" | "result"][] = [
  [say("the message given to append is mutated later", "传给 append 的消息后来被改动"), append(deep), "args"],
  [say("the entry that append gave is mutated", "append 返回的条目被改动"), append(deep), "result"],
  [say("the messages from currentPath are mutated", "currentPath 给出的消息被改动"), { do: "path" }, "result"],
  [say("the entries from allEntries are mutated", "allEntries 给出的条目被改动"), { do: "entries" }, "result"],
];

for (const [condition, step, what] of handles) {
  clause("s07.6", condition, async (kit) => {
    const played = await kit.play(scenario(append(deep), step, { do: "vandal", step: 1, what }, { do: "path" }, { do: "entries" }, append(user("b")), { do: "path" }));
    const said = step.do === "append" ? [deep, deep] : [deep];
    equals(played.value(3), said, pathText, deepCopies);
    matches(played.value(4), said, entriesText, deepCopies);
    equals(played.value(6), [...said, user("b")], say("the messages from currentPath() after one more append", "再追加一条之后 currentPath() 给出的消息"), deepCopies);
  });
}

clause("s07.6", say("two trees side by side", "两棵树并存"), async (kit) => {
  const other = { state: "other" };
  const played = await kit.play(
    scenario(append(user("a")), { ...append(user("x")), ...other }, append(user("b")), { ...append(user("y")), ...other }, { do: "move", to: { nth: 0 } }, { do: "path" }, { do: "path", ...other }, { do: "entries" }, { do: "entries", ...other }),
  );
  equals(played.value(5), [user("a")], say("currentPath() of the first tree", "第一棵树的 currentPath()"));
  equals(played.value(6), [user("x"), user("y")], say("currentPath() of the second tree", "第二棵树的 currentPath()"));
  matches(played.value(7), [user("a"), user("b")], say("allEntries() of the first tree", "第一棵树的 allEntries()"));
  matches(played.value(8), [user("x"), user("y")], say("allEntries() of the second tree", "第二棵树的 allEntries()"));
  matches([played.object(1).parentId ?? null], [null], say("the parentId of the first entry of the second tree", "第二棵树第一个条目的 parentId"));
});

clause("s07.6", say("turns on two states", "在两个 state 上对话"), async (kit) => {
  const played = await kit.play(scenario(turn("a", [says("1")]), { ...turn("x", [says("2")]), state: "other" }, turn("b", [says("3")])));
  matches(played.history(1), [user("x"), { role: "assistant", content: "2" }], historyText);
  matches(played.history(2), [user("a"), { role: "assistant", content: "1" }, user("b"), { role: "assistant", content: "3" }], historyText);
});

clause("s07.6", say("the message given to append, looked at afterwards", "追加之后，再看传给 append 的消息"), async (kit) => checkGiven(kit, append(deep), [deep]));
