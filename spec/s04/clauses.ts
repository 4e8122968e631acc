/** Chapter s04: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const loop = ["runEventedToolLoop", "ToolRegistry"];

export const chapter: Chapter = {
  id: "s04",
  title: say("Evented tool loop", "事件驱动的工具循环"),
  adds: {
    runEventedToolLoop: "runEventedToolLoop(state, provider, userInput, output, options?)",
    "ToolRegistry.run": "run(call)",
  },
  types: ["ToolCall", "ToolResultMessage"],
  clauses: [
    {
      id: "s04.1",
      rule: "contract",
      keyword: "MUST",
      needs: loop,
      ...say("run each call's tool on the call's own input, and record one result for it, in call order", "用调用自带的 input 执行它点名的工具，每个调用记一个结果，按调用顺序"),
      hints: [
        say("The model asked for two things in one message. How will it know which result belongs to which?", "模型在一条消息里要了两样东西。它怎么知道哪个结果是哪个的？"),
        say("A `tool_call` event carries a `ToolCall`: its `name` finds the tool, its `input` goes to the handler, its `id` goes into the result.", "`tool_call` 事件带着一个 `ToolCall`：`name` 用来找工具，`input` 交给 handler，`id` 写进结果。"),
        say("Calls come in an order. Run them one after the other, and record each result where its call stands.", "调用有先后。一个接一个执行，结果也照这个顺序记。"),
      ],
    },
    {
      id: "s04.2",
      rule: "contract",
      keyword: "MUST",
      needs: loop,
      ...say("ask the provider again after each batch of results, with all of them in sight", "每执行完一批调用就再请求一次 provider，并把到目前为止的结果都给它看"),
      hints: [
        say("A tool has run. Who was waiting for what it found?", "工具执行完了。谁在等它查到的东西？"),
        say("One message may hold several calls. All of them first, then one request.", "一条消息里可能有好几个调用。先全部执行完，再发一次请求。"),
        say("A `toolResult` in the history has to become a `ProviderMessage` too: role, toolCallId and content.", "历史里的 `toolResult` 也要变成 `ProviderMessage`：role、toolCallId、content。"),
      ],
    },
    {
      id: "s04.3",
      rule: "contract",
      keyword: "MUST",
      needs: loop,
      ...say("take the first reply that calls no tool, or does not end with toolUse, as the answer: record it once and return it", "一旦回复里没有工具调用，或者不是以 toolUse 结束，它就是最终回复：只记一次，并返回它"),
      hints: [
        say("What tells you that the model is done: that it says so, or that it asks for nothing more?", "怎么看出模型说完了：是它自己声明，还是它不再要任何东西？"),
        say("The text of the answer is the text of the last reply alone, not of all replies together.", "最终回复的文字只是最后那次回复的文字，不是所有回复拼在一起。"),
        say("There are several ways out of the loop. Does each of them record the answer exactly once?", "循环的出口不止一个。是不是每个出口都恰好记一次回复？"),
      ],
    },
    {
      id: "s04.4",
      rule: "R5",
      keyword: "MUST",
      needs: loop,
      ...say("stop after maxTurns provider calls (8 where nothing is said), and say `max turns reached`, but only where the limit was the end", "最多请求 provider maxTurns 次（没指定就是 8 次），到了上限就停下，并写明 `max turns reached`；不是因为上限结束的，就别这么说"),
      hints: [
        say("A model repeats the same call for ever. What in your loop is guaranteed to grow?", "模型没完没了地重复同一个调用。你的循环里有什么东西保证在增长？"),
        say("Count provider calls, not results. With `maxTurns: 1` there is one, with `maxTurns: 0` there is none.", "数的是请求 provider 的次数，不是结果的个数。`maxTurns: 1` 请求一次，`maxTurns: 0` 一次也不请求。"),
        say("Two ways lead out: a reply that is the answer, and the count that has run out. Only the second one makes an answer of its own, with `max turns reached` in it.", "出去的路有两条：某次回复就是答案，或者次数用完了。只有第二条路要自己造一条回复，里面写上 `max turns reached`。"),
      ],
    },
    {
      id: "s04.5",
      rule: "R4",
      keyword: "MUST",
      needs: loop,
      ...say("turn a tool that fails into a result that starts with error:, for a thrown Error `error: <message>`, and go on", "工具出错时，把它变成一个以 error: 开头的结果（抛出的是 Error 就写 `error: <message>`），循环继续"),
      hints: [
        say("The file was not there. Who can do something about it: the person, your program, or the model?", "文件不存在。谁能想办法：用户、你的程序，还是模型？"),
        say("Three things go wrong: the handler throws, nobody registered the name, the handler gives something that is no string.", "会出三种错：handler 抛错、没人注册过这个名字、handler 返回的不是字符串。"),
        say("Catch around each call, not around the batch: one bad tool must not cost the others their results.", "在每个调用外面捕获，不要在整批外面捕获：一个工具坏了，不能连累其他调用的结果。"),
      ],
    },
    {
      id: "s04.6",
      rule: "R4",
      keyword: "MUST",
      needs: loop,
      ...say("end the loop with one error answer when the provider fails, and keep all that was recorded before", "provider 半路出错时，用一条 error 回复结束循环，之前记下的一样不丢"),
      hints: [
        say("Two tools have run, then the line goes dead. What of this has happened, and what has not?", "两个工具已经执行过了，然后网络断了。哪些事已经发生，哪些没有？"),
        say("s03 already turns every failed stream into an error message. What does the loop do when it gets one?", "s03 已经把每种失败的流变成了 error 消息。循环拿到它之后该怎么办？"),
        say("Record as you go. Whoever records at the end has nothing to show when there is no end.", "边做边记。留到最后才记的人，没有「最后」的时候就什么都拿不出来。"),
      ],
    },
    {
      id: "s04.7",
      rule: "contract",
      keyword: "MUST",
      needs: loop,
      ...say("leave no call half done: whatever way the loop ends, each call that ran has exactly one result", "调用不能只做一半：不管循环怎么结束，执行过的每个调用都有且只有一个结果"),
      hints: [
        say("A message holds a call and ends with stop, or breaks off. Has the tool run? Then where is its result?", "一条消息里有调用，却以 stop 结束，或者中途断了。工具执行了吗？执行了的话，结果在哪里？"),
        say("A message that ended (toolUse or stop) has its calls run. Of one that broke off they may be run or not, but not without a trace.", "正常结束的消息（toolUse 或 stop），里面的调用都要执行。中途断掉的消息，调用可执行可不执行，但不能执行了却不留痕迹。"),
        say("Leave the loop after the results are recorded, not before.", "先把结果记下，再离开循环。"),
      ],
    },
    {
      id: "s04.8",
      rule: "R1",
      keyword: "MUST",
      needs: loop,
      ...say("stream every reply of the loop as in s03, and offer the registry's tools in every request", "循环里的每次回复都像 s03 那样边到边输出，每次请求都带上 registry 里的工具"),
      hints: [
        say("What the model says between two calls: does anybody see it?", "模型在两次调用之间说的话，有人看得到吗？"),
        say("The loop is `collectAssistantMessage` and `buildProviderInput` again and again, not a second way to read a stream.", "循环就是一遍遍地用 `collectAssistantMessage` 和 `buildProviderInput`，不是另写一套读流的办法。"),
      ],
    },
    {
      id: "s04.9",
      rule: "R8",
      keyword: "MUST",
      needs: ["runOneTurn", "runEventedToolLoop"],
      ...say("never run a tool in runOneTurn: it still asks once and records one reply", "runOneTurn 绝不执行工具：它还是只请求一次，只记一条回复"),
      hints: [
        say("Code written in s01 calls `runOneTurn`. Did it ask for tools to be run?", "s01 时写的代码在调用 `runOneTurn`。它要求过执行工具吗？"),
        say("The loop is a function of its own beside the old one, not a new body for it.", "循环是旧函数旁边的一个新函数，不是给旧函数换个函数体。"),
      ],
    },
    {
      id: "s04.10",
      rule: "contract",
      keyword: "MUST",
      needs: loop,
      ...say("only ever append to the history, and keep it out of reach of tools, providers and callers", "历史只追加；工具、provider 和调用者都碰不到它"),
      hints: [
        say("After three turns, is everything of the first one still there, word for word?", "对话三轮之后，第一轮的内容还在吗，一字不差？"),
        say("The handler changes the input it was given; the provider keeps the call it sent you. Which of your records is that same object?", "handler 改了它收到的 input；provider 还留着它发给你的调用。你记下的东西里，哪些正是那个对象？"),
        say("Copy a call when it comes in, and again when you hand it to a tool or a provider.", "调用进来时复制一份，交给工具或 provider 时再复制一份。"),
      ],
    },
    {
      id: "s04.11",
      rule: "R1",
      keyword: "MUST",
      needs: loop,
      types: true,
      ...say("export the types of tool calls and results, grown from those before, and compile in strict mode", "导出工具调用和结果的类型，在之前的类型上只增不减，并且在严格模式下能编译"),
      hints: [
        say("The chapter's README lists each new type, and what joins the unions that you already have.", "本章 README 列出了每个新类型，以及你已有的联合类型要加上什么。"),
        say("`StopReason`, `AgentMessage`, `ProviderMessage` and `ProviderEvent` each gain a member; nothing leaves them.", "`StopReason`、`AgentMessage`、`ProviderMessage`、`ProviderEvent` 各多一个成员，什么都不去掉。"),
      ],
    },
  ],
};
