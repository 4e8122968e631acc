/** Whole turns of finished programs, the reference and others, on pi-ai's scripted provider. */
import { createModels, fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall, type FauxResponseStep, type Message } from "@earendil-works/pi-ai";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeImage } from "../../../spec/harness/image.ts";
import { rightPrograms, solution } from "../../../test/proof/programs.ts";
import { importProgram } from "../../chat/program.ts";
import { Session } from "../../chat/session.ts";
import type { Told } from "../../chat/talk.ts";

const folder = mkdtempSync(join(tmpdir(), "pi-kata chat ü-"));
writeFileSync(join(folder, "notes.txt"), "buy milk");

type Talk = { say(line: string, signal?: AbortSignal): Promise<Told[]>; reset(): void; requests: Message[][] };

async function talk(file: string, responses: FauxResponseStep[], allowed = true): Promise<Talk> {
  const faux = fauxProvider({ tokenSize: { min: 1, max: 1 } });
  const models = createModels();
  models.setProvider(faux.provider);
  faux.setResponses(responses);
  const requests: Message[][] = [];
  let told: Told[] = [];
  const session = new Session({
    program: await importProgram(await makeImage(file)),
    model: "faux",
    async *ask(context, signal) {
      requests.push(context.messages);
      yield* models.streamSimple(faux.getModel(), context, { signal });
    },
    folder,
    person: { stopped: () => false, ask: () => allowed },
    tell: (one) => told.push(one),
  });
  return {
    async say(line, signal = new AbortController().signal) {
      told = [];
      await session.turn(line, signal);
      return told;
    },
    reset: () => session.reset(),
    requests,
  };
}

const wants = (path: string, id = "c1"): FauxResponseStep => fauxAssistantMessage([fauxText("I look."), fauxToolCall("read_file", { path }, { id })], { stopReason: "toolUse" });
const textOf = (told: Told[]): string => told.map((one) => (one.is === "text" ? one.text : "")).join("");
const notesOf = (told: Told[]): string[] => told.flatMap((one) => (one.is === "note" ? [one.text.en] : []));
const linesOf = (told: Told[]): string[] => told.flatMap((one) => (one.is === "line" ? [one.text] : []));
const lastOf = (messages: Message[] | undefined): string => JSON.stringify(messages?.at(-1)?.content);

describe("the reference", () => {
  const reference = solution("s12");

  test("answers in pieces, reads what it was allowed to, and remembers", async () => {
    const { say, requests } = await talk(reference, [wants("notes.txt"), fauxAssistantMessage("You want milk."), fauxAssistantMessage("Still milk.")]);
    const told = await say("what do I want?");
    expect(textOf(told)).toBe("I look.You want milk.");
    expect(told.filter(({ is }) => is === "text").length).toBeGreaterThan(2);
    expect([notesOf(told), linesOf(told), told.at(-1)]).toEqual([["read_file: 8 characters for the model"], [], { is: "end", failed: false }]);
    expect(lastOf(requests[1])).toContain("buy milk");
    expect(textOf(await say("and now?"))).toBe("Still milk.");
    expect(requests[2]?.map(({ role }) => role)).toEqual(["user", "assistant", "toolResult", "assistant", "user"]);
  });

  test("a no reaches the model, and the turn goes on", async () => {
    const { say, requests } = await talk(reference, [wants("notes.txt"), fauxAssistantMessage("Then not.")], false);
    expect(textOf(await say("read"))).toBe("I look.Then not.");
    expect(lastOf(requests[1])).toContain("the person said no");
    expect(JSON.stringify(requests)).not.toContain("buy milk");
  });

  test("a path that leads out reaches the model as an error", async () => {
    const { say, requests } = await talk(reference, [wants("../secret"), fauxAssistantMessage("No?")]);
    expect(notesOf(await say("read"))).toEqual([expect.stringContaining("outside of the current folder")]);
    expect(lastOf(requests[1])).toContain("outside of the current folder");
  });

  test("an error of the provider is told once; the next line is answered", async () => {
    const { say } = await talk(reference, [fauxAssistantMessage("half an ans", { stopReason: "error", errorMessage: "overloaded" }), fauxAssistantMessage("Here I am.")]);
    const told = await say("hello");
    expect([textOf(told), notesOf(told), linesOf(told)]).toEqual(["half an ans", ["The provider failed: overloaded"], []]);
    const again = await say("again");
    expect([textOf(again), notesOf(again)]).toEqual(["Here I am.", []]);
  });

  test("an answer cut off is told as such, and kept", async () => {
    const { say, requests } = await talk(reference, [fauxAssistantMessage("a long st", { stopReason: "length" }), fauxAssistantMessage("ory")]);
    const told = await say("tell");
    expect([textOf(told), notesOf(told), linesOf(told)]).toEqual(["a long st", [expect.stringContaining("cut off")], []]);
    await say("go on");
    expect(JSON.stringify(requests[1])).toContain("a long st");
  });

  test("a model that never stops asking is stopped, and the person is told", async () => {
    const { say, requests } = await talk(reference, Array.from({ length: 20 }, (_, at) => wants("notes.txt", `c${at}`)));
    expect(linesOf(await say("look")).join()).toContain("max turns reached");
    expect(requests).toHaveLength(8);
  });

  test("a stopped turn asks nobody any more", async () => {
    const stop = new AbortController();
    stop.abort();
    const { say, requests } = await talk(reference, [fauxAssistantMessage("never")]);
    expect(notesOf(await say("hello", stop.signal))).toEqual(["Stopped."]);
    expect(requests).toEqual([]);
  });

  test("a turn stopped midway keeps what was said; the next one works", async () => {
    const stop = new AbortController();
    const { say } = await talk(reference, [() => (stop.abort(), fauxAssistantMessage("one two three")), fauxAssistantMessage("fine")]);
    expect(notesOf(await say("hello", stop.signal))).toEqual(["Stopped."]);
    expect(textOf(await say("again"))).toBe("fine");
  });

  test("reset forgets", async () => {
    const { say, reset, requests } = await talk(reference, [fauxAssistantMessage("a"), fauxAssistantMessage("b")]);
    await say("first");
    reset();
    await say("second");
    expect(requests[1]?.map(({ role }) => role)).toEqual(["user"]);
  });
});

