/** Chapter s09: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const runtime = ["ExtensionRuntime"];
const inTurns = ["ExtensionRuntime", "runEventedToolLoop"];

export const chapter: Chapter = {
  id: "s09",
  title: say("Extensions", "扩展"),
  adds: {
    ExtensionRuntime: "class ExtensionRuntime",
    "ExtensionRuntime.use": "use(extension)",
    "ExtensionRuntime.emit": "emit(event)",
    "ExtensionRuntime.runCommand": "runCommand(name)",
    "ExtensionAPI.on": "on(type, handler)",
    "ExtensionAPI.registerTool": "registerTool(tool)",
    "ExtensionAPI.registerCommand": "registerCommand(command)",
  },
  types: ["Extension", "ExtensionAPI", "Command", "RuntimeEvent"],
  clauses: [
    {
      id: "s09.1",
      rule: "contract",
      keyword: "MUST",
      needs: inTurns,
      ...say("put the tools of an extension into the registry the runtime was made with", "扩展注册的工具要进入创建 runtime 时给的那个 registry"),
      hints: [
        say("The model is told of tools by `getSpecs()`. Does the registry of the turn know the extension's tool?", "模型通过 `getSpecs()` 知道有哪些工具。这一轮用的 registry 认识扩展的工具吗？"),
        say("There is one list of tools in the program, and it is not the runtime's own.", "整个程序里只有一份工具列表，它不归 runtime 所有。"),
      ],
    },
    {
      id: "s09.2",
      rule: "R6",
      keyword: "MUST",
      needs: inTurns,
      ...say("run an extension's tool through the same hooks as every other tool", "执行扩展的工具时，要和别的工具走同样的 hook"),
      hints: [
        say("Who would notice a tool that is called past the guard at the door?", "如果有个工具绕过了门口的守卫，谁会发现？"),
        say("`executeToolCall` asks no tool where it came from.", "`executeToolCall` 不问工具从哪里来。"),
      ],
    },
    {
      id: "s09.3",
      rule: "contract",
      keyword: "MUST",
      needs: runtime,
      ...say("call the handlers of an event's type, each once, in the order they were registered, whichever extension they belong to", "emit 按注册顺序调用这个类型的 handler，每个一次，不管它们属于哪个扩展"),
      hints: [
        say("Two extensions listen to the same event. Who is called first, and how often?", "两个扩展监听同一个事件。先调用谁？调用几次？"),
        say("The order in which `on` was called is the order of the calls. Extensions do not matter to it.", "`on` 的调用顺序就是 handler 的执行顺序，和它属于哪个扩展无关。"),
        say("A handler for `done` has no business with a `message`.", "监听 `done` 的 handler 不该收到 `message`。"),
      ],
    },
    {
      id: "s09.4",
      rule: "R4",
      keyword: "MUST",
      needs: inTurns,
      ...say("let a handler that throws stop neither the other handlers nor the caller, and print nothing about it", "一个 handler 抛错，不影响其他 handler，也不影响调用者，并且不为此打印任何东西"),
      hints: [
        say("An extension is written by somebody else. What should its bug cost the person who is in a conversation?", "扩展是别人写的。它的 bug 应该让正在对话的人付出什么代价？"),
        say("One try around the whole round of calls is not enough: look at what happens to the handlers behind the one that throws.", "整轮调用外面套一个 try 不够：看看排在抛错者后面的 handler 怎么样了。"),
        say("Do not even read what was thrown, and do not write it to the console: the core has no console.", "抛出来的东西不必去读，更不要写到 console：core 没有 console。"),
      ],
    },
    {
      id: "s09.5",
      rule: "contract",
      keyword: "MUST",
      needs: runtime,
      ...say("keep a handler that is added during a dispatch out of that dispatch, and call it in the next one", "分发过程中新加的 handler 不参与这一次分发，从下一次开始参与"),
      hints: [
        say("What does a loop over a list do when the list grows while it runs?", "遍历一个列表的时候，列表变长了，会发生什么？"),
        say("Decide who will be called before the first one is called.", "在调用第一个之前，就定好这次要调用谁。"),
      ],
    },
    {
      id: "s09.6",
      rule: "R4",
      keyword: "MUST",
      needs: runtime,
      ...say("answer a command with its text, and one that is unknown or throws with a text that starts with error:", "runCommand 返回命令给出的文字；命令不存在或者抛错，就返回以 error: 开头的文字"),
      hints: [
        say("The user mistypes a command. Should the program end?", "用户把命令敲错了，程序该结束吗？"),
        say("Is there a command called `toString`? It depends on what you look it up in.", "有没有一个叫 `toString` 的命令？这取决于你在什么东西里查它。"),
        say("You have already written the function that turns a throw into `error: …`.", "把抛错变成 `error: …` 的函数，你之前已经写过了。"),
      ],
    },
    {
      id: "s09.7",
      rule: "R4",
      keyword: "MUST",
      needs: runtime,
      ...say("survive an extension that throws while it is used, with everything that others registered", "use 遇到抛错的扩展也要正常返回，别的扩展注册的东西都还在"),
      hints: [
        say("Five extensions are installed, the third is broken. How many work?", "装了五个扩展，第三个是坏的。有几个能用？"),
        say("The extension is a function that you call. Treat it like a handler.", "扩展就是一个由你调用的函数，像对待 handler 那样对待它。"),
      ],
    },
    {
      id: "s09.8",
      rule: "contract",
      keyword: "MUST",
      needs: inTurns,
      ...say("end a loop with a message event that holds the answer's content and then one done event", "循环结束时先发一个带着回复内容的 message 事件，再发一个 done 事件"),
      hints: [
        say("An extension wants to know what was said, and when the agent is free again. Which events tell it?", "扩展想知道说了什么，以及 agent 什么时候空下来。靠哪些事件？"),
        say("`options.extensions` is optional, like everything in that bag.", "`options.extensions` 是可选的，和那个 options 里的其他字段一样。"),
        say("However many provider calls a turn makes, it is done once.", "一轮里不管请求了 provider 多少次，只结束一次。"),
      ],
    },
    {
      id: "s09.9",
      rule: "R4",
      keyword: "MUST",
      needs: inTurns,
      ...say("send these events after a failure and at the limit of turns as well", "provider 出错、达到 maxTurns 时，同样要发出这些事件"),
      hints: [
        say("A spinner stops at `done`. When would it spin for ever?", "界面上的转圈动画等到 `done` 才停。什么情况下它会一直转下去？"),
        say("How many `return`s does your loop have, and which of them pass the place where you emit?", "你的循环里有几个 `return`？其中哪几个会经过发事件的地方？"),
      ],
    },
    {
      id: "s09.10",
      rule: "contract",
      keyword: "MUST",
      needs: runtime,
      ...say("keep two runtimes apart: the handlers, commands and tools of one are unknown to the other", "两个 runtime 互不相干：一个的 handler、命令和工具，另一个看不到"),
      hints: [
        say("Where does the list of handlers live: in the class, in the file, or in each runtime?", "handler 列表放在哪里：类上、文件里，还是每个 runtime 里？"),
        say("A list that stands outside of the instance is one list for all of them.", "放在实例之外的列表，是所有实例共用的一份。"),
      ],
    },
    {
      id: "s09.11",
      rule: "R1",
      keyword: "MUST",
      needs: runtime,
      types: true,
      ...say("export the types of extensions, and compile in strict mode", "导出扩展相关的类型，并且在严格模式下能编译"),
      hints: [
        say("The chapter's README lists every type with its fields.", "本章 README 列出了每个类型和它的字段。"),
        say("`TurnOptions` grows by one optional field.", "`TurnOptions` 多了一个可选字段。"),
      ],
    },
  ],
};
