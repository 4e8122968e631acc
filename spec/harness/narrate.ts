/** A scenario in words, one line a step: what a failure card tells of it. */
import type { Act, BeforeAct, Effect, ExtensionAct, Gives, HookFake, Json, Reply, Scenario, Step, Thrown, ToolFake, TurnOptions } from "../player/scenario.ts";
import { calls } from "./played.ts";
import { show } from "./show.ts";
import type { Language } from "./text.ts";

/** Both languages of a phrase, chosen at once. */
type Phrase = (en: string, zh: string) => string;

export function narrate(scenario: Scenario, language: Language): string[] {
  const phrase: Phrase = (en, zh) => (language === "zh" ? zh : en);
  const lines = scenario.steps.map((step) => clip(narrateStep(step, phrase)));
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), phrase(`… and ${lines.length - most + 1} more steps`, `……还有 ${lines.length - most + 1} 步`)];
}

const most = 12;
const clip = (text: string): string => (text.length <= 400 ? text : `${text.slice(0, 399)}…`);

function narrateStep(step: Step, phrase: Phrase): string {
  switch (step.do) {
    case "turn":
      return [`${step.by} ${show(step.input)}${of(step.state)}`, ...narrateReplies(step.replies, step.forever === true, phrase), ...narrateRegistry(step, phrase), ...narrateOptions(step.options, phrase)].join(" · ");
    case "input":
      return [`buildProviderInput${of(step.state)}`, ...narrateRegistry(step, phrase), ...narrateOptions(step.options, phrase)].join(" · ");
    case "history":
      return phrase(`the history${of(step.state)}`, `看历史${of(step.state)}`);
    case "collect":
      return `collectAssistantMessage · ${narrateReply(step.reply, phrase)}`;
    case "register":
      return phrase(`register ${narrateTool(step.tool, phrase)}${of(step.registry)}`, `注册${narrateTool(step.tool, phrase)}${of(step.registry)}`);
    case "specs":
      return `ToolRegistry.getSpecs${of(step.registry)}`;
    case "execute":
      return [`executeToolCall ${narrateCall(step.call)}`, ...narrateHooks(step.hooks, phrase)].join(" · ");
    case "run":
      return `ToolRegistry.run ${narrateCall(step.call)}`;
    case "snapshot":
      return `createTurnSnapshot ${show(step.messages)} · ${step.tools.length} ${phrase("tools", "个工具")}`;
    case "append":
      return `append ${show(step.message)}${of(step.state)}`;
    case "appendMany":
      return phrase(`append ${step.count} messages${of(step.state)}`, `追加 ${step.count} 条消息${of(step.state)}`);
    case "move":
      return "nth" in step.to ? phrase(`moveTo entry ${step.to.nth}${of(step.state)}`, `moveTo 第 ${step.to.nth} 个条目${of(step.state)}`) : `moveTo ${show(step.to.id)}${of(step.state)}`;
    case "loader":
      return `new ResourceLoader ${narrateData(step.resources)}`;
    case "load":
      return step.trust === undefined ? "load()" : `load(${show(step.trust)})`;
    case "addResource":
      return `ResourceLoader.add ${narrateData(step.resource)}`;
    case "prompt":
      return `buildSystemPrompt ${narrateData(step.resources)}`;
    case "use":
      return phrase(`use an extension that ${step.extension.acts.map((act) => narrateAct(act, phrase)).join(", ") || "does nothing"}`, `使用一个扩展：${step.extension.acts.map((act) => narrateAct(act, phrase)).join("，") || "什么都不做"}`);
    case "emit":
      return `emit ${show(step.event)}`;
    case "command":
      return `runCommand ${show(step.name)}`;
    case "render":
      return `${step.mode === "print" ? "PrintMode" : "JsonMode"}.render ${narrateData(step.events)}`;
    case "demo":
      return `createDemoRuntimeEvents ${show(step.input)}`;
    case "pick":
      return `pick ${show(step.names)} ${phrase("from", "取自")} ${show(step.contents)}`;
    case "loadPackage":
    case "install":
      return `${step.do === "install" ? `installLoadedPackage${(step.times ?? 1) > 1 ? ` ×${step.times}` : ""}` : "loadPackage"} ${narrateData(step.package)}`;
    case "vandal":
      return step.what === "args"
        ? phrase(`what step ${step.step + 1} was given is mutated from outside`, `从外部改动第 ${step.step + 1} 步传入的东西`)
        : phrase(`what step ${step.step + 1} returned is mutated from outside`, `从外部改动第 ${step.step + 1} 步返回的东西`);
    case "look":
      return step.what === "args"
        ? phrase(`look again at what step ${step.step + 1} was given`, `再看第 ${step.step + 1} 步传入的东西`)
        : phrase(`look again at what step ${step.step + 1} returned`, `再看第 ${step.step + 1} 步返回的东西`);
    default:
      return calls[step.do] ?? step.do;
  }
}

