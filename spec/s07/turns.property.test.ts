/** s07, property: any turns from anywhere in a tree only ever add to it. */
import * as fc from "fast-check";
import { scripts, texts } from "../harness/arbitraries.ts";
import { loop, register, scenario, tool, user } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { checkRequest } from "../harness/turns.ts";
import { say } from "../harness/text.ts";
import type { Json, Reply, Step } from "../player/scenario.ts";
import { checkIds, entriesOf, lineage } from "./entries.ts";
import { coresOf, historyText, onlyTheLeafMoves, onlyThePath } from "./words.ts";

type Turn = { input: string; replies: Reply[]; pick: number };

const turns = fc.array(fc.record({ input: texts(), replies: scripts(["echo"], { maxLength: 3, failing: true }), pick: fc.nat(30) }), { minLength: 1, maxLength: 3 });

property("s07.7", say("any turns from anywhere in the tree", "从树上任意位置开始的任意几轮"), turns, async (kit, given: Turn[]) => {
  const steps: Step[] = [register(tool("echo")), { do: "append", message: user("root") }, { do: "entries" }];
  const marks = given.map(({ input, replies, pick }, n) => {
    // Every turn records two messages at least, so these places are there in any program.
    const place = pick % (1 + 2 * n);
    const at = steps.length;
    steps.push({ do: "move", to: { nth: place } }, { do: "path" }, loop(input, renumbered(replies, n)), { do: "entries" });
    return { input, place, earlier: at - 1, moved: at + 1, turn: at + 2, later: at + 3 };
  });
  const played = await kit.play(scenario(...steps));
  for (const { input, place, earlier, moved, turn, later } of marks) {
    const [old, all] = [entriesOf(played, earlier), entriesOf(played, later)];
    equals(coresOf(all.slice(0, old.length)), coresOf(old), say("the entries from before the turn", "这一轮之前的条目"), onlyTheLeafMoves);
    checkIds(all);
    const path = played.array(moved).filter(isFields);
    matches(lineage(old, place), path, say("the entries from the root to the leaf", "从根到叶子的条目"), onlyTheLeafMoves);
    const history = played.history(turn);
    matches(history.slice(0, path.length + 1), [...path, user(input)], say("the path the turn began with, then its user message", "这一轮开始时的路径，然后是它的用户消息"), onlyThePath);
    matches(lineage(all, all.length - 1), history, historyText, say("The leaf after a turn is the last entry the turn appended.", "一轮结束后，叶子就是这一轮最后追加的条目。"));
    const shown: Json[] = [...path.filter((message) => message.role !== "assistant").map(shownOf), { role: "user", content: input }];
    checkRequest(played.requests(turn)[0], shown, say("user messages and results in the first request", "第一次请求里的用户消息和工具结果"), onlyThePath);
  }
}, 2);

/** Call ids are unique within a scenario. */
const renumbered = (replies: Reply[], n: number): Reply[] =>
  replies.map((reply) => ({ ...reply, events: reply.events.map((event) => (event.type === "tool_call" ? { ...event, call: { ...event.call, id: `n${n}${event.call.id}` } } : event)) }));

function shownOf(message: { [field: string]: Json }): Json {
  const { role = null, content = null, toolCallId } = message;
  return toolCallId === undefined ? { role, content } : { role, toolCallId, content };
}
