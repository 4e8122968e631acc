/** s11, examples: what a trusted and an untrusted turn show to the provider, and what trust leaves alone. */
import { asks, call, loop, register, reply, says, scenario, tool, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, holds, matches } from "../harness/judge.ts";
import type { Fields } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import { inOrder } from "../harness/turns.ts";
import type { Scenario, TurnOptions } from "../player/scenario.ts";
import { checkDeeds } from "./deeds.ts";
import { loader, project, promptText, traces, untouched } from "./words.ts";

/** Nothing of the project stands anywhere in a request. */
function checkClean(requests: Fields[], atLeast: number): void {
  holds(requests.length >= atLeast, say(`${atLeast} requests to look at`, `可供检查的 ${atLeast} 次请求`), say(`${requests.length} requests`, `${requests.length} 次请求`));
  for (const [index, input] of requests.entries()) {
    const leak = traces.find((trace) => JSON.stringify(input).includes(trace));
    holds(
      leak === undefined,
      say(`nothing of the project in request ${index + 1} of the untrusted turn`, `不信任的一轮里，第 ${index + 1} 次请求不含项目里的任何东西`),
      say(`it holds ${show(leak)}`, `它含有 ${show(leak)}`),
      say("An untrusted resource that reaches the model has already done its work. Look for a request that is built without the trust.", "不受信任的资源一旦到了模型那里，就已经起作用了。找一找哪个请求在构造时没有用到信任。"),
    );
  }
}

const untrusted: TurnOptions = { loader: "main", trust: "untrusted" };
const nothing = say("How many resources there are, or how long they are, says something of the project, too: an untrusted turn has the prompt of a project without any.", "有多少份资源、有多长，也透露了项目的情况：不信任的一轮，提示词应该和没有资源的项目一样。");

clause("s11.4", say("an untrusted runOneTurn", "不信任的 runOneTurn"), async (kit) => {
  const played = await kit.play(scenario(loader(), turn("hello", [says("hi")], untrusted)));
  checkClean(played.requests(), 1);
  equals(played.requests()[0]?.systemPrompt, "", promptText, nothing);
});

clause("s11.4", say("an untrusted buildProviderInput", "不信任的 buildProviderInput"), async (kit) => {
  const played = await kit.play(scenario(loader(), { do: "input", options: untrusted }));
  checkClean([played.object(1)], 1);
  equals(played.object(1).systemPrompt, "", say("the systemPrompt of the input", "输入里的 systemPrompt"), nothing);
});

clause("s11.4", say("an untrusted loop with three requests", "不信任、共请求三次的工具循环"), async (kit) => {
  const replies = [asks([call("c1", "echo", { text: "a" })]), asks([call("c2", "echo", { text: "b" })]), says("done")];
  const played = await kit.play(scenario(loader(), register(tool("echo")), loop("hello", replies, untrusted)));
  checkClean(played.requests(), 3);
  equals(played.requests().map((input) => input.systemPrompt ?? null), ["", "", ""], say("the systemPrompts of the requests", "各次请求里的 systemPrompt"), nothing);
});

const perTurn = say("The trust of this turn decides, not that of the turn before.", "由这一轮的信任决定，而不是上一轮的。");

for (const by of ["runOneTurn", "runEventedToolLoop"] as const) {
  clause("s11.5", say(`${by}: trusted, untrusted, trusted, on one loader`, `${by}：同一个 loader，先信任，再不信任，再信任`), async (kit) => {
    const made = (input: string, trust: "trusted" | "untrusted") => ({ ...turn(input, [says("ok")], { loader: "main", trust }), by });
    const played = await kit.play(scenario(loader(), made("one", "trusted"), made("two", "untrusted"), made("three", "trusted")));
    for (const { content } of project) contains(played.requests(1)[0]?.systemPrompt, content, say("the systemPrompt of the first turn, trusted,", "第一轮（信任）的 systemPrompt "), perTurn);
    equals(played.requests(2)[0]?.systemPrompt, "", say("the systemPrompt of the second turn, untrusted", "第二轮（不信任）的 systemPrompt"), perTurn);
    checkClean(played.requests(2), 1);
    for (const { content } of project) contains(played.requests(3)[0]?.systemPrompt, content, say("the systemPrompt of the third turn, trusted,", "第三轮（信任）的 systemPrompt "), perTurn);
  });
}

clause("s11.5", say("buildProviderInput: untrusted, then trusted", "buildProviderInput：先不信任，再信任"), async (kit) => {
  const played = await kit.play(scenario(loader(), { do: "input", options: untrusted }, { do: "input", options: { loader: "main", trust: "trusted" } }));
  equals(played.object(1).systemPrompt, "", say("the systemPrompt of the untrusted input", "不信任时的 systemPrompt"), perTurn);
  for (const { content } of project) contains(played.object(2).systemPrompt, content, say("the systemPrompt of the trusted input", "信任时的 systemPrompt "), perTurn);
});

