/** s05, examples: one call, its hooks and its result. */
import { call, error, register, scenario, throwingTool, tool } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, matches, startsWith } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import type { HookFake, Step } from "../player/scenario.ts";
import { afterText, beforeText, checkRuns, contentText, handlerText, resultText, runOnceWhy } from "./words.ts";

const echo = register(tool("echo"));
const hello = call("c1", "echo", { text: "hello" });
const execute = (hooks?: HookFake, made = hello): Step => ({ do: "execute", call: made, ...(hooks === undefined ? {} : { hooks }) });
const result = (content: string) => ({ role: "toolResult", toolCallId: "c1", content });

clause("s05.1", say("no hooks at all", "一个钩子都没有"), async (kit) => {
  const played = await kit.play(scenario(echo, execute()));
  matches(played.value(1), result("hello"), resultText);
  matches(played.all("handler").map((seen) => seen.input), [{ text: "hello" }], handlerText, runOnceWhy);
});

clause("s05.1", say("beforeToolCall allows", "beforeToolCall 放行"), async (kit) => {
  const played = await kit.play(scenario(echo, execute({ before: [{ act: { is: "allow" } }] })));
  matches(played.value(1), result("hello"), resultText);
  matches(played.all("before").map((seen) => seen.call), [hello], beforeText, say("The hook decides by the call: it needs the id, the name and the input.", "钩子要根据调用来判断：id、name、input 一个都不能少。"));
  checkRuns(played, 1, 1, runOnceWhy);
});

clause("s05.1", say("only afterToolCall is there", "只有 afterToolCall"), async (kit) => {
  const played = await kit.play(scenario(echo, execute({ after: [{ act: { is: "keeps" } }] })));
  matches(played.value(1), result("hello"), resultText);
  checkRuns(played, 1, 1, runOnceWhy);
});

const blocking: HookFake = { before: [{ act: { is: "block", reason: "not on a Sunday" } }], after: [{ act: { is: "returns", text: "replaced" } }] };

clause("s05.2", say("beforeToolCall blocks", "beforeToolCall 拦下"), async (kit) => {
  const played = await kit.play(scenario(echo, execute({ before: blocking.before ?? [] })));
  checkRuns(played, 1, 0, say("Block means that the tool does not run, not that its output is thrown away.", "拦下的意思是工具不执行，而不是执行了再把输出丢掉。"));
  matches(played.value(1), { role: "toolResult", toolCallId: "c1" }, resultText);
  contains(played.object(1).content, "not on a Sunday", contentText, say("Without the reason the model tries the same call again.", "不告诉它理由，模型只会把同样的调用再来一遍。"));
});

clause("s05.2", say("a blocked call with an afterToolCall", "被拦下的调用，同时有 afterToolCall"), async (kit) => {
  const played = await kit.play(scenario(echo, execute(blocking)));
  equals(played.all("after").length, 0, say("the number of calls of afterToolCall", "afterToolCall 被调用的次数"), say("afterToolCall comes after a tool has run. This one has not.", "afterToolCall 在工具执行之后才轮到，而这个工具没有执行。"));
  contains(played.object(1).content, "not on a Sunday", contentText);
});

clause("s05.2", say("beforeToolCall blocks with an empty reason", "beforeToolCall 拦下，理由是空字符串"), async (kit) => {
  const played = await kit.play(scenario(echo, execute({ before: [{ act: { is: "block", reason: "" } }] })));
  checkRuns(played, 1, 0, say("The type says block. An empty reason is still no permission.", "type 写的是 block。理由为空也不等于放行。"));
  matches(played.value(1), { role: "toolResult", toolCallId: "c1" }, resultText);
});

clause("s05.2", say("a reason with blanks around it", "理由首尾有空白"), async (kit) => {
  const played = await kit.play(scenario(echo, execute({ before: [{ act: { is: "block", reason: " no\n" } }] })));
  contains(played.object(1).content, " no\n", contentText, say("The reason is the hook's text: pass it on as it is.", "理由是钩子写的：原样转达。"));
});

clause("s05.3", say("the tool answers", "工具正常作答"), async (kit) => {
  const played = await kit.play(scenario(echo, execute({ after: [{ act: { is: "returns", text: "[redacted]" } }] })));
  matches(played.all("after").map(({ call: seen, result: text }) => ({ call: seen, result: text })), [{ call: hello, result: "hello" }], afterText);
  matches(played.value(1), result("[redacted]"), resultText, say("What the hook returns takes the place of the tool's own text.", "钩子的返回值要取代工具自己的文字。"));
});

clause("s05.3", say("the tool gives an empty text", "工具返回空字符串"), async (kit) => {
  const played = await kit.play(scenario(register(tool("echo", "")), execute({ after: [{ act: { is: "returns", text: "nothing found" } }] })));
  matches(played.value(1), result("nothing found"), resultText, say("An empty result is a result, and the hook sees every result.", "空结果也是结果，而每个结果都要给钩子看。"));
});

clause("s05.3", say("afterToolCall returns an empty text", "afterToolCall 返回空字符串"), async (kit) => {
  const played = await kit.play(scenario(echo, execute({ after: [{ act: { is: "returns", text: "" } }] })));
  matches(played.value(1), result(""), resultText, say("An empty text is what the hook chose, not the lack of an answer.", "空字符串是钩子的选择，不等于没有答复。"));
});

const errors: [string, string, Step, string][] = [
  ["the tool throws", "工具抛错", register(throwingTool("echo", error("disk full"))), "disk full"],
  ["nobody registered the tool", "没有人注册过这个工具", register(tool("other")), "echo"],
];

for (const [en, zh, given, part] of errors) {
  clause("s05.3", say(en, zh), async (kit) => {
    const played = await kit.play(scenario(given, execute({ after: [{ act: { is: "returns", text: "sorry" } }] })));
    const seen = played.all("after");
    matches(seen.map((one) => one.call), [hello], say("the calls given to afterToolCall", "交给 afterToolCall 的调用"), say("A failed call has a result as well, and the hook sees every result.", "失败的调用也有结果，而每个结果都要给钩子看。"));
    startsWith(seen[0]?.result, "error:", say("the result given to afterToolCall", "交给 afterToolCall 的结果"));
    contains(seen[0]?.result, part, say("the result given to afterToolCall", "交给 afterToolCall 的结果"));
    matches(played.value(1), result("sorry"), resultText);
  });
}

clause("s05.3", say("the tool mutates its input", "工具改动了自己的 input"), async (kit) => {
  const vandal = register({ name: "echo", acts: [{ effects: [{ do: "vandalArgs" }], gives: { is: "echo" } }] });
  const played = await kit.play(scenario(vandal, execute({ after: [{ act: { is: "keeps" } }] })));
  matches(played.all("after").map((seen) => seen.call), [hello], say("the call given to afterToolCall", "交给 afterToolCall 的调用"), say("The tool got the very object that the hook is shown later. Give each its own copy.", "工具拿到的和之后给钩子看的是同一个对象。应当各给一份副本。"));
});
