/** s04, examples: calls in messages that end the loop, `runOneTurn`, the history out of reach. */
import { asks, assistant, breaks, call, error, loop, register, reply, says, scenario, tool, truncated, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, matches, startsWith } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkOrder, checkPairs, checkRequest, checkRequests, checkResults, checkTurn, resultsOf, traced } from "../harness/turns.ts";
import type { Call, Reply, Step, TurnOptions } from "../player/scenario.ts";
import { callsText, echoes, readAndWrite } from "./words.ts";

const twoCalls: [Call, Call] = [call("c1", "read", { text: "alpha" }), call("c2", "write", { text: "beta" })];

const endings: [string, string, Reply][] = [
  ["that ends with stop", "以 stop 结束的消息", reply(["bye"], twoCalls, "stop")],
  ["that ends with error", "以 error 结束的消息", reply(["oh"], twoCalls, "error")],
  ["that stops without message_end", "没有 message_end 就断了的消息", truncated(["well"], twoCalls)],
  ["that breaks off with an error", "中途抛错的消息", breaks(error("line dead"), ["well"], twoCalls)],
];

for (const [en, zh, last] of endings) {
  clause("s04.7", say(`two calls in a message ${en}`, `${zh}里有两个调用`), async (kit) => {
    const first = asks([call("c0", "read", { text: "start" })]);
    const played = await kit.play(scenario(...readAndWrite, loop("go", traced([first, last])), loop("again", [says("back")])));
    equals(played.requests(2).length, 2, callsText, say("No reply waits for these results.", "没有谁在等这些结果。"));
    checkResults(played, 2, echoes);
    checkPairs(played.history(2));
    checkRequests(played, 3, played.history(2));
  });
}

clause("s04.7", say("a call on the last permitted request", "最后一次允许的请求里有调用"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", traced([asks(twoCalls), says("never")]), { maxTurns: 1 })));
  checkResults(played, 2, echoes);
  checkPairs(played.history(2));
});

clause("s04.9", say("a reply with two calls", "回复里有两个调用"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, turn("go", [asks(twoCalls, "let me"), says("never asked")], { registry: "main" }), turn("again", [says("back")])));
  equals(played.all("handler").length, 0, say("the number of tools that ran", "执行了的工具个数"), say("Whoever calls runOneTurn did not ask for tools to be run.", "调用 runOneTurn 的人没有要求执行工具。"));
  equals(played.requests(2).length, 1, callsText);
  const history = played.history(2);
  matches(history.slice(0, 2), [user("go"), { role: "assistant", content: "let me" }], say("the history after the turn", "这一轮之后的历史"));
  // Whoever keeps the calls may record that they were not run.
  for (const more of history.slice(2)) {
    matches(more, { role: "toolResult" }, say("a message after the reply", "回复之后的消息"), say("One reply is recorded, not two.", "只记一条回复，不是两条。"));
    startsWith(more.content, "error:", say("the result of a call that was not run", "没有执行的调用的结果"));
  }
  matches(played.value(3), assistant("back"), say("the answer of the turn after it", "下一轮的回复"));
});

clause("s04.9", say("a turn, and an input, after a loop with a tool", "用过工具的循环之后，再来一轮、再构造一次输入"), async (kit) => {
  const played = await kit.play(scenario(...readAndWrite, loop("go", [asks([twoCalls[0]]), says("done")]), { do: "input" }, turn("more", [says("yes")])));
  const shown = [user("go"), { role: "toolResult", toolCallId: "c1", content: "alpha" }];
  const why = say("There is one way to show a history to a model: results and their ids stand in these requests, too.", "把历史给模型看的方式只有一种：这些请求里同样要有工具结果和它们的 id。");
  checkRequest(played.object(3), shown, say("the user messages and results in the input", "输入里的用户消息和工具结果"), why);
  checkRequest(played.requests(4)[0], [...shown, user("more")], say("the user messages and results in runOneTurn's request", "runOneTurn 的请求里的用户消息和工具结果"), why);
});

clause("s04.10", say("three turns, tools in two of them", "三轮对话，其中两轮用了工具"), async (kit) => {
  const read = (id: string): Reply => asks([call(id, "read", { text: `text of ${id}` })], `for ${id}`);
  const played = await kit.play(scenario(...readAndWrite, loop("one", [read("c1"), says("1")]), turn("two", [says("2")]), loop("three", [read("c2"), says("3")])));
  checkTurn(played, 2, { user: "one", results: [{ toolCallId: "c1", content: "text of c1" }], answer: assistant("1") });
  checkTurn(played, 3, { user: "two", results: [], answer: assistant("2") }, played.history(2));
  checkTurn(played, 4, { user: "three", results: [{ toolCallId: "c2", content: "text of c2" }], answer: assistant("3") }, played.history(3));
  checkRequests(played, 4, played.history(3));
});

