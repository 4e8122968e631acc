/** Chapter s11: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const loads = ["ResourceLoader"];
const turns = ["ResourceLoader", "buildProviderInput", "runOneTurn", "runEventedToolLoop"];

export const chapter: Chapter = {
  id: "s11",
  title: say("Project trust", "项目信任"),
  adds: {},
  types: ["ProjectTrust"],
  clauses: [
    {
      id: "s11.1",
      rule: "R6",
      keyword: "MUST",
      needs: loads,
      ...say('load every resource for "trusted" and none for "untrusted"', '信任时加载全部资源，不信任时一个都不加载'),
      hints: [
        say("You cloned a stranger's repository a minute ago. Which of its files may already speak to your model?", "你一分钟前才克隆了陌生人的仓库。它的哪些文件已经可以对你的模型说话了？"),
        say("The loader is the one place that every resource passes. What should it know before it hands them out?", "所有资源都要经过 loader。它在交出资源之前应该先知道什么？"),
        say("All or nothing: an agents file is as able to mislead a model as a skill is.", "要么全部，要么没有：agents 文件和 skill 一样能误导模型。"),
      ],
    },
    {
      id: "s11.2",
      rule: "R6",
      keyword: "MUST",
      needs: loads,
      ...say('load nothing for any value that is not exactly "trusted"', '只要传入的值不是一字不差的 "trusted"，就什么都不加载'),
      hints: [
        say("A settings file says \"Trusted\", or true. Types are gone by then. What does your condition do with it?", '配置文件里写的是 "Trusted"，或者 true。运行时类型已经不在了。你的条件会怎么处理它？'),
        say("Which side should a value fall on that nobody thought of: all resources, or none?", "一个谁都没想到的值，应该落在哪一边：全部加载，还是不加载？"),
        say("Ask for the one value that opens the door, not for the one that shuts it; and a list that holds the word is not the word.", "要判断的是唯一能开门的值，而不是唯一会关门的值；另外，装着这个词的数组并不是这个词。"),
      ],
    },
    {
      id: "s11.3",
      rule: "R6",
      keyword: "MUST",
      needs: loads,
      ...say("decide anew at every load, whatever the loads before it were told", "每次 load 都重新判断，不受之前各次 load 的影响"),
      hints: [
        say("Someone looks at a project first and trusts it later, in the same session. What must change in the loader?", "有人先看看项目，之后才决定信任它，而且是在同一个会话里。loader 里需要改变什么？"),
        say("Trust is an argument of `load`, not a property of the loader.", "信任是 `load` 的参数，不是 loader 的属性。"),
      ],
    },
    {
      id: "s11.4",
      rule: "R6",
      keyword: "MUST",
      needs: turns,
      ...say("keep every byte of every resource out of the requests of an untrusted turn", "不信任的一轮里，任何资源的任何一个字节都不能进入请求"),
      hints: [
        say("How many places of your program build a request? Does each of them pass the trust on?", "你的程序里有几个地方在构造请求？每一处都把信任传下去了吗？"),
        say("Exchange the project's files for others. May the model notice any difference?", "把项目里的文件换成别的，模型应该能察觉到区别吗？"),
        say("Names and numbers of files come from the project too.", "文件的名字和数量同样来自这个项目。"),
      ],
    },
    {
      id: "s11.5",
      rule: "R6",
      keyword: "MUST",
      needs: turns,
      ...say("let the trust of a turn decide about that turn alone", "一轮的信任只决定这一轮"),
      hints: [
        say("Trust the project for one question, not for the next. What does each question's request hold?", "第一个问题时信任项目，下一个问题时不信任。两次请求里各有什么？"),
        say("What was built for an earlier turn and is still lying around when the next one begins?", "有什么东西是为前一轮构造的，下一轮开始时还留在那里？"),
      ],
    },
    {
      id: "s11.6",
      rule: "R6",
      keyword: "MUST",
      needs: [...turns, "ExtensionRuntime"],
      ...say("filter what is loaded and leave alone what is run: tools, hooks, events and modes work the same in an untrusted turn", "只过滤加载，不干涉执行：不信任的一轮里，工具、hook、事件和 mode 照常工作"),
      hints: [
        say("Does a refused file make a tool safer? Does a trusted file make a hook superfluous?", "拒绝了一个文件，工具就更安全了吗？信任了一个文件，hook 就没用了吗？"),
        say("There are two questions: what may the model read, and what may a call do? Trust answers only the first.", "这是两个问题：模型可以读什么？一次调用可以做什么？信任只回答前一个。"),
        say("Search your program for the trust. How many places need to know it?", "在程序里搜一下 trust。需要知道它的地方有几处？"),
      ],
    },
    {
      id: "s11.7",
      rule: "contract",
      keyword: "MUST",
      needs: loads,
      ...say("give a list of its own from every load, the empty one too", "每次 load 都给出一个独立的列表，空列表也一样"),
      hints: [
        say("Somebody pushes into the empty list that you returned. What does the next untrusted load return?", "有人往你返回的空列表里 push 了一项。下一次不信任的 load 会返回什么？"),
        say("A constant that is an array can still be written into.", "常量如果是数组，里面的内容照样可以改。"),
      ],
    },
    {
      id: "s11.8",
      rule: "R3",
      keyword: "MUST",
      needs: loads,
      types: true,
      ...say("upgrade the type of load, export ProjectTrust, and compile in strict mode", "升级 load 的类型，导出 ProjectTrust，并且在严格模式下能编译"),
      hints: [
        say("The chapter's README lists the new type, the upgraded method and the new option.", "本章 README 列出了新类型、升级后的方法和新的选项。"),
        say("Two words are allowed, and the compiler should know which.", "只允许两个词，而且编译器应该知道是哪两个。"),
      ],
    },
  ],
};
