/** s08, property: any resources in any scripted turn. */
import * as fc from "fast-check";
import { scripts, texts } from "../harness/arbitraries.ts";
import { loop, register, scenario, tool } from "../harness/build.ts";
import { property } from "../harness/clause.ts";
import { equals, holds } from "../harness/judge.ts";
import { say } from "../harness/text.ts";
import { checkPrompt, marked, promptOf, requestPromptText } from "./words.ts";

property("s08.5", say("any resources, any scripted turn", "任意资源，任意剧本的一轮"), fc.record({ given: marked, replies: scripts(["echo"], { maxLength: 3, failing: true }), input: texts() }), async (kit, { given, replies, input }) => {
  const played = await kit.play(scenario({ do: "loader", resources: given }, register(tool("echo")), loop(input, replies, { loader: "main" })));
  const prompts = played.requests().map((request) => request.systemPrompt ?? null);
  for (const [index, prompt] of prompts.entries()) checkPrompt(prompt, given, promptOf(index));
  equals(prompts, prompts.map(() => prompts[0] ?? null), say("the systemPrompts of one turn", "同一轮里的 systemPrompt"));
  if (given.length === 0) equals(prompts[0], "", requestPromptText);
  const told = JSON.stringify([played.history(2), ...played.requests().map((request) => request.messages ?? null)]);
  const leak = given.flatMap(({ name, content }) => [name, content]).find((part) => told.includes(part));
  holds(leak === undefined, say("messages without anything from the resources", "messages 里没有资源的内容"), say(`${leak} is in them`, `里面有 ${leak}`));
}, 2);
