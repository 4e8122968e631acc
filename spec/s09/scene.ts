/** The scene of s09: an extension brings a tool, a command and two listeners. */
import { asks, call, loop, says, tool } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";

export const scene: Scene = {
  title: say("Others extend the core without touching it: a tool, a command, two listeners.", "别人不改 core 就能扩展它：一个工具、一个命令、两个监听者。"),
  needs: ["runEventedToolLoop", "ToolRegistry", "ExtensionRuntime"],
  parts: [
    part(
      say("An extension is used. Everything it adds goes through the API that it is handed.", "使用一个扩展。它加的一切都经过交给它的那个 API。"),
      {
        do: "use",
        extension: {
          acts: [
            { do: "tool", tool: tool("clock", "12:00") },
            { do: "command", name: "hello", gives: { is: "text", text: "hello!" } },
            { do: "on", type: "message", label: "notebook" },
            { do: "on", type: "done", label: "bell" },
          ],
        },
      },
    ),
    part(say("A person runs its command; no provider is asked.", "人来执行它的命令；不请求 provider。"), { do: "command", name: "hello" }),
    part(
      say("In a turn its tool passes the hooks like any other, and its listeners hear the end.", "在一轮里，它的工具和别的工具一样要经过 hook，它的监听者会听到结束。"),
      loop("What time is it?", [asks([call("c1", "clock")]), says("Noon.")], { extensions: "main", hooks: { before: [{ act: { is: "allow" } }] } }),
    ),
  ],
};