const finished = rightPrograms.filter(({ upto }) => upto === "s12");

/** Right by the contract, which leaves toolCalls free; a real provider does not. */
const withoutCalls = ["classes.ts", "closures.ts", "copies.ts", "reducer.ts"];

test("both kinds of right programs are there", () => {
  expect(finished.map(({ name }) => name)).toEqual(expect.arrayContaining(withoutCalls));
  expect(finished.length).toBeGreaterThan(withoutCalls.length);
});

describe.each(finished)("$name", ({ name, file }) => {
  test("answers", async () => {
    const { say } = await talk(file, [fauxAssistantMessage("one two three")]);
    expect(textOf(await say("count"))).toBe("one two three");
  });

  test(withoutCalls.includes(name) ? "is told why a provider would refuse its history, before anything is sent" : "uses a tool", async () => {
    const { say, reset, requests } = await talk(file, [wants("notes.txt"), fauxAssistantMessage("Milk.")]);
    const told = await say("what do I want?");
    const refusals = notesOf(told).filter((note) => note.startsWith("Nothing was sent"));
    if (!withoutCalls.includes(name)) {
      expect([refusals, textOf(told)]).toEqual([[], "I look.Milk."]);
      expect(lastOf(requests[1])).toContain("buy milk");
      return;
    }
    expect([refusals.length, requests.length]).toEqual([1, 1]);
    expect(refusals[0]).toMatch(/toolCalls.*spec\/s04\/README\.md, "How it must behave"/);
    // Still so at the next line; an empty conversation is a valid one again.
    expect(notesOf(await say("again"))).toEqual(refusals);
    reset();
    expect(textOf(await say("again"))).toBe("Milk.");
  });
});

describe("a program that is wrong", () => {
  const changed = async (find: string, put: string, responses: FauxResponseStep[]): Promise<Talk> => {
    const source = readFileSync(solution("s12"), "utf8");
    expect(source).toContain(find);
    const file = join(mkdtempSync(join(tmpdir(), "pi-kata chat-")), "code.ts");
    writeFileSync(file, source.replace(find, () => put));
    return talk(file, responses);
  };

  test("throws in a turn: that is told, and the chat goes on", async () => {
    const { say } = await changed('  record(state, { role: "user", content: userInput });\n  const answer = await answerWithTools', '  if (userInput === "boom") throw "a string";\n  record(state, { role: "user", content: userInput });\n  const answer = await answerWithTools', [fauxAssistantMessage("fine")]);
    const told = await say("boom");
    expect(notesOf(told)).toEqual([expect.stringMatching(/R4.*a string/)]);
    expect(told.at(-1)).toEqual({ is: "end", failed: true });
    expect(textOf(await say("hello"))).toBe("fine");
  });

  test("logs nothing: the answer is shown all the same", async () => {
    const { say } = await changed("        output.log(event.text);\n", "", [fauxAssistantMessage("one two")]);
    expect(linesOf(await say("hello"))).toEqual(["one two"]);
  });

  test("logs more: each extra line stands alone", async () => {
    const { say } = await changed("        output.log(event.text);\n", '        output.log("[delta]");\n        output.log(event.text);\n', [fauxAssistantMessage("one")]);
    const told = await say("hello");
    expect([linesOf(told), textOf(told)]).toEqual([["[delta]"], "one"]);
  });

  test("forgets its hooks: no file reaches the model", async () => {
    const { say, requests } = await changed("executeToolCall(registry, hooks, call)", "executeToolCall(registry, {}, call)", [wants("notes.txt"), fauxAssistantMessage("ok")]);
    await say("read");
    expect(lastOf(requests[1])).toContain("was not allowed");
    expect(JSON.stringify(requests)).not.toContain("buy milk");
  });

  test("answers with nothing: no crash", async () => {
    const { say } = await changed("  announce(answer, options);\n  return answer;", "  return undefined as unknown as AssistantMessage;", [fauxAssistantMessage("one")]);
    expect((await say("hello")).at(-1)).toEqual({ is: "end", failed: false });
  });
});
