/** s09, properties: commands of any names. */
import * as fc from "fast-check";
import { names, texts, throwns } from "../harness/arbitraries.ts";
import { scenario } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { equals, startsWith } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Gives } from "../player/scenario.ts";
import { use } from "./words.ts";

const outcomes: fc.Arbitrary<Gives> = fc.oneof({ withCrossShrink: true }, texts().map((text): Gives => ({ is: "text", text })), throwns().map((thrown): Gives => ({ is: "throws", thrown })));
const commands = fc.uniqueArray(fc.record({ name: names(), gives: outcomes }), { maxLength: 3, selector: ({ name }) => name });

property("s09.6", say("commands of any names, asked for by any name", "名字任意的命令，用任意的名字调用"), fc.record({ known: commands, asked: names() }), async (kit, { known, asked }) => {
  const wanted = [...known.map(({ name }) => name), asked];
  const played = await kit.play(scenario(...known.map(({ name, gives }) => use({ do: "command", name, gives })), ...wanted.map((name) => ({ do: "command" as const, name }))));
  for (const [index, name] of wanted.entries()) {
    const found = known.find((one) => one.name === name);
    const value = played.value(known.length + index);
    const what = say(`what the command ${show(name)} gives`, `命令 ${show(name)} 的返回值`);
    if (found?.gives.is === "text") equals(value, found.gives.text, what);
    else startsWith(value, "error:", what);
  }
}, 2);