clause("s11.6", say("an untrusted turn after a trusted one, in one session", "同一个会话里，先信任一轮，再不信任一轮"), async (kit) => {
  const played = await kit.play(scenario(loader(), loop("one", [says("1")], { loader: "main", trust: "trusted" }), loop("two", [says("2")], untrusted)));
  matches(played.requests(2)[0]?.messages, [user("one"), { role: "assistant", content: "1" }, user("two")], say("the messages of the untrusted turn's request", "不信任的一轮的请求里的 messages"), say("Trust is about what the project brings along. What was said in the session is the session's, and the model reads it in every turn.", "信任管的是项目带来的东西。会话里说过的话属于会话，每一轮模型都要读到。"));
  matches(played.history(2), [user("one"), { role: "assistant", content: "1" }, user("two"), { role: "assistant", content: "2" }], say("the history after the untrusted turn", "不信任的一轮之后的历史"), untouched);
});

/** The same turn twice, on states of their own: step 3 trusted, step 4 untrusted. */
const twins = (options: TurnOptions): Scenario => {
  const replies = [asks([call("c1", "echo", { text: "a" }), call("c2", "wipe")]), says("done")];
  const side = (trust: "trusted" | "untrusted") => ({ ...loop("go", replies, { loader: "main", ...options, trust }), state: trust });
  return scenario(loader(), register(tool("echo")), register(tool("wipe", "wiped")), side("trusted"), side("untrusted"));
};

clause("s11.6", say("tools in an untrusted turn", "不信任的一轮里的工具"), async (kit) => {
  const played = await kit.play(twins({}));
  checkClean(played.requests(4), 2);
  const ran = played.all("handler", 4).map((seen) => seen.tool);
  equals(ran, ["echo", "wipe"], say("the tools that ran in the untrusted turn", "不信任的一轮里运行过的工具"), say("Trust is no permission to run. What a call may do is a matter for hooks, and for the container around the process.", "信任不是执行许可。一次调用能做什么，由 hook 和进程外面的容器来管。"));
  checkDeeds(played, 4, 3);
});

clause("s11.6", say("a hook that blocks one call, in a trusted turn and in an untrusted one", "一个拦下某次调用的 hook，信任和不信任各一轮"), async (kit) => {
  const played = await kit.play(twins({ hooks: { before: [{ call: "c2", act: { is: "block", reason: "no wiping" } }], after: [{ act: { is: "appends", text: "!" } }] } }));
  const why = say("Hooks decide about calls in every turn: a trusted project gets no free pass, an untrusted one no second lock.", "每一轮的调用都由 hook 决定：受信任的项目没有特权，不受信任的也不会多一道锁。");
  for (const [step, whose] of [[3, say("trusted", "信任")], [4, say("untrusted", "不信任")]] as const) {
    equals(played.all("handler", step).map((seen) => seen.tool), ["echo"], say(`the tools that ran in the ${whose.en} turn`, `${whose.zh}的一轮里运行过的工具`), why);
  }
  checkClean(played.requests(4), 2);
  checkDeeds(played, 4, 3);
});

clause("s11.6", say("listeners and a mode in an untrusted turn", "不信任的一轮里的监听者和 mode"), async (kit) => {
  const listens = { do: "use", extension: { acts: [{ do: "on", type: "message", label: "heard" }, { do: "on", type: "done", label: "over" }] } } as const;
  const { steps } = twins({ extensions: "main", mode: { is: "records" } });
  const played = await kit.play(scenario({ ...listens, extension: { acts: [...listens.extension.acts] } }, ...steps));
  checkClean(played.requests(5), 2);
  equals(played.all("render", 5).length, 1, say("the number of times the mode rendered in the untrusted turn", "不信任的一轮里 mode 渲染的次数"), untouched);
  checkDeeds(played, 5, 4);
});

clause("s11.6", say("an untrusted turn that asks for tools without end, no limit given", "不信任的一轮不停地要用工具，没有给上限"), async (kit) => {
  const played = await kit.play(scenario(loader(), register(tool("echo")), { ...loop("go", [asks([call("c1", "echo", { text: "a" })])], untrusted), forever: true }));
  equals(played.requests(2).length, 8, say("the number of provider calls in the untrusted turn", "不信任的一轮里请求 provider 的次数"), untouched);
});

clause("s11.6", say("the log of an untrusted turn", "不信任的一轮的日志"), async (kit) => {
  const played = await kit.play(scenario(loader(), loop("go", [says("good ", "morning")], untrusted)));
  const lines = played.log(1);
  holds(inOrder(lines, ["good ", "morning"]), say("each delta in a line of its own, in order", "每个 delta 各占一行，按顺序输出"), say(show(lines), show(lines)), untouched);
});

clause("s11.6", say("an untrusted turn whose answer ends with stop and still calls a tool", "不信任的一轮，以 stop 结束的回复里还有工具调用"), async (kit) => {
  const played = await kit.play(scenario(loader(), register(tool("echo")), loop("go", [reply(["bye"], [call("c1", "echo", { text: "a" })], "stop")], untrusted)));
  equals(played.all("handler", 2).map((seen) => seen.tool), ["echo"], say("the tools that ran in the untrusted turn", "不信任的一轮里运行过的工具"), untouched);
});
