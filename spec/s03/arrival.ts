/** Events are consumed as they arrive: judged by the order in which pulls and log lines were observed. */
import { holds } from "../harness/judge.ts";
import type { Played } from "../harness/played.ts";
import { show } from "../harness/show.ts";
import { say, type Text } from "../harness/text.ts";
import type { ProviderEvent } from "../player/scenario.ts";

/** Holds where the text of each delta was logged, in one line, after its event was pulled and before the next was. */
export function checkArrival(played: Played, step: number, events: ProviderEvent[]): void {
  const seen = linesByPull(played, step);
  for (const [index, event] of events.entries()) {
    if (event.type !== "text_delta" || event.text === "") continue;
    const number = index + 1;
    const at = seen.findIndex((lines, pulled) => pulled >= number && lines.some((line) => line.includes(event.text)));
    holds(
      at === number,
      say(`the text ${show(event.text)} is logged before the next event is pulled`, `文字 ${show(event.text)} 在取下一个事件之前输出`),
      got(number, at, seen.length - 1),
      say("Whoever reads the output should see each piece of text the moment it is there, not when everything has come.", "看输出的人应该在每段文字到来的那一刻就看到它，而不是等全部到齐。"),
    );
  }
}

function got(number: number, at: number, pulled: number): Text {
  if (pulled < number) return say("its event was never pulled", "它所在的事件没有被取过");
  if (at < 0) return say("no line after its event was pulled holds it", "取到它之后，没有哪一行包含它");
  const more = at - number;
  return say(`it was logged only after ${more === 1 ? "the next event was" : `${more} more events were`} pulled`, `又取了 ${more} 个事件之后才输出它`);
}

/** The lines of the step: those before any pull first, then those after each pull. */
function linesByPull(played: Played, step: number): string[][] {
  const found: string[][] = [[]];
  for (const seen of played.transcript.timeline) {
    if (seen.step !== step) continue;
    if (seen.what === "pull") found.push([]);
    if (seen.what === "log" && typeof seen.line === "string") found.at(-1)?.push(seen.line);
  }
  return found;
}
