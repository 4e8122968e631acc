/** Chapter s10: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const inTurns = ["runEventedToolLoop", "PrintMode", "JsonMode"];

export const chapter: Chapter = {
  id: "s10",
  title: say("Runtime modes", "运行模式"),
  adds: {
    PrintMode: "class PrintMode",
    "PrintMode.render": "render(events)",
    JsonMode: "class JsonMode",
    "JsonMode.render": "render(events)",
    createDemoRuntimeEvents: "createDemoRuntimeEvents(input)",
  },
  types: ["RuntimeMode"],
  clauses: [
    {
      id: "s10.1",
      rule: "contract",
      keyword: "MUST",
      needs: ["PrintMode"],
      ...say("log in PrintMode the content of each message event, unchanged, and nothing else", "PrintMode 把每个 message 事件的内容原样输出，别的什么都不输出"),
      hints: [
        say("What does a person at a terminal want to read of a turn?", "坐在终端前的人想看到一轮对话里的什么？"),
        say("`done` is for programs. It has no content, so there is nothing to print.", "`done` 是给程序看的，它没有内容可打印。"),
      ],
    },
    {
      id: "s10.2",
      rule: "contract",
      keyword: "MUST",
      needs: ["JsonMode"],
      ...say("log in JsonMode each event as one line of JSON that parses back to it, whatever the content", "JsonMode 把每个事件输出成一行 JSON，不管内容是什么，解析回来都还是那个事件"),
      hints: [
        say("A program reads your output line by line. How does it know where an event ends?", "有个程序在逐行读你的输出。它怎么知道一个事件到哪里结束？"),
        say("Put a line break, a quote and half an emoji into the content, split the output on \\n and parse each line.", "往内容里放一个换行、一个引号、半个 emoji，再按 \\n 切开输出，逐行解析试试。"),
        say("Building JSON by hand is a trap; so is indenting it.", "手工拼 JSON 是个坑，加缩进也是。"),
      ],
    },
    {
      id: "s10.3",
      rule: "R7",
      keyword: "MUST",
      needs: inTurns,
      ...say("render the events of a turn exactly once, at its end", "每一轮的事件只 render 一次，放在这一轮的最后"),
      hints: [
        say("Three provider calls and two tools: how many turns is that to the person who asked?", "请求三次 provider，用了两个工具：对提问的人来说，这是几轮？"),
        say("Collect the events, then hand over the whole list.", "先把事件攒齐，再整个列表交出去。"),
      ],
    },
    {
      id: "s10.4",
      rule: "contract",
      keyword: "MUST",
      needs: [...inTurns, "ExtensionRuntime"],
      ...say("render the same events that extensions hear, with or without extensions", "mode 收到的事件和扩展收到的一样；没有扩展时也照样 render"),
      hints: [
        say("Two observers of one turn tell different stories. Which is right?", "同一轮对话有两个旁观者，说法却不一样。该信谁？"),
        say("Make one list of events. Both are served from it.", "事件列表只做一份，两边都从它来。"),
        say("A mode does not need extensions. Is your rendering inside an `if` about them?", "mode 不依赖扩展。你的 render 是不是写在判断扩展的 `if` 里面了？"),
      ],
    },
    {
      id: "s10.5",
      rule: "R4",
      keyword: "MUST",
      needs: inTurns,
      ...say("render after a failure and at the limit of turns as well", "provider 出错、达到 maxTurns 时，同样要 render"),
      hints: [
        say("The network is down and the screen stays empty. What does the person think?", "网络断了，屏幕上什么都没有。用户会怎么想？"),
        say("There is one place in the loop that every ending passes. Is the rendering there?", "循环里有一个地方，不管怎么结束都会经过。render 放在那里了吗？"),
      ],
    },
    {
      id: "s10.6",
      rule: "R4",
      keyword: "MUST",
      needs: inTurns,
      ...say("lose nothing of a turn to a mode that throws", "mode 抛错时，这一轮的任何东西都不能丢"),
      hints: [
        say("The answer took a minute and cost money. Then the screen fails to show it. What is left?", "花了一分钟、花了钱才得到回复，结果显示的时候出错了。还剩下什么？"),
        say("Record first, show afterwards, and guard the showing.", "先记录，再显示，显示要单独保护。"),
        say("Extensions still hear how the turn ended.", "扩展照样要听到这一轮结束了。"),
      ],
    },
    {
      id: "s10.7",
      rule: "R7",
      keyword: "MUST",
      needs: inTurns,
      ...say("show a turn through PrintMode and JsonMode on the mode's own output and on no console", "对话用 PrintMode 或 JsonMode 显示时，只写到 mode 自己的 output，不写 console"),
      hints: [
        say("The mode was made with an output. Does what it writes arrive there?", "mode 是带着 output 创建的。它写的东西到了那里吗？"),
        say("What is `this` inside `render` when you call it?", "你调用 `render` 的时候，里面的 `this` 是什么？"),
        say("A `console.log` in a mode can be neither tested nor redirected.", "mode 里写 `console.log`，既没法测试，也没法重定向。"),
      ],
    },
    {
      id: "s10.8",
      rule: "contract",
      keyword: "MUST",
      needs: inTurns,
      ...say("keep each rendering to itself: no earlier turn and no other mode shows in it", "每次 render 各管各的：不带上之前的轮次，也不带上别的 mode 的东西"),
      hints: [
        say("Render two turns. Does the second show the first again?", "连续 render 两轮。第二轮会不会把第一轮又显示一遍？"),
        say("Where do the events of a turn live while it runs, and who empties that place?", "一轮运行期间，事件存放在哪里？谁负责清空它？"),
      ],
    },
    {
      id: "s10.9",
      rule: "contract",
      keyword: "MUST",
      needs: ["createDemoRuntimeEvents"],
      ...say("give demo events: a message that contains the input, then done", "createDemoRuntimeEvents 给出演示事件：先是一个包含输入的 message，再是 done"),
      hints: [
        say("How can you look at a mode before you have a provider?", "还没有 provider 的时候，怎么看 mode 的效果？"),
        say("It is a list of two events, made from a text. No turn, no provider.", "就是由一段文字造出来的两个事件，不需要对话，也不需要 provider。"),
      ],
    },
    {
      id: "s10.10",
      rule: "R1",
      keyword: "MUST",
      needs: ["PrintMode", "JsonMode", "createDemoRuntimeEvents"],
      types: true,
      ...say("export the type RuntimeMode and two classes that are one, and compile in strict mode", "导出类型 RuntimeMode 和两个符合它的类，并且在严格模式下能编译"),
      hints: [
        say("The chapter's README lists every type with its fields.", "本章 README 列出了每个类型和它的字段。"),
        say("`TurnOptions` grows by one optional field.", "`TurnOptions` 多了一个可选字段。"),
      ],
    },
  ],
};
