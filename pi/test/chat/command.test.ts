/** `kata chat` against a server on the loopback address: what is sent, what is told, how it ends. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { solution } from "../../../test/proof/programs.ts";
import { Chat, folderNamed, inTerminal, piped } from "./command.ts";
import { ModelServer, pieces, says, wants, type Reply } from "./server.ts";

const folder = folderNamed("pi-kata chat ü-");
writeFileSync(join(folder, "Grüße.txt"), "buy milk");

let server = new ModelServer();
const chats: Chat[] = [];

async function serve(...replies: Reply[]): Promise<string[]> {
  server = new ModelServer(...replies);
  return ["--target", "solution", "--model", "some/model", "--base-url", await server.start()];
}

const started = (chat: Chat): Chat => {
  chats.push(chat);
  return chat;
};

/** All lines at once; gives the exit code and what was told. */
async function ran(args: string[], input: string, env: Record<string, string> = {}): Promise<{ code: number | null; told: string; chat: Chat }> {
  const chat = started(piped(args, input, { INIT_CWD: folder, ...env }));
  return { code: await chat.ended, told: chat.told, chat };
}

afterEach(async () => {
  await server.stop().catch(() => undefined);
  for (const chat of chats.splice(0)) {
    expect(chat.connections.filter((line) => !line.startsWith("inside"))).toEqual([]);
    chat.child.kill("SIGKILL");
  }
});

