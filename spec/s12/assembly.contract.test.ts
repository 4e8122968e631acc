/** s12, the assembly: everything in one scripted turn, and a second turn from a branch. */
import { asks, breaks, call, error, loop, says, scenario, tool, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, holds, matches, startsWith } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say, type Text } from "../harness/text.ts";
import { checkRequest, checkTurn, inOrder, resultsOf } from "../harness/turns.ts";
import type { HookFake, Step, TurnOptions } from "../player/scenario.ts";
import { coresOf } from "../s07/words.ts";
import { checkTold, listeners } from "./told.ts";
import { pack, toolNames } from "./words.ts";

const house = pack({ guide: "pick the smallest change", about: "the house package", style: "plain words", secret: "not listed" }, { name: "house", tools: ["guide"], commands: ["about"], resources: ["style"] });

/** The extension's tool enables another tool while the turn runs. */
const extension: Step = {
  do: "use",
  extension: { acts: [{ do: "tool", tool: { name: "count", acts: [{ effects: [{ do: "register", tool: tool("late", "late!") }], gives: { is: "text", text: "2" } }] } }, { do: "command", name: "hello", gives: { is: "text", text: "hello!" } }, ...listeners] },
};

const hooks: HookFake = { before: [{ call: "c3", act: { is: "block", reason: "not in this house" } }], after: [{ call: "c1", act: { is: "appends", text: " files" } }] };
const options: TurnOptions = { loader: "main", extensions: "main", mode: { is: "records" } };

const first = loop("what now?", [asks([call("c1", "count"), call("c2", "guide")], "let me ", "look"), asks([call("c3", "count"), call("c4", "ghost")]), says("do ", "less")], { ...options, hooks, trust: "trusted" });
const second = loop("and else?", [asks([call("c5", "late"), call("c6", "guide")]), says("rest")], { ...options, trust: "untrusted" });

/** Steps 3 and 6 are the turns; between them the session goes back to its first message. */
const story = scenario(
  { do: "loader", resources: [{ kind: "agents", name: "AGENTS.md", content: "be brief" }] },
  extension,
  { do: "install", package: house },
  first,
  { do: "entries" },
  { do: "move", to: { nth: 0 } },
  second,
  { do: "entries" },
  { do: "command", name: "hello" },
  { do: "command", name: "about" },
);
const [turn, branch] = [3, 6];
const part = (en: string, zh: string): Text => say(`one turn with everything: ${en}`, `所有部分同在一轮：${zh}`);
const branched = (en: string, zh: string): Text => say(`a second turn from a branch: ${en}`, `从分支开始的第二轮：${zh}`);

clause("s12.10", part("the requests", "请求"), async (kit) => {
  const played = await kit.play(story);
  const requests = played.requests(turn);
  equals(requests.length, 3, say("the number of provider calls", "请求 provider 的次数"));
  for (const [index, input] of requests.entries()) {
    const whose = say(`the systemPrompt of request ${index + 1}`, `第 ${index + 1} 次请求的 systemPrompt `);
    for (const content of ["be brief", "plain words"]) contains(input.systemPrompt, content, whose, say("The prompt is made once, from the loader's own resources and the package's, and stays for the turn.", "提示词在开头构造一次，来自 loader 原有的资源和包的资源，整轮不变。"));
    equals(toolNames(input.tools), ["count", "guide"], say(`the tools of request ${index + 1}`, `第 ${index + 1} 次请求的 tools`), say("The tools of the extension and of the package, as the turn began; a tool that is enabled meanwhile waits for the next turn.", "扩展的工具和包的工具，以这一轮开始时为准；中途启用的工具要等下一轮。"));
  }
});

clause("s12.10", part("the results and the answer", "工具结果和回复"), async (kit) => {
  const played = await kit.play(story);
  checkTurn(played, turn, { user: "what now?", results: [{ toolCallId: "c1", content: "2 files" }, { toolCallId: "c2" }, { toolCallId: "c3" }, { toolCallId: "c4" }], answer: { content: "do less", stopReason: "stop" } });
  const [, read, blocked, unknown] = resultsOf(played.history(turn));
  contains(read?.content, "pick the smallest change", say("the result of the package's tool", "包里工具的结果"));
  contains(blocked?.content, "not in this house", say("the result of the call that a hook blocked", "被 hook 拦下的调用的结果"));
  startsWith(unknown?.content, "error:", say("the result of an unknown tool", "未知工具的结果"));
  equals(played.all("handler", turn).map((seen) => seen.tool), ["count"], say("the handlers that ran", "运行过的 handler"));
  const shown = [user("what now?"), { role: "toolResult", toolCallId: "c1", content: "2 files" }, { role: "toolResult", toolCallId: "c2" }, { role: "toolResult", toolCallId: "c3" }, { role: "toolResult", toolCallId: "c4" }];
  checkRequest(played.requests(turn)[2], shown, say("the user messages and results of the last request", "最后一次请求里的用户消息和结果"));
  matches(played.value(turn), { role: "assistant", content: "do less", stopReason: "stop" }, say("what the loop returns", "工具循环的返回值"));
});

