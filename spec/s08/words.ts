/** What s08 compares, in words, resources for it, and how a prompt is read. */
import * as fc from "fast-check";
import { markers } from "../harness/arbitraries.ts";
import { holds } from "../harness/judge.ts";
import { show } from "../harness/show.ts";
import { say, type Text } from "../harness/text.ts";
import type { Json, Resource } from "../player/scenario.ts";

export const loadText = say("the resources from load()", "load() 给出的资源");
export const promptText = say("the prompt", "prompt");
export const requestPromptText = say("the systemPrompt of the request", "请求里的 systemPrompt");
export const requestMessages = say("the messages of the request", "请求里的 messages");
export const historyText = say("the history after the turn", "这一轮之后的历史");

export const resource = (name: string, content: string, kind: Resource["kind"] = "agents"): Resource => ({ kind, name, content });

/** Names and contents that occur nowhere else, so that their order can be told. */
export const marked: fc.Arbitrary<Resource[]> = fc
  .record({ found: fc.uniqueArray(markers(), { maxLength: 6 }), kinds: fc.array(fc.constantFrom("agents" as const, "skill" as const, "prompt" as const), { minLength: 3, maxLength: 3 }) })
  .map(({ found, kinds }) => kinds.flatMap((kind, index): Resource[] => pairOf(found, index).map(([name, content]) => ({ kind, name, content }))));

function pairOf(found: string[], index: number): [string, string][] {
  const [name, content] = [found[2 * index], found[2 * index + 1]];
  return name === undefined || content === undefined ? [] : [[name, content]];
}

/**
 * Holds where the prompt has every name in order and every content in order. The form is free: a name may stand before
 * or after its content, or in a list of its own. Texts may overlap; the earliest places are tried, so a right prompt
 * always passes.
 */
export function checkPrompt(prompt: Json | undefined, resources: Resource[], what: Text): void {
  const text = typeof prompt === "string" ? prompt : undefined;
  holds(text !== undefined, say(`${what.en} is a string`, `${what.zh}是字符串`), say(show(prompt), show(prompt)));
  inTurn(text ?? "", resources.map((one) => one.name), what, say("name", "名字"));
  inTurn(text ?? "", resources.map((one) => one.content), what, say("content", "内容"));
}

function inTurn(text: string, parts: string[], what: Text, which: Text): void {
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = text.indexOf(part, at);
    const earlier = index === 0 ? say("", "") : say(`, after the ${which.en}s before it`, `，排在前面那些${which.zh}之后`);
    holds(
      found >= 0,
      say(`${what.en} has the ${which.en} ${show(part)}${earlier.en}`, `${what.zh}里有${which.zh} ${show(part)}${earlier.zh}`),
      say(show(text), show(text)),
      say("Every resource counts, character by character, in the order in which the loader gives them.", "每份资源都要在，一个字符也不能变，顺序就是 loader 给出的顺序。"),
    );
    at = found + part.length;
  }
}
