/** s08, properties: any resources. */
import * as fc from "fast-check";
import { resources } from "../harness/arbitraries.ts";
import { scenario } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkPrompt, loadText, marked, promptText } from "./words.ts";

property("s08.1", say("any resources", "任意资源"), resources(), async (kit, given) => {
  const played = await kit.play(scenario({ do: "loader", resources: given }, { do: "load" }, { do: "vandal", step: 1, what: "result" }, { do: "load" }));
  matches(played.value(1), given, loadText);
  matches(played.value(3), given, loadText);
});

property("s08.3", say("any resources, hostile texts among them", "任意资源，包括刁钻的文字"), fc.oneof(marked, resources()), async (kit, given) => {
  const played = await kit.play(scenario({ do: "prompt", resources: given }));
  checkPrompt(played.value(), given, promptText);
});
