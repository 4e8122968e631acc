/** What s04 plays and compares, in words. */
import type { Call, Reply, Step } from "../player/scenario.ts";
import { asks, call, register, tool } from "../harness/build.ts";
import { say } from "../harness/text.ts";
import type { Outcome } from "../harness/turns.ts";

/** Beside these two an unknown tool, "gone", may be called. */
export const readAndWrite: Step[] = [register(tool("read")), register(tool("write"))];

/** What comes of a call to the tools above: they echo the call's text. */
export const echoes = (made: Call): Outcome => (made.name === "read" || made.name === "write" ? { runs: true, content: made.input.text ?? "" } : { runs: false });

/** A script that asks for the tool "read" `count` times, each time with another call: c1, c2, … */
export const asking = (count: number): Reply[] => Array.from({ length: count }, (_, at) => asks([call(`c${at + 1}`, "read", { text: `page ${at + 1}` })], `step ${at + 1}`));

/** The results of the calls of `asking`. */
export const pages = (count: number): { toolCallId: string; content: string }[] => Array.from({ length: count }, (_, at) => ({ toolCallId: `c${at + 1}`, content: `page ${at + 1}` }));

export const callsText = say("the number of provider calls", "请求 provider 的次数");
export const answerText = say("the content of the answer", "回复的 content");
export const returnedText = say("what runEventedToolLoop returns", "runEventedToolLoop 返回的消息");
