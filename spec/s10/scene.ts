/** The scene of s10: the same turn for a person and for a program. */
import { loop, says } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";

const reply = says("It ", "works.\nBoth ways.");

export const scene: Scene = {
  title: say("One turn, two faces: text for a person, a line of JSON an event for a program.", "同一轮，两种样子：给人看的文字，给程序读的每行一个 JSON 事件。"),
  needs: ["runEventedToolLoop", "ToolRegistry", "PrintMode", "JsonMode"],
  parts: [
    part(say("PrintMode shows the content of the messages.", "PrintMode 呈现消息的内容。"), loop("Does it work?", [reply], { mode: { is: "print" } })),
    part(say("JsonMode gives each event a line of its own, the line break in the text included.", "JsonMode 给每个事件单独一行，文字里的换行也不会把它拆开。"), loop("Does it work?", [reply], { mode: { is: "json" } })),
    part(say("A mode can also be tried without a turn, on the demo events.", "没有一轮也可以试 mode：用演示事件。"), { do: "demo", input: "hi" }, { do: "render", mode: "print", events: [{ type: "message", content: "You said: hi" }, { type: "done" }] }),
  ],
};
