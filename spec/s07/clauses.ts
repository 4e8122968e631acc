/** Chapter s07: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const tree = ["SessionTree"];

export const chapter: Chapter = {
  id: "s07",
  title: say("Session tree", "会话树"),
  adds: {
    SessionTree: "class SessionTree",
    "SessionTree.append": "append(message)",
    "SessionTree.moveTo": "moveTo(id)",
    "SessionTree.currentPath": "currentPath()",
    "SessionTree.allEntries": "allEntries()",
  },
  types: ["SessionEntry"],
  clauses: [
    {
      id: "s07.1",
      rule: "contract",
      keyword: "MUST",
      needs: tree,
      ...say("hang an appended message under the current leaf, make it the new leaf and give back its entry", "把追加的消息挂在当前叶子下面，让它成为新的叶子，并返回它的条目"),
      hints: [
        say("Two messages appended one after the other: which of them is whose parent?", "先后追加两条消息：谁是谁的父条目？"),
        say("An entry is the message plus a place: an id of its own and the id of the leaf it was hung under, null for the first.", "条目就是消息加上位置：自己的 id，以及它挂在哪个叶子下面，第一条是 null。"),
      ],
    },
    {
      id: "s07.2",
      rule: "R1",
      keyword: "MUST",
      needs: tree,
      ...say("give back by currentPath() the messages from the root to the leaf as they were appended: every field, no id, no parentId", "currentPath() 从根到叶子原样给出追加过的消息：字段一个不少，也不多出 id 和 parentId"),
      hints: [
        say("An answer had a stopReason when it went in. Is it still there when it comes out?", "一条回复放进去时带着 stopReason，取出来时还在吗？"),
        say("Do not list the fields you know: a message may have more of them by the next chapter.", "不要一个个列出你认识的字段：下一章消息可能就多出几个。"),
        say("Take the two fields of the tree off an entry; what remains is the message.", "从条目上去掉属于树的两个字段，剩下的就是消息。"),
      ],
    },
    {
      id: "s07.3",
      rule: "contract",
      keyword: "MUST",
      needs: tree,
      ...say("make the entry that moveTo(id) names the leaf, so that the next message starts a branch there", "moveTo(id) 让指定的条目成为叶子，下一条消息从那里长出新分支"),
      hints: [
        say("You want to ask the second question again, in other words. From which entry does the new attempt grow?", "第二个问题想换个说法重问，新的尝试应该从哪个条目长出来？"),
        say("The leaf is one id. Moving changes that id and nothing else; parents follow from it when you append.", "叶子只是一个 id。移动只改这个 id，别的都不动；追加时父条目由它决定。"),
      ],
    },
    {
      id: "s07.4",
      rule: "contract",
      keyword: "MUST",
      needs: tree,
      ...say("throw when moveTo is given an unknown id, and change nothing", "moveTo 遇到不认识的 id 时抛错，并且什么都不改变"),
      hints: [
        say("A wrong id that passes in silence: where does the next message go?", "错误的 id 悄悄通过了，下一条消息会挂到哪里去？"),
        say("Check first, move afterwards.", "先检查，再移动。"),
        say('An object used as an index knows "constructor" before you put anything in. What does not?', '用普通对象做索引，还没放东西它就认识 "constructor"。什么容器不会？'),
      ],
    },
    {
      id: "s07.5",
      rule: "contract",
      keyword: "MUST",
      needs: tree,
      ...say("keep every entry for ever: allEntries() lists all of them in the order of appending, with unique ids and the parents they had at first", "条目永久保留：allEntries() 按追加顺序列出全部条目，id 互不相同，父条目始终是最初那个"),
      hints: [
        say("You left a branch an hour ago and want to look at it. Who still has it?", "一小时前离开了一条分支，现在想回头看看，它还在吗？"),
        say("Append-only: write an entry once, never touch it again. Only the leaf moves.", "只追加：条目写一次，之后不再碰它。会动的只有叶子。"),
        say("An id made from the length of the current path turns up twice as soon as there are two branches.", "用当前路径的长度拼 id，一有两条分支就会重复。"),
      ],
    },
    {
      id: "s07.6",
      rule: "contract",
      keyword: "MUST",
      needs: tree,
      ...say("keep its entries to itself: what a tree was given or gives back is no handle on it, and two trees share nothing", "条目归树自己所有：传进来、给出去的东西都不能用来改动它，两棵树之间什么都不共享"),
      hints: [
        say("Somebody sorts the array from allEntries() and edits a word in it. Whose history changed?", "有人拿到 allEntries() 的数组，排了个序，又改了一个字。改到了谁的历史？"),
        say("A spread copies one level. What is inside a field is still the same object.", "展开运算符只复制一层，字段里面的对象还是同一个。"),
        say("Everything a tree needs lives in the tree: nothing next to the class, nothing static.", "树要用的一切都放在树里：不放在类旁边，也不放在 static 里。"),
      ],
    },
    {
      id: "s07.7",
      rule: "R3",
      keyword: "MUST",
      needs: ["SessionTree", "runOneTurn", "runEventedToolLoop", "buildProviderInput"],
      ...say("run every turn on the current path: requests show it and nothing else, and the turn is recorded at its end", "每一轮都在当前路径上进行：请求里只有这条路径，记录也接在它的末尾"),
      hints: [
        say("Two attempts at one question lie side by side. Should the model read both?", "同一个问题的两次尝试并排放着，模型应该两个都读到吗？"),
        say("Everything that read `state.messages` now reads `state.messages.currentPath()`, everything that pushed now appends.", "以前读 `state.messages` 的地方改读 `state.messages.currentPath()`，以前 push 的地方改成 append。"),
        say("A failed turn is part of its branch, too.", "出错的一轮也属于它所在的分支。"),
      ],
    },
    {
      id: "s07.8",
      rule: "contract",
      keyword: "MUST",
      needs: ["SessionTree", "runOneTurn", "runEventedToolLoop"],
      ...say("carry a path of 100,000 entries: no recursion, and time that grows no faster than the path", "撑得住 100,000 个条目的路径：不用递归，耗时只随路径长度线性增长"),
      hints: [
        say("How deep is the call stack when a function calls itself once per message?", "每条消息让函数调用自己一次，调用栈会有多深？"),
        say("Walk from the leaf to the root in a loop and turn the list round once, at the end.", "用循环从叶子走到根，最后把列表反转一次。"),
        say("Finding the parent must not mean searching through all entries; appending must not mean copying them.", "找父条目不该翻遍所有条目，追加也不该复制所有条目。"),
      ],
    },
    {
      id: "s07.9",
      rule: "R3",
      keyword: "MUST",
      needs: tree,
      types: true,
      ...say("export SessionEntry and SessionTree, make state.messages a SessionTree, and compile in strict mode", "导出 SessionEntry 和 SessionTree，让 state.messages 成为 SessionTree，并且在严格模式下能编译"),
      hints: [
        say("The chapter's README lists the type and the four signatures.", "本章 README 列出了这个类型和四个签名。"),
        say("`messages: AgentMessage[]` is what this chapter replaces.", "本章要替换掉的正是 `messages: AgentMessage[]`。"),
      ],
    },
  ],
};
