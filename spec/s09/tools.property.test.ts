/** s09, properties: tools of any names. */
import { distinctNames } from "../harness/arbitraries.ts";
import { asks, call, loop, says, scenario, tool } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkTurn } from "../harness/turns.ts";
import { use } from "./words.ts";

property("s09.1", say("tools of any names, from several extensions", "名字任意的工具，来自好几个扩展"), distinctNames({ minLength: 1 }), async (kit, tools) => {
  const calls = tools.map((name, index) => call(`c${index + 1}`, name, { text: `${index}` }));
  const played = await kit.play(scenario(...tools.map((name) => use({ do: "tool", tool: tool(name) })), loop("go", [asks(calls), says("done")])));
  matches(played.requests()[0]?.tools, tools.map((name) => ({ name })), say("the tools of the request", "请求里的 tools"));
  checkTurn(played, tools.length, { user: "go", results: calls.map(({ id, input }) => ({ toolCallId: id, content: input.text ?? "" })), answer: { content: "done" } });
}, 4);
