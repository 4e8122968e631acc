/** s02, properties: a registry against a Map, under any registrations. */
import * as fc from "fast-check";
import { names, texts } from "../harness/arbitraries.ts";
import { register, says, scenario, turn } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { equals, matches } from "../harness/judge.ts";
import { isFields } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import type { Step, ToolFake } from "../player/scenario.ts";
import { specOf, specsText, toolsText, type Spec } from "./words.ts";

// Two common names turn up often, so that tools are registered again; input names are those that any object can hold.
const toolNames = fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: fc.constantFrom("read", "write") }, { weight: 3, arbitrary: names() });
const inputs = fc.dictionary(fc.constantFrom("path", "text", "0", "名字", "toString"), texts(), { maxKeys: 3, noNullPrototype: true });
const tools: fc.Arbitrary<ToolFake> = fc.record({ name: toolNames, description: texts(), input: inputs });
const registrations = fc.array(tools, { maxLength: 6 });

/** What any registry must list: the last registration of each name, at the place of the first. */
function listed(registered: ToolFake[]): Spec[] {
  const model = new Map<string, Spec>();
  for (const fake of registered) model.set(fake.name, specOf(fake));
  return [...model.values()];
}

property("s02.5", say("any registrations, any names", "任意注册、任意名字"), registrations, async (kit, registered) => {
  const played = await kit.play(scenario(...registered.map((fake) => register(fake)), { do: "specs" }));
  matches(played.value(-1), listed(registered), specsText);
});

// Odd names are the matter of s02.5.
const plain: fc.Arbitrary<ToolFake> = fc.record({ name: fc.stringMatching(/^[a-z]{1,6}$/), description: texts(), input: inputs });

property("s02.2", say("any descriptions", "任意说明文字"), plain, async (kit, fake) => {
  const played = await kit.play(scenario(register(fake), { do: "specs" }));
  const [spec] = played.array(-1);
  matches(spec, specOf(fake), say("the spec of the tool", "这个工具的 spec"));
  equals(isFields(spec) ? spec.input : null, fake.input ?? {}, say("its `input`", "它的 `input`"));
}, 2);

property("s02.6", say("any registrations", "任意注册"), registrations, async (kit, registered) => {
  const played = await kit.play(scenario(...registered.map((fake) => register(fake)), { do: "input", options: { registry: "main" } }));
  matches(played.object(-1).tools, listed(registered), toolsText);
}, 2);

property("s02.7", say("any registrations, then a turn without a registry", "任意注册，然后不带 registry 对话一轮"), fc.record({ registered: registrations, reply: texts() }), async (kit, { registered, reply }) => {
  const played = await kit.play(scenario(...registered.map((fake) => register(fake)), turn("hello", [says(reply)])));
  matches(played.value(-1), { role: "assistant", content: reply }, say("the answer", "回复"));
  equals(played.requests(-1)[0]?.tools, [], toolsText);
}, 2);

property("s02.8", say("any registrations, each tool mutated afterwards", "任意注册，之后每个工具都被改动"), registrations, async (kit, registered) => {
  const spoilt = registered.flatMap((fake, at): Step[] => [register(fake), { do: "vandal", step: 2 * at, what: "args" }]);
  const played = await kit.play(scenario(...spoilt, { do: "specs" }));
  matches(played.value(-1), listed(registered), specsText, say("The registry shares an object with the outside. `input` is an object of its own: a copy of the spec alone still shares it.", "registry 和外面共用了同一个对象。`input` 本身也是对象：只复制 spec 这一层，`input` 还是共用的。"));
}, 2);

const otherRegistrations = fc.array(fc.record({ fake: tools, registry: fc.constantFrom("left", "right") }), { maxLength: 6 });

property("s02.9", say("any registrations in two registries", "在两个 registry 里任意注册"), otherRegistrations, async (kit, registered) => {
  const played = await kit.play(scenario(...registered.map(({ fake, registry }) => register(fake, registry)), { do: "specs", registry: "left" }, { do: "specs", registry: "right" }));
  const listedIn = (name: string): Spec[] => listed(registered.filter(({ registry }) => registry === name).map(({ fake }) => fake));
  matches(played.value(-2), listedIn("left"), say("the specs of the registry left", "left 这个 registry 的 spec"));
  matches(played.value(-1), listedIn("right"), say("the specs of the registry right", "right 这个 registry 的 spec"));
}, 2);