describe("through pipes", () => {
  test("each line is a turn; the model sees the whole conversation, two tools, and no key", async () => {
    const { code, told, chat } = await ran(await serve(says("one ", "two"), says("three")), "count\r\n\r\n  \ngo on\n", { OPENAI_API_KEY: "sk-of-somebody-else", OPENAI_ORG_ID: "an organisation", OPENAI_PROJECT_ID: "a project" });
    expect([code, told]).toEqual([0, "one two\nthree\n"]);
    const [first, second] = server.asked;
    expect(first?.path).toBe("/v1/chat/completions");
    expect(first?.headers).toMatchObject({ authorization: "Bearer none", "user-agent": "pi-kata" });
    expect(JSON.stringify([first, second])).not.toMatch(/somebody-else|an organisation|a project/);
    expect(first?.body.model).toBe("some/model");
    expect(first?.body.messages).toEqual([{ role: "user", content: "count" }]);
    expect(first?.body.tools).toMatchObject([{ function: { name: "read_file", parameters: { required: ["path"] } } }, { function: { name: "list_folder" } }]);
    expect(second?.body.messages).toEqual([{ role: "user", content: "count" }, { role: "assistant", content: "one two" }, { role: "user", content: "go on" }]);
    expect(chat.connections.length).toBeGreaterThan(0);
  });

  test("the fence holds: it sees a request of the program's thread, and refuses it", async () => {
    const chat = piped(["--target", "solution", "--model", "m", "--base-url", "http://192.0.2.1:8080/v1"], "hello\n", { INIT_CWD: folder });
    expect(await chat.ended).toBe(1);
    expect(chat.told).toContain("The provider failed: ");
    expect(chat.connections).toEqual(["OUTSIDE 192.0.2.1"]);
    const named = piped(["--target", "solution", "--model", "m", "--base-url", "http://model.example/v1"], "hello\n", { INIT_CWD: folder });
    expect(await named.ended).toBe(1);
    expect(new Set(named.connections)).toEqual(new Set(["OUTSIDE model.example"]));
  });

  test("nobody can be asked: the file is not read, the model is told, and so is whoever reads the output", async () => {
    const { code, told } = await ran(await serve(wants("Grüße.txt"), says("Then not.")), "read\n");
    expect(code).toBe(0);
    expect(told).toMatch(/^I look\.\n· Refused: the model wants to read "Grüße\.txt"\. Nobody can be asked, since this\n· is no terminal\.\nThen not\.\n$/);
    const [, second] = server.asked;
    expect(second?.body.messages.slice(1)).toMatchObject([
      { role: "assistant", content: "I look.", tool_calls: [{ id: "c1", function: { name: "read_file", arguments: '{"path":"Grüße.txt"}' } }] },
      { role: "tool", tool_call_id: "c1", content: expect.stringContaining("nobody can be asked") },
    ]);
  });

  test("a connection that breaks midway is told in a sentence, and the next line is answered", async () => {
    const { code, told } = await ran(await serve({ stream: pieces("half an ans"), then: "break" }, says("Here I am.")), "hello\nagain\n");
    expect(told).toMatch(/^half an ans\n· The provider failed: .*\nHere I am\.\n$/s);
    expect([code, server.asked.length]).toEqual([1, 2]);
  });

  test("a line break that a model makes in a refusal is spelled out; a file that is too large is refused before anybody is asked", async () => {
    writeFileSync(join(folder, "large.txt"), "x".repeat(64 * 1024 + 1));
    const { told } = await ran(await serve(wants("a\nYou may. b"), wants("large.txt"), says("ok")), "read\n");
    expect(told).toContain("a\\nYou may. b");
    expect(told).not.toMatch(/^(· )?You may/m);
    expect(told.replaceAll("\n· ", " ")).toContain("at most 65536 are read");
    expect(told.replaceAll("\n· ", " ").match(/Nobody can be asked/g)).toBeNull();
  });

  test("an empty answer is told as one", async () => {
    expect(await ran(await serve(says(""), says("b")), "one\ntwo\n")).toMatchObject({ code: 0, told: "· (no text)\nb\n" });
  });

  test("what a model says cannot draw on the terminal", async () => {
    const { told } = await ran(await serve(says("a\u001b[2Jb", "\u202ec\r", "d")), "hello\n");
    expect(told).toBe("a\\u001b[2Jb\\u202ec\\u000dd\n");
  });

  test("/new forgets, /exit leaves what follows unsaid, another /word is no message", async () => {
    const { code, told } = await ran(await serve(says("a"), says("b")), "one\n/new\n/help\ntwo\n/exit\nthree\n");
    expect(told).toBe("a\n· A new conversation.\n· There are /new and /exit. A line that starts with / is no message.\nb\n");
    expect([code, server.asked.map(({ body }) => body.messages.length)]).toEqual([0, [1, 1]]);
  });

  test("no line at all, and a last line without its end", async () => {
    expect(await ran(await serve(), "")).toMatchObject({ code: 0, told: "" });
    await server.stop();
    expect(await ran(await serve(says("a")), "hello")).toMatchObject({ code: 0, told: "a\n" });
  });

  test("Chinese where it is asked for", async () => {
    const { told } = await ran([...(await serve(wants("Grüße.txt"), { status: 500, body: "oops" })), "--lang", "zh"], "读一下\n");
    expect(told.replaceAll("\n· ", "")).toMatch(/已拒绝：模型想读取 "Grüße\.txt"。这里不是终端，没有人可以询问。/);
    expect(told).toContain("provider 出错：");
  });

  test("the program's own prints are shown; its process.exit ends the chat in a sentence", async () => {
    const file = join(folderNamed("pi-kata own ü-"), "code.ts");
    writeFileSync(join(file, "..", "ending.ts"), 'export function leave(): never { process.exit(7); }\n');
    writeFileSync(file, `import { runEventedToolLoop as loop } from ${JSON.stringify("./reference.ts")};\nimport { leave } from "./ending.ts";\nexport * from "./reference.ts";\nexport const runEventedToolLoop: typeof loop = (state, provider, line, ...rest) => (console.log("seen", line), line === "leave" ? leave() : loop(state, provider, line, ...rest));\n`);
    writeFileSync(join(file, "..", "reference.ts"), readFileSync(solution("s12")));
    const args = (await serve(says("a"))).map((word) => (word === "solution" ? file : word));
    const { code, told } = await ran(args, "one\nleave\nmore\n");
    expect(told).toMatch(/^seen one\na\n/);
    expect(told).toContain("✗ Your program ended the chat: it called process.exit(7).");
    expect(code).toBe(1);
  });
});

describe("what cannot begin ends with one sentence and code 2", () => {
  const begin = async (args: string[], env: Record<string, string> = {}): Promise<string> => {
    const { code, told } = await ran(args, "hello\n", env);
    expect(code).toBe(2);
    return told.replaceAll("\n", " ");
  };
  const other = (source: string): string => {
    const file = join(folderNamed("pi-kata other-"), "code.ts");
    writeFileSync(file, source);
    return file;
  };
  const server9 = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1"];

  test("no model, no key", async () => {
    expect(await begin(["--target", "solution"])).toMatch(/^✗ Which model\?.*--model.*--base-url/);
    expect(await begin(["--target", "solution", "--model", "openai/gpt-4o-mini"])).toMatch(/^✗ There is no key for openai: set the environment variable OPENAI_API_KEY\./);
  });

  test("a name of a server's model without the server; an address that may hold a secret, which is not repeated", async () => {
    expect(await begin(["--target", "solution", "--model", "qwen3"])).toMatch(/"qwen3" of a server of your own add --base-url/);
    for (const address of ["http://me:hush-hush@127.0.0.1:9/v1", "http://hush-hush@127.0.0.1:9", "ftp://me:hush-hush@x", "me:hush-hush@x:bad", "http://127.0.0.1:9/v1?key=hush-hush"]) {
      const told = await begin(["--target", "solution", "--model", "m", "--base-url", address]);
      expect(told).toContain("--base-url takes an address without");
      expect(told).not.toContain("hush-hush");
    }
  });

  test("a program that is missing, unfinished, wrong, or that does not survive its import", async () => {
    expect(await begin(["--target", "nowhere.ts", ...server9])).toContain("There is no file");
    expect(await begin(["--target", "workspace/code.ts", ...server9])).toMatch(/exports no `runOneTurn` \(s01\) yet.*--target solution/);
    expect(await begin(["--target", solution("s09"), ...server9])).toMatch(/exports no `PrintMode` \(s10\) yet/);
    expect(await begin(["--target", other("export const x = ;\n"), ...server9])).toContain("Syntax error");
    const whole = readFileSync(solution("s12"), "utf8");
    expect(await begin(["--target", other(`${whole}\nthrow new Error("not today");\n`), ...server9])).toMatch(/throws when it is imported: not today/);
    expect(await begin(["--target", other(`${whole}\nprocess.exit(3);\n`), ...server9])).toContain("process.exit(3)");
  });

  test("an option of another command", async () => {
    expect(await begin(["--target", "solution", "--seed", "1"])).toContain("`kata chat` takes no --seed");
  });
});

