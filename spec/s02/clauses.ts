/** Chapter s02: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

export const chapter: Chapter = {
  id: "s02",
  title: say("Tool contract", "工具契约"),
  adds: {
    ToolRegistry: "class ToolRegistry",
    "ToolRegistry.register": "register(tool)",
    "ToolRegistry.getSpecs": "getSpecs()",
  },
  types: ["ToolSpec", "ToolHandler", "Tool", "TurnOptions"],
  clauses: [
    {
      id: "s02.1",
      rule: "contract",
      keyword: "MUST",
      needs: ["ToolRegistry"],
      ...say("list one spec for each registered tool, in the order in which they were registered", "为每个注册过的工具给出一份 spec，按注册的先后排列"),
      hints: [
        say("What should a registry say that nothing was registered in?", "什么都没注册的 registry，应该给出什么？"),
        say("`getSpecs` turns each kept tool into its spec, first come, first listed.", "`getSpecs` 把存下的每个工具变成它的 spec，先来的排在前面。"),
      ],
    },
    {
      id: "s02.2",
      rule: "R1",
      keyword: "MUST",
      needs: ["ToolRegistry"],
      ...say("keep every spec whole: name, description and each input description", "spec 要完整：name、description，以及每一项 input 的说明都要在"),
      hints: [
        say("A model has never seen your code. From what does it learn which inputs a tool takes?", "模型从没看过你的代码。它靠什么知道一个工具要哪些输入？"),
        say("`input` is a record: input name to description. None of its entries may get lost on the way.", "`input` 是一张表：输入名对应说明。一路传下去，哪一项都不能丢。"),
      ],
    },
    {
      id: "s02.3",
      rule: "contract",
      keyword: "MUST",
      needs: ["ToolRegistry"],
      ...say("replace a tool that is registered again under its name, at its old place", "同名工具再次注册时，替换原来的那个，位置不变"),
      hints: [
        say("Two tools called `read`: which one would the model mean?", "有两个都叫 `read` 的工具，模型说的是哪一个？"),
        say("One name, one tool; the latest counts. The place in the list is that of the first.", "一个名字对应一个工具，以最后注册的为准；在列表里的位置仍是第一次的位置。"),
        say("Which collection keeps the place of a key when its value is set anew?", "哪种集合在重新设置某个键的值时，会保留这个键原来的位置？"),
      ],
    },
    {
      id: "s02.4",
      rule: "contract",
      keyword: "MUST",
      needs: ["ToolRegistry"],
      ...say("keep handlers to itself: no spec carries one and describing a tool calls none", "handler 留在 registry 里：spec 里不带 handler，描述工具时也不调用它"),
      hints: [
        say("Could a function travel over the network to a model?", "函数能通过网络发给模型吗？"),
        say("A spec is data, a handler is behaviour. Which half of a `Tool` does `getSpecs` give away?", "spec 是数据，handler 是行为。`getSpecs` 该交出 `Tool` 的哪一半？"),
      ],
    },
    {
      id: "s02.5",
      rule: "contract",
      keyword: "MUST",
      needs: ["ToolRegistry"],
      ...say("take any string for a tool name, `__proto__` and the empty string included", "任何字符串都可以当工具名，包括 `__proto__` 和空字符串"),
      hints: [
        say("What does a plain object already know before you put anything into it?", "一个普通对象，在你放东西进去之前就已经有什么？"),
        say("Try `toString`, `__proto__`, `0` and the empty string as names. Which of them misbehave as keys, and in which order do keys that look like numbers come out?", "试试用 `toString`、`__proto__`、`0` 和空字符串当名字。哪些当键会出问题？像数字的键又按什么顺序出来？"),
        say("A collection made for arbitrary keys has neither problem.", "专门为任意键设计的集合没有这些问题。"),
      ],
    },
    {
      id: "s02.6",
      rule: "contract",
      keyword: "MUST",
      needs: ["ToolRegistry", "buildProviderInput", "runOneTurn"],
      ...say("show the provider, in each request, the tools that the turn's registry has then", "每次请求都要带上这一轮所用 registry 里此刻的工具"),
      hints: [
        say("A tool that the request does not mention: can the model ask for it?", "请求里没提到的工具，模型会去用它吗？"),
        say("`runOneTurn` is given the options; who needs them to build the input?", "options 交给了 `runOneTurn`，而构造输入时谁需要它？"),
        say("Ask the registry when the request is built. A list that was made earlier grows old.", "在构造请求的时候去问 registry。早先做好的列表会过时。"),
      ],
    },
    {
      id: "s02.7",
      rule: "R1",
      keyword: "MUST",
      needs: ["ToolRegistry", "buildProviderInput", "runOneTurn"],
      ...say("give the provider an empty list of tools where no registry was passed", "没有传 registry 时，交给 provider 的 tools 是空列表"),
      hints: [
        say("Programs from chapter s01 call `runOneTurn` with four arguments. What becomes of them?", "s01 时期的程序只用四个参数调用 `runOneTurn`。它们现在会怎样？"),
        say("A provider wants to loop over `tools` without asking first whether there are any.", "provider 想直接遍历 `tools`，不想先判断它存不存在。"),
      ],
    },
    {
      id: "s02.8",
      rule: "contract",
      keyword: "MUST",
      needs: ["ToolRegistry", "buildProviderInput", "runOneTurn"],
      ...say("hold its own copy of each spec: changing what was registered or handed out changes nothing in the registry", "spec 要自己留一份副本：改动注册时传入的、或者交出去的对象，都不影响 registry"),
      hints: [
        say("After `register`, somebody edits the very object they passed. What does the model read from then on?", "`register` 之后，有人改了当初传进来的那个对象。模型之后读到的是什么？"),
        say("Copy when a spec comes in and again when it goes out.", "spec 进来时复制一次，出去时再复制一次。"),
        say("How deep does your copy go? `input` is an object inside of an object.", "你的复制有多深？`input` 是对象里的对象。"),
      ],
    },
    {
      id: "s02.9",
      rule: "contract",
      keyword: "MUST",
      needs: ["ToolRegistry", "runOneTurn"],
      ...say("keep two registries apart", "两个 registry 互不影响"),
      hints: [
        say("An agent that may only read and one that may write run in the same process. What would they share?", "同一个进程里，一个 agent 只能读，另一个可以写。它们会共用什么？"),
        say("Where does the collection live: in each registry, or once in the file?", "存工具的集合放在哪里：每个 registry 里各有一个，还是整个文件只有一个？"),
      ],
    },
    {
      id: "s02.10",
      rule: "R1",
      keyword: "MUST",
      needs: ["ToolRegistry"],
      types: true,
      ...say("export the tool types and the options bag, with the signatures of this chapter", "导出工具的类型和 TurnOptions，函数签名与本章一致"),
      hints: [
        say("The chapter's README lists every type with its fields.", "本章 README 列出了每个类型和它的字段。"),
        say("The bag of options comes last and may be left out; each of its fields may be left out too.", "options 排在最后，可以不传；它的每个字段也都可以不传。"),
      ],
    },
  ],
};
