/**
 * The border: whatever the program returned, passed or threw is read once, here, with the player's own functions, and
 * from then on is plain data. Nothing the program made is ever compared, so an object cannot claim to equal anything.
 */
import { types } from "node:util";
import type { Json } from "./scenario.ts";
import type { ThrownRecord } from "./transcript.ts";

/** Raised by `toPlain`; `path` leads from the value to the part at fault. */
export class NotPlain extends Error {
  readonly path: string;
  readonly what: string;
  constructor(path: string, what: string) {
    super(`${path} ${what}`);
    this.path = path;
    this.what = what;
  }
}

const deepest = 200;

/**
 * Copies own enumerable string keys, deeply. `undefined` members are left out, numbers that JSON cannot hold and
 * bigints become text. `brief` shortens long arrays (see Scenario).
 * @throws NotPlain for a function, a symbol, a proxy, a promise, a getter that throws, a cycle
 */
export function toPlain(value: unknown, brief = false, path = "", depth = 0): Json {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "bigint":
      return `${value}n`;
    case "function":
      throw new NotPlain(path, "is a function");
    case "symbol":
      throw new NotPlain(path, "is a symbol");
  }
  if (types.isProxy(value)) throw new NotPlain(path, "is a proxy");
  if (types.isPromise(value)) throw new NotPlain(path, "is a promise");
  if (depth > deepest) throw new NotPlain(path, "contains itself or is nested too deeply");
  const part = (key: string | number, at: string): Json => toPlain(member(value, key, at), brief, at, depth + 1);
  if (Array.isArray(value)) {
    if (brief && value.length > longest) {
      const sample: { [index: string]: Json } = {};
      for (const index of sampled(value.length)) sample[index] = part(index, `${path}[${index}]`);
      return { length: value.length, sample };
    }
    const copy: Json[] = [];
    for (let i = 0; i < value.length; i += 1) copy.push(part(i, `${path}[${i}]`));
    return copy;
  }
  const copy: { [key: string]: Json } = Object.create(null);
  for (const key of Object.keys(value)) {
    const at = `${path}.${key}`;
    const found = member(value, key, at);
    if (found !== undefined) copy[key] = toPlain(found, brief, at, depth + 1);
  }
  return copy;
}

const longest = 100;

function sampled(length: number): number[] {
  const steps = Array.from({ length: longest - 1 }, (_, at) => Math.floor(((at + 1) * length) / longest));
  return [0, 1, 2, ...steps, length - 3, length - 2, length - 1];
}

function member(holder: object, key: string | number, path: string): unknown {
  try {
    return Reflect.get(holder, key);
  } catch {
    throw new NotPlain(path, "is a getter that throws");
  }
}

/** Reads a thrown value without trusting it: the text, the class name, and where in the program it came from. */
export function readThrown(thrown: unknown): ThrownRecord {
  if (typeof thrown !== "object" || thrown === null) return { text: describePrimitive(thrown), name: "", frames: [] };
  if (types.isProxy(thrown)) return { text: "a proxy", name: "", frames: [] };
  const text = readString(thrown, "message");
  return {
    text: text ?? "an object without a readable message",
    name: readString(thrown, "name") ?? "",
    frames: framesOf(readString(thrown, "stack") ?? ""),
  };
}

/** Of a message or a stack no more is kept. */
const longestText = 4000;

function describePrimitive(value: unknown): string {
  // Its text is made by a function of the program.
  if (typeof value === "function") return "a function";
  return typeof value === "string" ? JSON.stringify(value.slice(0, longestText)) : String(value);
}

function readString(holder: object, key: string): string | undefined {
  try {
    const value: unknown = Reflect.get(holder, key);
    return typeof value === "string" ? value.slice(0, longestText) : undefined;
  } catch {
    return undefined;
  }
}

/** The name under which the bundled program runs; stack frames with it are the learner's. */
export const programName = "pi-kata-program";

function framesOf(stack: string): ThrownRecord["frames"] {
  const frames: ThrownRecord["frames"] = [];
  for (const line of stack.split("\n").slice(0, 50)) {
    const at = line.lastIndexOf(`${programName}:`);
    const position = at < 0 ? null : /^(\d+):(\d+)/.exec(line.slice(at + programName.length + 1));
    if (position !== null) frames.push({ line: Number(position[1]), column: Number(position[2]) });
  }
  return frames;
}

/** Mutates everything that can be reached, in place: text, numbers, arrays and members. Frozen parts stay as they are. */
export function vandalise(value: unknown, seen = new Set<object>()): void {
  if (typeof value !== "object" || value === null || types.isProxy(value) || seen.has(value)) return;
  seen.add(value);
  for (const key of Object.keys(value)) {
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (property === undefined || !("value" in property)) continue;
    if (typeof property.value === "object") vandalise(property.value, seen);
    else if (typeof property.value === "string") Reflect.set(value, key, `vandal ${property.value}`);
    else if (typeof property.value === "number") Reflect.set(value, key, -1);
  }
  if (Array.isArray(value)) Reflect.set(value, value.length, value.length > 0 ? value[0] : "vandal");
  else Reflect.set(value, "vandal", "vandal");
}
