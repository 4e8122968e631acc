/** s03, properties: anything thrown after any text, any text cut off. */
import * as fc from "fast-check";
import { chunkings, throwns } from "../harness/arbitraries.ts";
import { breaks, scenario, truncated } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { contains, matches, startsWith } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import type { Thrown } from "../player/scenario.ts";
import { collect, collectedText, contentText, isText } from "./words.ts";

/** What the answer must name: the message of an Error, the string thrown; of anything else nothing is known. */
function nameOf(thrown: Thrown): string {
  if (thrown.kind === "error") return thrown.message;
  return thrown.kind === "value" && typeof thrown.value === "string" ? thrown.value : "";
}

property("s03.5", say("anything thrown, after any text", "任意文字之后抛出任意的值"), fc.record({ deltas: chunkings(), thrown: throwns() }), async (kit, { deltas, thrown }) => {
  const played = await kit.play(scenario(collect(breaks(thrown, deltas))));
  matches(played.value(), { role: "assistant", stopReason: "error" }, collectedText);
  isText(played.object().content);
  contains(played.object().content, nameOf(thrown), contentText);
});

property("s03.7", say("any text, cut off", "任意文字，没说完就断"), chunkings(), async (kit, deltas) => {
  const played = await kit.play(scenario(collect(truncated(deltas))));
  matches(played.value(), { role: "assistant", stopReason: "error" }, collectedText);
  startsWith(played.object().content, deltas.join(""), contentText);
}, 2);