clause("s12.10", part("the log, the listeners, the mode and the commands", "日志、监听者、mode 和命令"), async (kit) => {
  const played = await kit.play(story);
  const lines = played.log(turn);
  holds(inOrder(lines, ["let me ", "look", "do ", "less"]), say("each delta in a line of its own, in order", "每个 delta 各占一行，按顺序输出"), say(show(lines), show(lines)));
  checkTold(played, turn);
  checkTold(played, branch);
  equals(played.value(8), "hello!", say('what runCommand("hello") returns', 'runCommand("hello") 的返回值'));
  equals(played.value(9), "the house package", say('what runCommand("about") returns', 'runCommand("about") 的返回值'));
});

clause("s12.10", part("it ends on the last permitted request", "正好在允许的最后一次请求上结束"), async (kit) => {
  const played = await kit.play(scenario(...story.steps.slice(0, turn), { ...first, options: { ...first.options, maxTurns: first.replies.length } }));
  equals(played.object(turn).content, "do less", say("the content of the answer", "回复的 content"), say("An answer on the last permitted request is an answer like any other.", "在允许的最后一次请求上得到的回复，和别的回复一样。"));
  checkTold(played, turn);
});

clause("s12.10", part("the provider fails", "provider 出错"), async (kit) => {
  const failing = loop("what now?", [asks([call("c1", "count")]), breaks(error("line lost"))], { ...options, hooks, trust: "trusted" });
  const played = await kit.play(scenario(...story.steps.slice(0, turn), failing));
  matches(played.value(turn), { role: "assistant", stopReason: "error" }, say("what the loop returns", "工具循环的返回值"));
  contains(played.object(turn).content, "line lost", say("the content of the answer", "回复的 content"));
  checkTurn(played, turn, { user: "what now?", results: [{ toolCallId: "c1", content: "2 files" }], answer: { stopReason: "error" } });
  checkTold(played, turn);
});

clause("s12.10", branched("the request, untrusted", "不信任时的请求"), async (kit) => {
  const played = await kit.play(story);
  const requests = played.requests(branch);
  equals(requests.length, 2, say("the number of provider calls", "请求 provider 的次数"));
  checkRequest(requests[0], [user("what now?"), user("and else?")], say("the user messages and results of the first request", "第一次请求里的用户消息和结果"), say("The branch starts at the first message: what came after it belongs to another branch.", "分支从第一条消息开始：它后面的内容属于另一条分支。"));
  for (const [index, input] of requests.entries()) {
    equals(input.systemPrompt, "", say(`the systemPrompt of request ${index + 1}`, `第 ${index + 1} 次请求的 systemPrompt`), say("This turn is untrusted: neither the project's resources nor the package's are loaded.", "这一轮不受信任：项目的资源和包的资源都不加载。"));
    equals(toolNames(input.tools), ["count", "guide", "late"], say(`the tools of request ${index + 1}`, `第 ${index + 1} 次请求的 tools`), say("The tool that was enabled in the first turn is there by now; trust does not touch tools.", "第一轮里启用的工具现在可用了；信任不影响工具。"));
  }
});

clause("s12.10", branched("its history, and the tree", "它的历史，以及会话树"), async (kit) => {
  const played = await kit.play(story);
  checkTurn(played, branch, { user: "and else?", results: [{ toolCallId: "c5", content: "late!" }, { toolCallId: "c6" }], answer: { content: "rest", stopReason: "stop" } }, [user("what now?")]);
  contains(resultsOf(played.history(branch))[1]?.content, "pick the smallest change", say("the result of the package's tool", "包里工具的结果"));
  const before = coresOf(played.array(4));
  matches(coresOf(played.array(7)).slice(0, before.length), before, say("the entries of the tree from before the second turn", "第二轮之前会话树里的条目"), say("A branch adds entries; it moves, changes and removes none.", "分支只增加条目，不移动、不改动、也不删除任何条目。"));
  equals(played.array(7).length, before.length + played.history(branch).length - 1, say("the number of entries after the second turn", "第二轮之后的条目数"));
});
