/** The scene of s06: a tool that is enabled in the middle of a turn. */
import { asks, call, loop, register, says, tool } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";

export const scene: Scene = {
  title: say("What a turn began with, it ends with: a tool enabled meanwhile waits for the next turn.", "一轮从什么开始，就到什么结束：中途启用的工具要等下一轮。"),
  needs: ["runEventedToolLoop", "ToolRegistry", "createTurnSnapshot"],
  parts: [
    part(
      say("One tool is registered. When it runs, it registers another one.", "注册一个工具。它执行的时候会注册另一个。"),
      register({ name: "enable", acts: [{ effects: [{ do: "register", tool: tool("deploy", "deployed") }], gives: { is: "text", text: "deploy is enabled" } }] }),
    ),
    part(say("The turn: its second request still describes one tool.", "这一轮：第二次请求里仍然只有一个工具。"), loop("Enable deploy.", [asks([call("c1", "enable")]), says("Done.")])),
    part(say("The next turn sees both.", "下一轮两个都看得到。"), loop("Deploy.", [asks([call("c2", "deploy")]), says("It is out.")])),
  ],
};
