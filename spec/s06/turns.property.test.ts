/** s06, properties: any snapshot, and any mutation in the middle of any turn. */
import * as fc from "fast-check";
import { names, texts } from "../harness/arbitraries.ts";
import { asks, assistant, call, loop, register, says, scenario, toolResult, turn, user } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { matches } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkRequest, checkTurn } from "../harness/turns.ts";
import type { Act, Effect, Json, Message, ToolFake } from "../player/scenario.ts";
import { checkEveryRequest, checkTools, copyWhy, snapshotText, specOf } from "./words.ts";

const descriptions = (): fc.Arbitrary<Record<string, string>> =>
  fc.uniqueArray(fc.tuple(names(), texts()), { maxLength: 3, selector: ([name]) => name }).map((entries) => {
    const made: Record<string, string> = {};
    for (const [name, text] of entries) Object.defineProperty(made, name, { value: text, enumerable: true, configurable: true, writable: true });
    return made;
  });

const messages = (): fc.Arbitrary<Message[]> =>
  fc.array(fc.oneof({ withCrossShrink: true }, texts().map(user), texts().map((content) => assistant(content)), fc.tuple(names(), texts()).map(([id, content]) => toolResult(id, content))), { maxLength: 4 });

const specs = fc.uniqueArray(fc.record({ name: names(), description: texts(), input: descriptions() }), { maxLength: 4, selector: ({ name }) => name });

property("s06.1", say("any messages, any tools", "任意消息，任意工具"), fc.record({ messages: messages(), tools: specs }), async (kit, given) => {
  const played = await kit.play(scenario({ do: "snapshot", ...given }));
  const shown = given.messages.map(({ stopReason, ...message }): Json => message);
  matches(played.value(), { messages: shown }, snapshotText);
  checkTools(played.object(), given.tools, say("the tools of the snapshot", "快照里的 tools"));
}, 4);

// The tool "work" does the harm and stays as it is; the others are registered, replaced and mutated, and never called.
const others = ["a", "b", "c"];
const spares = fc.record({ name: fc.constantFrom(...others), description: texts(), input: descriptions() });
// Steps: 0 and 1 register, 2 gives the specs, 3 an input, 4 is an earlier turn, 5 the turn itself.
const harm: fc.Arbitrary<Effect> = fc.oneof(
  spares.map((tool): Effect => ({ do: "register", tool })),
  fc.constantFrom<Effect>({ do: "vandalArgs" }, { do: "vandal", step: 0, what: "args" }, { do: "vandal", step: 1, what: "args" }, { do: "vandal", step: 2, what: "result" }, { do: "vandal", step: 3, what: "result" }, { do: "vandal", step: 4, what: "result" }, { do: "vandal", step: 5, what: "args" }),
);
const act: fc.Arbitrary<Act> = fc.record({ effects: fc.array(harm, { maxLength: 2 }), gives: texts().map((text) => ({ is: "text" as const, text })) });
const turns = fc.record({
  spare: spares,
  acts: fc.array(act, { minLength: 1, maxLength: 4 }),
  batches: fc.array(fc.record({ calls: fc.integer({ min: 1, max: 2 }), vandal: fc.boolean() }), { minLength: 1, maxLength: 2 }),
  hookHarm: fc.array(harm, { maxLength: 1 }),
});

property("s06.2", say("anything mutated, registered or replaced in the middle of any turn", "在任意一轮的中途改动、注册、替换任意东西"), turns, async (kit, { spare, acts, batches, hookHarm }) => {
  const work: ToolFake = { name: "work", input: { text: "what" }, acts };
  const replies = batches.map(({ calls, vandal }, at) => ({ ...asks(Array.from({ length: calls }, (_, nth) => call(`t${at + 1}c${nth + 1}`, "work", { text: "x" }))), vandal }));
  const options = { registry: "main" };
  const hooks = hookHarm.length === 0 ? {} : { hooks: { after: [{ act: { is: "keeps" as const }, effects: hookHarm }] } };
  const played = await kit.play(
    scenario(register(spare), register(work), { do: "specs" }, { do: "input", options }, turn("before", [says("earlier")], options), loop("go", [...replies, says("done")], hooks), loop("again", [says("fine")])),
  );
  const began = [specOf(spare), specOf(work)];
  checkEveryRequest(played.requests(5), replies.length + 1, began, say("What happens in the middle of a turn changes no later request of it, neither by the registry nor by a shared object.", "一轮中途发生的事不该改变这一轮后面的请求：经过 registry 不行，经过共用的对象也不行。"));
  const ids = replies.flatMap(({ events }) => events.flatMap((event) => (event.type === "tool_call" ? [event.call.id] : [])));
  const results = ids.map((toolCallId, nth) => ({ toolCallId, content: textOf(acts[Math.min(nth, acts.length - 1)]) }));
  const said = [user("before"), user("go"), ...results.map((one) => ({ role: "toolResult", ...one }))];
  checkRequest(played.requests(5).at(-1), said, say("the user messages and results of the last request", "最后一次请求里的用户消息和工具结果"), copyWhy);
  checkTurn(played, 5, { user: "go", results, answer: { content: "done", stopReason: "stop" } }, [user("before"), assistant("earlier")]);
  const registered = ids.flatMap((_, nth) => [...(acts[Math.min(nth, acts.length - 1)]?.effects ?? []), ...hookHarm]).flatMap((effect) => (effect.do === "register" ? [effect.tool] : []));
  checkTools(played.requests(6)[0], afterwards([spare, work], registered), say("the tools of the next turn", "下一轮的 tools"), say("The next turn sees what was registered, and nothing that was only mutated.", "下一轮看到的是新注册的工具，而不是被改动过的对象。"));
}, 3);

const textOf = (made: Act | undefined): string => (made?.gives.is === "text" ? made.gives.text : "");

/** The specs after more registrations: a name given again keeps its place. */
function afterwards(first: ToolFake[], later: ToolFake[]): { [field: string]: Json }[] {
  const byName = new Map<string, ToolFake>();
  for (const fake of [...first, ...later]) byName.set(fake.name, fake);
  return [...byName.values()].map(specOf);
}
