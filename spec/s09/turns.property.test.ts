/** s09, properties: any ending of a loop. */
import * as fc from "fast-check";
import { scripts } from "../harness/arbitraries.ts";
import { loop, register, scenario, tool } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { say } from "../harness/text.ts";
import { checkEnding, heard, heardText, listens } from "./words.ts";

const turns = fc.record({ replies: scripts(["look"], { maxLength: 3, failing: true }), maxTurns: fc.integer({ min: 0, max: 3 }) });

property("s09.9", say("any script of the provider, any limit", "provider 的任意脚本，任意上限"), turns, async (kit, { replies, maxTurns }) => {
  const played = await kit.play(scenario(register(tool("look", "here")), listens, loop("go", replies, { maxTurns, extensions: "main" })));
  checkEnding(heard(played, 2), String(played.object(2).content), heardText);
}, 2);
