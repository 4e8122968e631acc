/** From the course's request to pi-ai's context. */
import type { AssistantMessage, Context, Message, Tool } from "@earendil-works/pi-ai";
import type { ProviderInput, ProviderMessage, ToolCall, ToolSpec } from "../../solution/s12/code.ts";
import { say } from "../../spec/harness/text.ts";
import { ProviderFailure } from "./events.ts";

type CourseAssistant = Extract<ProviderMessage, { role: "assistant" }>;

/** Finds pi-ai's own message for one of the course's, where pi-ai made it. */
export type Recall = (message: CourseAssistant) => AssistantMessage | undefined;

/** @throws ProviderFailure for a history that no real provider accepts: a result without its call */
export function contextOf(input: ProviderInput, recall: Recall): Context {
  const messages: Message[] = [];
  /** the calls that the results at hand answer */
  let calls: ToolCall[] = [];
  for (const message of input.messages) {
    if (message.role === "toolResult") {
      const call = calls.find(({ id }) => id === message.toolCallId);
      if (call === undefined) throw orphan(message.toolCallId, input.messages);
      messages.push({ ...message, toolName: call.name, content: [{ type: "text", text: message.content }], isError: message.content.startsWith("error:"), timestamp: 0 });
      continue;
    }
    calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    messages.push(message.role === "user" ? { role: "user", content: message.content, timestamp: 0 } : (recall(message) ?? assistantOf(message)));
  }
  return { ...(input.systemPrompt === "" ? {} : { systemPrompt: input.systemPrompt }), messages, ...(input.tools.length === 0 ? {} : { tools: input.tools.map(toolOf) }) };
}

/** The course tells apart fewer things than pi-ai: what it leaves out is empty. */
function assistantOf({ content, toolCalls = [] }: CourseAssistant): AssistantMessage {
  return {
    role: "assistant",
    content: [...(content === "" ? [] : [{ type: "text" as const, text: content }]), ...toolCalls.map(({ id, name, input }) => ({ type: "toolCall" as const, id, name, arguments: input }))],
    // pi-ai sends no signatures of one model to another: this is nobody's.
    api: "pi-kata",
    provider: "pi-kata",
    model: "mini-pi",
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } },
    stopReason: toolCalls.length > 0 ? "toolUse" : "stop",
    timestamp: 0,
  };
}

/** A spec describes strings, and does not say which may be left out. */
const toolOf = ({ name, description, input }: ToolSpec): Tool => ({
  name,
  description,
  parameters: { type: "object", properties: Object.fromEntries(Object.entries(input).map(([key, text]) => [key, { type: "string", description: text }])), required: Object.keys(input) },
});

function orphan(id: string, messages: ProviderMessage[]): ProviderFailure {
  const elsewhere = messages.some((message) => message.role === "assistant" && message.toolCalls?.some((call) => call.id === id));
  const fault = elsewhere
    ? say(`the result of the call ${id} does not stand right behind the assistant message that made it`, `调用 ${id} 的结果没有紧跟在发起它的 assistant 消息后面`)
    : say(`there is a result of the call ${id}, but no assistant message whose toolCalls hold that call`, `里面有调用 ${id} 的结果，却没有哪条 assistant 消息的 toolCalls 含有这个调用`);
  return new ProviderFailure(
    `invalid history: ${fault.en}`,
    say(
      `Nothing was sent: in the history that your program hands to the provider ${fault.en}. A real provider refuses that, since a result only means something behind the message that asked for it. Record toolCalls on that message and let buildProviderInput and the loop's requests show them: spec/s04/README.md, "How it must behave". /new starts an empty conversation.`,
      `没有发送任何内容：你的程序交给 provider 的历史不合法，${fault.zh}。真实的 provider 会拒绝这样的历史：一个结果只有跟在提出请求的那条消息后面才有意义。请把 toolCalls 记在那条消息上，并让 buildProviderInput 和循环里的请求都带上它：见 spec/s04/README.zh-CN.md 的“行为细则”。输入 /new 可以重新开始对话。`,
    ),
  );
}
