/** The connection to a model: over HTTP to a server on the loopback address, and what there is to say where there is none. */
import "./fence.cjs";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as reference from "../../../solution/s12/code.ts";
import { Unable } from "../../../src/unable.ts";
import { connect } from "../../chat/connection.ts";
import { Session } from "../../chat/session.ts";
import type { Told } from "../../chat/talk.ts";
import { folderNamed } from "./command.ts";
import { callPieces, finish, ModelServer, pieces, says, type Reply } from "./server.ts";

const folder = folderNamed("pi-kata chat-");
let server = new ModelServer();
let told: Told[] = [];

beforeEach(() => {
  told = [];
  vi.stubEnv("FENCE", join(folder, "fence"));
  vi.stubEnv("OPENAI_LOG", "off");
});

afterEach(async () => {
  await server.stop().catch(() => undefined);
  vi.unstubAllEnvs();
});

const session = async (...replies: Reply[]): Promise<Session> => {
  server = new ModelServer(...replies);
  const { model, ask } = await connect({ model: "m", baseUrl: await server.start() }, {});
  return new Session({ program: reference, model, ask, folder, person: { stopped: () => false, ask: () => true }, tell: (one) => told.push(one) });
};

const say = async (chat: Session, line: string): Promise<void> => chat.turn(line, new AbortController().signal);
const textOf = (): string => told.map((one) => (one.is === "text" ? one.text : "")).join("");
const notesOf = (): string[] => told.flatMap((one) => (one.is === "note" ? [one.text.en] : []));

describe("a server that speaks OpenAI's protocol", () => {
  test.each<[string, Reply, string, RegExp]>([
    ["500", { status: 500, body: '{"error":{"message":"on fire"}}' }, "", /^The provider failed: .*on fire/],
    ["401", { status: 401, body: '{"error":{"message":"who are you?"}}' }, "", /^The provider failed: .*401.*who are you\?/],
    ["429 with a time to wait", { status: 429, body: '{"error":{"message":"too fast"}}', headers: { "retry-after": "30" } }, "", /^The provider failed: .*too fast/],
    ["an error that is a page of HTML", { status: 502, body: "<html>bad gateway</html>" }, "", /^The provider failed: .*502/],
    ["an error without a body", { status: 503, body: "" }, "", /^The provider failed: .*503/],
    ["a connection that breaks midway", { stream: pieces("half an ans"), then: "break" }, "half an ans", /^The provider failed: ./],
    ["a connection that breaks at once", { stream: [], then: "break" }, "", /^The provider failed: ./],
    ["a stream that ends midway", { stream: pieces("half an ans") }, "half an ans", /^The provider failed: .*finish_reason/],
    ["a stream without a word", { stream: [] }, "", /^The provider failed: ./],
    ["garbage in the stream", { stream: [...pieces("half"), "data: {not json\n\n", ...finish("stop")] }, "half", /^The provider failed: .*JSON/],
    ["something else than a stream", { status: 200, body: "hello", headers: { "content-type": "text/plain" } }, "", /^The provider failed: ./],
    ["an answer that a filter stopped", { stream: [...pieces("half"), ...finish("content_filter")] }, "half", /^The provider failed: .*content_filter/],
    ["an answer that is cut off", { stream: [...pieces("half"), ...finish("length")] }, "half", /^The answer is cut off/],
    ["a call in a stream that breaks", { stream: [...pieces("half"), ...callPieces(0, "c1", "list_folder", '{"path":"."}')], then: "break" }, "half", /^The provider failed: ./],
  ])("%s is told in one sentence, runs nothing, and the next line is answered", async (_, reply, text, sentence) => {
    const chat = await session(reply, says("Here I am."));
    await say(chat, "hello");
    expect([textOf(), notesOf()]).toEqual([text, [expect.stringMatching(sentence)]]);
    await say(chat, "again");
    expect(textOf()).toBe(`${text}Here I am.`);
    expect([server.asked.length, notesOf().length]).toEqual([2, 1]);
  });

  test("arguments in many pieces, and two calls of one message, answered in their order", async () => {
    const chat = await session({ stream: [...callPieces(0, "a", "list_folder", ...'{"path":"."}'), ...callPieces(1, "b", "shell", "{", "}"), ...finish("tool_calls")] }, says("ok"));
    await say(chat, "look");
    expect(server.asked[1]?.body.messages.slice(2)).toMatchObject([{ tool_call_id: "a", content: expect.stringMatching(/fence|nothing/) }, { tool_call_id: "b", content: expect.stringMatching(/^error:.*shell/) }]);
    expect(textOf()).toBe("ok");
  });

  test("arguments that are no JSON do no harm", async () => {
    const chat = await session({ stream: [...callPieces(0, "c1", "read_file", '{"path": "Gr'), ...finish("tool_calls")] }, says("sorry"));
    await say(chat, "read");
    expect(notesOf().join()).toContain("the argument path is missing");
    expect(server.asked[1]?.body.messages.at(-1)).toMatchObject({ role: "tool", content: expect.stringContaining("the argument path is missing") });
    expect(textOf()).toBe("sorry");
  });

  test("lone surrogates, emoji and hostile names arrive", async () => {
    const chat = await session(says("\ud83d\ude00 __proto__"), says("ok"));
    await say(chat, "\ud83d \u2028 constructor");
    expect(textOf()).toBe("\ud83d\ude00 __proto__");
    await say(chat, "again");
    expect(server.asked[1]?.body.messages).toHaveLength(3);
  });

  test("nobody listens there", async () => {
    server = new ModelServer();
    const baseUrl = await server.start();
    await server.stop();
    const { ask } = await connect({ model: "m", baseUrl }, {});
    await say(new Session({ program: reference, model: "m", ask, folder, person: { stopped: () => false }, tell: (one) => told.push(one) }), "hello");
    expect(notesOf()).toEqual([expect.stringMatching(/^The provider failed: .*ECONNREFUSED/)]);
  });
});