const of = (name: string | undefined): string => (name === undefined ? "" : ` (${name})`);
const narrateData = (value: Json): string => show(value);
const narrateCall = (call: { id: string; name: string; input: Record<string, string> }): string =>
  `${show(call.id)} ${show(call.name)}${Object.keys(call.input).length === 0 ? "" : ` ${show(call.input)}`}`;

function narrateReplies(replies: Reply[], forever: boolean, phrase: Phrase): string[] {
  const told = replies.map((reply, index) => {
    const lead = replies.length > 1 ? phrase(`request ${index + 1}: `, `第 ${index + 1} 次请求：`) : "";
    return `${lead}${narrateReply(reply, phrase)}`;
  });
  if (forever) told.push(phrase("and so on for every further request", "之后的每次请求都一样"));
  return told;
}

function narrateReply(reply: Reply, phrase: Phrase): string {
  if (reply.throwsAtOnce !== undefined) return phrase(`the provider throws ${narrateThrown(reply.throwsAtOnce, phrase)} at once`, `provider 立刻抛出${afterChinese(narrateThrown(reply.throwsAtOnce, phrase))}`);
  const parts: string[] = [];
  let ended: string | undefined;
  for (const event of reply.events) {
    if (event.type === "text_delta") parts.push(phrase(`says ${show(event.text)}`, `说 ${show(event.text)}`));
    if (event.type === "tool_call") parts.push(phrase(`calls ${narrateCall(event.call)}`, `调用 ${narrateCall(event.call)}`));
    if (event.type === "unknown") {
      const like = event.like === undefined ? "" : ` ${show(event.like)}`;
      parts.push(phrase(`sends the event ${show(event.name)}${like}`, `发出事件 ${show(event.name)}${like}`));
    }
    if (event.type === "message_end") ended = event.stopReason;
  }
  if (reply.throws !== undefined) parts.push(phrase(`then throws ${narrateThrown(reply.throws, phrase)}`, `然后抛出${afterChinese(narrateThrown(reply.throws, phrase))}`));
  else parts.push(ended === undefined ? phrase("stops without message_end", "没有 message_end 就断了") : phrase(`ends with ${ended}`, `以 ${ended} 结束`));
  if (reply.vandal === true) parts.push(phrase("mutates its input", "改动它的输入"));
  return phrase(`the provider ${parts.join(", ")}`, `provider ${parts.join("，")}`);
}

/** Whether a turn has a registry, where that is not what one expects of it. */
function narrateRegistry(step: Step & { do: "turn" | "input" }, phrase: Phrase): string[] {
  const { registry } = step.options ?? {};
  const usual = step.do === "turn" && step.by === "runEventedToolLoop";
  if (registry === undefined) return usual ? [phrase("without a registry", "不带 registry")] : [];
  const name = registry === "main" ? "" : ` ${registry}`;
  return usual && name === "" ? [] : [phrase(`with the registry${name}`, `带 registry${name}`)];
}

function narrateOptions(options: TurnOptions | undefined, phrase: Phrase): string[] {
  if (options === undefined) return [];
  const parts: string[] = [];
  if (options.maxTurns !== undefined) parts.push(`maxTurns ${options.maxTurns}`);
  parts.push(...narrateHooks(options.hooks, phrase));
  if (options.trust !== undefined) parts.push(`trust ${show(options.trust)}`);
  if (options.mode !== undefined) parts.push(options.mode.is === "throws" ? phrase("the mode throws", "mode 抛出错误") : phrase("with a mode", "带 mode"));
  if (options.extensions !== undefined) parts.push(phrase("with extensions", "带扩展"));
  return parts;
}

