/** s07, properties: a tree against its model under any messages and any commands. */
import * as fc from "fast-check";
import { scenario } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { say } from "../harness/text.ts";
import type { Step } from "../player/scenario.ts";
import { checkEntries, checkPath } from "./entries.ts";
import { commands, follow, messages } from "./model.ts";

property("s07.2", say("any messages", "任意消息"), fc.array(messages(), { maxLength: 6 }), async (kit, said) => {
  const played = await kit.play(scenario(...said.map((message): Step => ({ do: "append", message })), { do: "path" }));
  checkPath(played.value(-1), said);
});

property("s07.5", say("any commands, against a model of the tree", "任意命令，和树的模型对照"), commands(), async (kit, given) => {
  const { steps, expected } = follow(given);
  const played = await kit.play(scenario(...steps));
  for (const one of expected) {
    if ("throws" in one) played.threw(one.step);
    else if ("path" in one) checkPath(played.value(one.step), one.path);
    else checkEntries(played.array(one.step), one.entries);
  }
});
