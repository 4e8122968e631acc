/** s12, the assembly: any scripted turn, and another one from a branch, come to what the contract predicts. */
import * as fc from "fast-check";
import { markers, scripts } from "../harness/arbitraries.ts";
import { error, loop, register, scenario, throwingTool, tool, user } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { contains, equals, matches } from "../harness/judge.ts";
import { isFields, type Played } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import { checkCourse, traced, type OutcomeOf } from "../harness/turns.ts";
import type { Call, HookFake, ProviderEvent, Reply, Step } from "../player/scenario.ts";
import { coresOf } from "../s07/words.ts";
import { checkTold, listeners } from "./told.ts";
import { pack, toolNames } from "./words.ts";

type Part = { replies: Reply[]; maxTurns: number | undefined; refused: number | undefined; suffix: string; trust: "trusted" | "untrusted" };

/** `guide` comes from a package, `boom` from an extension and throws, `ghost` is unknown. */
const parts: fc.Arbitrary<Part> = fc.record({
  replies: scripts(["echo", "boom", "guide", "ghost"], { maxLength: 3, failing: true }),
  maxTurns: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
  refused: fc.option(fc.nat({ max: 4 }), { nil: undefined }),
  suffix: fc.constantFrom("", "!"),
  trust: fc.constantFrom("trusted", "untrusted"),
});

const callsOf = (replies: Reply[]): Call[] => replies.flatMap(({ events }) => events.flatMap((event) => (event.type === "tool_call" ? [event.call] : [])));

/**
 * Ids are different throughout the scenario. Whether a call of a message that never completed runs is free, and a
 * package's tool cannot be seen running: there its place is taken by `echo`.
 */
const prepared = (replies: Reply[], prefix: string): Reply[] =>
  traced(
    replies.map((reply) => {
      const completed = reply.throws === undefined && reply.events.some((event) => event.type === "message_end" && event.stopReason !== "error");
      const renamed = (made: Call): Call => ({ ...made, id: `${prefix}${made.id}`, name: !completed && made.name === "guide" ? "echo" : made.name });
      return { ...reply, events: reply.events.map((event): ProviderEvent => (event.type === "tool_call" ? { ...event, call: renamed(event.call) } : event)) };
    }),
  );

/** One call is refused by a hook that throws; a package's result is replaced, so that it is known; the others get the suffix. */
function plan(part: Part, prefix: string): { replies: Reply[]; hooks: HookFake; outcomeOf: OutcomeOf } {
  const replies = prepared(part.replies, prefix);
  const calls = callsOf(replies);
  const refused = part.refused === undefined ? undefined : calls.filter((made) => made.name !== "guide")[part.refused]?.id;
  const hooks: HookFake = {
    before: refused === undefined ? [] : [{ call: refused, act: { is: "throws", thrown: error("the check crashed") } }],
    after: [...calls.filter((made) => made.name === "guide").map(({ id }) => ({ call: id, act: { is: "returns" as const, text: `read ${id}` } })), ...(part.suffix === "" ? [] : [{ act: { is: "appends" as const, text: part.suffix } }])],
  };
  const outcomeOf: OutcomeOf = ({ id, name, input }) => {
    if (id === refused || name === "ghost") return { runs: false };
    if (name === "guide") return { runs: false, content: `read ${id}` };
    return name === "boom" ? { runs: true } : { runs: true, content: `${input.text ?? ""}${part.suffix}` };
  };
  return { replies, hooks, outcomeOf };
}

function checkAround(played: Played, index: number, mark: string, trust: Part["trust"]): void {
  checkTold(played, index);
  for (const input of played.requests(index)) {
    const holdsMark = JSON.stringify(input.systemPrompt ?? "").includes(mark);
    equals(holdsMark, trust === "trusted", say(`whether the systemPrompt of the ${trust} turn holds the package's resource`, `${trust === "trusted" ? "信任" : "不信任"}的一轮的 systemPrompt 是否含有包的资源`));
    equals(toolNames(input.tools), ["echo", "boom", "guide"], say("the tools of the request", "请求里的 tools"));
  }
  for (const { call, result } of played.all("after", index)) if (isFields(call) && call.name === "guide") contains(result, mark, say("what afterToolCall is given for the package's tool", "包里工具交给 afterToolCall 的结果"));
}

const stories = fc.record({ mark: markers(), first: parts, second: parts });

property("s12.10", say("any scripted turn, and another one from a branch", "任意脚本的一轮，再从分支上来一轮"), stories, async (kit, { mark, first, second }) => {
  const [one, two] = [plan(first, "a"), plan(second, "b")];
  const turnOf = (input: string, part: Part, { replies, hooks }: typeof one): Step =>
    loop(input, replies, { hooks, loader: "main", extensions: "main", mode: { is: "records" }, trust: part.trust, ...(part.maxTurns === undefined ? {} : { maxTurns: part.maxTurns }) });
  const played = await kit.play(
    scenario(
      register(tool("echo")),
      { do: "use", extension: { acts: [{ do: "tool", tool: throwingTool("boom", error("boom")) }, ...listeners] } },
      { do: "install", package: pack({ guide: mark, style: mark }, { tools: ["guide"], resources: ["style"] }) },
      turnOf("go", first, one),
      { do: "entries" },
      { do: "move", to: { nth: 0 } },
      turnOf("again", second, two),
      { do: "entries" },
    ),
  );
  checkCourse(played, 3, one.outcomeOf);
  checkAround(played, 3, mark, first.trust);
  checkCourse(played, 6, two.outcomeOf, [user("go")]);
  checkAround(played, 6, mark, second.trust);
  const before = coresOf(played.array(4));
  matches(coresOf(played.array(7)).slice(0, before.length), before, say("the entries of the tree from before the second turn", "第二轮之前会话树里的条目"));
}, 2);
