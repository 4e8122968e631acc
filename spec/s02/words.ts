/** What s02 compares, in words, and the spec that a fake tool must be described by. */
import { say } from "../harness/text.ts";
import type { ToolFake } from "../player/scenario.ts";

export const specsText = say("what getSpecs returns", "getSpecs 返回的列表");
export const toolsText = say("the tools of the request", "请求里的 tools");

export type Spec = { name: string; description: string; input: Record<string, string> };

export const specOf = (fake: ToolFake): Spec => ({ name: fake.name, description: fake.description ?? `the tool ${fake.name}`, input: fake.input ?? {} });

/** A tool with inputs, for the examples. */
export const reader: ToolFake = { name: "read", description: "reads a file", input: { path: "the file to read", lines: "how many lines, all by default" } };
export const writer: ToolFake = { name: "write", description: "writes a file", input: { path: "the file to write", text: "its new content" } };
