/** The turn chain of a mini Pi as it stands after a chapter (EVOLUTION.md, section 6), and what finishing a chapter says. Pure. */
import { say, type Language, type Text } from "../../spec/harness/text.ts";
import { quoted } from "./card.ts";
import { padEnd, widthOf, wrap, type Terminal } from "./terminal.ts";

/** A step of a turn: from chapter `from` on, and before chapter `to` where a later one replaces it. */
type Step = { from: string; to?: string; depth: number; text: Text };

const steps: Step[] = [
  { from: "s12", depth: 0, text: say("packages: tools, commands and resources from a manifest", "包：按清单装入工具、命令和资源") },
  { from: "s09", depth: 0, text: say("extensions: tools, commands and listeners", "扩展：工具、命令和监听者") },
  { from: "s01", to: "s07", depth: 0, text: say("record the user message in the history", "把用户消息记入历史") },
  { from: "s07", depth: 0, text: say("append the user message to the session tree, at the leaf", "把用户消息接在会话树的叶子上") },
  { from: "s08", to: "s11", depth: 0, text: say("load the resources, build the system prompt", "加载资源，构造系统提示词") },
  { from: "s11", depth: 0, text: say("load the resources, if trusted; build the system prompt", "受信任才加载资源；构造系统提示词") },
  { from: "s06", depth: 0, text: say("take the snapshot of the turn", "拍下这一轮的快照") },
  { from: "s01", to: "s02", depth: 0, text: say("ask the provider with the whole history", "带着完整历史请求 provider") },
  { from: "s02", to: "s04", depth: 0, text: say("ask the provider with the whole history and the tools", "带着完整历史和工具请求 provider") },
  { from: "s04", depth: 0, text: say("ask the provider, at most maxTurns times", "请求 provider，最多 maxTurns 次") },
  { from: "s01", to: "s03", depth: 1, text: say("log the text of the reply", "输出回复的文字") },
  { from: "s03", depth: 1, text: say("read the stream: log each delta as it comes", "读事件流：delta 一到就输出") },
  { from: "s04", to: "s05", depth: 1, text: say("run each call, record its result, ask again", "执行每个调用，记下结果，再请求一次") },
  { from: "s05", depth: 1, text: say("each call: beforeToolCall, the tool, afterToolCall", "每个调用：beforeToolCall、工具、afterToolCall") },
  { from: "s05", depth: 1, text: say("record each result, ask again", "记下每个结果，再请求一次") },
  { from: "s01", depth: 0, text: say("record the answer", "记下最终回复") },
  { from: "s09", depth: 0, text: say("emit the events to the listeners", "把事件发给监听者") },
  { from: "s10", depth: 0, text: say("let the mode render them", "让 mode 呈现这些事件") },
];

/** The chain after `chapter`, one line a step; what the chapter brought is marked. */
export function chainLines(chapter: string, language: Language, terminal: Terminal): string[] {
  const standing = steps.filter(({ from, to }) => from <= chapter && (to === undefined || to > chapter));
  const width = Math.max(...standing.map(({ depth, text }) => depth * 2 + widthOf(text[language])));
  return standing.map(({ from, depth, text }, at) => {
    const rail = at === standing.length - 1 ? "▼" : "│";
    const line = `  ${rail} ${"  ".repeat(depth)}${text[language]}`;
    return from === chapter ? `${terminal.paint("green", padEnd(line, width + 4))}  ${terminal.paint("green", `◀ ${from}`)}` : `${padEnd(line, width + 4)}    ${terminal.paint("dim", from)}`;
  });
}

type Finish = { built: Text; refactor: Text };

