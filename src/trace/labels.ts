/** The words of a drawing: steps, calls, requests, events. Pure. */
import { narrate } from "../../spec/harness/narrate.ts";
import { isFields } from "../../spec/harness/played.ts";
import { show } from "../../spec/harness/show.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import type { Gives, Json, Reply, Step, TurnOptions } from "../../spec/player/scenario.ts";

/** Code and data: the same in both languages. */
export const same = (text: string): Text => say(text, text);

type Label = { label: Text; more: Text[] };

/** What the user does. @param known the entries of the history, to name one by its text */
export function stepText(step: Step, known: string[]): Label {
  switch (step.do) {
    case "turn":
      return { label: same(`${step.by} ${show(step.input)}`), more: [] };
    case "register":
      return { label: say(`registers the tool ${step.tool.name}`, `注册工具 ${step.tool.name}`), more: [] };
    case "loader":
      return { label: same("new ResourceLoader"), more: step.resources.map(({ kind, name, content }) => same(`${kind} ${name} ${show(content)}`)) };
    case "install": {
      const { name, tools, commands, resources } = step.package.manifest;
      const listed = [["tools", tools], ["commands", commands], ["resources", resources]] as const;
      return { label: say(`loads and installs the package ${show(name)}`, `加载并安装包 ${show(name)}`), more: listed.map(([kind, names]) => same(`${kind} ${names.join(", ")}`)) };
    }
    case "move":
      return { label: same(`moveTo ${"nth" in step.to ? (known[step.to.nth] ?? `entry ${step.to.nth}`) : show(step.to.id)}`), more: [] };
    default:
      return { label: say(narrate({ steps: [step] }, "en")[0] ?? step.do, narrate({ steps: [step] }, "zh")[0] ?? step.do), more: [] };
  }
}

/** The options of a turn that the drawing does not show by itself. */
export function optionLines(options: TurnOptions = {}): Text[] {
  const lines: string[] = [];
  if (options.trust !== undefined) lines.push(`trust ${show(options.trust)}`);
  if (options.mode?.is === "print") lines.push("mode PrintMode");
  if (options.mode?.is === "json") lines.push("mode JsonMode");
  return lines.length === 0 ? [] : [same(lines.join(" · "))];
}

/** What a step gave the user, where that is worth a row. */
export function answerOf(step: Step, value: Json | undefined): Text | undefined {
  if (step.do === "turn") return say(`answer: ${show(value)}`, `回复：${show(value)}`);
  return ["command", "demo", "load", "prompt", "specs", "collect"].includes(step.do) ? same(show(value)) : undefined;
}

/** `summary`: how much of what, in a line. */
export type Shown = { lines: Text[]; summary: Text; systemPrompt: string | undefined; messages: string[] };

/** What a provider is shown, part by part and in a few lines. @param before what it was shown earlier in the turn: not told again */
export function shownOf(input: Json, before?: Shown): Shown {
  const { messages, tools, systemPrompt } = isFields(input) ? input : {};
  const said = Array.isArray(messages) ? messages.map((message) => show(message)) : [];
  const named = Array.isArray(tools) ? tools.map((tool) => (isFields(tool) && typeof tool.name === "string" ? tool.name : show(tool))) : undefined;
  const known = before?.messages ?? [];
  const grows = known.length > 0 && known.every((text, at) => text === said[at]);
  const fresh = grows && Array.isArray(messages) ? messages.slice(known.length) : messages;
  const lines = [grows ? say(`shows the same and ${show(fresh)}`, `给它看上次那些，加上 ${show(fresh)}`) : say(`shows ${show(messages)}`, `给它看 ${show(messages)}`)];
  if (named !== undefined) lines.push(say(`tools: ${named.join(", ") || "none"}`, `工具：${named.join("、") || "无"}`));
  const prompt = systemPrompt === undefined ? undefined : show(systemPrompt);
  if (prompt !== undefined) lines.push(grows && prompt === before?.systemPrompt ? say("systemPrompt as before", "systemPrompt 和上次一样") : same(`systemPrompt ${prompt}`));
  const parts = [say(said.length === 1 ? "1 message" : `${said.length} messages`, `${said.length} 条消息`)];
  if (systemPrompt !== undefined && systemPrompt !== "") parts.push(same("systemPrompt"));
  if (named !== undefined) parts.push(say(`tools: ${named.join(", ") || "none"}`, `工具：${named.join("、") || "无"}`));
  const summary = say(parts.map(({ en }) => en).join(" · "), parts.map(({ zh }) => zh).join(" · "));
  return { lines, summary, systemPrompt: prompt, messages: said };
}

/** A line that was logged. JSON stands for itself: quoted once more, nobody could read it. */
export const lineText = (line: Json): string => (typeof line === "string" && /^\{.*\}$/.test(line) ? line : show(line));

/** A call as `c1 read {"path":"README.md"}`. */
export function callText(call: Json): string {
  if (!isFields(call)) return show(call);
  const { id = null, name = null, input = {} } = call;
  const given = isFields(input) && Object.keys(input).length === 0 ? "" : ` ${show(input)}`;
  return `${word(id)} ${word(name)}${given}`;
}

const word = (value: Json): string => (typeof value === "string" && /^[\w.-]+$/.test(value) ? value : show(value));

export function eventText(event: Json): string {
  if (!isFields(event)) return show(event);
  return event.content === undefined ? word(event.type ?? null) : `${word(event.type ?? null)} ${show(event.content)}`;
}

/** A reply that comes whole, below s03. */
export function wholeReply({ events }: Reply): Text {
  const text = events.map((event) => (event.type === "text_delta" ? event.text : "")).join("");
  const end = events.at(-1);
  return same(`${show(text)}${end?.type === "message_end" ? ` ${end.stopReason}` : ""}`);
}

export function givenBy(given: Gives): string {
  switch (given.is) {
    case "text":
      return show(given.text);
    case "value":
      return show(given.value);
    case "throws":
      return given.thrown.kind === "error" ? `Error ${show(given.thrown.message)}` : given.thrown.kind;
    default:
      return given.is;
  }
}

/** What the scene's hook answers. */
export function verdictOf(step: Step, when: "before" | "after", call: Json, result: Json): Text {
  const hooks = step.do === "turn" || step.do === "execute" ? (step.do === "turn" ? step.options?.hooks : step.hooks) : undefined;
  const id = isFields(call) ? call.id : undefined;
  const own = <Rule extends { call?: string }>(rules: Rule[] = []): Rule | undefined => rules.find((rule) => rule.call === undefined || rule.call === id);
  if (when === "before") {
    const act = own(hooks?.before)?.act ?? { is: "allow" };
    if (act.is === "throws") return same(givenBy(act));
    return act.is === "allow" ? say("allow", "放行（allow）") : say(`block: ${show(act.reason)}`, `拦下（block）：${show(act.reason)}`);
  }
  const act = own(hooks?.after)?.act ?? { is: "keeps" };
  if (act.is === "throws") return same(givenBy(act));
  if (act.is === "keeps") return say("keeps it", "保留");
  return same(show(act.is === "returns" ? act.text : `${typeof result === "string" ? result : ""}${act.text}`));
}
