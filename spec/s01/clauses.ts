/** Chapter s01: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const both = ["runOneTurn", "buildProviderInput"];

export const chapter: Chapter = {
  id: "s01",
  title: say("Agent core", "Agent 核心"),
  adds: {
    buildProviderInput: "buildProviderInput(state)",
    runOneTurn: "runOneTurn(state, provider, userInput, output)",
  },
  types: ["StopReason", "UserMessage", "AssistantMessage", "AgentMessage", "AgentState", "ProviderMessage", "ProviderInput", "Provider", "Output"],
  clauses: [
    {
      id: "s01.1",
      rule: "R8",
      keyword: "MUST",
      needs: ["runOneTurn"],
      ...say("record the user message and then the reply, after everything said before", "先记下用户消息，再记下回复，都接在已有的历史后面"),
      hints: [
        say("What would the second turn know of the first?", "第二轮对话怎么知道第一轮说过什么？"),
        say("`state.messages` is the only memory. Who puts the two messages of a turn into it, and when?", "`state.messages` 是唯一的记忆。一轮里的两条消息由谁、在什么时候放进去？"),
        say("Record the user message before the provider is asked, the reply after it has answered.", "在请求 provider 之前记下用户消息，等它回答之后记下回复。"),
      ],
    },
    {
      id: "s01.2",
      rule: "contract",
      keyword: "MUST",
      needs: both,
      ...say("ask the provider once a turn, with the whole history", "每轮只请求 provider 一次，并且带上完整历史"),
      hints: [
        say("A model remembers nothing between two requests. What follows for the request?", "模型在两次请求之间什么都不记得。那么请求里应该有什么？"),
        say("`buildProviderInput(state)` looks at the state as it is now, the new user message included.", "`buildProviderInput(state)` 看的是此刻的 state，新的用户消息也在里面。"),
      ],
    },
    {
      id: "s01.3",
      rule: "contract",
      keyword: "MUST",
      needs: ["runOneTurn"],
      ...say("return the reply that it recorded", "返回的就是记下来的那条回复"),
      hints: [
        say("Whoever called `runOneTurn` wants to know what came out of it.", "调用 `runOneTurn` 的人想知道结果。"),
        say("The promise resolves to an `AssistantMessage`: role, content, stopReason.", "promise 的结果是一条 `AssistantMessage`：role、content、stopReason。"),
      ],
    },
    {
      id: "s01.4",
      rule: "contract",
      keyword: "MUST",
      needs: both,
      ...say("show the provider only what was said: role and content, no stopReason", "只给 provider 看说过的话：role 和 content，不带 stopReason"),
      hints: [
        say("Which field of a recorded reply is for you and not for the model?", "记下来的回复里，哪个字段是给你自己看的，不是给模型看的？"),
        say("A `ProviderMessage` is made from an `AgentMessage`, it is not the same object with another name.", "`ProviderMessage` 是由 `AgentMessage` 转换来的，不是同一个对象换个名字。"),
      ],
    },
    {
      id: "s01.5",
      rule: "R7",
      keyword: "MUST",
      needs: ["runOneTurn"],
      ...say("send the text of the reply to output.log", "把回复的文字交给 output.log"),
      hints: [
        say("A core in a server, a terminal and a test: where does each of them want the text?", "同一个 core 放在服务器、终端和测试里，它们各自希望文字去哪里？"),
        say("The fourth argument is the only way out.", "第四个参数是唯一的出口。"),
      ],
    },
    {
      id: "s01.6",
      rule: "R4",
      keyword: "MUST",
      needs: ["runOneTurn"],
      ...say("turn a provider that fails into a recorded answer with stopReason error that names the failure", "provider 出错时，变成一条记进历史的回复，stopReason 是 error，内容说明出了什么错"),
      hints: [
        say("The network is down. What should the person at the keyboard see, and what should the next turn find?", "网络断了。坐在键盘前的人应该看到什么？下一轮又应该看到什么？"),
        say("A provider can throw at the call or reject later. Both end in the same place.", "provider 可能一调用就抛错，也可能之后才 reject。两种情况应该落到同一个地方。"),
        say("Anything can be thrown: a string, undefined, an object whose message cannot be read. Reading the message must not throw in its turn.", "什么都可能被抛出来：字符串、undefined、读不出 message 的对象。读取错误信息时自己不能再出错。"),
      ],
    },
    {
      id: "s01.7",
      rule: "R7",
      keyword: "MUST",
      needs: both,
      ...say("do nothing when imported, and print nothing during a turn", "导入时什么都不做，对话时什么都不打印"),
      hints: [
        say("Is there a console.log left, or a demo at the bottom of the file?", "是不是还留着 console.log，或者文件末尾有一段演示代码？"),
        say("Only `output.log` writes. Move the demo into a file of its own that imports code.ts.", "只有 `output.log` 可以输出。把演示代码移到另一个导入 code.ts 的文件里。"),
      ],
    },
    {
      id: "s01.8",
      rule: "contract",
      keyword: "MUST",
      needs: both,
      ...say("keep its history to itself: nothing it was given or has shown is a handle on it", "历史归自己所有：传进来的、给出去的东西，都不能成为改动历史的把手"),
      hints: [
        say("The provider keeps the input you gave it and changes a word. Whose history changed?", "provider 留着你给它的输入，还改了一个字。改到了谁的历史？"),
        say("The same object in two places is one object. Copy at the border, both ways.", "放在两处的同一个对象还是一个对象。进来、出去都要复制。"),
        say("Two states side by side must not know of each other: no list outside of the state.", "两个 state 互不相干：不要把列表放在 state 之外。"),
      ],
    },
    {
      id: "s01.9",
      rule: "R1",
      keyword: "MUST",
      needs: both,
      types: true,
      ...say("export the types of the dictionary, and compile in strict mode", "导出字典里的类型，并且在严格模式下能编译"),
      hints: [
        say("The chapter's README lists every type with its fields.", "本章 README 列出了每个类型和它的字段。"),
        say("`export type UserMessage = …`: a type that is not exported does not exist for anyone else.", "`export type UserMessage = …`：没有导出的类型，对别人来说不存在。"),
      ],
    },
  ],
};
