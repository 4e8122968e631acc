/** The scene of s08: the project's own words, in the system prompt. */
import { loop, says } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";

export const scene: Scene = {
  title: say("The project speaks to the model in a prompt of its own, beside the messages.", "项目用自己的提示词对模型说话，不混进消息里。"),
  needs: ["runEventedToolLoop", "ToolRegistry", "ResourceLoader"],
  parts: [
    part(say("A turn without a loader: the system prompt is empty.", "没有 loader 的一轮：系统提示词是空的。"), loop("Who are you?", [says("A mini Pi.")])),
    part(
      say("The project has two resources. Both stand in the system prompt of the next request, and not in the history.", "项目有两份资源。它们都出现在下一次请求的系统提示词里，而不在历史里。"),
      {
        do: "loader",
        resources: [
          { kind: "agents", name: "AGENTS.md", content: "Answer in one word." },
          { kind: "skill", name: "review", content: "Read the tests first." },
        ],
      },
      loop("Who are you?", [says("Pi.")], { loader: "main" }),
    ),
  ],
};
