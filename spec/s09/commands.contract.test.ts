/** s09, examples: commands, extensions that throw, two runtimes side by side. */
import { error, scenario, tool } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { equals, holds, matches, startsWith } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { ExtensionAct, Gives, Step } from "../player/scenario.ts";
import { explained } from "../s07/words.ts";
import { checkCalled, checkSilence, emit, handlersText, message, on, use } from "./words.ts";

const command = (name: string, gives: Gives): ExtensionAct => ({ do: "command", name, gives });
const text = (words: string): Gives => ({ is: "text", text: words });
const run = (name: string): Step => ({ do: "command", name });
const unknownText = say("what an unknown command gives", "未知命令的返回值");

clause("s09.6", say("two commands", "两个命令"), async (kit) => {
  const played = await kit.play(scenario(use(command("hello", text("hi there")), command("bye", text(""))), run("hello"), run("bye"), run("hello")));
  equals(played.value(1), "hi there", say("what the command hello gives", "命令 hello 的返回值"));
  equals(played.value(2), "", say("what the command bye gives", "命令 bye 的返回值"));
  equals(played.all("command").map((seen) => seen.name), ["hello", "bye", "hello"], say("the commands that ran", "运行过的命令"), say("A command runs when it is asked for, each time anew.", "命令在被调用时才运行，每次都重新运行。"));
});

const nobody = say("Nobody registered this command, and whoever asked for it has to be told so.", "没人注册过这个命令，要让调用的人知道。");
const everyObject = say("Nobody registered this command. A plain object has members that nobody put into it.", "没人注册过这个命令。普通对象里本来就有一些没人放进去的成员。");

for (const name of ["nowhere", "toString", "__proto__", "constructor", ""]) {
  clause("s09.6", say(`the unknown command ${show(name)}`, `未知的命令 ${show(name)}`), async (kit) => {
    const played = await kit.play(scenario(use(command("hello", text("hi"))), run(name), run("hello")));
    startsWith(played.value(1), "error:", unknownText, name in {} ? everyObject : nobody);
    equals(played.value(2), "hi", say("what the known command gives", "已注册的命令的返回值"));
  });
}

clause("s09.6", say("a command throws", "命令抛错"), async (kit) => {
  const played = await kit.play(scenario(use(command("broken", { is: "throws", thrown: error("bug") }), command("hello", text("hi"))), run("broken"), run("hello")));
  const why = say("A command that fails still answers whoever ran it: with a text that starts with error:.", "命令出错也要给调用的人一个答复：一段以 error: 开头的文字。");
  startsWith(explained(why, () => played.value(1)), "error:", say("what the throwing command gives", "抛错的命令的返回值"), why);
  equals(played.value(2), "hi", say("what the other command gives", "另一个命令的返回值"));
});

clause("s09.7", say("an extension throws at once", "扩展一开始就抛错"), async (kit) => {
  const played = await kit.play(scenario(use(on("message", "before"), command("hello", text("hi"))), use({ do: "throw", thrown: error("cannot start") }), use(on("message", "after")), emit(message("1")), run("hello")));
  const alone = say("The broken extension takes nobody with it: neither those before it nor those after it.", "坏掉的扩展不能连累别人：在它之前的、在它之后的，都照常工作。");
  explained(alone, () => played.value(1));
  checkCalled(played, 3, ["before", "after"], handlersText, alone);
  equals(played.value(4), "hi", say("what the command of the first extension gives", "第一个扩展的命令的返回值"));
  checkSilence(played);
});

clause("s09.7", say("an extension throws after it registered a tool", "扩展注册了工具之后抛错"), async (kit) => {
  const played = await kit.play(scenario(use({ do: "tool", tool: tool("kept") }), use({ do: "tool", tool: tool("maybe") }, { do: "throw", thrown: { kind: "undefined" } }), { do: "specs" }));
  played.value(1);
  const names = played.array(2).map((spec) => JSON.stringify(spec));
  holds(names.some((spec) => spec.includes('"kept"')), say('the tool "kept" of the first extension is still there', '第一个扩展的工具 "kept" 还在'), say(names.join(" ") || "no tools", names.join(" ") || "没有工具"));
});

const other = "other";

clause("s09.10", say("an event of one runtime", "一个 runtime 的事件"), async (kit) => {
  const played = await kit.play(scenario(use(on("message", "of the first runtime")), { do: "use", extension: { acts: [on("message", "of the second runtime")] }, runtime: other }, emit(message("1")), { do: "emit", event: message("2"), runtime: other }));
  const why = say("A list outside of the instance is one list for all runtimes.", "放在实例之外的列表，是所有 runtime 共用的一份。");
  checkCalled(played, 2, ["of the first runtime"], say("the handlers called in the first runtime", "第一个 runtime 里被调用的 handler"), why);
  checkCalled(played, 3, ["of the second runtime"], say("the handlers called in the second runtime", "第二个 runtime 里被调用的 handler"), why);
});

clause("s09.10", say("commands and tools of one runtime", "一个 runtime 的命令和工具"), async (kit) => {
  const played = await kit.play(scenario({ do: "runtime", runtime: other, registry: other }, use(command("hello", text("hi")), { do: "tool", tool: tool("greet") }), { do: "command", name: "hello", runtime: other }, { do: "specs", registry: other }, { do: "specs" }));
  const why = say("A runtime knows the commands and tools of its own extensions: look for a table outside of the instance.", "runtime 只认识自己的扩展带来的命令和工具：找一找有没有放在实例之外的表。");
  startsWith(played.value(2), "error:", say("the first runtime's command, asked of the second,", "向第二个 runtime 要第一个的命令，返回值"), why);
  equals(played.value(3), [], say("the tools of the second runtime's registry", "第二个 runtime 的 registry 里的工具"), why);
  matches(played.value(4), [{ name: "greet" }], say("the tools of the first runtime's registry", "第一个 runtime 的 registry 里的工具"), why);
});
