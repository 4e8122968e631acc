/** The scene of s05: a call that is blocked, and one whose result is changed. */
import { asks, call, loop, register, says, tool } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";
import type { HookFake } from "../player/scenario.ts";

const hooks: HookFake = {
  before: [{ call: "c1", act: { is: "block", reason: "ask a person first" } }],
  after: [{ act: { is: "returns", text: "token=***" } }],
};

export const scene: Scene = {
  title: say("Somebody looks before a tool runs, and may change what is remembered of it.", "工具执行之前有人把关，记下来的结果也可以被改写。"),
  needs: ["runEventedToolLoop", "ToolRegistry", "executeToolCall"],
  parts: [
    part(say("Two tools are registered.", "注册两个工具。"), register(tool("remove", "removed")), register(tool("read", "token=12345"))),
    part(
      say("c1 is blocked: its tool never runs, its result is the reason. c2 runs, and the after-hook hides what it found.", "c1 被拦下：工具没有执行，结果就是理由。c2 执行了，after hook 遮住了它读到的内容。"),
      loop("Clean up.", [asks([call("c1", "remove", { path: "." }), call("c2", "read", { path: ".env" })]), says("I need your permission.")], { hooks }),
    ),
  ],
};
