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
export const promptOf = (request: number): Text => say(`the systemPrompt of request ${request + 1}`, `第 ${request + 1} 次请求里的 systemPrompt`);
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
 * always passes. `why` is the reason where the caller knows it better.
 */
export function checkPrompt(prompt: Json | undefined, resources: Resource[], what: Text, why?: Text): void {
  const text = typeof prompt === "string" ? prompt : undefined;
  holds(text !== undefined, say(`${what.en} is a string`, `${what.zh}是字符串`), say(show(prompt), show(prompt)), why);
  holds(
    text !== "" || resources.every(({ name, content }) => name === "" && content === ""),
    say(`${what.en} tells of the ${resources.length} resources`, `${what.zh}里有那 ${resources.length} 份资源`),
    say('it is empty: ""', '它是空的：""'),
    why ?? say("Whatever made this prompt never saw the resources, or it was made elsewhere and lost on its way here.", "生成这个 prompt 的地方没有看到资源，或者生成之后在半路上丢了。"),
  );
  inTurn(text ?? "", resources.map((one) => one.name), what, say("name", "名字"), why);
  inTurn(text ?? "", resources.map((one) => one.content), what, say("content", "内容"), why);
}

const verbatim = say("Every resource counts, and its name and content go in character by character: nothing is left out, cut, trimmed, escaped or replaced.", "每份资源都要在，名字和内容一个字符也不能变：不能漏、不能截断、不能 trim、不能转义、不能替换。");
const inTheirOrder = say("The order is the one in which the resources were given: no sorting, no grouping.", "顺序就是资源给出时的顺序：不排序，不分组。");

function inTurn(text: string, parts: string[], what: Text, which: Text, why: Text | undefined): void {
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = text.indexOf(part, at);
    const before = parts[index - 1];
    const isMisplaced = text.includes(part) && before !== undefined;
    const isDoubled = parts.indexOf(part) < index;
    const place = isDoubled ? say(" once more", "，再出现一次") : isMisplaced ? say(` after ${show(before)}`, `，排在 ${show(before)} 之后`) : say("", "");
    holds(found >= 0, say(`${what.en} has the ${which.en} ${show(part)}${place.en}`, `${what.zh}里有${which.zh} ${show(part)}${place.zh}`), say(show(text), show(text)), why ?? (isMisplaced && !isDoubled ? inTheirOrder : verbatim));
    at = found + part.length;
  }
}