clause("s04.10", say("a handler mutates the input it was given", "handler 改动它收到的 input"), async (kit) => {
  const vandal = { name: "read", acts: [{ effects: [{ do: "vandalArgs" as const }], gives: { is: "echo" as const } }] };
  const played = await kit.play(scenario(register(vandal), register(tool("write")), loop("go", [asks(twoCalls), says("done")])));
  checkTurn(played, 2, { user: "go", results: [{ toolCallId: "c1", content: "alpha" }, { toolCallId: "c2", content: "beta" }], answer: assistant("done") });
  checkOrder(played, 2);
});

clause("s04.10", say("the provider mutates each input it is given", "provider 改动每次收到的输入"), async (kit) => {
  const vandal = (made: Reply): Reply => ({ ...made, vandal: true });
  const played = await kit.play(scenario(...readAndWrite, loop("go", [asks(twoCalls), asks([call("c3", "read", { text: "gamma" })]), says("done")].map(vandal))));
  const results = [{ toolCallId: "c1", content: "alpha" }, { toolCallId: "c2", content: "beta" }, { toolCallId: "c3", content: "gamma" }];
  checkOrder(played, 2);
  checkTurn(played, 2, { user: "go", results, answer: assistant("done") });
  checkRequests(played, 2);
});

clause("s04.10", say("the provider mutates its events, the caller the answer, after the turn", "一轮结束后，provider 改动它发过的事件，调用者改动返回的回复"), async (kit) => {
  const vandals = [{ do: "vandal", step: 2, what: "args" }, { do: "vandal", step: 2, what: "result" }] as const;
  const played = await kit.play(scenario(...readAndWrite, loop("go", [asks(twoCalls), says("done")]), ...vandals, loop("again", [says("back")])));
  const before = played.history(2);
  equals(played.history(5).slice(0, before.length), before, say("the history from before", "之前的历史"), say("A call in an event, a returned answer: whoever keeps one must not hold a piece of your history in hand.", "事件里的调用、返回的回复：别人留着它们，不等于手里攥着你的一段历史。"));
});

const answers: [string, string, Reply[], TurnOptions][] = [
  ["the answer of the limit", "达到上限时的回复", [asks(twoCalls)], { maxTurns: 1 }],
  ["an answer that holds calls", "带有调用的回复", [reply(["done"], twoCalls, "stop")], {}],
  ["the answer of a failure", "出错时的回复", [breaks(error("down"), ["so far"], twoCalls)], {}],
];

for (const [en, zh, replies, options] of answers) {
  clause("s04.10", say(`the caller mutates ${en}`, `调用者改动${zh}`), async (kit) => {
    const played = await kit.play(scenario(...readAndWrite, loop("go", replies, options), { do: "vandal", step: 2, what: "result" }, { do: "history" }));
    equals(played.value(4), played.history(2), say("the history, looked at again", "再看一次历史"), say("What you return must be a copy of what you keep, its calls included.", "返回的必须是保存内容的副本，里面的调用也一样。"));
  });
}

clause("s04.10", say("two states, one registry", "两个 state，同一个 registry"), async (kit) => {
  const read = (id: string): Reply[] => [asks([call(id, "read", { text: id })]), says(`after ${id}`)];
  const played = await kit.play(scenario(...readAndWrite, loop("left", read("c1")), { ...loop("right", read("c2")), state: "other" }, loop("left again", read("c3"))));
  checkTurn(played, 3, { user: "right", results: [{ toolCallId: "c2", content: "c2" }], answer: assistant("after c2") });
  matches(resultsOf(played.history(4)).map((one) => one.toolCallId ?? null), ["c1", "c3"], say("the calls with results in the first state", "第一个 state 里有结果的调用"));
});

const exposed: [string, string, Step[]][] = [
  ["the input built after it is mutated", "之后构造的输入被改动", [{ do: "input" }, { do: "vandal", step: 3, what: "result" }]],
  ["the provider of a later runOneTurn mutates its input", "之后的 runOneTurn 里，provider 改动它收到的输入", [turn("more", [{ ...says("yes"), vandal: true }])]],
];

for (const [en, zh, later] of exposed) {
  clause("s04.10", say(`a loop with a tool; ${en}`, `用过工具的循环；${zh}`), async (kit) => {
    const played = await kit.play(scenario(...readAndWrite, loop("go", [asks([twoCalls[0]]), says("done")]), ...later, { do: "history" }));
    const before = played.history(2);
    equals(played.array(-1).slice(0, before.length), before, say("the history from before", "之前的历史"), say("A request is a copy all the way down: the calls of its messages, too.", "请求要一直复制到最里层：消息里的调用也一样。"));
  });
}

clause("s04.10", say("ToolRegistry.run, and a handler that mutates its input", "直接调用 ToolRegistry.run，handler 改动了它的 input"), async (kit) => {
  const made = call("c1", "read", { text: "alpha" });
  const vandal = { name: "read", acts: [{ effects: [{ do: "vandalArgs" as const }], gives: { is: "echo" as const } }] };
  const played = await kit.play(scenario(register(vandal), { do: "run", call: made }, { do: "look", step: 1, what: "args" }));
  equals(played.value(2), [made], say("the call that run was given, looked at again", "再看一次交给 run 的调用"), say("The call belongs to whoever called `run`: a handler gets a copy of its input.", "调用属于调用 `run` 的人：handler 拿到的 input 应该是副本。"));
});
