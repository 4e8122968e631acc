/** The tools and hooks of a scenario, as Pi's agent takes them. What they are asked is noted in the transcript. */
import type { AfterToolCallContext, AfterToolCallResult, AgentTool, AgentToolResult, BeforeToolCallContext, BeforeToolCallResult } from "@earendil-works/pi-agent-core";
import type { Act, Effect, Gives, HookFake, Json, ToolFake } from "../../spec/player/scenario.ts";
import { toPlain } from "../../spec/player/plain.ts";
import type { Observation } from "../../spec/player/transcript.ts";
import { resultOf } from "./projection.ts";
import { thrownValue } from "./thrown.ts";

export type World = {
  step(): number;
  note(observation: Observation): void;
  /** carries out what a fake does to the world; `args` is what it was called with */
  effects(effects: Effect[] | undefined, args: unknown[]): void;
};

export function agentTool(fake: ToolFake, world: World): AgentTool {
  const acts: Act[] = fake.acts ?? [{ gives: { is: "echo" } }];
  let calls = 0;
  return {
    name: fake.name,
    label: fake.name,
    description: fake.description ?? `the tool ${fake.name}`,
    parameters: schemaOf(fake.input ?? {}),
    execute: async (_id, params) => {
      world.note({ step: world.step(), what: "handler", tool: fake.name, input: toPlain(params) });
      const act = acts[Math.min(calls, acts.length - 1)] ?? { gives: { is: "undefined" } };
      calls += 1;
      const echoed: unknown = Reflect.get(Object(params), "text");
      world.effects(act.effects, [params]);
      return act.gives.is === "echo" ? textResult(typeof echoed === "string" ? echoed : "") : given(act.gives);
    },
  };
}

/** The descriptions of a course's tool as a JSON Schema of texts, none of them required. */
function schemaOf(input: Record<string, string>): object {
  const properties = {};
  for (const [name, description] of Object.entries(input)) {
    Object.defineProperty(properties, name, { value: { type: "string", description }, enumerable: true, configurable: true, writable: true });
  }
  return { type: "object", properties };
}

const textResult = (text: string): AgentToolResult => ({ content: [{ type: "text", text }], details: undefined });

/** What a tool gives. Only one in plain JavaScript can give something else than a result: Pi's types forbid it. */
function given(gives: Exclude<Gives, { is: "echo" }>): AgentToolResult {
  if (gives.is === "throws") throw thrownValue(gives.thrown);
  if (gives.is === "text" || gives.is === "promise") return textResult(gives.text);
  return (gives.is === "value" ? gives.value : undefined) as unknown as AgentToolResult;
}

export type Hooks = {
  beforeToolCall?: (context: BeforeToolCallContext) => Promise<BeforeToolCallResult | undefined>;
  afterToolCall?: (context: AfterToolCallContext) => Promise<AfterToolCallResult | undefined>;
};

export function agentHooks({ before, after }: HookFake, world: World): Hooks {
  return {
    ...(before === undefined ? {} : { beforeToolCall: (context) => askBefore(before, context, world) }),
    ...(after === undefined ? {} : { afterToolCall: (context) => askAfter(after, context, world) }),
  };
}

async function askBefore(rules: NonNullable<HookFake["before"]>, { toolCall, args }: BeforeToolCallContext, world: World): Promise<BeforeToolCallResult | undefined> {
  world.note({ step: world.step(), what: "before", call: callOf(toolCall) });
  const rule = ruleFor(rules, toolCall.id);
  world.effects(rule?.effects, [toolCall, args]);
  if (rule?.act.is === "throws") throw thrownValue(rule.act.thrown);
  return rule?.act.is === "block" ? { block: true, reason: rule.act.reason } : undefined;
}

async function askAfter(rules: NonNullable<HookFake["after"]>, { toolCall, args, result, isError }: AfterToolCallContext, world: World): Promise<AfterToolCallResult | undefined> {
  const found = resultOf(Reflect.get(Object(result), "content"), isError);
  world.note({ step: world.step(), what: "after", call: callOf(toolCall), result: found });
  const rule = ruleFor(rules, toolCall.id);
  world.effects(rule?.effects, [toolCall, args]);
  if (rule?.act.is === "throws") throw thrownValue(rule.act.thrown);
  if (rule?.act.is === "returns") return { content: [{ type: "text", text: rule.act.text }] };
  return rule?.act.is === "appends" ? { content: [{ type: "text", text: `${String(found.content)}${rule.act.text}` }] } : undefined;
}

const callOf = ({ id, name, arguments: input }: { id: string; name: string; arguments: object }): Json => toPlain({ id, name, input });

/** The rule of a hook for a call: the first that names it, or names none. */
export const ruleFor = <Rule extends { call?: string }>(rules: Rule[] | undefined, id: string): Rule | undefined => rules?.find((rule) => rule.call === undefined || rule.call === id);
