/** s10, examples: what the two modes make of a list of events. */
import { scenario } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { contains, equals, matches } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import { checkGiven } from "../s07/words.ts";
import { checkSilence, done, message } from "../s09/words.ts";
import { checkJson, checkPrinted, render } from "./words.ts";

clause("s10.1", say("a message and done", "一个 message 和一个 done"), async (kit) => {
  checkPrinted(await kit.play(scenario(render("print", message("good morning"), done))), 0, ["good morning"]);
});

clause("s10.1", say("several messages", "好几个 message"), async (kit) => {
  checkPrinted(await kit.play(scenario(render("print", message("one"), message("  two\nlines  "), message("{three}"), done))), 0, ["one", "  two\nlines  ", "{three}"]);
});

clause("s10.1", say("messages that no done follows", "后面没有 done 的 message"), async (kit) => {
  const played = await kit.play(scenario(render("print", message("one")), render("print", message("two"), message("three"))));
  checkPrinted(played, 0, ["one"]);
  checkPrinted(played, 1, ["two", "three"]);
});

clause("s10.1", say("nothing to print", "没有可打印的内容"), async (kit) => {
  const played = await kit.play(scenario(render("print", done), render("print")));
  for (const step of [0, 1]) {
    played.value(step);
    equals(played.log(step, "mode"), [], say("the lines that PrintMode logs", "PrintMode 输出的行"), say("`done` is for programs: there is nothing in it to print.", "`done` 是给程序看的，里面没有可打印的内容。"));
  }
});

clause("s10.2", say("a message and done", "一个 message 和一个 done"), async (kit) => {
  checkJson(await kit.play(scenario(render("json", message("good morning"), done))), 0, [message("good morning"), done]);
});

const contents: [string, string, string][] = [
  ["a line break", "换行", "one\ntwo"],
  ["a Windows line break", "Windows 换行", "one\r\ntwo"],
  ["the line separator U+2028", "行分隔符 U+2028", "one\u2028two"],
  ["the paragraph separator U+2029", "段分隔符 U+2029", "one\u2029two"],
  ["quotes and backslashes", "引号和反斜杠", 'say "\\n"'],
  ["a lone surrogate", "落单的代理项", "half \ud83d of it"],
  ["JSON", "JSON 本身", '{"type":"done"}'],
  ["nothing", "空字符串", ""],
];

for (const [en, zh, content] of contents) {
  clause("s10.2", say(`a content with ${en}`, `内容里有${zh}`), async (kit) => {
    checkJson(await kit.play(scenario(render("json", message(content), done))), 0, [message(content), done]);
  });
}

clause("s10.2", say("no events", "没有事件"), async (kit) => {
  const played = await kit.play(scenario(render("json")));
  played.value(0);
  equals(played.log(0, "mode"), [], say("the lines that JsonMode logs", "JsonMode 输出的行"), say("Where there is no event there is no line, not even an empty one.", "没有事件就没有行，连空行也没有。"));
});

for (const mode of ["print", "json"] as const) {
  const name = mode === "print" ? "PrintMode" : "JsonMode";
  clause(mode === "print" ? "s10.1" : "s10.2", say("the events given to render, looked at afterwards", "调用之后，再看传给 render 的事件"), async (kit) => checkGiven(kit, render(mode, message("good morning"), done), [[message("good morning"), done]]));

  clause("s10.7", say(`${name} renders`, `${name} 执行 render`), async (kit) => {
    const played = await kit.play(scenario(render(mode, message("good morning"), done)));
    contains(played.log(0, "mode").join("\n"), "good morning", say("what arrives at the mode's output", "mode 的 output 收到的内容"), say("The output that the mode was made with is its only way out.", "创建 mode 时给的 output 是它唯一的出口。"));
    checkSilence(played);
  });

  clause("s10.8", say(`two ${name}s render one after the other`, `两个 ${name} 先后 render`), async (kit) => {
    const played = await kit.play(scenario(render(mode, message("first"), done), render(mode, message("second"), done)));
    const why = say("A mode shows the events of this call and keeps none: look for a list that outlives `render`.", "mode 只显示这次调用给的事件，一个也不留：找一找有没有比 `render` 活得更久的列表。");
    if (mode === "print") checkPrinted(played, 1, ["second"], why);
    else checkJson(played, 1, [message("second"), done], why);
  });
}

const asTyped = say("The input stands in the message as it was typed: not quoted, not trimmed, not changed.", "输入的文字原样放进 message：不加引号，不 trim，不改动。");

for (const [en, zh, input] of [["some input", "一段输入", "hello there"], ["an input with quotes and a line break", "带引号和换行的输入", 'say "hi"\nto me'], ["an input with spaces around it", "首尾带空格的输入", "  hi there "]] as const) {
  clause("s10.9", say(en, zh), async (kit) => {
    const played = await kit.play(scenario({ do: "demo", input }));
    matches(played.value(), [{ type: "message" }, { type: "done" }], say("the demo events", "演示事件"), say("They stand for the events of a turn: a message, and done to end it.", "它们代表一轮的事件：一个 message，再用 done 收尾。"));
    const [first] = played.array();
    contains(isFields(first) ? first.content : undefined, input, say("the content of the demo message", "演示 message 的内容"), asTyped);
  });
}

clause("s10.9", say("two inputs, one after the other", "先后两段输入"), async (kit) => {
  const played = await kit.play(scenario({ do: "demo", input: "1" }, { do: "demo", input: "2" }));
  for (const [step, input] of ["1", "2"].entries()) {
    const [first] = played.array(step);
    contains(isFields(first) ? first.content : undefined, input, say("the content of the demo message", "演示 message 的内容"), say("The message is made from the input of this call.", "message 由这一次调用的输入生成。"));
  }
});

clause("s10.9", say("the events are mutated, and made again", "事件被改动之后，再生成一次"), async (kit) => {
  const played = await kit.play(scenario({ do: "demo", input: "1" }, { do: "vandal", step: 0, what: "result" }, { do: "demo", input: "2" }));
  matches(played.value(2), [{ type: "message" }, done], say("the demo events of the second call", "第二次调用得到的演示事件"), say("An event that all calls share is one that everybody can write into: make each anew.", "所有调用共用一个事件，谁都能往里写：每次都要新做一个。"));
});
