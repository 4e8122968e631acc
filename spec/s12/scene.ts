/** The scene of s12: everything in one turn, and a second turn from a branch. */
import { asks, call, loop, says, tool } from "../harness/build.ts";
import { part, type Scene } from "../harness/scene.ts";
import { say } from "../harness/text.ts";
import type { HookFake, TurnOptions } from "../player/scenario.ts";

const hooks: HookFake = { before: [{ call: "c3", act: { is: "block", reason: "not in this house" } }], after: [{ act: { is: "keeps" } }] };
const options: TurnOptions = { loader: "main", extensions: "main", hooks };

export const scene: Scene = {
  title: say("The whole chain: package, extension, trust, prompt, tree, snapshot, loop, hooks, stream, mode.", "整条链：包、扩展、信任、提示词、会话树、快照、循环、hook、事件流、mode。"),
  needs: ["runEventedToolLoop", "ToolRegistry", "SessionTree", "ResourceLoader", "ExtensionRuntime", "PrintMode", "loadPackage", "installLoadedPackage"],
  parts: [
    part(
      say("A loader, an extension whose tool enables another one, and a package.", "一个 loader，一个扩展（它的工具会启用另一个工具），一个包。"),
      { do: "loader", resources: [{ kind: "agents", name: "AGENTS.md", content: "Be brief." }] },
      {
        do: "use",
        extension: {
          acts: [
            { do: "tool", tool: { name: "count", acts: [{ effects: [{ do: "register", tool: tool("late", "better late") }], gives: { is: "text", text: "2 files" } }] } },
            { do: "on", type: "message", label: "notebook" },
            { do: "on", type: "done", label: "bell" },
          ],
        },
      },
      { do: "install", package: { manifest: { name: "house", tools: ["guide"], commands: ["about"], resources: ["style"] }, contents: { guide: "Pick the smallest change.", about: "The house package.", style: "Use plain words." } } },
    ),
    part(
      say("A trusted turn: the prompt speaks, tools run, a hook blocks one, the tool `late` does not leak in, everybody hears the end.", "受信任的一轮：提示词说话，工具执行，hook 拦下一个，工具 `late` 没有漏进来，所有人都听到结束。"),
      loop("What now?", [asks([call("c1", "count"), call("c2", "guide")], "Let me ", "look."), asks([call("c3", "count")]), says("Do ", "less.")], { ...options, mode: { is: "print" }, trust: "trusted" }),
    ),
    part(
      say("Back to the first message, and on without trust: another branch, no prompt, and `late` is there by now.", "回到第一条消息，在不信任的情况下继续：另一条分支，没有提示词，而 `late` 已经在了。"),
      { do: "move", to: { nth: 0 } },
      loop("Or rather?", [asks([call("c4", "late")]), says("Rest.")], { ...options, trust: "untrusted" }),
    ),
  ],
};
