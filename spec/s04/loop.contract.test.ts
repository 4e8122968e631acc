/** s04, examples: calls, results, requests, the answer. */
import { asks, assistant, call, loop, register, reply, says, scenario, tool } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, holds, matches } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import { checkRequest, checkTurn, inOrder, resultsOf } from "../harness/turns.ts";
import { asking, callsText, pages, readAndWrite, returnedText } from "./words.ts";

const readCall = call("c1", "read", { text: "alpha" });
const writeCall = call("c2", "write", { text: "beta" });
const resultsText = say("the tool results of the turn, in call order", "这一轮的工具结果（按调用顺序）");
const dozen = Array.from({ length: 12 }, (_, at) => at);
const twelve = scenario(...dozen.map((at) => register(tool(`t${at}`))), loop("go", [asks(dozen.map((at) => call(`c${at}`, `t${at}`))), says("done")]));
const long = "0123456789".repeat(2000);
const longResult = scenario(...readAndWrite, loop("go", [asks([call("c1", "read", { text: long })]), says("done")]));
const wholeWhy = say("The text of a tool is not yours to cut: it reaches the model whole.", "工具给出的文字不该由你来截断，要完整地交给模型。");
const twoCalls = scenario(...readAndWrite, loop("go", [asks([readCall, writeCall]), says("done")]));

clause("s04.1", say("one call", "一个调用"), async (kit) => {
  const played = await kit.play(scenario(register(tool("weather", "sunny")), loop("how is it?", [asks([call("c1", "weather", { city: "Kyoto" })]), says("sunny")])));
  const ran = played.all("handler").map((seen) => ({ tool: seen.tool, input: seen.input }));
  matches(ran, [{ tool: "weather", input: { city: "Kyoto" } }], say("the tools that ran, with their input", "执行了的工具和它们的 input"));
  checkTurn(played, 1, { user: "how is it?", results: [{ toolCallId: "c1", content: "sunny" }], answer: assistant("sunny") });
});

clause("s04.1", say("two calls in one message", "一条消息里有两个调用"), async (kit) => {
  const played = await kit.play(twoCalls);
  matches(played.all("handler").map((seen) => seen.tool), ["read", "write"], say("the tools that ran, in order", "执行了的工具（按顺序）"));
  checkTurn(played, 2, { user: "go", results: [{ toolCallId: "c1", content: "alpha" }, { toolCallId: "c2", content: "beta" }], answer: assistant("done") });
});

clause("s04.1", say("the same tool twice, with other inputs and texts", "同一个工具调用两次，input 和结果都不同"), async (kit) => {
  const played = await kit.play(scenario(register(tool("next", "one", "two")), loop("go", [asks([call("z", "next"), call("a", "next")]), says("done")])));
  checkTurn(played, 1, { user: "go", results: [{ toolCallId: "z", content: "one" }, { toolCallId: "a", content: "two" }], answer: assistant("done") });
});

clause("s04.1", say("two calls with the ids 10 and 9", "两个调用，id 是 10 和 9"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [asks([call("10", "read", { text: "a" }), call("9", "read", { text: "b" })]), says("done")])));
  matches(resultsOf(played.history(2)), [{ toolCallId: "10", content: "a" }, { toolCallId: "9", content: "b" }], resultsText, say("Call order is the order of the calls. An object as a dictionary sorts ids that look like numbers.", "调用顺序就是调用发出的顺序。拿对象当字典，像数字的 id 会被重新排序。"));
});

clause("s04.1", say("tools named like inherited members, and one named by the empty string", "工具名和继承来的成员同名，还有一个是空字符串"), async (kit) => {
  const names = ["__proto__", "", "toString"];
  const played = await kit.play(scenario(...names.map((name) => register(tool(name))), loop("go", [asks(names.map((name, at) => call(`c${at}`, name, { text: `t${at}` }))), says("done")])));
  matches(resultsOf(played.history(3)), names.map((_, at) => ({ toolCallId: `c${at}`, content: `t${at}` })), resultsText, say("Any string is the name of a tool: what was registered is found again.", "任何字符串都可以当工具名：注册过的就要找得到。"));
});