describe("no connection", () => {
  const reason = async (...args: Parameters<typeof connect>): Promise<string> => {
    const error: unknown = await connect(...args).then(() => undefined, (thrown: unknown) => thrown);
    if (!(error instanceof Unable)) throw new Error("it connects");
    expect(error.sentence.zh).toMatch(/[\u4e00-\u9fff]/);
    return error.sentence.en;
  };

  test.each<[string | undefined, RegExp]>([
    [undefined, /Which model\?.*--model.*--base-url/],
    ["", /knows no provider "".*anthropic.*openrouter/],
    ["nobody/x", /knows no provider "nobody".*anthropic.*openrouter/],
    ["__proto__/x", /knows no provider/],
    ["openai", /knows no model "" of openai/],
    ["openai/gpt-4o-mini-mini", /knows no model "gpt-4o-mini-mini" of openai.*gpt-4o-mini/],
    ["openai-codex/gpt-6-sol", /takes no key, only a login/],
    ["openai/gpt-4o-mini", /no key for openai: set the environment variable OPENAI_API_KEY\./],
    ["anthropic/claude-sonnet-4-5", /set the environment variable ANTHROPIC_API_KEY \(/],
    ["groq/llama-3.3-70b-versatile", /set the environment variable GROQ_API_KEY\./],
  ])("--model %s", async (model, sentence) => expect(await reason({ model }, {})).toMatch(sentence));

  test("a variable that is empty is none", async () => expect(await reason({ model: "openai/gpt-4o-mini" }, { OPENAI_API_KEY: " " })).toContain("no key"));

  test.each(["127.0.0.1:8080", "localhost:8080/v1", "ftp://127.0.0.1/v1", "", "http://"])("--base-url %j", async (baseUrl) => expect(await reason({ model: "m", baseUrl }, {})).toContain("--base-url takes an address"));
  test("--base-url without a model", async () => expect(await reason({ baseUrl: "http://127.0.0.1:1/v1" }, {})).toContain("Which of the server's models?"));
});

describe("with a key", () => {
  test("it goes to the provider, and into no sentence, even where the provider repeats it", async () => {
    const key = "key-0123456789-secret";
    server = new ModelServer({ status: 401, body: JSON.stringify({ error: { message: `the key ${key} is unknown` } }) });
    const address = await server.start();
    vi.stubEnv("AZURE_OPENAI_BASE_URL", address);
    const { ask } = await connect({ model: "azure/gpt-4o-mini" }, { AZURE_OPENAI_API_KEY: key });
    await say(new Session({ program: reference, model: "m", ask, folder, person: { stopped: () => false }, tell: (one) => told.push(one) }), "hello");
    expect(JSON.stringify(server.asked[0]?.headers)).toContain(key);
    expect(notesOf()).toEqual([expect.stringMatching(/the key \(key\) is unknown/)]);
    expect(JSON.stringify(told)).not.toContain(key);
  });

  test("a provider's address is refused by the fence, so that this test cannot reach it", async () => {
    const { ask, where } = await connect({ model: "openai/gpt-4o-mini" }, { OPENAI_API_KEY: "key-0123456789-secret" });
    await say(new Session({ program: reference, model: "m", ask, folder, person: { stopped: () => false }, tell: (one) => told.push(one) }), "hello");
    expect(where).toBe("https://api.openai.com/v1");
    expect(notesOf()).toEqual([expect.stringMatching(/^The provider failed: /)]);
    expect(readFileSync(join(folder, "fence"), "utf8")).toContain("OUTSIDE api.openai.com");
  });
});
