/** What a message, a call, a tool or any other item of a list is called in a sentence. */
import type { Json } from "../player/scenario.ts";
import { isFields, showWithin, type Fields } from "./show.ts";
import { say, type Text } from "./text.ts";

export const brief = (value: Json | undefined): string => showWithin(value, 60);

/** Chinese parts as one text, with a blank between Chinese and anything else. */
export function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").reduce((text, part) => (isChinese(text.at(-1)) !== isChinese(part[0]) && /[^\s：，。、（）]$/.test(text) && /^[^\s：，。、（）]/.test(part) ? `${text} ${part}` : text + part), "");
}

const isChinese = (char: string | undefined): boolean => /[\u4e00-\u9fff]/.test(char ?? "");

/** By what an item is known again although it changed: the id of a result or a call, the name of a tool. */
export function nameOf(value: Json): string | undefined {
  if (!isFields(value)) return undefined;
  const { toolCallId, id, name, call, tool } = tame(value);
  if (typeof toolCallId === "string") return `result ${toolCallId}`;
  if (isFields(call) && typeof call.id === "string") return `call ${call.id}`;
  if (typeof id === "string") return `id ${id}`;
  if (typeof name === "string") return `name ${name}`;
  return typeof tool === "string" ? `tool ${tool}` : undefined;
}

/** What an item is called by what it holds. */
export function titleOf(value: Json): Text {
  if (!isFields(value)) return say(brief(value), brief(value));
  const fields = tame(value);
  return messageTitle(fields) ?? thingTitle(fields) ?? say(brief(value), brief(value));
}

function messageTitle({ role, content, toolCallId, stopReason, toolCalls }: Fields): Text | undefined {
  const said = content === undefined ? "" : brief(content);
  const saying = said === "" ? "" : ` ${said}`;
  if (toolCallId !== undefined) return say(`the result of ${brief(toolCallId)}`, joined(brief(toolCallId), "的结果"));
  if (role === "toolResult") return say(`the result${saying}`, joined("结果", said));
  if (role === "user") return say(`the user message${saying}`, joined("用户消息", said));
  if (role !== "assistant") return undefined;
  if (Array.isArray(toolCalls) && toolCalls.length > 0) {
    const ids = toolCalls.map((made) => brief(isFields(made) ? made.id : made));
    return say(`the reply that calls ${ids.join(", ")}`, joined("调用", ids.join("、"), "的回复"));
  }
  if (content === undefined && typeof stopReason === "string") return say(`a reply that ended with ${stopReason}`, joined("以", stopReason, "结束的回复"));
  return say(`the reply${saying}`, joined("回复", said));
}

function thingTitle({ id, name, description, input, call, tool }: Fields): Text | undefined {
  if (isFields(call)) return titleOf(call);
  if (typeof id === "string" && typeof name === "string") return say(`the call ${brief(id)}`, joined("调用", brief(id)));
  if (typeof tool === "string") return say(`the run of ${brief(tool)} with ${brief(input)}`, joined("工具", brief(tool), "的执行（", brief(input), "）"));
  if (typeof name !== "string") return undefined;
  return input === undefined && description === undefined ? say(brief(name), brief(name)) : say(`the tool ${brief(name)}`, joined("工具", brief(name)));
}

/** What an item that changed is called: by its place, where its title is what changed. @param at its index in the list */
export function ownerOf(value: Json, list: Json[], at: number): Text {
  const role = isFields(value) ? value.role : undefined;
  if (isFields(value) && typeof value.tool === "string") return say(`the run of ${brief(value.tool)}`, joined("工具", brief(value.tool), "的执行"));
  if (nameOf(value) !== undefined || role === "toolResult") return titleOf(value);
  if (role !== "user" && role !== "assistant") return say(`item ${at + 1}`, `第 ${at + 1} 项`);
  const sameRole = list.filter((one) => isFields(one) && one.role === role);
  // A spec may expect one object twice.
  const place = list.slice(0, at + 1).filter((one) => isFields(one) && one.role === role).length;
  const [en, zh] = role === "user" ? ["user message", "用户消息"] : ["reply", "回复"];
  return sameRole.length === 1 ? say(`the ${en}`, zh) : say(`the ${nth(place)} ${en}`, `第 ${place} 条${zh}`);
}

export const nth = (n: number): string => `${n}${n % 100 > 10 && n % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th")}`;

/** Several titles, the first ones where there are many. */
export function listed(titles: Text[]): Text {
  const shown = titles.length > 4 ? titles.slice(0, 3) : titles;
  const [en, zh] = [shown.map((one) => one.en).join(", "), shown.map((one) => one.zh).join("、")];
  return shown.length === titles.length ? say(en, zh) : say(`${en} and ${titles.length - shown.length} more`, `${zh} 等 ${titles.length} 项`);
}

// --- What a scenario spoils from outside (spec/player/plain.ts, vandalise) ---

export const isVandalised = (value: Json | undefined): boolean => value !== undefined && JSON.stringify(value).includes('"vandal');

/** The same object as it was before somebody wrote "vandal" into its texts. */
export function tame(value: Fields): Fields {
  const calm = (one: Json): Json => (typeof one === "string" ? one.replace(/^(?:vandal )+/, "") : Array.isArray(one) ? one.map(calm) : isFields(one) ? tame(one) : one);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, calm(one)]));
}
