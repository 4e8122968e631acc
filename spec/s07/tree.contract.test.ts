/** s07, examples: append, currentPath, moveTo and allEntries of one tree. */
import { assistant, scenario, toolResult, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Message, Step } from "../player/scenario.ts";
import { checkEntries, checkIds, checkParents, checkPath } from "./entries.ts";
import { unknownIds } from "./model.ts";
import { coresOf, pathText } from "./words.ts";

const append = (message: Message): Step => ({ do: "append", message });
const move = (nth: number): Step => ({ do: "move", to: { nth } });
const path: Step = { do: "path" };
const entries: Step = { do: "entries" };

clause("s07.1", say("three messages, one after the other", "先后追加三条消息"), async (kit) => {
  const played = await kit.play(scenario(append(user("a")), append(assistant("b")), append(toolResult("c1", "c")), path));
  const given = [played.object(0), played.object(1), played.object(2)];
  matches(given, [user("a"), assistant("b"), toolResult("c1", "c")], say("the entries that append gave back", "append 返回的条目"), say("append gives back the whole entry: all that is in the message, and its place in the tree.", "append 返回完整的条目：消息的全部内容，加上它在树里的位置。"));
  checkIds(given);
  checkParents(given, [null, 0, 1]);
  checkPath(played.value(3), [user("a"), assistant("b"), toolResult("c1", "c")]);
});

clause("s07.1", say("the entry that append gives and the one in allEntries", "append 返回的条目和 allEntries 里的条目"), async (kit) => {
  const played = await kit.play(scenario(append(user("a")), append(user("b")), entries));
  for (const index of [0, 1]) {
    const { id, parentId } = played.object(index);
    matches(played.array(2)[index], { id: id ?? null, parentId: parentId ?? null }, say(`entry ${index} in allEntries()`, `allEntries() 里的第 ${index} 个条目`));
  }
});

clause("s07.2", say("a tree without messages", "还没有消息的树"), async (kit) => {
  const played = await kit.play(scenario(path, entries));
  equals(played.value(0), [], pathText);
  equals(played.value(1), [], say("the entries of an empty tree", "空树的条目"));
});

clause("s07.2", say("messages with fields of their own", "消息带着各自的字段"), async (kit) => {
  const said: Message[] = [user("a"), { ...assistant("b", "toolUse"), toolCalls: [{ id: "c1", name: "echo", input: { text: "x" } }] }, toolResult("c1", "x"), { ...assistant("done"), usage: { tokens: 7 } }];
  const played = await kit.play(scenario(...said.map(append), path));
  checkPath(played.value(-1), said);
});

clause("s07.3", say("two branches under one question", "一个问题下面有两条分支"), async (kit) => {
  const played = await kit.play(scenario(append(user("root")), append(user("left")), append(assistant("L")), move(0), path, append(user("right")), path, move(2), path, entries));
  checkPath(played.value(4), [user("root")], say("currentPath() right after moveTo the first entry", "moveTo 到第一个条目之后的 currentPath()"), say("moveTo makes that very entry the leaf: the path ends with it.", "moveTo 让这个条目本身成为叶子：路径到它为止。"));
  checkParents([played.object(0), played.object(1), played.object(2), played.object(5)], [null, 0, 1, 0]);
  checkPath(played.value(6), [user("root"), user("right")], say("currentPath() on the new branch", "新分支上的 currentPath()"), say("The new branch starts at the entry moved to: what hangs beside it is not on its path.", "新分支从移动到的条目开始：挂在旁边的东西不在这条路径上。"));
  checkPath(played.value(8), [user("root"), user("left"), assistant("L")], say("currentPath() back on the old branch", "回到旧分支之后的 currentPath()"), say("The old branch is still there: moveTo its last entry brings its path back.", "旧分支还在：moveTo 到它最后一个条目，路径就回来了。"));
  checkEntries(played.array(9), [
    { message: user("root"), parent: null },
    { message: user("left"), parent: 0 },
    { message: assistant("L"), parent: 1 },
    { message: user("right"), parent: 0 },
  ]);
});

