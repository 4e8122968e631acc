/** What s06 compares, in words. */
import { equals, holds, matches } from "../harness/judge.ts";
import type { Fields } from "../harness/played.ts";
import { say, type Text } from "../harness/text.ts";
import type { Json, ToolFake } from "../player/scenario.ts";

export const snapshotText = say("what createTurnSnapshot returns", "createTurnSnapshot 的返回值");
export const pinnedWhy = say("The turn began with these tools; a request later in the same turn must show the same ones.", "这一轮就是带着这些工具开始的，同一轮后面的请求也要给出同样的工具。");
export const copyWhy = say("Somebody outside changed an object of theirs, and the request changed with it: the two share it.", "外面有人改了自己手里的对象，请求也跟着变了，说明两边共用着同一个对象。");

/** The spec that a fake tool is registered with. */
export const specOf = (fake: ToolFake): { [field: string]: Json } => ({ name: fake.name, description: fake.description ?? `the tool ${fake.name}`, input: fake.input ?? {} });

/** Judges the tools of one request: these specs in this order, `input` exactly; further fields are free. */
export function checkTools(input: Fields | undefined, expected: { [field: string]: Json }[], what: Text, why?: Text): void {
  const tools = input?.tools;
  matches(tools, expected, what, why);
  for (const [at, spec] of (Array.isArray(tools) ? tools : []).entries()) {
    const { input: described } = typeof spec === "object" && spec !== null && !Array.isArray(spec) ? spec : {};
    equals(described, expected[at]?.input ?? {}, say(`${what.en}: input of tool ${at + 1}`, `${what.zh}：第 ${at + 1} 个工具的 input`), why);
  }
}

export const toolsOf = (nth: number): Text => say(`the tools of request ${nth}`, `第 ${nth} 次请求里的 tools`);

/** Judges the tools of every request of a turn, the first included. */
export function checkEveryRequest(requests: Fields[], count: number, expected: { [field: string]: Json }[], why = pinnedWhy): void {
  holds(requests.length === count, say(`${count} requests in the turn`, `这一轮有 ${count} 次请求`), say(`${requests.length} requests`, `${requests.length} 次请求`));
  for (const [at, request] of requests.entries()) checkTools(request, expected, toolsOf(at + 1), at === 0 ? undefined : why);
}
