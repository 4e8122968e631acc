/** What a scenario throws, made in Pi's own realm, and the text that Pi makes of it. */
import type { Thrown } from "../../spec/player/scenario.ts";

/** What the getter of an unreadable message throws. */
const hidden = "the message cannot be read";

export function thrownValue(thrown: Thrown): unknown {
  switch (thrown.kind) {
    case "error":
      return thrown.frozen === true ? Object.freeze(new Error(thrown.message)) : new Error(thrown.message);
    case "value":
      return thrown.value;
    case "undefined":
      return undefined;
    case "symbol":
      return Symbol("kata");
    case "bare":
      return Object.assign(Object.create(null) as object, { code: "bare" });
    case "evil":
      return Object.defineProperty(new Error("hidden"), "message", {
        get: () => {
          throw new Error(hidden);
        },
      });
  }
}

/** Pi's loop makes a text of what was thrown in one way throughout. Undefined: making it throws in its turn. */
export function textOfThrown(thrown: Thrown): string | undefined {
  try {
    const value = thrownValue(thrown);
    return value instanceof Error ? value.message : String(value);
  } catch {
    return undefined;
  }
}

/** The error that comes of a text that could not be made. */
export const textOfUnreadable = (thrown: Thrown): string => (thrown.kind === "evil" ? hidden : "Cannot convert object to primitive value");
