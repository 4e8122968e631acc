/** Which steps of a scenario Pi has no counterpart for, and why: data, told with the results. */
import { say, type Text } from "../../spec/harness/text.ts";
import type { Reply, Step } from "../../spec/player/scenario.ts";

export const reasons = {
  input: say("Pi builds a request inside its loop: no public function gives it alone", "Pi 在循环内部拼请求，没有单独给出请求的公开函数"),
  snapshot: say("Pi's Agent takes a snapshot of its own state: no public function takes one of given messages", "快照由 Agent 从自己的 state 里拍下，没有对任意消息拍快照的公开函数"),
  look: say("the step looks at arguments in the course's shapes; Pi was given its own", "这一步看的是课程形状的参数，而 Pi 拿到的是它自己的形状"),
  oneTurn: say("in Pi no turn leaves a call unrun: there is no runOneTurn beside the loop", "Pi 里没有“不执行调用”的一轮，也就没有和循环并列的 runOneTurn"),
  noRequest: say("Pi's loop asks the model at least once: a limit of 0 is the host's own affair", "Pi 的循环至少会请求一次模型；上限为 0 只能由宿主自己处理"),
  stranger: say("the unknown event bears the name of one of Pi's own", "这个未知事件恰好和 Pi 自己的某个事件同名"),
  reason: say("Pi's provider protocol has no such stopReason", "Pi 的 provider 协议里没有这个 stopReason"),
  later: say("resources, extensions, modes, trust and packages are layers of pi-coding-agent, around the loop that is played here", "资源、扩展、模式、信任和包属于外层的 pi-coding-agent，不在这里运行的循环里"),
  after: say("an earlier step on the same state has no counterpart, so what it holds is not the same", "同一个 state 上更早的一步没有对应物，两边的内容已经不同"),
} as const satisfies Record<string, Text>;

export type ReasonId = keyof typeof reasons;

const piEvents = ["start", "text_start", "text_delta", "text_end", "thinking_start", "thinking_delta", "thinking_end", "toolcall_start", "toolcall_delta", "toolcall_end", "done", "error"];
const played = ["turn", "collect", "history", "register", "specs", "run", "execute", "append", "appendMany", "move", "path", "entries", "vandal"];

/** Undefined: the step can be played. */
export function lackOf(step: Step): ReasonId | undefined {
  if (step.do === "input" || step.do === "snapshot" || step.do === "look") return step.do;
  if (!played.includes(step.do)) return "later";
  if (step.do === "collect") return lackOfReply(step.reply);
  if (step.do !== "turn") return undefined;
  const { loader, extensions, mode, trust, maxTurns } = step.options ?? {};
  if (loader !== undefined || extensions !== undefined || mode !== undefined || trust !== undefined) return "later";
  if (step.by === "runOneTurn" && step.replies[0]?.events.some((event) => event.type === "tool_call")) return "oneTurn";
  if (maxTurns === 0 && step.by === "runEventedToolLoop") return "noRequest";
  return step.replies.map(lackOfReply).find((reason) => reason !== undefined);
}

function lackOfReply({ events }: Reply): ReasonId | undefined {
  if (events.some((event) => event.type === "unknown" && piEvents.includes(event.name))) return "stranger";
  return events.some((event) => event.type === "message_end" && !["stop", "toolUse", "error"].includes(event.stopReason)) ? "reason" : undefined;
}
