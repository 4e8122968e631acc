/** s09, examples: the tools of an extension are tools like any other. */
import { asks, call, error, loop, register, says, scenario, throwingTool, tool } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, matches, startsWith } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkTurn, resultsOf } from "../harness/turns.ts";
import { use } from "./words.ts";

const greets = use({ do: "tool", tool: tool("greet", "good morning") });
const greet = asks([call("c1", "greet", { to: "Ada" })]);

clause("s09.1", say("the registry's own specs", "直接看 registry 的 spec"), async (kit) => {
  const played = await kit.play(scenario(register(tool("read")), greets, { do: "specs" }));
  matches(played.value(2), [{ name: "read" }, { name: "greet", description: "the tool greet" }], say("the specs of the registry", "registry 里的 spec"), say("The runtime was made with this registry: that is where its extensions' tools belong.", "runtime 是用这个 registry 创建的，扩展的工具就该放进这里。"));
});

clause("s09.1", say("a turn that calls the tool of an extension", "一轮对话调用扩展的工具"), async (kit) => {
  const played = await kit.play(scenario(greets, loop("hi", [greet, says("done")], { extensions: "main" })));
  matches(played.requests(1)[0]?.tools, [{ name: "greet" }], say("the tools of the request", "请求里的 tools"));
  checkTurn(played, 1, { user: "hi", results: [{ toolCallId: "c1", content: "good morning" }], answer: { content: "done", stopReason: "stop" } });
});

clause("s09.1", say("an extension used between two turns", "两轮之间用上一个扩展"), async (kit) => {
  const played = await kit.play(scenario(loop("one", [says("1")]), greets, loop("two", [says("2")])));
  matches(played.requests(0)[0]?.tools, [], say("the tools before the extension", "用上扩展之前的 tools"));
  matches(played.requests(2)[0]?.tools, [{ name: "greet" }], say("the tools after the extension", "用上扩展之后的 tools"));
});

clause("s09.1", say("a runtime made with another registry", "runtime 用的是另一个 registry"), async (kit) => {
  const played = await kit.play(scenario({ do: "runtime", registry: "other" }, greets, { do: "specs", registry: "other" }, { do: "specs" }));
  matches(played.value(2), [{ name: "greet" }], say("the specs of the registry the runtime was made with", "创建 runtime 时给的 registry 里的 spec"));
  matches(played.value(3), [], say("the specs of the other registry", "另一个 registry 里的 spec"));
});

clause("s09.1", say("a tool under a name that is taken", "工具的名字已被占用"), async (kit) => {
  const replaces = use({ do: "tool", tool: { ...tool("read", "new text"), description: "reads anew" } });
  const played = await kit.play(scenario(register(tool("read", "old text")), replaces, { do: "run", call: call("c1", "read") }, { do: "specs" }));
  const why = say("A name that is registered again replaces its tool, whoever registers it.", "同名再注册就是替换，不管由谁来注册。");
  matches(played.value(2), "new text", say("the result of the tool", "工具的结果"), why);
  matches(played.value(3), [{ name: "read", description: "reads anew" }], say("the specs of the registry", "registry 里的 spec"), why);
});

clause("s09.2", say("beforeToolCall blocks the tool of an extension", "beforeToolCall 拦下扩展的工具"), async (kit) => {
  const hooks = { before: [{ act: { is: "block" as const, reason: "not today" } }] };
  const played = await kit.play(scenario(greets, loop("hi", [greet, says("done")], { extensions: "main", hooks })));
  const why = say("A hook is the one place where a call can be stopped. A tool that came from an extension is no exception.", "要拦下一次调用，只有 hook 这一个地方。扩展带来的工具也不例外。");
  matches(played.all("handler").length, 0, say("the number of times the blocked tool ran", "被拦下的工具运行的次数"), why);
  contains(resultsOf(played.history(1))[0]?.content, "not today", say("the result of the blocked call", "被拦下的调用的结果"), why);
});

clause("s09.2", say("afterToolCall rewrites the result", "afterToolCall 改写结果"), async (kit) => {
  const hooks = { before: [], after: [{ act: { is: "appends" as const, text: ", checked" } }] };
  const played = await kit.play(scenario(greets, loop("hi", [greet, says("done")], { extensions: "main", hooks })));
  matches(played.all("before").map((seen) => seen.call), [{ id: "c1", name: "greet", input: { to: "Ada" } }], say("the calls that beforeToolCall saw", "beforeToolCall 看到的调用"));
  checkTurn(played, 1, { user: "hi", results: [{ toolCallId: "c1", content: "good morning, checked" }], answer: { content: "done" } });
});

clause("s09.2", say("the tool of an extension throws", "扩展的工具抛错"), async (kit) => {
  const hooks = { after: [{ act: { is: "keeps" as const } }] };
  const played = await kit.play(scenario(use({ do: "tool", tool: throwingTool("greet", error("no voice")) }), loop("hi", [greet, says("sorry")], { hooks, extensions: "main" })));
  startsWith(played.all("after")[0]?.result, "error:", say("the result that afterToolCall saw", "afterToolCall 看到的结果"));
  checkTurn(played, 1, { user: "hi", results: [{ toolCallId: "c1" }], answer: { content: "sorry", stopReason: "stop" } });
});
