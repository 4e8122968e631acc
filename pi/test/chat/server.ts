/** A server on the loopback address that speaks OpenAI's protocol, one scripted reply after the other. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Reply =
  /** the lines of an event stream, and what comes then: its end, a connection that breaks, or nothing any more */
  | { stream: string[]; then?: "end" | "break" | "silence" }
  | { status: number; body: string; headers?: Record<string, string> };

export type Asked = { path: string; headers: IncomingMessage["headers"]; body: { model: string; messages: { role: string; content: unknown; tool_calls?: unknown[]; tool_call_id?: string }[]; tools?: unknown[] } };

const chunk = (delta: object, finish: string | null = null): string => `data: ${JSON.stringify({ id: "chat-1", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Pieces of an answer. */
export const pieces = (...texts: string[]): string[] => texts.map((content) => chunk({ content }));
/** A call, its arguments in pieces. */
export const callPieces = (index: number, id: string, name: string, ...parts: string[]): string[] => [chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }), ...parts.map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] }))];
export const finish = (reason: string): string[] => [chunk({}, reason), "data: [DONE]\n\n"];

export const says = (...texts: string[]): Reply => ({ stream: [...pieces(...texts), ...finish("stop")] });
export const wants = (path: string): Reply => ({ stream: [...pieces("I look."), ...callPieces(0, "c1", "read_file", '{"pa', `th":${JSON.stringify(path).slice(0, 3)}`, `${JSON.stringify(path).slice(3)}}`), ...finish("tool_calls")] });

export class ModelServer {
  readonly asked: Asked[] = [];
  readonly #replies: Reply[];
  readonly #server: Server;
  /** connections that are kept without an answer: closed by the other side */
  closedByClient = 0;

  constructor(...replies: Reply[]) {
    this.#replies = replies;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** The address for --base-url. */
  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(await text(request)) as Asked["body"] });
    const reply = this.#replies.shift() ?? { status: 500, body: "no reply is left" };
    if ("status" in reply) {
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.on("close", () => (this.closedByClient += response.writableFinished ? 0 : 1));
    for (const line of reply.stream) {
      response.write(line);
      // Each piece in a packet of its own.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (reply.then === "break") response.destroy();
    else if (reply.then !== "silence") response.end();
  }
}
