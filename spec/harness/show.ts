/** Values and differences in words: messages as a reader would say them, everything else as short JSON. */
import type { Json } from "../player/scenario.ts";

const widest = 300;

export function show(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value) && value.length > 0 && value.every(isMessage)) return clip(value.map(showMessage).join(" · "));
  if (isMessage(value)) return clip(showMessage(value));
  return clip(quoteSafe(value));
}

type Shown = { [key: string]: Json } & { role: string };

function isMessage(value: Json): value is Shown {
  return typeof value === "object" && value !== null && !Array.isArray(value) && typeof value.role === "string";
}

function showMessage(message: Shown): string {
  const { role, content, toolCallId, stopReason, toolCalls, ...rest } = message;
  const parts = [role];
  if (toolCallId !== undefined) parts.push(showInline(toolCallId));
  if (content !== undefined) parts.push(showInline(content));
  if (stopReason !== undefined) parts.push(typeof stopReason === "string" ? stopReason : showInline(stopReason));
  if (Array.isArray(toolCalls)) parts.push(`calls ${toolCalls.map((made) => (typeof made === "object" && made !== null && !Array.isArray(made) ? showInline(made.id ?? null) : showInline(made))).join(", ")}`);
  if (Object.keys(rest).length > 0) parts.push(showInline(rest));
  return parts.join(" ");
}

const showInline = (value: Json): string => clip(quoteSafe(value), 90);

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

export type Path = (string | number)[];

export const pathText = (path: Path): string => path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");

/** What stands at a path, or undefined where nothing does. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let found = value;
  for (const part of path) {
    if (typeof found !== "object" || found === null) return undefined;
    if (Array.isArray(found)) found = part === "length" ? found.length : found[Number(part)];
    else found = Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return found;
}