clause("s04.1", say("twelve calls in one message, to twelve tools", "一条消息里有十二个调用，分别调用十二个工具"), async (kit) => {
  const played = await kit.play(twelve);
  matches(resultsOf(played.history(12)).map((one) => one.toolCallId ?? null), dozen.map((at) => `c${at}`), say("the calls that have a result, in call order", "有结果的调用（按调用顺序）"), say("Each call gets its result, however many there are.", "不管有多少个调用，每个都要有结果。"));
});

clause("s04.1", say("a result of 20,000 characters", "两万字的结果"), async (kit) => {
  const [recorded] = resultsOf((await kit.play(longResult)).history(2));
  equals(recorded?.content, long, say("the content of the result", "结果的 content"), wholeWhy);
});

clause("s04.1", say("ToolRegistry.run called directly", "直接调用 ToolRegistry.run"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, { do: "run", call: readCall }));
  equals(played.value(2), "alpha", say("what ToolRegistry.run returns: the handler's text", "ToolRegistry.run 返回的：handler 给出的文字"));
});

clause("s04.2", say("two calls in one message", "一条消息里有两个调用"), async (kit) => {
  const played = await kit.play(twoCalls);
  const requests = played.requests(2);
  equals(requests.length, 2, callsText, say("All calls of one message first, then one request.", "先执行完一条消息里的所有调用，再发一次请求。"));
  const results = [{ role: "toolResult", toolCallId: "c1", content: "alpha" }, { role: "toolResult", toolCallId: "c2", content: "beta" }];
  checkRequest(requests[1], [{ role: "user", content: "go" }, ...results], say("the user messages and results in request 2", "第 2 次请求里的用户消息和工具结果"), say("The model waits for these results: a request without them asks the same question again.", "模型在等这些结果：请求里没有它们，就等于把同一个问题又问了一遍。"));
});

clause("s04.2", say("three batches, one after the other", "接连三批调用"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [...asking(3), says("done")])));
  const requests = played.requests(2);
  equals(requests.length, 4, callsText);
  const results = pages(3).map((page) => ({ role: "toolResult", ...page }));
  for (const [n, request] of requests.entries()) {
    checkRequest(request, [{ role: "user", content: "go" }, ...results.slice(0, n)], say(`the user messages and results in request ${n + 1}`, `第 ${n + 1} 次请求里的用户消息和工具结果`));
  }
});

clause("s04.2", say("a result of 20,000 characters", "两万字的结果"), async (kit) => {
  const request = (await kit.play(longResult)).requests(2)[1];
  checkRequest(request, [{ role: "user", content: "go" }, { role: "toolResult", toolCallId: "c1", content: long }], say("the user messages and results in request 2", "第 2 次请求里的用户消息和工具结果"), wholeWhy);
});

clause("s04.2", say("thirty turns of the loop on one state", "同一个 state 上三十轮循环"), async (kit) => {
  const rounds = Array.from({ length: 30 }, (_, at) => `q${at}`);
  const played = await kit.play(scenario(...rounds.map((asked) => loop(asked, [says("yes")]))));
  checkRequest(played.requests(-1)[0], rounds.map((content) => ({ role: "user", content })), say("the user messages in the last request", "最后一次请求里的用户消息"), say("The loop shows the whole history, however long it is.", "历史再长，循环也要全部给模型看。"));
});

clause("s04.3", say("a reply without a call", "回复里没有调用"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("hello", [says("hi")])));
  equals(played.requests(2).length, 1, callsText);
  matches(played.value(2), assistant("hi"), returnedText);
  checkTurn(played, 2, { user: "hello", results: [], answer: assistant("hi") });
});

clause("s04.3", say("texts before the calls and a text at the end", "调用之前有文字，最后也有文字"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [asks([readCall], "let me look"), asks([writeCall], "and write"), says("all ", "done")])));
  const why = say("The answer is the last reply alone; what was said before the calls is not part of it.", "最终回复只是最后那次回复；调用之前说的话不算在内。");
  matches(played.value(2), assistant("all done"), returnedText, why);
  checkTurn(played, 2, { user: "go", results: [{ toolCallId: "c1" }, { toolCallId: "c2" }], answer: assistant("all done") });
});

