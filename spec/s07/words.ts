/** What s07 compares, in words, and what later chapters judge in the same way. */
import { Broken } from "../harness/broken.ts";
import { scenario } from "../harness/build.ts";
import { equals } from "../harness/judge.ts";
import type { Kit } from "../harness/kit.ts";
import { calls, isFields } from "../harness/played.ts";
import { say, type Text } from "../harness/text.ts";
import type { Json, Step } from "../player/scenario.ts";

export const pathText = say("the messages from currentPath()", "currentPath() 给出的消息");
export const entriesText = say("the entries from allEntries()", "allEntries() 给出的条目");
export const historyText = say("the messages on the current path after the turn", "这一轮之后当前路径上的消息");
export const requestText = say("the messages of the request", "请求里的 messages");
export const onlyTheLeafMoves = say("Entries are written once. Moving the leaf, appending and running turns leave all earlier ones as they were.", "条目只写一次。移动叶子、追加、对话，都不会动到以前的条目。");
export const onlyThePath = say("What was said on another branch was never said here.", "别的分支上说过的话，在这里等于没说过。");

/** What may never change in an entry; a program's own further fields (the children, say) may. */
export const coresOf = (given: Json[]): Json[] =>
  given.filter(isFields).map(({ id = null, parentId = null, role = null, content = null, stopReason = null, toolCallId = null }) => ({ id, parentId, role, content, stopReason, toolCallId }));

/** Judges something; a failure that does not say why is given this reason, where it applies. */
export function explained<Value>(why: Text, judge: () => Value, applies: (failure: Broken) => boolean = () => true): Value {
  try {
    return judge();
  } catch (error) {
    if (error instanceof Broken && applies(error)) error.card.why ??= why;
    throw error;
  }
}

/** Judges that the core leaves alone what step gives it: it is the same afterwards, and the caller may still change it. */
export async function checkGiven(kit: Kit, step: Step, given: Json[]): Promise<void> {
  const look: Step = { do: "look", step: 0, what: "args" };
  const played = await kit.play(scenario(step, look, { do: "vandal", step: 0, what: "args" }, look));
  played.value(0);
  const name = calls[step.do] ?? step.do;
  equals(played.value(1), given, say(`what ${name} was given, looked at afterwards`, `调用之后再看传给 ${name} 的参数`), say("What a caller passes in stays the caller's: read it, copy it, never write into it.", "传进来的东西仍归调用者所有：可以读，可以复制，不能往里写。"));
  equals(played.value(3), vandalised(given), say(`what ${name} was given, after the caller changed it`, `调用者改动之后，传给 ${name} 的参数`), say("To freeze what a caller passed in is to change it. Keep a copy instead.", "冻结传进来的东西，也算改动它。应该自己留一份副本。"));
}

/** The same as the step "vandal" does, as a new value. */
function vandalised(value: Json): Json {
  if (typeof value === "string") return `vandal ${value}`;
  if (typeof value === "number") return -1;
  if (Array.isArray(value)) {
    const made = value.map(vandalised);
    return [...made, made[0] ?? "vandal"];
  }
  return isFields(value) ? { ...Object.fromEntries(Object.entries(value).map(([key, one]) => [key, vandalised(one)])), vandal: "vandal" } : value;
}
