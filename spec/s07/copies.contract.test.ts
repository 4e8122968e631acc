/** s07, examples: nobody outside has a handle on a tree. */
import { scenario, turn, says, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import { say, type Text } from "../harness/text.ts";
import type { Message, Step } from "../player/scenario.ts";
import { checkGiven, entriesText, historyText, pathText } from "./words.ts";

const deep: Message = { role: "user", content: "a", usage: { tokens: 7, notes: ["kept"] } };
const append = (message: Message): Step => ({ do: "append", message });
const shallow = say("A shallow copy still shares what is inside its fields.", "浅拷贝里，字段内部的对象仍是同一个。");

/** Each mutates, from outside, what the second step was given or gave. */
const handles: [Text, Step, "args" | "result", Text][] = [
  [say("the message given to append is mutated later", "传给 append 的消息后来被改动"), append(deep), "args", say("The tree still holds the caller's own message, or a part of it: copy it on the way in.", "树里存的还是调用方自己的消息（或它的一部分）：放进来时要复制。")],
  [say("the entry that append gave is mutated", "append 返回的条目被改动"), append(deep), "result", say("append gave away the tree's own entry, or a part of it: copy it on the way out.", "append 把树自己的条目（或它的一部分）交了出去：返回时要复制。")],
  [say("the messages from currentPath are mutated", "currentPath 给出的消息被改动"), { do: "path" }, "result", say("currentPath gave away the tree's own messages, or a part of them: copy them on the way out.", "currentPath 把树自己的消息（或它的一部分）交了出去：返回时要复制。")],
  [say("the entries from allEntries are mutated", "allEntries 给出的条目被改动"), { do: "entries" }, "result", say("allEntries gave away the tree's own entries, or a part of them: copy them on the way out.", "allEntries 把树自己的条目（或它的一部分）交了出去：返回时要复制。")],
];

for (const [condition, step, what, handed] of handles) {
  const why = say(`${handed.en} ${shallow.en}`, `${handed.zh}${shallow.zh}`);
  clause("s07.6", condition, async (kit) => {
    const played = await kit.play(scenario(append(deep), step, { do: "vandal", step: 1, what }, { do: "path" }, { do: "entries" }, append(user("b")), { do: "path" }));
    const said = step.do === "append" ? [deep, deep] : [deep];
    equals(played.value(3), said, pathText, why);
    matches(played.value(4), said, entriesText, why);
    equals(played.value(6), [...said, user("b")], say("the messages from currentPath() after one more append", "再追加一条之后 currentPath() 给出的消息"), why);
  });
}

clause("s07.6", say("two trees side by side", "两棵树并存"), async (kit) => {
  const other = { state: "other" };
  const played = await kit.play(
    scenario(append(user("a")), { ...append(user("x")), ...other }, append(user("b")), { ...append(user("y")), ...other }, { do: "move", to: { nth: 0 } }, { do: "path" }, { do: "path", ...other }, { do: "entries" }, { do: "entries", ...other }),
  );
  const apart = say("Each tree has entries and a leaf of its own: look for a list, an index or a counter outside of the instance.", "每棵树有自己的条目和叶子：找一找有没有放在实例之外的列表、索引或计数器。");
  equals(played.object(1).parentId ?? null, null, say("the parentId of the first entry of the second tree", "第二棵树第一个条目的 parentId"), apart);
  equals(played.value(5), [user("a")], say("currentPath() of the first tree", "第一棵树的 currentPath()"), apart);
  equals(played.value(6), [user("x"), user("y")], say("currentPath() of the second tree", "第二棵树的 currentPath()"), apart);
  matches(played.value(7), [user("a"), user("b")], say("allEntries() of the first tree", "第一棵树的 allEntries()"), apart);
  matches(played.value(8), [user("x"), user("y")], say("allEntries() of the second tree", "第二棵树的 allEntries()"), apart);
});

clause("s07.6", say("turns on two states", "在两个 state 上对话"), async (kit) => {
  const played = await kit.play(scenario(turn("a", [says("1")]), { ...turn("x", [says("2")]), state: "other" }, turn("b", [says("3")])));
  matches(played.history(1), [user("x"), { role: "assistant", content: "2" }], historyText);
  matches(played.history(2), [user("a"), { role: "assistant", content: "1" }, user("b"), { role: "assistant", content: "3" }], historyText);
});

clause("s07.6", say("the message given to append, looked at afterwards", "追加之后，再看传给 append 的消息"), async (kit) => checkGiven(kit, append(deep), [deep]));
