/** Chapter s05: what it adds and what it demands (contract.md, section 2; EVOLUTION.md). */
import type { Chapter } from "../harness/clause.ts";
import { say } from "../harness/text.ts";

const alone = ["executeToolCall"];
const inLoop = ["executeToolCall", "runEventedToolLoop"];

export const chapter: Chapter = {
  id: "s05",
  title: say("Tool hooks", "工具钩子"),
  adds: {
    executeToolCall: "executeToolCall(registry, hooks, call)",
  },
  types: ["ToolHooks", "BeforeToolCallResult"],
  clauses: [
    {
      id: "s05.1",
      rule: "contract",
      keyword: "MUST",
      needs: alone,
      ...say("run the tool and answer with a toolResult when no hook objects", "没有钩子反对时，执行工具，并用一条 toolResult 作答"),
      hints: [
        say("Both hooks are optional. What does a call look like when neither is there?", "两个钩子都是可选的。一个都没有的时候，这次调用该是什么样？"),
        say("No hook and a hook that answers allow lead to the same place: the registry runs the call.", "没有钩子，和钩子回答 allow，走的是同一条路：由 registry 执行这次调用。"),
      ],
    },
    {
      id: "s05.2",
      rule: "R6",
      keyword: "MUST",
      needs: alone,
      ...say("leave a blocked tool alone and give the reason as its result, without asking afterToolCall", "被拦下的工具不执行，拦截的理由就是它的结果，也不再经过 afterToolCall"),
      hints: [
        say("The model asked for something it may not do. What must it read to try another way?", "模型要做一件不允许的事。它得读到什么，才会换个办法？"),
        say("A call that is blocked still has a result; only where its text comes from is different.", "被拦下的调用照样有结果，只是文字的来源不同。"),
        say("There is no tool output after a block, so there is nothing for afterToolCall to look at.", "拦下之后没有工具输出，afterToolCall 也就没有东西可看。"),
      ],
    },
    {
      id: "s05.3",
      rule: "R6",
      keyword: "MUST",
      needs: alone,
      ...say("show afterToolCall the call and the result text, error results too, and use what it returns", "把调用和结果文字交给 afterToolCall，出错的结果也一样，并采用它的返回值"),
      hints: [
        say("Someone wants to cut secrets out of every tool output. Which outputs may slip past?", "有人想把每个工具输出里的密钥都抹掉。哪些输出可能漏过去？"),
        say("An error text is an output as well. Turn the failure into text first, then show it to the hook.", "错误文字也是输出。先把失败变成文字，再交给钩子看。"),
        say("An empty text is an answer too. Look at how you tell it from no answer.", "空字符串也是一个答复。看看你是怎么把它和“没有答复”区分开的。"),
      ],
    },
    {
      id: "s05.4",
      rule: "R6",
      keyword: "MUST",
      needs: alone,
      ...say("fail closed: a beforeToolCall that throws stops the tool and gives an error: result", "出错时按拒绝处理：beforeToolCall 抛错，工具就不执行，结果以 error: 开头"),
      hints: [
        say("The guard at the door fainted. Does that open the door?", "门卫晕倒了，门就该敞开吗？"),
        say("Catching the error is not enough. What does your code do right after the catch?", "光接住错误还不够。catch 之后，你的代码接着做了什么？"),
        say("Only a clear allow lets the call through; everything that went wrong counts as a no.", "只有明确的 allow 才放行，出了任何岔子都算“不行”。"),
      ],
    },
    {
      id: "s05.5",
      rule: "R4",
      keyword: "MUST",
      needs: alone,
      ...say("turn an afterToolCall that throws into an error: result, and keep the raw output back", "afterToolCall 抛错时，结果以 error: 开头，原始输出不放出去"),
      hints: [
        say("The tool has run, the hook that should look at its output crashed. May the raw output go out?", "工具跑完了，该检查输出的钩子却崩了。原始输出能直接放出去吗？"),
        say("The hook may have been there to remove something. Treat its failure as a failure of the call.", "这个钩子也许正是用来去掉什么的。它失败了，就当这次调用失败。"),
      ],
    },
    {
      id: "s05.6",
      rule: "R4",
      keyword: "MUST",
      needs: alone,
      ...say("never throw from executeToolCall, and always answer with the call's own id", "executeToolCall 永远不抛错，并且总是用这次调用自己的 id 作答"),
      hints: [
        say("Three pieces of foreign code run inside one call. Which of them can you trust not to throw?", "一次调用里跑着三段别人的代码。哪一段能保证不抛错？"),
        say("Anything can be thrown: undefined, an object without toString, an error whose message cannot be read.", "什么都可能被抛出来：undefined、没有 toString 的对象、读不出 message 的错误。"),
        say("A hook may scribble on the object you show it. When do you read the id, and from which object?", "钩子可能会改你给它看的对象。你是什么时候、从哪个对象上读 id 的？"),
      ],
    },
    {
      id: "s05.7",
      rule: "R6",
      keyword: "MUST",
      needs: inLoop,
      ...say("send every call of the loop through options.hooks", "循环里的每次调用都要经过 options.hooks"),
      hints: [
        say("One door without a guard is enough. How many places in the loop run a tool?", "只要有一扇门没人守就够了。循环里有几个地方会执行工具？"),
        say("The loop no longer asks the registry itself: `executeToolCall` gives the message to record.", "循环不再直接找 registry：要记录的消息由 `executeToolCall` 给出。"),
        say("What the hooks made of a result is what the history and the next request hold.", "钩子处理之后的结果，才是历史和下一次请求里该有的内容。"),
      ],
    },
    {
      id: "s05.8",
      rule: "R4",
      keyword: "MUST",
      needs: inLoop,
      ...say("go on with the batch when a hook throws", "某个钩子抛错之后，这一批剩下的调用照常进行"),
      hints: [
        say("The model asked for three tools, the hook crashed on the first. How many results does it wait for?", "模型要了三个工具，钩子在第一个上崩了。模型在等几个结果？"),
        say("The failure belongs to one call. Where must it be caught so that the others do not notice?", "失败只属于那一次调用。要在哪里接住，其他调用才不会受影响？"),
      ],
    },
    {
      id: "s05.9",
      rule: "R2",
      keyword: "MUST",
      needs: inLoop,
      ...say("keep hooks out of the registry: its members stay as they were, and hooks end with their turn", "钩子不进 registry：registry 的成员保持原样，钩子只在它那一轮有效"),
      hints: [
        say("The next turn comes without hooks. What may still remember the last ones?", "下一轮没有带钩子。还有什么可能记着上一轮的钩子？"),
        say("A hook stands around `registry.run`, not in it: nothing is stored, nothing is replaced.", "钩子套在 `registry.run` 外面，而不是放进里面：什么都不保存，也什么都不替换。"),
      ],
    },
    {
      id: "s05.10",
      rule: "R1",
      keyword: "MUST",
      needs: alone,
      types: true,
      ...say("export ToolHooks and BeforeToolCallResult, and take hooks in TurnOptions", "导出 ToolHooks 和 BeforeToolCallResult，并让 TurnOptions 接受 hooks"),
      hints: [
        say("The chapter's README lists both types and the signature of `executeToolCall`.", "本章 README 列出了这两个类型和 `executeToolCall` 的签名。"),
        say("Both hooks and the option itself are optional: a call written in s04 still compiles.", "两个钩子和 hooks 选项本身都是可选的：s04 里写的调用照样能编译。"),
      ],
    },
  ],
};
