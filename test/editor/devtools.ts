/** A client of the DevTools protocol, as much of it as a debugger needs, on a WebSocket of its own: Node 20 has none. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

type Fields = Record<string, unknown>;
type Message = { id?: number; method?: string; params?: Fields; result?: Fields; error?: { message: string } };

export class DevTools {
  readonly #socket: Socket;
  readonly #answers = new Map<number, (message: Message) => void>();
  /** events that came and were not asked for yet, and who waits for one */
  #events: Message[] = [];
  #waiting: { method: string; resolve(params: Fields): void }[] = [];
  #unread: Buffer = Buffer.alloc(0);
  #text = "";
  #last = 0;

  constructor(socket: Socket, head: Buffer) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", () => undefined);
    this.#read(head);
  }

  /** Calls a method; gives its result. */
  async send(method: string, params: Fields = {}): Promise<Fields> {
    const id = (this.#last += 1);
    const answered = new Promise<Message>((resolve) => this.#answers.set(id, resolve));
    this.#socket.write(frameOf(JSON.stringify({ id, method, params })));
    const { error, result = {} } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** The next event of that name. */
  event(method: string): Promise<Fields> {
    const at = this.#events.findIndex((message) => message.method === method);
    const [came] = at < 0 ? [] : this.#events.splice(at, 1);
    return came === undefined ? new Promise((resolve) => void this.#waiting.push({ method, resolve })) : Promise.resolve(came.params ?? {});
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    for (let frame = readFrame(this.#unread); frame !== undefined; frame = readFrame(this.#unread)) {
      this.#unread = this.#unread.subarray(frame.length);
      this.#text += frame.text;
      if (!frame.last) continue;
      this.#take(JSON.parse(this.#text) as Message);
      this.#text = "";
    }
  }

  #take(message: Message): void {
    if (message.id !== undefined) {
      this.#answers.get(message.id)?.(message);
      return;
    }
    const at = this.#waiting.findIndex(({ method }) => method === message.method);
    const [waiting] = at < 0 ? [] : this.#waiting.splice(at, 1);
    if (waiting === undefined) this.#events.push(message);
    else waiting.resolve(message.params ?? {});
  }
}

/** Waits until a process listens there for a debugger, and attaches to it. */
export async function attach(port: number): Promise<DevTools> {
  for (let tries = 0; tries < 300; tries += 1) {
    const listed = await fetch(`http://127.0.0.1:${port}/json`).catch(() => undefined);
    const [first] = listed === undefined ? [] : ((await listed.json()) as { webSocketDebuggerUrl: string }[]);
    if (first !== undefined) return open(first.webSocketDebuggerUrl);
    await wait(100);
  }
  throw new Error(`nothing listens on port ${port}`);
}

async function open(address: string): Promise<DevTools> {
  const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": randomBytes(16).toString("base64") };
  const [, socket, head] = (await once(get(address.replace("ws:", "http:"), { headers }), "upgrade")) as [IncomingMessage, Socket, Buffer];
  return new DevTools(socket, head);
}

/** A text in one frame, with the mask that a client has to use: a mask of zeros changes nothing. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head = body.length < 126 ? Buffer.from([0x81, 0x80 | body.length]) : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([head, Buffer.alloc(4), body]);
}

/** The first frame in what was read, if all of it is there. `length`: with its head. */
function readFrame(bytes: Buffer): { last: boolean; text: string; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return undefined;
  const size = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + size) return undefined;
  return { last: (bytes.readUInt8(0) & 0x80) !== 0, text: bytes.subarray(start, start + size).toString("utf8"), length: start + size };
}