const finishes: Record<string, Finish> = {
  s01: {
    built: say("You have a core with a memory: it listens, asks, remembers and answers, and survives a provider that fails.", "你有了一个带记忆的 core：听、问、记、答，provider 出错也不会倒下。"),
    refactor: say("Is there one place, and only one, that turns a message into what the provider may see?", "“把消息变成 provider 能看的样子”这件事，是不是只在一个地方做？"),
  },
  s02: {
    built: say("The model now knows what it could ask for: a tool is a name, a description, an input, and a handler it never sees.", "模型现在知道自己能要什么：工具就是名字、描述、输入，外加一个它看不到的 handler。"),
    refactor: say("Does anything outside of the registry touch its list?", "除了 registry 自己，还有谁碰过它的列表？"),
  },
  s03: {
    built: say("Replies arrive piece by piece, are shown as they come, and a broken stream is an answer, not a crash.", "回复一段一段到达，到一段显示一段；流断了也是一条回复，而不是崩溃。"),
    refactor: say("Could `collectAssistantMessage` be tested with nothing but a generator and a list?", "`collectAssistantMessage` 能不能只用一个生成器和一个数组就测出来？"),
  },
  s04: {
    built: say("It acts: the model asks, tools run, results come back, and the loop has an end that is certain.", "它会行动了：模型开口要，工具去执行，结果带回来，而且循环一定会结束。"),
    refactor: say("Name each way out of the loop. Does each record the answer in the same one place?", "给循环的每个出口起个名字。它们是不是都在同一个地方记下回复？"),
  },
  s05: {
    built: say("Somebody may look before a tool runs and change what is remembered after; when the guard fails, the door stays shut.", "工具执行之前有人把关，执行之后有人能改写记录；把关的人出了错，门就关着。"),
    refactor: say("Is there still any call to a handler that does not go through `executeToolCall`?", "还有没有哪次 handler 调用绕过了 `executeToolCall`？"),
  },
  s06: {
    built: say("A turn is one thing now: what it began with is what it ends with, whatever happens meanwhile.", "一轮成了一个整体：中途发生什么，都不改变它开始时看到的东西。"),
    refactor: say("What of a turn is pinned, and what grows? Can a reader of your loop tell at a glance?", "一轮里什么是定住的，什么在增长？读你循环的人一眼看得出来吗？"),
  },
  s07: {
    built: say("The history has branches: go back, ask again, and nothing that was said is lost.", "历史有了分支：可以回到过去重新问，说过的话一句不丢。"),
    refactor: say("Who knows that the history is a tree? The fewer, the better.", "有谁知道历史是一棵树？知道的越少越好。"),
  },
  s08: {
    built: say("The project speaks to the model, once a turn, in a prompt of its own.", "项目可以对模型说话了：每轮一次，用它自己的提示词。"),
    refactor: say("Is the prompt built in one place, and does the loop only carry it?", "提示词是不是只在一处构造，循环只负责带着它？"),
  },
  s09: {
    built: say("Others can extend your core without touching it: tools, commands, listeners, through one small door.", "别人不改你的 core 就能扩展它：工具、命令、监听者，都走同一扇小门。"),
    refactor: say("What could an extension reach that its API does not name?", "扩展能不能碰到 API 没有写明的东西？"),
  },
  s10: {
    built: say("One turn, many faces: a terminal, a machine, whatever reads the same events.", "同一轮，多种样子：终端也好，程序也好，读的都是同样的事件。"),
    refactor: say("Is there anything in the loop that knows how a mode looks?", "循环里有没有什么知道 mode 长什么样？"),
  },
  s11: {
    built: say("A foreign project stays silent until somebody trusts it; what may run is another question, answered by a container.", "陌生项目在有人信任之前保持沉默；能执行什么是另一个问题，由容器回答。"),
    refactor: say("How many places decide about trust? One is right.", "有几个地方在判断信任？一个才对。"),
  },
  s12: {
    built: say("The whole mini Pi stands: message loop, tools, stream, hooks, snapshot, tree, resources, extensions, modes, trust, packages.", "整个 mini Pi 完成了：消息循环、工具、事件流、hook、快照、会话树、资源、扩展、mode、信任、包。"),
    refactor: say("Read your file from top to bottom as a stranger would. Where do you have to stop?", "像陌生人一样从头到尾读一遍自己的文件。在哪里会停下来？"),
  },
};

/**
 * What finishing `chapter` says: what was built, the chain as it stands, a question for the clean-up, how to see it run.
 * @param target the program as a command names it, where it is not the learner's own file
 * @param turn the lines of a turn that the program itself played, to stand below the chain
 * @param drawn false: without the chain
 */
export function finishLines(chapter: string, language: Language, terminal: Terminal, target?: string, turn: string[] = [], drawn: boolean = true): string[] {
  const finish = finishes[chapter];
  if (finish === undefined) return [];
  const refactor = language === "zh" ? `趁现在整理一下：${finish.refactor.zh}` : `A moment to tidy up: ${finish.refactor.en}`;
  const of = target === undefined ? "" : ` --target ${quoted(target)}`;
  const played = turn.length === 0 ? [] : ["", ...wrap(language === "zh" ? "你的代码刚刚跑出来的一轮，以及从分支上来的第二轮：" : "A turn that your code has just played, and a second one from a branch:", terminal.width), ...turn];
  return [
    ...wrap(finish.built[language], terminal.width),
    ...(drawn ? ["", ...chainLines(chapter, language, terminal)] : []),
    ...played,
    "",
    ...wrap(refactor, terminal.width),
    `${language === "zh" ? "看它怎样运行：" : "See it run: "}${terminal.paint("cyan", terminal.command(`trace ${chapter}${of}`))}`,
    ...(chapter === "s12" ? [`${language === "zh" ? "让它和真实的模型对话：" : "Let it talk to a real model: "}${terminal.paint("cyan", terminal.command(`chat${of}`))}`] : []),
  ];
}
