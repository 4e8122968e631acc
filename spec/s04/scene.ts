/** The scene of s04: one turn, two requests, two tools between them. */
import { asks, call, loop, register, says, tool } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";

export const scene: Scene = {
  title: say("The model asks for tools, they run, and it is asked again with their results.", "模型要求使用工具，工具执行，再带着结果请求一次。"),
  needs: ["runEventedToolLoop", "ToolRegistry"],
  parts: [
    part(say("Two tools are registered.", "注册两个工具。"), register(tool("list", "main.ts, README.md")), register(tool("read", "# demo"))),
    part(
      say("One turn, two requests. The second one shows the results: without them the model would ask for ever.", "一轮，两次请求。第二次请求里有工具结果：没有它们，模型会一直要下去。"),
      loop("What is in here?", [asks([call("c1", "list", { path: "." }), call("c2", "read", { path: "README.md" })], "Let me ", "look."), says("Two files: ", "a demo.")]),
    ),
  ],
};
