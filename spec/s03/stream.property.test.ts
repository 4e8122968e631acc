/** s03, properties: any text, cut anywhere, with anything in between. */
import * as fc from "fast-check";
import { chunkings, strangers, texts, throwns } from "../harness/arbitraries.ts";
import { assistant, breaks, reply, says, scenario, truncated, turn } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import type { ProviderEvent } from "../player/scenario.ts";
import { checkArrival } from "./arrival.ts";
import { answerText, collect, collectedText } from "./words.ts";

property("s03.2", say("any chunking of any text", "任意文字，任意切分"), chunkings(), async (kit, deltas) => {
  const played = await kit.play(scenario(collect(says(...deltas))));
  matches(played.value(), assistant(deltas.join("")), collectedText);
});

const cuts = fc.record({ text: texts(), at: fc.array(fc.nat({ max: 12 }), { maxLength: 4 }) });

property("s03.2", say("one text, cut in different places", "同一段文字，在不同位置切开"), cuts, async (kit, { text, at }) => {
  const bounds = [0, ...at.map((place) => Math.min(place, text.length)).sort((a, b) => a - b), text.length];
  const deltas = bounds.slice(1).map((end, index) => text.slice(bounds[index], end));
  const played = await kit.play(scenario(turn("hello", [says(...deltas)])));
  matches(played.value(), assistant(text), answerText);
}, 2);

property("s03.3", say("any text, ended in either way", "任意文字，两种结束方式"), fc.record({ deltas: chunkings(), end: fc.constantFrom("stop", "error") }), async (kit, { deltas, end }) => {
  const played = await kit.play(scenario(collect(reply(deltas, [], end))));
  matches(played.value(), { role: "assistant", stopReason: end }, collectedText);
}, 4);

const endings = fc.oneof({ withCrossShrink: true }, fc.constant("ends" as const), fc.constant("truncated" as const), throwns());

property("s03.4", say("any deltas, any ending", "任意 delta，任意结局"), fc.record({ deltas: chunkings(), ending: endings }), async (kit, { deltas, ending }) => {
  const scripted = ending === "ends" ? says(...deltas) : ending === "truncated" ? truncated(deltas) : breaks(ending, deltas);
  const played = await kit.play(scenario(collect(scripted)));
  played.object();
  checkArrival(played, 0, scripted.events);
}, 2);

const deltas: fc.Arbitrary<ProviderEvent> = texts().map((text) => ({ type: "text_delta", text }));
const mixed = fc.record({ first: fc.array(strangers(), { maxLength: 2 }), middle: fc.array(fc.oneof({ withCrossShrink: true }, deltas, strangers()), { maxLength: 6 }) });

property("s03.8", say("any unknown events before and between any deltas", "任意 delta 之前和之间夹着任意未知事件"), mixed, async (kit, { first, middle }) => {
  const played = await kit.play(scenario(collect({ events: [...first, { type: "message_start" }, ...middle, { type: "message_end", stopReason: "stop" }] })));
  const text = middle.map((event) => (event.type === "text_delta" ? event.text : "")).join("");
  matches(played.value(), assistant(text), collectedText);
});
