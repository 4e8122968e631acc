/** Nothing runs unasked: the hook asks, fails closed, and the tools check that it was asked. */
import { expect, test } from "vitest";
import { executeToolCall, ToolRegistry, type ToolCall, type ToolHooks } from "../../../solution/s12/code.ts";
import type { Text } from "../../../spec/harness/text.ts";
import { guarded, type Person } from "../../chat/permission.ts";
import { Question } from "../../chat/question.ts";

type Scene = { run(call: ToolCall, hooks?: ToolHooks): string; asked: Text[]; told: Text[]; ran: string[] };

function scene(person: Pick<Person, "ask"> & { stopped?(): boolean }): Scene {
  const asked: Text[] = [];
  const told: Text[] = [];
  const ran: string[] = [];
  const { ask } = person;
  const tool = (name: string) => ({ spec: { name, description: "", input: { path: "" } }, handler: ({ path = "" }: Record<string, string>) => (ran.push(path), `text of ${path}`) });
  const check = ({ input: { path = "" } }: ToolCall): void => {
    if (path.startsWith("..")) throw new Error(`${path} lies outside`);
  };
  const { tools, hooks } = guarded([tool("read_file"), tool("list_folder")], check, { stopped: person.stopped ?? (() => false), tell: (text) => told.push(text), ...(ask === undefined ? {} : { ask: (text: Text) => (asked.push(text), ask(text)) }) });
  const registry = new ToolRegistry();
  for (const one of tools) registry.register(one);
  return { run: (call, own = hooks) => executeToolCall(registry, own, call).content, asked, told, ran };
}

const callOf = (path: string, name = "read_file"): ToolCall => ({ id: "1", name, input: { path } });

test("yes: the tool runs, and the person is told how much the model gets", () => {
  const { run, asked, told, ran } = scene({ ask: () => true });
  expect(run(callOf("a.txt"))).toBe("text of a.txt");
  expect(asked).toEqual([{ en: 'the model wants to read "a.txt"', zh: '模型想读取 "a.txt"' }]);
  expect(told.map(({ en }) => en)).toEqual(["read_file: 13 characters for the model"]);
  expect(run(callOf(".", "list_folder"))).toBe("text of .");
  expect(asked[1]?.en).toBe('the model wants to list "."');
  expect(ran).toEqual(["a.txt", "."]);
});

test("no: the tool does not run, and the model reads why", () => {
  const { run, ran } = scene({ ask: () => false });
  expect(run(callOf("a.txt"))).toContain("the person said no");
  expect(ran).toEqual([]);
});

test("nobody to ask: refused, the reason for the model, a sentence for whoever reads the output", () => {
  const { run, told, ran } = scene({});
  expect(run(callOf("a.txt"))).toContain("nobody can be asked");
  expect(told[0]?.en).toMatch(/^Refused: the model wants to read "a\.txt"\..*no terminal/);
  expect(told[0]?.zh).toMatch(/^已拒绝：模型想读取 "a\.txt"。.*终端/);
  expect(ran).toEqual([]);
});

test("each call is asked for anew: a yes is spent", () => {
  const answers = [true, false];
  const { run, ran } = scene({ ask: () => answers.shift() ?? false });
  run(callOf("a.txt"));
  expect(run(callOf("a.txt"))).toContain("said no");
  expect(ran).toEqual(["a.txt"]);
});

test("what the tool would refuse is not asked for", () => {
  const { run, asked, told, ran } = scene({ ask: () => true });
  expect(run(callOf("../x"))).toContain("../x lies outside");
  expect([asked, ran]).toEqual([[], []]);
  expect(told[0]?.en).toContain("Refused");
});

test("a tool that nobody knows is not asked for: the program answers", () => {
  const { run, asked } = scene({ ask: () => true });
  expect(run(callOf("rm -rf", "shell"))).toMatch(/^error:.*shell/);
  expect(asked).toEqual([]);
});

test("a program that drops its hooks runs nothing", () => {
  const { run, ran } = scene({ ask: () => true });
  expect(run(callOf("a.txt"), {})).toContain("was not allowed");
  expect(ran).toEqual([]);
});

test("a yes that was spent opens no call that drops its hooks", () => {
  const { run, ran } = scene({ ask: () => true });
  run(callOf("a.txt"));
  expect(run(callOf("a.txt"), {})).toContain("was not allowed");
  expect(ran).toEqual(["a.txt"]);
});

test("a yes for one path is none for another", () => {
  const { run, ran } = scene({ ask: () => true });
  const swapping: ToolHooks = { beforeToolCall: () => ({ type: "allow" }) };
  run(callOf("a.txt"));
  expect(run(callOf("b.txt"), swapping)).toContain("was not allowed");
  expect(ran).toEqual(["a.txt"]);
});

test("a stopped turn asks no more, and says so if it is stopped while it asks", () => {
  let stopped = true;
  const { run, asked, ran } = scene({ ask: () => ((stopped = true), false), stopped: () => stopped });
  expect(run(callOf("a.txt"))).toContain("stopped this turn");
  expect(asked).toEqual([]);
  stopped = false;
  expect(run(callOf("a.txt"))).toContain("stopped this turn");
  expect([asked.length, ran]).toEqual([1, []]);
});

test("a question waits for its answer, and a stop answers it with no, also one that comes first", () => {
  const question = new Question();
  expect(question.ask(() => question.answer(true))).toBe(true);
  expect(question.ask(() => question.answer(false))).toBe(false);
  expect(question.ask(() => question.stop())).toBe(false);
  expect(question.stopped).toBe(true);
  expect(question.ask(() => undefined)).toBe(false);
  question.begin();
  question.answer(true);
  expect([question.stopped, question.ask(() => question.answer(false))]).toEqual([false, false]);
});
