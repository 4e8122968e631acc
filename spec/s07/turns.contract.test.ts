/** s07, examples: turns on a tree with branches, and on a very long path. */
import { asks, assistant, breaks, call, error, loop, register, says, scenario, tool, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { holds, matches } from "../harness/judge.ts";
import { isFields, type Played } from "../harness/played.ts";
import { checkRequest, checkTurn } from "../harness/turns.ts";
import { say } from "../harness/text.ts";
import type { Scenario, Step } from "../player/scenario.ts";
import { checkIds, entriesOf } from "./model.ts";
import { historyText, onlyThePath, onlyTheLeafMoves, requestText } from "./words.ts";

/** Places: 0 root, 1 its answer, 2 left, 3 its answer; the leaf goes back to place 1. */
const forked: Step[] = [
  { do: "append", message: user("root") },
  { do: "append", message: assistant("R") },
  { do: "append", message: user("left") },
  { do: "append", message: assistant("L") },
  { do: "move", to: { nth: 1 } },
];
const before = [user("root"), assistant("R")];

clause("s07.7", say("one turn from a branch point", "从分叉点对话一轮"), async (kit) => {
  const played = await kit.play(scenario(...forked, turn("right", [says("X")])));
  matches(played.requests(5)[0]?.messages, [user("root"), { role: "assistant", content: "R" }, user("right")], requestText, onlyThePath);
  matches(played.history(5), [...before, user("right"), assistant("X")], historyText, onlyThePath);
});

clause("s07.7", say("buildProviderInput at a branch point", "在分叉点调用 buildProviderInput"), async (kit) => {
  const played = await kit.play(scenario(...forked, { do: "input" }));
  matches(played.object(5).messages, [user("root"), { role: "assistant", content: "R" }], say("the messages of the input", "输入里的 messages"), onlyThePath);
});

clause("s07.7", say("a loop with a tool from a branch point", "从分叉点运行带工具的循环"), async (kit) => {
  const made = call("c1", "look", {});
  const played = await kit.play(scenario(...forked, register(tool("look", "seen")), loop("right", [asks([made]), says("X")])));
  const shown = [user("root"), user("right")];
  checkRequest(played.requests(6)[0], shown, say("user messages and results in the first request", "第一次请求里的用户消息和工具结果"), onlyThePath);
  checkRequest(played.requests(6)[1], [...shown, { role: "toolResult", toolCallId: "c1", content: "seen" }], say("user messages and results in the second request", "第二次请求里的用户消息和工具结果"), onlyThePath);
  checkTurn(played, 6, { user: "right", results: [{ toolCallId: "c1", content: "seen" }], answer: assistant("X") }, before);
});

clause("s07.7", say("a turn on each branch in turn", "在两条分支上轮流对话"), async (kit) => {
  const played = await kit.play(scenario(...forked, turn("right", [says("X")]), { do: "move", to: { nth: 3 } }, turn("more", [says("M")]), { do: "entries" }));
  matches(played.history(7), [...before, user("left"), assistant("L"), user("more"), assistant("M")], historyText, onlyThePath);
  const entries = entriesOf(played, 8);
  checkIds(entries);
  matches(entries.filter((entry) => entry.role === "user"), ["root", "left", "right", "more"].map((content) => user(content)), say("the user messages among all entries", "所有条目里的用户消息"), onlyTheLeafMoves);
});

clause("s07.7", say("a turn that fails on a branch", "分支上有一轮出错"), async (kit) => {
  const played = await kit.play(scenario(...forked, turn("right", [breaks(error("the line is down"))]), turn("again", [says("X")])));
  matches(played.history(5), [...before, user("right"), { role: "assistant", stopReason: "error" }], historyText);
  matches(played.history(6), [...before, user("right"), { role: "assistant", stopReason: "error" }, user("again"), assistant("X")], historyText);
});

clause("s07.7", say("thirty loops on one path", "同一条路径上运行三十次循环"), async (kit) => {
  const rounds = Array.from({ length: 30 }, (_, round) => round);
  const played = await kit.play(scenario(...rounds.map((round) => loop(`q${round}`, [says(`a${round}`)]))));
  const said = rounds.flatMap((round) => [user(`q${round}`), { role: "assistant", content: `a${round}` }]).slice(0, -1);
  matches(played.requests(29)[0]?.messages, said, say("the messages of the last request", "最后一次请求里的 messages"), say("The path counts from its root: a request that shows only its last part has forgotten how the session began.", "路径要从根算起：请求里只带最后一段，就忘了会话是怎么开始的。"));
});

clause("s07.7", say("the fields of the tree", "属于树的字段"), async (kit) => {
  const played = await kit.play(scenario(...forked, register(tool("look", "seen")), turn("one", [says("1")]), loop("two", [asks([call("c1", "look")]), says("2")]), { do: "input" }));
  for (const message of [...shownIn(played), ...played.history(7)]) {
    const leak = ["id", "parentId"].find((key) => Object.hasOwn(message, key));
    holds(
      leak === undefined,
      say("messages without id and parentId", "消息不带 id 和 parentId"),
      say(`a message with \`${leak}\``, `消息里带有 \`${leak}\``),
      say("Where an entry stands in the tree is the tree's own business; a message does not know it.", "条目在树里的位置是树自己的事，消息不需要知道。"),
    );
  }
});

function shownIn(played: Played): object[] {
  return [...played.requests(), played.object(-1)].flatMap(({ messages }) => (Array.isArray(messages) ? messages.filter(isFields) : []));
}

const many = 100_000;
const long = (...steps: Step[]) => (count: number): Scenario => ({ ...scenario({ do: "appendMany", count }, ...steps), brief: true });

clause("s07.8", say("a turn at the end of a path of 100,000 messages", "在一条 100,000 条消息的路径末尾对话一轮"), async (kit) => {
  const played = await kit.playLong(long(turn("the last", [says("X")])), many);
  matches(played.object(1), assistant("X"), say("the answer", "回复"));
  matches(played.requests()[0]?.messages, { length: many + 1, sample: { [many]: user("the last") } }, requestText);
  const path = played.transcript.steps[1]?.history;
  matches(path, { length: many + 2, sample: { [many - 1]: user(`m${many - 1}`), [many]: user("the last"), [many + 1]: assistant("X") } }, historyText);
  const sample = isFields(path) && isFields(path.sample) ? path.sample : {};
  for (const [index, message] of Object.entries(sample)) if (Number(index) < many) matches(message, user(`m${index}`), say(`message ${index} of the path`, `路径上的第 ${index} 条消息`));
});

/** Long enough for a recursion to end, and short enough for the time that a loop takes beside a turn. */
const deep = 30_000;

clause("s07.8", say("a path of 30,000 messages, moved to its end, and a loop", "一条 30,000 条消息的路径，移动到末尾，再运行循环"), async (kit) => {
  const played = await kit.playLong((count) => long({ do: "move", to: { nth: count - 1 } }, loop("the last", [says("X")]))(count), deep);
  played.value(1);
  matches(played.object(2), assistant("X"), say("the answer", "回复"));
  matches(played.requests()[0]?.messages, { length: deep + 1, sample: { [deep]: user("the last") } }, requestText);
});
