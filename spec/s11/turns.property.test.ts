/** s11, properties of turns: no resource can be told from another, and nothing that runs can tell the trust. */
import * as fc from "fast-check";
import { markers, resources, scripts } from "../harness/arbitraries.ts";
import { loop, register, scenario, throwingTool, tool } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { equals, holds } from "../harness/judge.ts";
import { isFields, type Fields } from "../harness/played.ts";
import { say } from "../harness/text.ts";
import type { HookFake, Json, Step } from "../player/scenario.ts";
import { checkDeeds } from "./deeds.ts";
import { loader, promptText } from "./words.ts";

const tools: Step[] = [register(tool("echo")), register(throwingTool("boom", { kind: "error", message: "boom" }))];
const called = ["echo", "boom", "ghost"];

/** The members that the contract names. A program may stamp what it records with the time; that differs between two turns and gives nothing away. */
const namedIn = (inputs: Fields[]): Json =>
  inputs.map(({ systemPrompt = null, messages, tools }) => ({ systemPrompt, messages: only(messages, ["role", "content", "toolCallId"]), tools: only(tools, ["name", "description", "input"]) }));

const only = (list: Json | undefined, names: string[]): Json =>
  Array.isArray(list) ? list.map((one) => (isFields(one) ? Object.fromEntries(names.map((name) => [name, one[name] ?? null])) : one)) : null;

const pairs = fc.record({ left: resources(), right: resources(), replies: scripts(called, { maxLength: 3 }), by: fc.constantFrom("runOneTurn" as const, "runEventedToolLoop" as const) });

property("s11.4", say("two projects with any resources, the same untrusted turn", "两个项目，资源任意，同样的、不信任的一轮"), pairs, async (kit, { left, right, replies, by }) => {
  const side = (name: string): Step => ({ ...loop("go", replies, { loader: name, trust: "untrusted" }), by, state: name });
  const played = await kit.play(scenario(...tools, loader(left, "left"), loader(right, "right"), side("left"), side("right")));
  const why = say("Whoever can tell two untrusted projects apart by their requests has read them.", "如果从请求里能分辨出两个不受信任的项目，就说明它们被读取过。");
  equals(namedIn(played.requests(-1)), namedIn(played.requests(-2)), say("the requests with the second project, equal to those with the first", "第二个项目的请求，与第一个项目的相同"), why);
  for (const input of played.requests()) equals(input.systemPrompt, "", promptText, why);
}, 3);

const turns = fc.array(fc.constantFrom("trusted" as const, "untrusted" as const), { minLength: 1, maxLength: 4 });

property("s11.5", say("any sequence of trusted and untrusted turns", "信任与不信任的轮次任意排列"), fc.record({ mark: markers(), decided: turns, loops: fc.boolean() }), async (kit, { mark, decided, loops }) => {
  const by = loops ? ("runEventedToolLoop" as const) : ("runOneTurn" as const);
  const steps = decided.map((trust): Step => ({ ...loop("go", [], { loader: "main", trust }), by }));
  const played = await kit.play(scenario(loader([{ kind: "agents", name: "AGENTS.md", content: mark }]), ...steps));
  const shown = played.requests().map((input) => JSON.stringify(input).includes(mark));
  equals(shown, decided.map((trust) => trust === "trusted"), say("whether the requests, turn by turn, hold the resource", "各轮请求里是否含有这个资源"));
});

const rules: fc.Arbitrary<HookFake> = fc.record({
  before: fc.constantFrom<NonNullable<HookFake["before"]>>([], [{ call: "t1c1", act: { is: "block", reason: "no" } }], [{ call: "t1c2", act: { is: "throws", thrown: { kind: "undefined" } } }]),
  after: fc.constantFrom<NonNullable<HookFake["after"]>>([], [{ act: { is: "appends", text: "!" } }], [{ call: "t1c1", act: { is: "throws", thrown: { kind: "bare" } } }]),
});

property("s11.6", say("any scripted turn with hooks, trusted and untrusted", "任意脚本、带 hook 的一轮，信任与不信任各一次"), fc.record({ replies: scripts(called, { maxLength: 3, failing: true }), hooks: rules, mark: markers() }), async (kit, { replies, hooks, mark }) => {
  const side = (trust: "trusted" | "untrusted"): Step => ({ ...loop("go", replies, { loader: "main", hooks, trust, mode: { is: "records" } }), state: trust });
  const played = await kit.play(scenario(...tools, loader([{ kind: "skill", name: "s", content: mark }]), side("trusted"), side("untrusted")));
  checkDeeds(played, -1, -2);
  holds(!JSON.stringify(played.requests(-1)).includes(mark), say("no resource in the requests of the untrusted turn", "不信任的一轮的请求里没有资源"), say("the resource is there", "资源出现在请求里"));
}, 3);
