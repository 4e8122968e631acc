/** What makes a verdict: the bundler, the compiler and a subject process, each tried with the reference of s01. */
import { join } from "node:path";
import { version as esbuildVersion } from "esbuild";
import { makeImage, Unusable, type Image } from "../../spec/harness/image.ts";
import { root } from "../../spec/harness/root.ts";
import { Subject, Unloadable } from "../../spec/harness/subject.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import { checkTypes } from "../../spec/harness/typecheck.ts";
import type { Settings } from "../config.ts";
import { command, messageOf, type Finding } from "./finding.ts";

const labels = { bundler: say("bundler", "打包器"), compiler: say("compiler", "编译器"), subject: say("subject", "受试进程") };

export async function engineFindings(limits: Settings["limits"]): Promise<Finding[]> {
  const sample = join(root, "solution", "s01", "code.ts");
  let image: Image;
  const started = performance.now();
  try {
    image = await makeImage(sample);
  } catch (error) {
    const lost = error instanceof Unusable;
    return [{ level: "bad", label: labels.bundler, text: lost ? error.sentence : say(`esbuild does not run: ${messageOf(error)}`, `esbuild 无法运行：${messageOf(error)}`), repair: command(lost ? "git restore solution" : "npm ci") }];
  }
  const bundled: Finding = { level: "fine", label: labels.bundler, text: ran(`esbuild ${esbuildVersion}`, started) };
  return [bundled, await compiler(image), await subject(image, limits)];
}

async function compiler(image: Image): Promise<Finding> {
  const started = performance.now();
  try {
    await checkTypes(image, "s01");
    return { level: "fine", label: labels.compiler, text: ran("TypeScript", started) };
  } catch (error) {
    return { level: "bad", label: labels.compiler, text: say(`does not run: ${messageOf(error)}`, `无法运行：${messageOf(error)}`), repair: command("npm ci") };
  }
}

async function subject(image: Image, limits: Settings["limits"]): Promise<Finding> {
  const started = performance.now();
  const one = new Subject(image, { limits }).load(image);
  try {
    await one.loaded();
    return { level: "fine", label: labels.subject, text: answered(started) };
  } catch (error) {
    const why = error instanceof Unloadable ? `${error.error?.text ?? error.ending?.kind ?? ""} ${error.prints.trim()}`.trim() : messageOf(error);
    return {
      level: "bad",
      label: labels.subject,
      text: say(`a process for the program does not start or answer: ${why}`, `运行程序的进程无法启动或没有回答：${why}`),
      repair: say("give it more room: limits.load and limits.memory in kata.config.ts; allow Node to start processes", "放宽 kata.config.ts 里的 limits.load 和 limits.memory；允许 Node 启动进程"),
    };
  } finally {
    one.close();
  }
}

const since = (started: number): string => `${Math.round(performance.now() - started)} ms`;
const ran = (name: string, started: number): Text => say(`${name} runs (${since(started)})`, `${name} 可以运行（${since(started)}）`);
const answered = (started: number): Text => say(`a process for the program starts and answers (${since(started)})`, `运行程序的进程能启动并回答（${since(started)}）`);
