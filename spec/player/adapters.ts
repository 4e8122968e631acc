/**
 * The three declared upgrades (U1), and nothing else: what differs between programs of different eras. A program's
 * era is read from what it exports, never from the level it is judged at.
 */
import type { Inside } from "./realm.ts";

export type Era = {
  /** s03: the provider is `stream` instead of `complete` */
  streams: boolean;
  /** s06: the state has a model (growth, not an upgrade, but the specs build the state) */
  model: boolean;
  /** s07: `state.messages` is a SessionTree instead of an array */
  tree: boolean;
};

export function eraOf(exports: Record<string, unknown>): Era {
  const has = (name: string): boolean => Object.hasOwn(exports, name);
  return { streams: has("collectAssistantMessage"), model: has("createTurnSnapshot"), tree: has("SessionTree") };
}

/** A fresh state for a program of this era; `newTree` makes its `SessionTree`. */
export function freshState(inside: Inside, era: Era, newTree: () => unknown): object {
  const messages = era.tree ? newTree() : inside.list([]);
  return inside.object(era.model ? [["messages", messages], ["model", "kata-model"]] : [["messages", messages]]);
}

/** The messages of a state, oldest first; `callPath` calls `currentPath` of a tree. */
export function messagesOf(state: object, era: Era, callPath: (tree: unknown) => unknown): unknown {
  const messages: unknown = Reflect.get(state, "messages");
  return era.tree ? callPath(messages) : messages;
}

/** s11: `load` takes a trust. An argument more does no harm below s11, so it is always given. */
export const defaultTrust = "trusted";