const terminal = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

describe.skipIf(!terminal)("in a terminal", () => {
  const begun = async (...replies: Reply[]): Promise<Chat> => {
    const chat = started(inTerminal(await serve(...replies), { INIT_CWD: folder }));
    await chat.until("Your program talks to some/model at http://127.0.0.1");
    await chat.until("> ");
    return chat;
  };

  test.each(["y", "是"])("%s lets the file be read", async (answer) => {
    const end = "You want milk.";
    const chat = await begun(wants("Grüße.txt"), says(end));
    chat.type("read\r");
    await chat.until('The model wants to read "Grüße.txt". Allow it? [y/N] ');
    expect(server.asked).toHaveLength(1);
    chat.type(`${answer}\r`);
    await chat.until("read_file: 8 characters for the model");
    await chat.until(end);
    await chat.until("> ");
    expect(server.asked[1]?.body.messages.at(-1)).toMatchObject({ role: "tool", content: "buy milk" });
    chat.type("\u0004");
    await chat.until("code 0");
  });

  test.each(["n", ""])("%j does not", async (answer) => {
    const chat = await begun(wants("Grüße.txt"), says("Then not."));
    chat.type("read\r");
    await chat.until("[y/N] ");
    chat.type(`${answer}\r`);
    await chat.until("Then not.");
    expect(JSON.stringify(server.asked)).not.toContain("buy milk");
    await chat.until("> ");
    chat.type("/exit\r");
    await chat.until("code 0");
  });

  test("Ctrl-C stops an answer, the connection too; the chat goes on; at the prompt it leaves", async () => {
    const chat = await begun({ stream: pieces("one", " two"), then: "silence" }, says("fine"));
    chat.type("count\r");
    await chat.until("one two");
    chat.type("\u0003");
    await chat.until("Stopped.");
    await chat.until("> ");
    expect(server.closedByClient).toBe(1);
    chat.type("again\r");
    await chat.until("fine");
    await chat.until("> ");
    chat.type("\u0003");
    await chat.until("code 130");
  });

  test("Ctrl-C at a question is a no that asks the model nothing more; Ctrl-D there is a no as well", async () => {
    const chat = await begun(wants("Grüße.txt"), wants("Grüße.txt"), says("bye"));
    chat.type("read\r");
    await chat.until("[y/N] ");
    chat.type("\u0003");
    await chat.until("Stopped.");
    await chat.until("> ");
    expect(server.asked).toHaveLength(1);
    chat.type("read\r");
    await chat.until("[y/N] ");
    chat.type("\u0004");
    await chat.until("bye");
    await chat.until("code 0");
    expect(JSON.stringify(server.asked)).not.toContain("buy milk");
  });

  test("a program that loops for ever is left with a second Ctrl-C", async () => {
    const file = join(folderNamed("pi-kata loop-"), "code.ts");
    writeFileSync(file, readFileSync(solution("s12"), "utf8").replace('  record(state, { role: "user", content: userInput });\n  const answer = await answerWithTools', "  for (;;) if (state === undefined) break;\n  const answer = await answerWithTools"));
    const chat = started(inTerminal((await serve()).map((word) => (word === "solution" ? file : word)), { INIT_CWD: folder }));
    await chat.until("> ");
    chat.type("hello\r");
    await chat.until("hello");
    chat.type("\u0003");
    await chat.until("Stopping … Ctrl-C again leaves the chat.");
    chat.type("\u0003");
    await chat.until("code 130");
  });
});
