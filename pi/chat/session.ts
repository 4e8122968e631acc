/** One conversation: a program's state, its provider and its tools. */
import type { AssistantMessageEvent, Context } from "@earendil-works/pi-ai";
import type * as Course from "../../solution/s12/code.ts";
import { say, type Text } from "../../spec/harness/text.ts";
import { stopped } from "./events.ts";
import { guarded, type Person } from "./permission.ts";
import { providerOf } from "./provider.ts";
import { Shown } from "./shown.ts";
import type { Told } from "./talk.ts";
import { toolsBelow } from "./tools.ts";

/** What a chat needs of a program. */
export type Program = Pick<typeof Course, "runEventedToolLoop" | "SessionTree" | "ToolRegistry">;

export type SessionOptions = {
  program: Program;
  /** the model's name, for the state */
  model: string;
  ask(context: Context, signal: AbortSignal): AsyncIterable<AssistantMessageEvent>;
  folder: string;
  person: Pick<Person, "stopped" | "ask">;
  tell(told: Told): void;
};

export class Session {
  readonly #options: SessionOptions;
  readonly #turnOptions: Course.TurnOptions;
  #state: Course.AgentState;

  constructor(options: SessionOptions) {
    const { program, folder, person, tell } = options;
    const registry = new program.ToolRegistry();
    const looking = toolsBelow(folder);
    // Both tools only look: one that is tried tells whether it would refuse, and what it gives is dropped.
    const tryOut = ({ name, input }: Course.ToolCall): void => void looking.find(({ spec }) => spec.name === name)?.handler(input);
    const { tools, hooks } = guarded(looking, tryOut, { ...person, tell: (text) => tell({ is: "note", text }) });
    for (const tool of tools) registry.register(tool);
    this.#options = options;
    this.#turnOptions = { registry, hooks };
    this.#state = this.#empty();
  }

  /** Forgets the conversation. */
  reset(): void {
    this.#state = this.#empty();
  }

  #empty(): Course.AgentState {
    return { messages: new this.#options.program.SessionTree(), model: this.#options.model };
  }

  /** One line of the person and all that follows from it. Tells; never rejects. */
  async turn(line: string, signal: AbortSignal): Promise<void> {
    const { program, ask, tell } = this.#options;
    const shown = new Shown(tell);
    let failed = false;
    const provider = providerOf((context) => ask(context, signal), (text) => shown.note(text));
    const watched: Course.Provider = {
      async *stream(input) {
        shown.begin();
        if (signal.aborted) {
          shown.note(stopped().text);
          throw stopped();
        }
        try {
          for await (const event of provider.stream(input)) {
            if (event.type === "text_delta") shown.expect(event.text);
            yield event;
          }
        } catch (error) {
          failed ||= !signal.aborted;
          throw error;
        }
      },
    };
    try {
      const answer: unknown = await program.runEventedToolLoop(this.#state, watched, line, { log: (text) => shown.log(String(text)) }, this.#turnOptions);
      shown.end(answer);
    } catch (error) {
      failed = true;
      shown.note(threw(error));
    }
    tell({ is: "end", failed });
  }
}

/** A turn must not throw, whatever the provider did (R4). */
function threw(error: unknown): Text {
  const reason = error instanceof Error ? error.message : String(error);
  return say(`Your program threw an error, which a turn must never do (R4): ${reason}`, `你的程序抛出了异常，而一轮对话绝不应该抛异常（R4）：${reason}`);
}
