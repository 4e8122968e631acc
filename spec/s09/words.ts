/** What s09 and s10 say of extensions and of the events of a turn, and how they judge those events. */
import { asks, breaks, call, error, loop, refuses, register, reply, scenario, tool, truncated } from "../harness/build.ts";
import { contains, equals, holds, matches } from "../harness/judge.ts";
import type { Kit } from "../harness/kit.ts";
import { isFields, type Played } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say, type Text } from "../harness/text.ts";
import type { ExtensionAct, ExtensionFake, Json, Reply, RuntimeEvent, Step, Thrown, TurnOptions } from "../player/scenario.ts";

export const use = (...acts: ExtensionAct[]): Step => ({ do: "use", extension: { acts } });
export const emit = (event: RuntimeEvent): Step => ({ do: "emit", event });
export const message = (content: string): RuntimeEvent => ({ type: "message", content });
export const done: RuntimeEvent = { type: "done" };

type On = ExtensionAct & { do: "on" };

export const on = (type: RuntimeEvent["type"], label: string, throws?: Thrown): On => ({ do: "on", type, label, ...(throws === undefined ? {} : { throws }) });

/** Hears every event of the runtime. */
export const listener: ExtensionFake = { acts: [on("message", "listener"), on("done", "listener")] };
export const listens: Step = { do: "use", extension: listener };

/** Who was called in a step, by label. */
export const called = (played: Played, step: number): string[] => played.all("event", step).map((seen) => seen.label);

/** The events that the listener heard in a step. */
export const heard = (played: Played, step: number): Json[] =>
  played
    .all("event", step)
    .filter((seen) => seen.label === "listener")
    .map((seen) => seen.event);

export const handlersText = say("the handlers that were called, in order", "依次被调用的 handler");

/** Judges who was called in a step. Without a `why` of the caller's own, the reason is read off the difference. */
export function checkCalled(played: Played, step: number, expected: string[], what: Text = handlersText, why?: Text): void {
  const found = called(played, step);
  equals(found, expected, what, why ?? reasonFor(found, expected));
}

function reasonFor(found: string[], expected: string[]): Text {
  if (found.length === 0) return say("emit calls the handlers itself, before it returns.", "emit 要自己调用 handler，全部调用完再返回。");
  if (found.some((label) => !expected.includes(label))) return say("`on` names the type of event it wants; a handler hears no other.", "`on` 的第一个参数说明要听哪种事件，别的事件不该送过来。");
  if (expected.some((label) => !found.includes(label))) return say("`on` adds a handler and replaces none: every handler of the event's type is called, whichever extension it came from.", "`on` 只会增加 handler，不会替换别人的：这种事件的 handler 都要调用，不管来自哪个扩展。");
  return say("Handlers are called once each, in the order in which they were registered.", "每个 handler 调用一次，顺序就是注册的顺序。");
}

/** Judges how the events of a finished loop end: message events, the last with the answer, then done, once. */
export function checkEnding(events: Json[], answer: string, what: Text, why?: Text): void {
  const last: Json[] = [message(answer), done];
  const types = events.map((event) => (isFields(event) ? (event.type ?? null) : null));
  matches(events.slice(-2), last, what, why ?? endingReason(types));
  equals(types.filter((type) => type === "done").length, 1, say("the number of done events", "done 事件的个数"), say("A turn is done once, however many requests it made and whatever was told of earlier turns.", "一轮只结束一次，不管请求了多少次，也不管之前的轮次说过什么。"));
}

function endingReason(types: Json[]): Text {
  if (types.length === 0) return say("Nobody was told of this turn: every loop that ends tells its answer, and then that it is done.", "这一轮没有告诉任何人：循环结束时，要先告知回复，再告知结束。");
  if (!types.includes("message")) return say("`done` says that it is over and nothing else: the answer, even an empty one, is told by a message event before it.", "`done` 只说明结束了，别的什么都没说：回复哪怕是空的，也要先用 message 事件告知。");
  if (!types.includes("done")) return say("Nobody said that it is over: done follows the last message, however the loop ended.", "没有人说这一轮结束了：不管循环怎么结束，最后一个 message 后面都要有 done。");
  if (types.at(-1) !== "done") return say("`done` comes last: whoever hears it need not listen any further.", "`done` 排在最后：听到它，就不必再听下去。");
  return say("The last message event has the content of the answer that the loop returns, the whole of it.", "最后一个 message 事件的内容，就是循环返回的那条回复的全部内容。");
}

/** A way in which a loop ends without an answer that the provider completed. */
export type BadEnding = {
  condition: Text;
  isLimit: boolean;
  /** plays `before` and the loop, which is the last step; gives the content of its answer */
  play(kit: Kit, options: TurnOptions, ...before: Step[]): Promise<{ played: Played; answer: string }>;
};

const look = register(tool("look", "here"));
const looking = asks([call("c1", "look")], "looking");

const failures: [string, string, Reply[]][] = [
  ["the provider throws at once", "provider 立刻抛错", [refuses(error("down"))]],
  ["the provider throws in the middle", "provider 中途抛错", [breaks(error("down"), ["so f"])]],
  ["the provider is cut off", "provider 中途断掉", [truncated(["so f"])]],
  ["the provider ends with error", "provider 以 error 结束", [reply(["no"], [], "error")]],
  ["the provider fails after a tool ran", "工具跑完之后 provider 出错", [looking, breaks(error("down"))]],
];

const failed = ([en, zh, replies]: (typeof failures)[number]): BadEnding => ({
  condition: say(en, zh),
  isLimit: false,
  async play(kit, options, ...before) {
    const played = await kit.play(scenario(...before, look, loop("where?", replies, options)));
    const { content, stopReason } = played.object(-1);
    equals(stopReason, "error", say("the stopReason of the failed turn's answer", "出错那一轮回复的 stopReason"));
    return { played, answer: String(content) };
  },
});

const limited = (maxTurns: number): BadEnding => ({
  condition: say(`limit ${maxTurns}, a tool on every request`, `上限为 ${maxTurns}，每次请求都要用工具`),
  isLimit: true,
  async play(kit, options, ...before) {
    const played = await kit.play(scenario(...before, look, loop("where?", [looking], { ...options, maxTurns })));
    const { content } = played.object(-1);
    contains(content, "max turns reached", say("the answer at the limit", "达到上限时的回复"));
    return { played, answer: String(content) };
  },
});

export const badEndings: BadEnding[] = [...failures.map(failed), ...[0, 1].map(limited)];

export const heardText = say("the last two events that the extension heard", "扩展收到的最后两个事件");

/** R7: an extension's or a mode's trouble is no reason to print. */
export function checkSilence(played: Played): void {
  const [print] = played.all("print");
  holds(
    print === undefined,
    say("nothing is printed", "什么都不打印"),
    say(`printed ${show(print?.text.slice(0, 80))}`, `打印了 ${show(print?.text.slice(0, 80))}`),
    say("The core writes to the output it was given and to nothing else.", "core 只写给它的 output，不写别处。"),
  );
}
