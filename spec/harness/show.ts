/** Values and differences in words: messages as a reader would say them, everything else as short JSON. */
import type { Json } from "../player/scenario.ts";

const widest = 300;

export const show = (value: Json | undefined): string => showWithin(value, widest);

/** In at most about `limit` characters. */
export function showWithin(value: Json | undefined, limit: number): string {
  if (value === undefined) return "undefined";
  if (Array.isArray(value) && value.length > 0 && value.every((one) => inWords(one) !== undefined)) return clip(value.map((one) => inWords(one)).join(" · "), limit);
  const words = inWords(value);
  if (words !== undefined) return clip(words, limit);
  return typeof value === "string" ? showText(value, limit) : clip(quoteSafe(value), limit);
}

export type Fields = { [key: string]: Json };
export const isFields = (value: Json | undefined): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** A message, a result, a call or a tool as a reader would say it; undefined for anything else. */
function inWords(value: Json): string | undefined {
  if (!isFields(value)) return undefined;
  if (typeof value.role === "string" || typeof value.toolCallId === "string") return showMessage(value);
  const { id, name, description, input, ...rest } = value;
  if (typeof name !== "string" || !isFields(input)) return undefined;
  const more = [...(Object.keys(input).length === 0 ? [] : [input]), ...(Object.keys(rest).length === 0 ? [] : [rest])].map((one) => showInline(one));
  if (typeof id === "string" && description === undefined) return ["call", showInline(id), showInline(name), ...more].join(" ");
  return id === undefined && typeof description === "string" ? ["tool", showInline(name), showInline(description), ...more].join(" ") : undefined;
}

function showMessage(message: Fields): string {
  const { role, content, toolCallId, stopReason, toolCalls, ...rest } = message;
  const parts = [typeof role === "string" ? role : "toolResult"];
  if (toolCallId !== undefined) parts.push(showInline(toolCallId));
  if (content !== undefined) parts.push(showInline(content));
  if (stopReason !== undefined) parts.push(typeof stopReason === "string" ? stopReason : showInline(stopReason));
  if (Array.isArray(toolCalls)) parts.push(`calls ${toolCalls.map((made) => (typeof made === "object" && made !== null && !Array.isArray(made) ? showInline(made.id ?? null) : showInline(made))).join(", ")}`);
  if (Object.keys(rest).length > 0) parts.push(showInline(rest));
  return parts.join(" ");
}

const showInline = (value: Json): string => showWithin(value, 90);

/** A text in quotes; of a long one its beginning and its length. */
function showText(text: string, limit: number): string {
  const whole = quoteSafe(text);
  return whole.length <= limit ? whole : `${quoteSafe(text.slice(0, limit))}… (${text.length} characters)`;
}

/** JSON with control characters and line separators spelled out, so that it can stand on one terminal line. */
function quoteSafe(value: Json): string {
  return JSON.stringify(value, shortened).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Of a text of a thousand characters and more its beginning says enough. */
const shortened = (_key: string, part: Json): Json => (typeof part === "string" && part.length >= 1000 ? `${part.slice(0, 40)}… (${part.length} characters)` : part);

function clip(text: string, limit = widest): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}… (${text.length} characters)`;
}

/**
 * The path to the first place where `actual` differs from `expected` (`.length` of arrays among them), or undefined where
 * it does not. Members that `expected` does not name are free, unless `exact`.
 */
export function firstDifference(actual: Json | undefined, expected: Json, exact = false): Path | undefined {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [];
    for (let i = 0; i < Math.min(actual.length, expected.length); i += 1) {
      const found = firstDifference(actual[i], expected[i] ?? null, exact);
      if (found !== undefined) return [i, ...found];
    }
    return actual.length === expected.length ? undefined : ["length"];
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return [];
    for (const key of Object.keys(expected)) {
      const found = firstDifference(Object.hasOwn(actual, key) ? actual[key] : undefined, expected[key] ?? null, exact);
      if (found !== undefined) return [key, ...found];
    }
    const extra = exact ? Object.keys(actual).find((key) => !Object.hasOwn(expected, key)) : undefined;
    return extra === undefined ? undefined : [extra];
  }
  return Object.is(actual, expected) ? undefined : [];
}

type Path = (string | number)[];
