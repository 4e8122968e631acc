/** s07, examples: turns on a tree with branches, and on a very long path. */
import type { Broken } from "../harness/broken.ts";
import { asks, assistant, breaks, call, error, loop, register, says, scenario, tool, turn, user } from "../harness/build.ts";
import { clause } from "../harness/clause.ts";
import { matches } from "../harness/judge.ts";
import { growsEvenly } from "../harness/length.ts";
import { isFields, Thrower, type Fields, type Played } from "../harness/played.ts";
import { checkRequest, checkTurn } from "../harness/turns.ts";
import { say, type Text } from "../harness/text.ts";
import type { Json, Scenario, Step } from "../player/scenario.ts";
import { checkIds, checkNoPlaces, entriesOf } from "./entries.ts";
import { explained, historyText, onlyThePath, onlyTheLeafMoves, requestText } from "./words.ts";

/** Places: 0 root, 1 its answer, 2 left, 3 its answer; the leaf goes back to place 1. */
const forked: Step[] = [
  { do: "append", message: user("root") },
  { do: "append", message: assistant("R") },
  { do: "append", message: user("left") },
  { do: "append", message: assistant("L") },
  { do: "move", to: { nth: 1 } },
];
const before = [user("root"), assistant("R")];

/** Why the messages of a turn from the branch point are not the right ones. */
function reasonFor(messages: Json | undefined): Text {
  const list = Array.isArray(messages) ? messages.filter(isFields) : [];
  if (list.some(({ content }) => content === "left" || content === "L")) return onlyThePath;
  if (list.length === before.length) return say("Nothing of the turn is in the tree. A list from currentPath() is there to be read: what is pushed into it reaches no tree, append does.", "树里没有这一轮的任何东西。currentPath() 给出的列表只供读取：往里 push 到不了树里，要用 append。");
  return say("A turn adds its user message and its answer at the end of the path, and nothing else.", "一轮对话只在路径末尾加上它的用户消息和回复，别的都不加。");
}

clause("s07.7", say("one turn from a branch point", "从分叉点对话一轮"), async (kit) => {
  const played = await kit.play(scenario(...forked, turn("right", [says("X")])));
  const [request, history] = [played.requests(5)[0]?.messages, played.history(5)];
  matches(request, [user("root"), { role: "assistant", content: "R" }, user("right")], requestText, reasonFor(request));
  matches(history, [...before, user("right"), assistant("X")], historyText, reasonFor(history));
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
  const failed = [...before, user("right"), { role: "assistant", stopReason: "error" }];
  const why = say("A turn that failed belongs to its branch: the question and the error stay on the path, and the next turn goes on from there.", "出错的一轮也属于它的分支：问题和错误都留在路径上，下一轮接在后面。");
  matches(played.history(5), failed, historyText, why);
  matches(played.history(6), [...failed, user("again"), assistant("X")], historyText, why);
});

clause("s07.7", say("thirty loops on one path", "同一条路径上运行三十次循环"), async (kit) => {
  const rounds = Array.from({ length: 30 }, (_, round) => round);
  const played = await kit.play(scenario(...rounds.map((round) => loop(`q${round}`, [says(`a${round}`)]))));
  const said = rounds.flatMap((round) => [user(`q${round}`), { role: "assistant", content: `a${round}` }]).slice(0, -1);
  matches(played.requests(29)[0]?.messages, said, say("the messages of the last request", "最后一次请求里的 messages"), say("The path counts from its root: a request that shows only its last part has forgotten how the session began.", "路径要从根算起：请求里只带最后一段，就忘了会话是怎么开始的。"));
});

clause("s07.7", say("the fields of the tree", "属于树的字段"), async (kit) => {
  const played = await kit.play(scenario(...forked, register(tool("look", "seen")), turn("one", [says("1")]), loop("two", [asks([call("c1", "look")]), says("2")]), { do: "input" }));
  checkNoPlaces(shownIn(played), say("the messages of requests", "请求里的消息"));
  checkNoPlaces(played.history(7), historyText);
});

function shownIn(played: Played): Fields[] {
  return [...played.requests(), played.object(-1)].flatMap(({ messages }) => (Array.isArray(messages) ? messages.filter(isFields) : []));
}

const many = 100_000;
const long = (...steps: Step[]) => (count: number): Scenario => ({ ...scenario({ do: "appendMany", count }, ...steps), brief: true });

const tooDeep = say("A function that calls itself once for each entry runs out of stack on a long path: walk it in a loop.", "每个条目都让函数调用自己一次，路径一长栈就不够用了：应该用循环来走。");
const overflows = (failure: Broken): boolean => failure instanceof Thrower && failure.error.name === "RangeError";

/** Longer than any recursion gets (15,700 calls of the smallest function, on Node 20 to 24), and short enough for the time that a loop takes beside a turn. */
const deep = 20_000;

/** A path this long is played where a shorter one leaves a doubt. */
const even = (played: Played, code: string): boolean => growsEvenly(code, many, idsIn(played.transcript.steps[2]?.value));

/** Ids of the entries that a long list shows of itself, by their places. */
function idsIn(list: Json | undefined): Map<number, string> {
  const sample = isFields(list) && isFields(list.sample) ? list.sample : {};
  return new Map(Object.entries(sample).map(([at, entry]) => [Number(at), isFields(entry) && typeof entry.id === "string" ? entry.id : ""]));
}

clause("s07.8", say("a turn at the end of a path of 100,000 messages", "在一条 100,000 条消息的路径末尾对话一轮"), async (kit) => {
  // What the entries of so long a path take is no part of the demand; of the shorter one their ids are looked at.
  const steps = (count: number): Step[] => [turn("the last", [says("X")]), ...(count > deep ? [] : [{ do: "entries" as const }])];
  const played = await kit.playLong((count) => long(...steps(count))(count), many, { count: deep, even });
  const [first] = played.scenario.steps;
  const count = first?.do === "appendMany" ? first.count : 0;
  explained(tooDeep, () => matches(played.object(1), assistant("X"), say("the answer", "回复")), overflows);
  explained(tooDeep, () => played.scenario.steps[2] === undefined || played.value(2), overflows);
  matches(played.requests()[0]?.messages, { length: count + 1, sample: { [count]: user("the last") } }, requestText);
  const path = played.transcript.steps[1]?.history;
  matches(path, { length: count + 2, sample: { [count - 1]: user(`m${count - 1}`), [count]: user("the last"), [count + 1]: assistant("X") } }, historyText);
  const sample = isFields(path) && isFields(path.sample) ? path.sample : {};
  for (const [index, message] of Object.entries(sample)) if (Number(index) < count) matches(message, user(`m${index}`), say(`message ${index} of the path`, `路径上的第 ${index} 条消息`));
});

clause("s07.8", say("a path of 20,000 messages: its entries, a move to its end, and a loop", "一条 20,000 条消息的路径：列出条目，移动到末尾，再运行循环"), async (kit) => {
  const played = await kit.playLong((count) => long({ do: "entries" }, { do: "move", to: { nth: count - 1 } }, loop("the last", [says("X")]))(count), deep);
  explained(tooDeep, () => [1, 2, 3].map((step) => played.value(step)), overflows);
  matches(played.object(3), assistant("X"), say("the answer", "回复"));
  matches(played.requests()[0]?.messages, { length: deep + 1, sample: { [deep]: user("the last") } }, requestText);
});
