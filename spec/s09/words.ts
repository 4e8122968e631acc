/** What s09 and s10 say of extensions and of the events of a turn, and how they judge those events. */
import type { ExtensionAct, ExtensionFake, Json, RuntimeEvent, Step, Thrown } from "../player/scenario.ts";
import { holds, matches } from "../harness/judge.ts";
import { isFields, type Played } from "../harness/played.ts";
import { say, type Text } from "../harness/text.ts";

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

/** Judges how the events of a finished loop end: message events, the last with the answer, then done, once. */
export function checkEnding(events: Json[], answer: string, what: Text, why?: Text): void {
  const last: Json[] = [message(answer), done];
  matches(events.slice(-2), last, what, why);
  matches(events.filter((event) => isFields(event) && event.type === "done").length, 1, say("the number of done events", "done 事件的个数"), say("A turn is done once, however many requests it made.", "一轮里不管请求了多少次，只结束一次。"));
}

export const heardText = say("the last two events that the extension heard", "扩展收到的最后两个事件");

/** R7: an extension's or a mode's trouble is no reason to print. */
export function checkSilence(played: Played): void {
  const [print] = played.all("print");
  holds(
    print === undefined,
    say("nothing is printed", "什么都不打印"),
    say(`printed ${JSON.stringify(print?.text.slice(0, 80))}`, `打印了 ${JSON.stringify(print?.text.slice(0, 80))}`),
    say("The core writes to the output it was given and to nothing else.", "core 只写给它的 output，不写别处。"),
  );
}
