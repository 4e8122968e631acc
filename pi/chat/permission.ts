/** Asks before each tool call, as hooks of the course do, and makes sure that nothing runs unasked. */
import type { Tool, ToolCall, ToolHooks } from "../../solution/s12/code.ts";
import { say, type Text } from "../../spec/harness/text.ts";

export type Person = {
  /** the turn was stopped */
  stopped(): boolean;
  /** waits for the answer; undefined where there is nobody to ask */
  ask?(question: Text): boolean;
  tell(text: Text): void;
};

/**
 * The tools to register and the hooks to give to a turn.
 * @param check throws, with the reason, where a tool would refuse a call: the person is not asked for that
 */
export function guarded(tools: Tool[], check: (call: ToolCall) => void, person: Person): { tools: Tool[]; hooks: ToolHooks } {
  const granted: string[] = [];
  return {
    tools: tools.map((tool) => ({
      spec: tool.spec,
      // A program that forgets its hooks must not hand files to a model.
      handler: (input) => {
        const at = granted.indexOf(keyOf(tool.spec.name, input));
        if (at < 0) throw new Error("this call was not allowed: the program ran it without its beforeToolCall hook");
        granted.splice(at, 1);
        return tool.handler(input);
      },
    })),
    hooks: {
      beforeToolCall: (call) => {
        // Nothing will run: the program says that it knows no such tool.
        if (!tools.some(({ spec }) => spec.name === call.name)) return { type: "allow" };
        const reason = refusalOf(call, check, person);
        if (reason !== undefined) return { type: "block", reason };
        granted.push(keyOf(call.name, call.input));
        return { type: "allow" };
      },
      afterToolCall: (call, result) => {
        person.tell(result.startsWith("error:") ? say(`${call.name}: ${result}`, `${call.name}：${result}`) : say(`${call.name}: ${result.length} characters for the model`, `${call.name}：交给模型 ${result.length} 个字符`));
        return result;
      },
    },
  };
}

const keyOf = (name: string, { path }: Record<string, string>): string => JSON.stringify([name, path]);

/** Why a call must not run, in a sentence for the model; undefined where it may. */
function refusalOf(call: ToolCall, check: (call: ToolCall) => void, person: Person): string | undefined {
  if (person.stopped()) return "the person stopped this turn";
  const wish = wishOf(call);
  try {
    check(call);
  } catch (error) {
    const { message } = error as Error;
    person.tell(say(`Refused: ${wish.en}, but ${message}.`, `已拒绝：${wish.zh}（${message}）。`));
    return message;
  }
  if (person.ask === undefined) {
    person.tell(say(`Refused: ${wish.en}. Nobody can be asked, since this is no terminal.`, `已拒绝：${wish.zh}。这里不是终端，没有人可以询问。`));
    return "nobody can be asked, since the chat runs without a terminal";
  }
  return person.ask(wish) ? undefined : person.stopped() ? "the person stopped this turn" : "the person said no";
}

function wishOf({ name, input }: ToolCall): Text {
  const path = JSON.stringify(input.path ?? "");
  return name === "read_file" ? say(`the model wants to read ${path}`, `模型想读取 ${path}`) : say(`the model wants to list ${path}`, `模型想列出 ${path}`);
}