const silent = say("An id that no append gave is a mistake of the caller, and silence would hide it.", "没有任何 append 给出过这个 id，说明调用方弄错了，不声不响只会把错误藏起来。");
const everyObject = say("Every object has a member of this name, and no entry has it for an id: look it up where only entries are.", "每个对象都有这个名字的成员，但没有哪个条目的 id 是它：要在只放条目的地方查找。");

for (const id of unknownIds) {
  clause("s07.4", say(`moveTo(${show(id)})`, `moveTo(${show(id)})`), async (kit) => {
    const played = await kit.play(scenario(append(user("a")), append(user("b")), move(0), { do: "move", to: { id } }, path, append(user("c")), path, entries));
    played.threw(3, id in {} ? everyObject : silent);
    equals(played.value(4), [user("a")], say("currentPath() after the failed moveTo", "moveTo 失败之后的 currentPath()"), say("A moveTo that fails leaves the leaf where it was.", "moveTo 失败时，叶子要留在原处。"));
    checkPath(played.value(6), [user("a"), user("c")]);
    checkEntries(played.array(7), [
      { message: user("a"), parent: null },
      { message: user("b"), parent: 0 },
      { message: user("c"), parent: 0 },
    ]);
  });
}

clause("s07.4", say("moveTo on an empty tree", "对空树调用 moveTo"), async (kit) => {
  const played = await kit.play(scenario({ do: "move", to: { id: "no such entry" } }, append(user("a")), path));
  played.threw(0, silent);
  matches(played.object(1), { ...user("a"), parentId: null }, say("the first entry after it", "之后追加的第一个条目"));
  equals(played.value(2), [user("a")], pathText);
});

clause("s07.5", say("the entries before and after a move and an append", "移动、追加前后的条目"), async (kit) => {
  const played = await kit.play(scenario(append(user("a")), append(user("b")), append(user("c")), entries, move(0), entries, append(user("d")), entries));
  const kept = say("Moving back is not undoing: what lies behind the leaf stays, and allEntries() lists it.", "移回去不等于撤销：叶子后面的东西还在，allEntries() 也要列出它们。");
  const chain = [
    { message: user("a"), parent: null },
    { message: user("b"), parent: 0 },
    { message: user("c"), parent: 1 },
  ];
  checkEntries(played.array(3), chain);
  checkEntries(played.array(5), chain, kept);
  checkIds([0, 1, 2, 6].map((step) => played.object(step)));
  checkEntries(played.array(7), [...chain, { message: user("d"), parent: 0 }], kept);
  const before = coresOf(played.array(3));
  equals(coresOf(played.array(5)), before, say("the entries after moveTo", "moveTo 之后的条目"), kept);
  equals(coresOf(played.array(7)).slice(0, 3), before, say("the first three entries after the append", "追加之后的前三个条目"), kept);
});

clause("s07.5", say("the same words three times", "同样的话说三遍"), async (kit) => {
  const played = await kit.play(scenario(append(user("yes")), append(user("yes")), move(0), append(user("yes")), entries));
  checkIds([0, 1, 3].map((step) => played.object(step)));
  checkEntries(played.array(4), [
    { message: user("yes"), parent: null },
    { message: user("yes"), parent: 0 },
    { message: user("yes"), parent: 0 },
  ]);
});

clause("s07.5", say("branches of the same length, left and taken up again", "几条一样长的分支，离开之后又接着写"), async (kit) => {
  const steps = [append(user("a")), append(user("b")), move(0), append(user("c")), move(0), append(user("d")), move(1), append(user("e"))];
  const played = await kit.play(scenario(...steps, entries, path));
  checkIds([0, 1, 3, 5, 7].map((step) => played.object(step)));
  checkEntries(played.array(-2), [
    { message: user("a"), parent: null },
    { message: user("b"), parent: 0 },
    { message: user("c"), parent: 0 },
    { message: user("d"), parent: 0 },
    { message: user("e"), parent: 1 },
  ]);
  checkPath(played.value(-1), [user("a"), user("b"), user("e")], pathText, say("A branch that was left can be taken up again at any of its entries.", "离开过的分支，随时可以从它的任何一个条目接着写。"));
});
