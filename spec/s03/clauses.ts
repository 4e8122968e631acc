/** Chapter s03: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const collects = ["collectAssistantMessage"];
const turns = ["collectAssistantMessage", "runOneTurn"];

export const chapter: Chapter = {
  id: "s03",
  title: say("Event stream", "事件流"),
  adds: {
    collectAssistantMessage: "collectAssistantMessage(events, output)",
  },
  types: ["ProviderEvent"],
  clauses: [
    {
      id: "s03.1",
      rule: "R3",
      keyword: "MUST",
      needs: turns,
      ...say("ask the provider through stream, once a turn, and record all of its events as one answer", "每轮调用一次 provider.stream，把收到的全部事件记成一条回复"),
      hints: [
        say("The provider has no `complete` any more. Where in your program is it called?", "provider 已经没有 `complete` 了。你的程序里哪里还在调用它？"),
        say("A turn still ends with two new messages in the history, however many events came in between.", "不管中间来了多少个事件，一轮结束时历史里仍然只多两条消息。"),
        say("`collectAssistantMessage` makes a message of events; the turn does with it what it did with the reply of `complete`.", "`collectAssistantMessage` 把事件变成一条消息；这一轮接下来做的事，和以前拿到 `complete` 的结果时一样。"),
      ],
    },
    {
      id: "s03.2",
      rule: "contract",
      keyword: "MUST",
      needs: collects,
      ...say("make the content of the answer by joining the texts of all deltas, with nothing added, changed or lost", "回复的 content 就是所有 delta 的文字依次相连，不多、不改、不丢"),
      hints: [
        say("A model cuts its text anywhere, in the middle of a word too. What may stand between two pieces?", "模型会在任何地方断开文字，也可能断在一个词中间。两段之间能放什么？"),
        say("Blanks and line ends at the edge of a piece belong to the text.", "一段文字开头和结尾的空格、换行也是文字的一部分。"),
        say("Where does the text so far live, and is it empty when the next message begins?", "已经收到的文字存在哪里？下一条消息开始时它是空的吗？"),
      ],
    },
    {
      id: "s03.3",
      rule: "R1",
      keyword: "MUST",
      needs: turns,
      ...say("take the stopReason of the answer from message_end", "回复的 stopReason 取自 message_end"),
      hints: [
        say("A provider can end a message in an orderly way and still say that it went wrong. How?", "provider 可以正常结束一条消息，同时告诉你出了问题。它怎么说？"),
        say("The event carries the reason. Do not guess it from the text.", "原因就在事件里，不要从文字去猜。"),
      ],
    },
    {
      id: "s03.4",
      rule: "R7",
      keyword: "MUST",
      needs: turns,
      ...say("log each delta as it arrives, before it pulls the next event", "delta 一到就输出，然后再取下一个事件"),
      hints: [
        say("A long answer takes half a minute. What does the person at the keyboard see meanwhile?", "一个长回答要半分钟。这期间坐在键盘前的人看到什么？"),
        say("A list of all events, made first and read afterwards, is no stream any more.", "先收齐所有事件、再从头处理，那就不是流了。"),
        say("Which loop hands you one event, lets you finish with it, and only then asks for the next?", "哪种循环会先给你一个事件，等你处理完，再去取下一个？"),
      ],
    },
    {
      id: "s03.5",
      rule: "R4",
      keyword: "MUST",
      needs: turns,
      ...say("turn a stream that throws midway into an answer with stopReason error that names what was thrown", "流在中途抛错时，变成一条 stopReason 为 error 的回复，内容写明抛出了什么"),
      hints: [
        say("The connection breaks after half a sentence. At which line of your program does the error come out?", "一句话说到一半，连接断了。错误会从你程序的哪一行冒出来？"),
        say("An async iterator throws where you wait for its next event. What is around that place?", "异步迭代器抛错的地方，就是你等待下一个事件的地方。那里外面包着什么？"),
        say("Anything can be thrown. You have had that question in s01: is its answer still in use here?", "什么都可能被抛出来。s01 已经遇到过这个问题：当时的办法在这里用上了吗？"),
      ],
    },
    {
      id: "s03.6",
      rule: "R4",
      keyword: "MUST",
      needs: turns,
      ...say("answer with stopReason error, naming what was thrown, also when the call of stream itself throws", "stream 一调用就抛错时，回复的 stopReason 同样是 error，内容写明抛出了什么"),
      hints: [
        say("Which part of the turn runs before the first event?", "在第一个事件之前，这一轮已经运行了哪些代码？"),
        say("Does the call of `stream` stand inside or outside of what catches?", "`stream` 的调用是在捕获范围之内，还是之外？"),
      ],
    },
    {
      id: "s03.7",
      rule: "R4",
      keyword: "MUST",
      needs: turns,
      ...say("answer with stopReason error, text so far first, when the stream ends without message_end", "流没有 message_end 就结束时，回复的 stopReason 是 error，content 以已经收到的文字开头"),
      hints: [
        say("The events are over. How do you know that the message is?", "事件没有了。你怎么知道消息也说完了？"),
        say("A cut line often looks like an ordinary end: nothing is thrown, there is just nothing more.", "断线常常看起来像正常结束：没有抛错，只是没有下文了。"),
        say("Which value does your stopReason have before any event told you one?", "在事件告诉你之前，你的 stopReason 是什么值？"),
      ],
    },
    {
      id: "s03.8",
      rule: "contract",
      keyword: "MUST",
      needs: collects,
      ...say("ignore events of a type it does not know", "忽略不认识的事件类型"),
      hints: [
        say("Next month the provider sends token counts as well. What does your program do with them?", "下个月 provider 开始额外发送 token 用量。你的程序会怎么处理？"),
        say("Name the types you handle. What happens to the rest: an error, an end, or nothing?", "列出你处理的类型。剩下的会怎样：报错、结束，还是什么都不做？"),
      ],
    },
    {
      id: "s03.9",
      rule: "R1",
      keyword: "MUST",
      needs: ["collectAssistantMessage", "ToolRegistry", "buildProviderInput", "runOneTurn"],
      ...say("still show the provider the tools and the whole history", "交给 provider 的输入里，tools 和完整历史都还在"),
      hints: [
        say("An upgrade changes what it names. Did it name the input?", "升级只改它点名的东西。它点名要改输入了吗？"),
        say("`stream` is given what `complete` was given: the input from `buildProviderInput`, options included.", "交给 `stream` 的，就是以前交给 `complete` 的：`buildProviderInput` 的结果，options 也要带上。"),
      ],
    },
    {
      id: "s03.10",
      rule: "R3",
      keyword: "MUST",
      needs: collects,
      types: true,
      ...say("export ProviderEvent, and a Provider whose method is stream", "导出 ProviderEvent，Provider 的方法改为 stream"),
      hints: [
        say("The chapter's README lists the three events and their fields.", "本章 README 列出了三种事件和它们的字段。"),
        say("A union whose members differ in `type` lets the compiler know which fields an event has.", "各成员用 `type` 区分的联合类型，能让编译器知道一个事件有哪些字段。"),
      ],
    },
  ],
};
