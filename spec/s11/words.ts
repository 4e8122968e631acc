/** A project with one resource of each kind, and what s11 compares, in words. */
import { say } from "../harness/text.ts";
import type { Json, Resource, Step } from "../player/scenario.ts";

export const project: Resource[] = [
  { kind: "agents", name: "AGENTS.md", content: "<<always agree>>" },
  { kind: "skill", name: "deploy-skill", content: "<<how to deploy>>" },
  { kind: "prompt", name: "review-prompt", content: "<<how to review>>" },
];

/** Everything of the project that a request could give away. */
export const traces = project.flatMap(({ name, content }) => [name, content]);

export const loader = (resources: Resource[] = project, name?: string): Step => ({ do: "loader", resources, ...(name === undefined ? {} : { loader: name }) });
export const load = (trust: Json, name?: string): Step => ({ do: "load", trust, ...(name === undefined ? {} : { loader: name }) });

export const trustedText = say('what load("trusted") returns', 'load("trusted") 的返回值');
export const untrustedText = say('what load("untrusted") returns', 'load("untrusted") 的返回值');
export const untouched = say("Trust decides what is loaded. What is offered, asked, run, limited, logged, recorded and shown does not depend on it.", "信任只决定加载什么。提供哪些工具、请求、执行、上限、日志、记录和显示都与它无关。");
export const promptText = say("the systemPrompt of the request", "请求里的 systemPrompt");
