/** s11, properties of load: any resources, any value, any sequence of decisions. */
import * as fc from "fast-check";
import { resources, texts } from "../harness/arbitraries.ts";
import { scenario } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say } from "../harness/text.ts";
import type { Json } from "../player/scenario.ts";
import { load, loader, trustedText, untrustedText } from "./words.ts";

property("s11.1", say("any resources", "任意资源"), resources(), async (kit, given) => {
  const played = await kit.play(scenario(loader(given), load("untrusted"), load("trusted")));
  equals(played.value(1), [], untrustedText);
  matches(played.value(2), given, trustedText);
});

const near = fc.constantFrom<Json>("Trusted", " trusted", "trusted ", "trusted\u0000", "untrusted ", "Untrusted", "trustedtrusted", ["trusted"], [["trusted"]], { trusted: true }, true, 1);
const values: fc.Arbitrary<Json> = fc.oneof(near, texts(), fc.json({ maxDepth: 2 }).map((text): Json => JSON.parse(text))).filter((value) => value !== "trusted");

property("s11.2", say('any value but "trusted"', '"trusted" 以外的任意值'), fc.record({ value: values, given: resources({ minLength: 1 }) }), async (kit, { value, given }) => {
  const played = await kit.play(scenario(loader(given), load(value)));
  equals(played.value(1), [], say(`what load(${show(value)}) returns`, `load(${show(value)}) 的返回值`), say("Only one value opens the door.", "能开门的只有一个值。"));
});

const decisions = fc.array(fc.constantFrom("trusted", "untrusted"), { minLength: 1, maxLength: 6 });

property("s11.3", say("any sequence of decisions", "任意的判断序列"), fc.record({ given: resources({ minLength: 1 }), decided: decisions }), async (kit, { given, decided }) => {
  const played = await kit.play(scenario(loader(given), ...decided.map((trust) => load(trust))));
  for (const [index, trust] of decided.entries()) {
    equals(played.array(index + 1).length, trust === "trusted" ? given.length : 0, say(`the number of resources that load ${index + 1}, ${show(trust)}, returns`, `第 ${index + 1} 次 load（${show(trust)}）返回的资源数`));
  }
});
