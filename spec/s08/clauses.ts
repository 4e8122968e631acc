/** Chapter s08: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const inTurns = ["ResourceLoader", "runOneTurn", "runEventedToolLoop", "buildProviderInput"];

export const chapter: Chapter = {
  id: "s08",
  title: say("Context resources", "上下文资源"),
  adds: {
    ResourceLoader: "class ResourceLoader",
    "ResourceLoader.load": "load()",
    buildSystemPrompt: "buildSystemPrompt(resources)",
  },
  types: ["ContextResource"],
  clauses: [
    {
      id: "s08.1",
      rule: "contract",
      keyword: "MUST",
      needs: ["ResourceLoader"],
      ...say("give by load() every resource it was made with, in that order", "load() 按原来的顺序给出创建时传入的全部资源"),
      hints: [
        say("Two resources may have the same name, or the same everything. Are they still two?", "两份资源可以同名，甚至完全一样。它们还是两份吗？"),
        say("A list keeps order and doubles. An index by name keeps neither.", "列表保得住顺序和重复，按名字建索引就保不住。"),
      ],
    },
    {
      id: "s08.2",
      rule: "contract",
      keyword: "MUST",
      needs: ["ResourceLoader", "buildSystemPrompt"],
      ...say("keep its resources to itself: what a loader was given or gave back is no handle on it, and two loaders share nothing", "资源归 loader 自己所有：传进来、给出去的东西都不能用来改动它，两个 loader 之间什么都不共享"),
      hints: [
        say("Who still holds the array that the loader was made with?", "创建 loader 时用的那个数组，还有谁拿着？"),
        say("A new array with the old objects in it is half a copy.", "新数组里装着旧对象，只算复制了一半。"),
      ],
    },
    {
      id: "s08.3",
      rule: "contract",
      keyword: "MUST",
      needs: ["buildSystemPrompt"],
      ...say("put the name and the content of every resource into the prompt, verbatim and in order", "把每份资源的名字和内容按顺序、一字不改地放进 prompt"),
      hints: [
        say("A rule that the project wrote with two spaces: may the model see it with one?", "项目写的规则里有两个空格，模型看到的能只剩一个吗？"),
        say("Concatenate. Anything cleverer (trim, escape, replace, sort) changes somebody's text.", "拼接就好。再多做一步（trim、转义、replace、排序）都会改掉别人的文字。"),
        say('In `text.replace(mark, content)` a content with "$&" in it is not taken as it stands.', '用 `text.replace(mark, content)` 时，content 里的 "$&" 不会原样放进去。'),
      ],
    },
    {
      id: "s08.4",
      rule: "contract",
      keyword: "MUST",
      needs: ["buildSystemPrompt"],
      ...say("build the empty string from no resources", "没有资源时，得到空字符串"),
      hints: [
        say("A heading without anything under it: what would the model make of it?", "只有标题、下面什么都没有，模型会怎么理解？"),
        say("Nothing in, nothing out, not even a line end.", "什么都没进来，就什么都别出去，连换行也不要。"),
      ],
    },
    {
      id: "s08.5",
      rule: "R1",
      keyword: "MUST",
      needs: inTurns,
      ...say("send the loader's prompt as systemPrompt in every request, beside messages and tools", "每次请求都带上 systemPrompt，里面是 loader 的资料，和 messages、tools 并列"),
      hints: [
        say("How many requests does one turn with tools make? Which of them may forget the project's rules?", "带工具的一轮会发几次请求？哪一次可以忘掉项目规则？"),
        say("There are three ways to an input: buildProviderInput, runOneTurn, runEventedToolLoop.", "输入有三条来路：buildProviderInput、runOneTurn、runEventedToolLoop。"),
      ],
    },
    {
      id: "s08.6",
      rule: "contract",
      keyword: "MUST",
      needs: [...inTurns, "createTurnSnapshot"],
      ...say("fix the prompt once a turn in the snapshot: all requests of a turn carry the same one, and the next turn reads its loader again", "每轮只在快照里定一次 prompt：同一轮的请求都用它，下一轮再重新读 loader"),
      hints: [
        say("A provider changes the input it was given. Does the next request of the same turn notice?", "provider 改动了收到的输入，同一轮的下一次请求会受影响吗？"),
        say("What stays the same for one turn has a place already: the snapshot of the chapter before last.", "一轮之内不变的东西已经有地方放了：s06 的快照。"),
        say("A prompt kept outside of the turn is the last project's prompt.", "放在这一轮之外的 prompt，是上一个项目的 prompt。"),
      ],
    },
    {
      id: "s08.7",
      rule: "contract",
      keyword: "MUST",
      needs: inTurns,
      ...say("keep the resources out of messages, in the requests and in the history", "资源不进 messages：请求里的不进，历史里的也不进"),
      hints: [
        say("A rule told as a message is said again every turn, and it stays when the rule is gone.", "把规则当消息发，每轮都会再说一遍，规则撤掉了它还在。"),
        say("systemPrompt is about the project, messages are about the conversation.", "systemPrompt 讲的是项目，messages 讲的是对话。"),
      ],
    },
    {
      id: "s08.8",
      rule: "R1",
      keyword: "MUST",
      needs: inTurns,
      ...say("send the empty string as systemPrompt when there is no loader", "没有 loader 时，systemPrompt 是空字符串"),
      hints: [
        say("Every program of the earlier chapters calls without a loader. What does its request look like now?", "前几章的程序都不传 loader。现在它们的请求是什么样？"),
        say("A field that is always there is easier to rely on than one that may be missing.", "一个永远都在的字段，比可能缺失的字段好用。"),
      ],
    },
    {
      id: "s08.9",
      rule: "R1",
      keyword: "MUST",
      needs: ["ResourceLoader", "buildSystemPrompt"],
      types: true,
      ...say("export ContextResource, let ProviderInput, TurnSnapshot and TurnOptions grow, and compile in strict mode", "导出 ContextResource，给 ProviderInput、TurnSnapshot、TurnOptions 加上新字段，并且在严格模式下能编译"),
      hints: [
        say("The chapter's README lists the type, the three new fields and the signatures.", "本章 README 列出了这个类型、三个新字段和各个签名。"),
        say("A new parameter of an old function is optional: `createTurnSnapshot(messages, tools)` still compiles.", "给旧函数加的参数必须可选：`createTurnSnapshot(messages, tools)` 仍要能编译。"),
      ],
    },
  ],
};
