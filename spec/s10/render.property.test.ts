/** s10, properties: any contents through both modes. */
import * as fc from "fast-check";
import { texts } from "../harness/arbitraries.ts";
import { scenario } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { contains, matches } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import type { RuntimeEvent } from "../player/scenario.ts";
import { done, message } from "../s09/words.ts";
import { checkJson, checkPrinted, render } from "./words.ts";

const events: fc.Arbitrary<RuntimeEvent[]> = fc.array(fc.oneof({ withCrossShrink: true }, { weight: 4, arbitrary: texts().map(message) }, { weight: 1, arbitrary: fc.constant(done) }), { maxLength: 5 });

property("s10.1", say("any events", "任意事件"), events, async (kit, list) => {
  const played = await kit.play(scenario(render("print", ...list)));
  checkPrinted(played, 0, list.flatMap((event) => (event.type === "message" ? [event.content] : [])));
});

property("s10.2", say("any events", "任意事件"), events, async (kit, list) => {
  checkJson(await kit.play(scenario(render("json", ...list))), 0, list);
});

property("s10.9", say("any input", "任意输入"), texts(), async (kit, input) => {
  const played = await kit.play(scenario({ do: "demo", input }));
  matches(played.value(), [{ type: "message" }, { type: "done" }], say("the demo events", "演示事件"));
  const [first] = played.array();
  contains(isFields(first) ? first.content : undefined, input, say("the content of the demo message", "演示 message 的内容"), say("The input stands in the message as it was typed: not quoted, not trimmed, not changed.", "输入的文字原样放进 message：不加引号，不 trim，不改动。"));
});
