/** s05, examples: foreign code that breaks inside one call. */
import { call, register, scenario, throwingTool, tool } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, holds, matches } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Gives, HookFake, Step } from "../player/scenario.ts";
import { checkError, checkRuns, contentText, failures, resultText } from "./words.ts";

const unseen = say("The hook has not looked at this output to the end, so it is not the result, nor a part of it.", "钩子没能看完这份输出，所以它不能当作结果，也不能当作结果的一部分。");

const echo = register(tool("echo"));
const execute = (hooks: HookFake = {}): Step => ({ do: "execute", call: call("c1", "echo", { text: "hello" }), hooks });

for (const [en, zh, thrown] of failures) {
  clause("s05.4", say(`beforeToolCall throws ${en}`, `beforeToolCall 抛出${zh}`), async (kit) => {
    const played = await kit.play(scenario(echo, execute({ before: [{ act: { is: "throws", thrown } }] })));
    checkRuns(played, 1, 0, say("Nobody allowed this call: a permission check that crashed is not a yes.", "没有人放行这次调用：权限检查崩了，不等于同意。"));
    checkError(played, 1, "c1", say("The tool did not run: the model must be able to tell that from a result.", "工具没有执行：模型要能看出来，不能当成正常结果。"));
  });

  clause("s05.5", say(`afterToolCall throws ${en}`, `afterToolCall 抛出${zh}`), async (kit) => {
    const output = "<<the raw output>>";
    const played = await kit.play(scenario(echo, { do: "execute", call: call("c1", "echo", { text: output }), hooks: { after: [{ act: { is: "throws", thrown } }] } }));
    checkRuns(played, 1, 1);
    checkError(played, 1, "c1", unseen);
    const { content } = played.object(1);
    holds(typeof content === "string" && !content.includes(output), say(`a content without the raw output ${show(output)}`, `content 里没有原始输出 ${show(output)}`), say(show(content), show(content)), unseen);
  });

  clause("s05.6", say(`the tool throws ${en}`, `工具抛出${zh}`), async (kit) => {
    const played = await kit.play(scenario(register(throwingTool("echo", thrown)), execute()));
    checkError(played, 1, "c1");
    if (thrown.kind === "error") contains(played.object(1).content, thrown.message, contentText);
  });

  clause("s05.6", say(`the tool works, and afterToolCall throws ${en}`, `工具没出错，随后 afterToolCall 抛出${zh}`), async (kit) => {
    const played = await kit.play(scenario(echo, execute({ after: [{ act: { is: "throws", thrown } }] })));
    checkError(played, 1, "c1");
  });
}

for (const id of ["", "__proto__"]) {
  clause("s05.6", say(`the call's id is ${show(id)}`, `调用的 id 是 ${show(id)}`), async (kit) => {
    const played = await kit.play(scenario(echo, { do: "execute", call: call(id, "echo", { text: "hello" }) }));
    matches(played.value(1), { role: "toolResult", toolCallId: id, content: "hello" }, resultText);
  });
}

clause("s05.6", say("nobody registered the tool", "没有人注册过这个工具"), async (kit) => {
  const played = await kit.play(scenario(execute()));
  checkError(played, 0, "c1");
  contains(played.object(0).content, "echo", contentText);
});

for (const id of ["", "__proto__"]) {
  clause("s05.6", say(`a call with the id ${show(id)}`, `调用的 id 是 ${show(id)}`), async (kit) => {
    const played = await kit.play(scenario(echo, { do: "execute", call: call(id, "echo", { text: "hello" }), hooks: {} }));
    matches(played.value(1), { role: "toolResult", toolCallId: id, content: "hello" }, resultText, say("Any string is an id: the result carries the one that the model sent.", "任何字符串都可以是 id：结果带的就是模型发来的那个。"));
  });
}

const odd: [string, string, Gives][] = [
  ["undefined", "值 undefined", { is: "undefined" }],
  ["an object", "一个对象", { is: "value", value: { text: "hello" } }],
  ["a promise", "一个 promise", { is: "promise", text: "hello" }],
];

for (const [en, zh, gives] of odd) {
  clause("s05.6", say(`the tool gives ${en}`, `工具返回${zh}`), async (kit) => {
    const played = await kit.play(scenario(register({ name: "echo", acts: [{ gives }] }), execute()));
    checkError(played, 1, "c1", say("A result is a text. What is not one cannot be shown to the model.", "结果必须是文字，别的东西没法给模型看。"));
  });
}

const scribbling: [string, string, HookFake][] = [
  ["beforeToolCall", "beforeToolCall", { before: [{ act: { is: "allow" }, effects: [{ do: "vandalArgs" }] }] }],
  ["a beforeToolCall that blocks", "要拦截的 beforeToolCall", { before: [{ act: { is: "block", reason: "no" }, effects: [{ do: "vandalArgs" }] }] }],
  ["afterToolCall", "afterToolCall", { after: [{ act: { is: "keeps" }, effects: [{ do: "vandalArgs" }] }] }],
];

for (const [en, zh, hooks] of scribbling) {
  clause("s05.6", say(`${en} mutates the call it is shown`, `${zh} 改动了给它看的调用`), async (kit) => {
    const played = await kit.play(scenario(echo, execute(hooks)));
    matches(played.value(1), { role: "toolResult", toolCallId: "c1" }, resultText, say("The model knows the call by the id it sent. The hook has changed the id on the object it was shown.", "模型只认它发出来的那个 id，而钩子把给它看的对象上的 id 改掉了。"));
  });
}

clause("s05.6", say("hooks and tool mutate what they are shown", "钩子和工具都改动了给它们看的东西"), async (kit) => {
  const made = call("c1", "echo", { text: "hello" });
  const effects = [{ do: "vandalArgs" as const }];
  const vandal = register({ name: "echo", acts: [{ effects, gives: { is: "echo" } }] });
  const hooks: HookFake = { before: [{ act: { is: "allow" }, effects }], after: [{ act: { is: "keeps" }, effects }] };
  const played = await kit.play(scenario(vandal, { do: "execute", call: made, hooks }, { do: "look", step: 1, what: "args" }));
  equals(played.value(2), [made], say("the call that executeToolCall was given, looked at again", "再看一次交给 executeToolCall 的调用"), say("The call belongs to the caller: nothing is written into it, and nobody else gets it in hand.", "调用属于调用者：不往里面写东西，也不把它交到别人手里。"));
});
