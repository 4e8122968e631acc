/** s09, properties: any registrations and events against a model, any thrown value. */
import * as fc from "fast-check";
import { texts, throwns } from "../harness/arbitraries.ts";
import { assistant, loop, says, scenario, user } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { equals, matches, startsWith } from "../harness/judge.ts";
import type { Kit } from "../harness/kit.ts";
import { say, type Text } from "../harness/text.ts";
import type { ExtensionAct, RuntimeEvent, Step, Thrown } from "../player/scenario.ts";
import { checkCalled, checkEnding, checkSilence, done, handlersText, heard, heardText, listens, message, on, use } from "./words.ts";

type Registration = { type: RuntimeEvent["type"]; throws?: Thrown; adds?: RuntimeEvent["type"] };
type Story = ({ use: Registration[] } | { emit: RuntimeEvent })[];

const kinds = fc.constantFrom<RuntimeEvent["type"]>("message", "done");
const events: fc.Arbitrary<RuntimeEvent> = fc.oneof({ withCrossShrink: true }, texts().map(message), fc.constant(done));

/** Extensions and events in any order; the last event makes sure that somebody is asked. */
const stories = (registration: fc.Arbitrary<Registration>): fc.Arbitrary<Story> =>
  fc.tuple(fc.array(fc.oneof(fc.array(registration, { maxLength: 3 }).map((use) => ({ use })), events.map((emit) => ({ emit }))), { maxLength: 5 }), events).map(([story, last]) => [...story, { emit: last }]);

/** Plays a story and compares who was called in each dispatch with a list that only grows. */
async function judge(kit: Kit, story: Story, why?: Text): Promise<void> {
  const listeners: { type: string; label: string; adds?: RuntimeEvent["type"] }[] = [];
  const steps: Step[] = [];
  const expected: { step: number; labels: string[]; event: RuntimeEvent }[] = [];
  let made = 0;
  for (const part of story) {
    if ("emit" in part) {
      const now = listeners.filter((one) => one.type === part.emit.type);
      expected.push({ step: steps.length, labels: now.map((one) => one.label), event: part.emit });
      for (const { label, adds } of now) if (adds !== undefined) listeners.push({ type: adds, label: `${label} added` });
      steps.push({ do: "emit", event: part.emit });
    } else {
      const acts = part.use.map(({ type, throws, adds }): ExtensionAct => {
        const label = `h${(made += 1)}`;
        listeners.push({ type, label, ...(adds === undefined ? {} : { adds }) });
        return { ...on(type, label, throws), ...(adds === undefined ? {} : { adds: { type: adds, label: `${label} added` } }) };
      });
      steps.push(use(...acts));
    }
  }
  const played = await kit.play(scenario(...steps));
  for (const { step, labels, event } of expected) {
    played.value(step);
    checkCalled(played, step, labels, handlersText, why);
    matches(played.all("event", step).map((seen) => seen.event), labels.map(() => event), say("what the handlers were given", "handler 收到的事件"));
  }
  checkSilence(played);
}

property("s09.3", say("any extensions and events in any order", "任意的扩展和事件，任意的顺序"), stories(fc.record({ type: kinds })), (kit, story) => judge(kit, story));

property("s09.4", say("any handlers throw anything", "任意 handler 抛出任意的值"), stories(fc.record({ type: kinds, throws: throwns() }, { requiredKeys: ["type"] })), (kit, story) => judge(kit, story, say("Whatever a handler throws, the others are called all the same, now and next time.", "不管 handler 抛出什么，别的 handler 照样要调用，这次和下次都是。")));

property("s09.5", say("any handlers add others, and may throw", "任意 handler 又加新的，也可能抛错"), stories(fc.record({ type: kinds, adds: kinds, throws: throwns() }, { requiredKeys: ["type"] })), (kit, story) => judge(kit, story, say("A handler that is added during a dispatch hears the events after it, all of them.", "分发过程中加入的 handler，能听到之后的每一个事件。")), 2);

const places = fc.constantFrom("the message handler" as const, "the done handler" as const, "the extension" as const, "the command" as const);

property("s09.4", say("anything thrown anywhere in an extension, around a turn", "一轮前后，扩展的任何地方抛出任意的值"), fc.record({ thrown: throwns(), where: fc.uniqueArray(places, { minLength: 1 }) }), async (kit, { thrown, where }) => {
  const throwsAt = (place: (typeof where)[number]): Thrown | undefined => (where.includes(place) ? thrown : undefined);
  const acts: ExtensionAct[] = [
    on("message", "bad", throwsAt("the message handler")),
    on("done", "bad", throwsAt("the done handler")),
    { do: "command", name: "go", gives: where.includes("the command") ? { is: "throws", thrown } : { is: "text", text: "hi" } },
  ];
  if (where.includes("the extension")) acts.push({ do: "throw", thrown });
  const played = await kit.play(scenario(use(...acts), listens, { do: "command", name: "go" }, loop("hi", [says("hello")], { extensions: "main" })));
  for (const step of [0, 1]) played.value(step);
  // What an extension registered before it threw is free.
  if (where.includes("the command")) startsWith(played.value(2), "error:", say("what the throwing command gives", "抛错的命令的返回值"));
  else if (!where.includes("the extension")) equals(played.value(2), "hi", say("what the command gives", "命令的返回值"));
  matches(played.value(3), assistant("hello"), say("what runEventedToolLoop returns", "runEventedToolLoop 返回的消息"));
  matches(played.history(3), [user("hi"), assistant("hello")], say("the history after the turn", "这一轮之后的历史"));
  checkEnding(heard(played, 3), "hello", heardText);
  checkSilence(played);
}, 4);
