/** Where the loop of Pi and that of the course go different ways in one turn, told from the script alone. */
import type { Reply, Step } from "../../spec/player/scenario.ts";
import type { DifferenceId } from "../differences.ts";
import { guard } from "../player/play.ts";
import { textOfThrown } from "../player/thrown.ts";
import type { Calls } from "./calls.ts";

export type TurnStep = Step & { do: "turn" };

/** `requests`: how many both make. `pi`: what Pi does after them where the course answers. */
export type Parting = { requests: number; id: DifferenceId; pi: "goes on" | "hangs" | "rejects" | "fails" };
/** Without a parting both make as many requests; `limit`: the limit ended both. */
export type Course = { requests: number; limit: boolean; parting?: Parting };

/** @param at the place of the step in its scenario @param broke whether Pi ended this turn, after so many requests, with an error that had no text */
export function courseOfBoth(step: TurnStep, at: number, calls: Calls, broke: (requests: number) => boolean): Course {
  const one = step.by === "runOneTurn";
  const { maxTurns } = step.options ?? {};
  const limit = { course: one ? 1 : (maxTurns ?? 8), pi: one ? 1 : (maxTurns ?? guard) };
  for (let n = 1; ; n += 1) {
    const reply = step.replies[n - 1] ?? (step.forever === true ? step.replies.at(-1) : undefined);
    if (reply === undefined) return { requests: n, limit: false };
    const failed = failureOf(reply, n);
    if (failed !== undefined) return failed;
    const asked = callsIn(reply);
    if (asked.length === 0) return { requests: n, limit: false };
    if (asked.some((id) => calls.mayBreak(id, at)) && broke(n)) return part(n, "s04-unreadable-throw", "fails");
    if (endOf(reply) !== "toolUse") return n < limit.pi ? part(n, "s04-stop-with-calls", "goes on") : { requests: n, limit: false };
    if (n < limit.course) continue;
    return n < limit.pi ? part(n, "s04-default-limit", "goes on") : { requests: n, limit: !one };
  }
}

const part = (requests: number, id: DifferenceId, pi: Parting["pi"]): Course => ({ requests, limit: false, parting: { requests, id, pi } });

function failureOf(reply: Reply, n: number): Course | undefined {
  const end = reply.throwsAtOnce === undefined ? endOf(reply) : undefined;
  if (end === "error") return { requests: n, limit: false };
  if (end !== undefined) return undefined;
  const thrown = reply.throwsAtOnce ?? reply.throws;
  if (thrown === undefined) return part(n, "s03-cut-stream", "hangs");
  return textOfThrown(thrown) === undefined ? part(n, "s01-unreadable-error", "rejects") : { requests: n, limit: false };
}

/** Pi takes nothing after the first end event. */
const heard = ({ events }: Reply): Reply["events"] => {
  const end = events.findIndex((event) => event.type === "message_end");
  return end < 0 ? events : events.slice(0, end + 1);
};

function endOf(reply: Reply): string | undefined {
  const last = heard(reply).at(-1);
  return last?.type === "message_end" ? last.stopReason : undefined;
}

const callsIn = (reply: Reply): string[] => heard(reply).flatMap((event) => (event.type === "tool_call" ? [event.call.id] : []));

/** The deltas that a turn's first replies bring. */
export const deltasOf = (step: TurnStep, requests: number): string[] =>
  step.replies.slice(0, requests).flatMap((reply) => (reply.throwsAtOnce === undefined ? heard(reply) : []).flatMap((event) => (event.type === "text_delta" && event.text !== "" ? [event.text] : [])));
