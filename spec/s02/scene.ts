/** The scene of s02: tools that a request describes and nobody runs yet. */
import { register, says, tool, turn } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";

export const scene: Scene = {
  title: say("Tools are described to the provider; nobody runs them yet.", "把工具描述给 provider；现在还没有人执行它们。"),
  needs: ["runOneTurn", "ToolRegistry"],
  parts: [
    part(say("A turn without a registry: the request has no tools.", "没有 registry 的一轮：请求里没有工具。"), turn("What can you do?", [says("Talk.")])),
    part(
      say("Two tools are registered. The next request describes them: names, descriptions, inputs, no handlers.", "注册两个工具。下一次请求会描述它们：名字、说明、输入，没有 handler。"),
      register({ ...tool("list", "main.ts"), description: "lists a folder", input: { path: "the folder" } }),
      register({ ...tool("read", "# demo"), description: "reads a file", input: { path: "the file" } }),
      turn("And now?", [says("List folders and read files.")], { registry: "main" }),
    ),
  ],
};