clause("s04.3", say("a call in a message that ends with stop", "消息里有调用，却以 stop 结束"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [reply(["bye"], [readCall], "stop"), says("too much")])));
  equals(played.requests(2).length, 1, callsText, say("The model said stop: it does not wait for results.", "模型说了 stop：它不等结果。"));
  matches(played.value(2), assistant("bye"), returnedText);
  checkTurn(played, 2, { user: "go", results: [{ toolCallId: "c1", content: "alpha" }], answer: assistant("bye"), answerHeldCalls: true });
});

clause("s04.3", say("a reply that ends with toolUse, but without a call", "以 toolUse 结束、却没有调用的回复"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [reply(["let me"], [], "toolUse"), says("too much")])));
  equals(played.requests(2).length, 1, callsText, say("No tool was called, so there is no result to ask again with.", "没有调用工具，也就没有结果可以拿去再问一次。"));
  // Whether the answer keeps toolUse is free.
  matches(played.value(2), { role: "assistant", content: "let me" }, returnedText);
});

const around = scenario(...readAndWrite, loop("go", [{ events: [{ type: "message_start" }, { type: "text_delta", text: "before " }, { type: "tool_call", call: readCall }, { type: "text_delta", text: "after" }, { type: "message_end", stopReason: "stop" }] }]));

clause("s04.3", say("a text before a call and one after it", "调用之前有文字，之后也有"), async (kit) => {
  const played = await kit.play(around);
  matches(played.value(2), assistant("before after"), returnedText, say("A call may stand anywhere in a message: the text goes on after it.", "调用可以出现在消息的任何位置，后面还可以有文字。"));
});

clause("s04.8", say("twelve tools", "十二个工具"), async (kit) => {
  const played = await kit.play(twelve);
  for (const [n, request] of played.requests(12).entries()) {
    matches(request.tools, dozen.map((at) => ({ name: `t${at}` })), say(`the tools in request ${n + 1}`, `第 ${n + 1} 次请求里的 tools`), say("All tools of the registry, however many there are.", "不管有多少工具，都要全部列出。"));
  }
});

clause("s04.8", say("deltas before a call and in the answer", "调用之前和回复里的 delta"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [asks([readCall], "look", "ing"), says("fou", "nd")])));
  // Event n+1 is the nth delta (event 1 is message_start): it must be out before event n+2 is pulled.
  for (const [request, at, delta] of [[1, 1, "look"], [1, 2, "ing"], [2, 1, "fou"], [2, 2, "nd"]] as const) {
    const timeline = played.transcript.timeline;
    const logged = timeline.findIndex((seen) => seen.what === "log" && typeof seen.line === "string" && seen.line.includes(delta));
    const pulled = timeline.findIndex((seen) => seen.what === "pull" && seen.n === request && seen.event === at + 2);
    holds(
      logged >= 0 && (pulled < 0 || logged < pulled),
      say(`${show(delta)} of reply ${request} is logged before the next event is pulled`, `第 ${request} 次回复的 ${show(delta)} 在拉取下一个事件之前就输出`),
      logged < 0 ? say(`it is not in the log: ${show(played.log())}`, `输出里没有它：${show(played.log())}`) : say("it is logged later", "它输出得晚了"),
    );
  }
});

clause("s04.8", say("two tools, two requests", "两个工具，两次请求"), async (kit) => {
  const described = { ...tool("read"), description: "reads a page", input: { text: "the page" } };
  const played = await kit.play(scenario(register(described), register(tool("write")), loop("go", [asks([readCall]), says("done")])));
  for (const [n, request] of played.requests(2).entries()) {
    matches(request.tools, [{ name: "read", description: "reads a page", input: { text: "the page" } }, { name: "write" }], say(`the tools in request ${n + 1}`, `第 ${n + 1} 次请求里的 tools`), say("What the model cannot see it cannot call: the tools belong in every request.", "模型看不到的工具就没法调用：每次请求都要带上 tools。"));
  }
});

clause("s04.8", say("a text before a call and one after it", "调用之前有文字，之后也有"), async (kit) => {
  const lines = (await kit.play(around)).log(2);
  holds(inOrder(lines, ["before ", "after"]), say('"before " and "after" are logged, in this order', '依次输出 "before " 和 "after"'), say(show(lines), show(lines)), say("A call does not end the text of a message.", "消息的文字不会因为有调用就结束。"));
});