function narrateHooks(hooks: HookFake | undefined, phrase: Phrase): string[] {
  const whose = (call: string | undefined): string => (call === undefined ? "" : ` ${show(call)}`);
  const effectsOf = (rule: { effects?: Effect[] }): string[] => (rule.effects ?? []).map((effect) => narrateEffect(effect, phrase));
  const before = (hooks?.before ?? []).map((rule) => `beforeToolCall${whose(rule.call)} ${[narrateBefore(rule.act, phrase), ...effectsOf(rule)].join(phrase(", ", "，"))}`);
  const after = (hooks?.after ?? []).map((rule) => {
    const { act } = rule;
    const told = act.is === "throws" ? phrase(`throws ${narrateThrown(act.thrown, phrase)}`, `抛出${afterChinese(narrateThrown(act.thrown, phrase))}`) : act.is === "keeps" ? phrase("keeps the result", "保留结果") : `→ ${show(act.text)}`;
    return `afterToolCall${whose(rule.call)} ${[told, ...effectsOf(rule)].join(phrase(", ", "，"))}`;
  });
  return [...before, ...after];
}

function narrateBefore(act: BeforeAct, phrase: Phrase): string {
  if (act.is === "allow") return phrase("allows", "放行");
  return act.is === "block" ? phrase(`blocks: ${show(act.reason)}`, `拦下：${show(act.reason)}`) : phrase(`throws ${narrateThrown(act.thrown, phrase)}`, `抛出${afterChinese(narrateThrown(act.thrown, phrase))}`);
}

function narrateTool(tool: ToolFake, phrase: Phrase): string {
  const [first] = tool.acts ?? [];
  const does = first === undefined ? phrase("echoes its text", "原样返回 text") : narrateToolAct(first, phrase);
  return phrase(`the tool ${show(tool.name)} (${does})`, `工具 ${show(tool.name)}（${does}）`);
}

function narrateToolAct(act: Act, phrase: Phrase): string {
  return [...(act.effects ?? []).map((effect) => narrateEffect(effect, phrase)), narrateGives(act.gives, phrase)].join(phrase(", ", "，"));
}

function narrateEffect(effect: Effect, phrase: Phrase): string {
  if (effect.do === "register") return phrase(`registers the tool ${show(effect.tool.name)}`, `注册工具 ${show(effect.tool.name)}`);
  return effect.do === "vandalArgs" ? phrase("mutates its arguments", "改动它的参数") : phrase(`mutates what step ${effect.step + 1} was given or gave`, `改动第 ${effect.step + 1} 步的东西`);
}

function narrateGives(given: Gives, phrase: Phrase): string {
  switch (given.is) {
    case "text":
      return phrase(`gives ${show(given.text)}`, `返回 ${show(given.text)}`);
    case "value":
      return phrase(`gives ${show(given.value)}`, `返回 ${show(given.value)}`);
    case "echo":
      return phrase("echoes its text", "原样返回 text");
    case "undefined":
      return phrase("gives undefined", "返回 undefined");
    case "promise":
      return phrase("gives a promise", "返回一个 promise");
    case "throws":
      return phrase(`throws ${narrateThrown(given.thrown, phrase)}`, `抛出${afterChinese(narrateThrown(given.thrown, phrase))}`);
  }
}

function narrateAct(act: ExtensionAct, phrase: Phrase): string {
  switch (act.do) {
    case "tool":
      return phrase(`registers ${narrateTool(act.tool, phrase)}`, `注册${narrateTool(act.tool, phrase)}`);
    case "command":
      return phrase(`registers the command ${show(act.name)}`, `注册命令 ${show(act.name)}`);
    case "on":
      return phrase(`listens to ${act.type}${act.throws === undefined ? "" : " and throws there"}`, `监听 ${act.type}${act.throws === undefined ? "" : " 并在其中抛出错误"}`);
    case "throw":
      return phrase(`throws ${narrateThrown(act.thrown, phrase)}`, `抛出${afterChinese(narrateThrown(act.thrown, phrase))}`);
  }
}

/** A word of Latin letters stands apart from the Chinese before it. */
const afterChinese = (words: string): string => (/^[\x21-\x7e]/.test(words) ? ` ${words}` : words);

function narrateThrown(thrown: Thrown, phrase: Phrase): string {
  switch (thrown.kind) {
    case "error":
      return `${thrown.frozen === true ? phrase("a frozen ", "冻结的 ") : ""}Error(${show(thrown.message)})`;
    case "value":
      return show(thrown.value);
    case "undefined":
      return "undefined";
    case "symbol":
      return phrase("a symbol", "一个 symbol");
    case "bare":
      return phrase("an object without a prototype", "一个没有原型的对象");
    case "evil":
      return phrase("an error whose message cannot be read", "一个读不出 message 的错误");
  }
}
