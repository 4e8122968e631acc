/** Programs that misbehave, and what the drawing makes of them: it shows what was seen, and nothing of it is markup or moves a terminal. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { terminalFor } from "../../src/report/terminal.ts";
import { drawn, grown } from "../../src/trace/history.ts";
import { pageOf } from "../../src/trace/html.ts";
import { traceOf, type Trace } from "../../src/trace/model.ts";
import { pageStart, writePage } from "../../src/trace/page.ts";
import { watch } from "../../src/trace/play.ts";
import { scenarioOf, sceneOf } from "../../src/trace/scenes.ts";
import { traceText } from "../../src/trace/text.ts";
import { kata } from "../golden/command.ts";
import { changed, imageOf } from "../subject/programs.ts";
import { tagsOf } from "./markup.ts";

async function trace(source: string, limit = 10_000): Promise<Trace> {
  const scene = sceneOf("s04");
  const image = await imageOf(source);
  return traceOf(scene, await watch(image, scenarioOf(scene), { scenario: limit, load: 10_000, memory: 160 }), true);
}

/** The reference of s04, with a line where a message with calls has been recorded. */
const afterCalls = (line: string): string => changed("s04", "    const calls = reply.toolCalls ?? [];\n", `    const calls = reply.toolCalls ?? [];\n    if (calls.length > 0) { ${line} }\n`);

const hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)> &lt; \"'`${1} \ud800 \u202e\u2066\u200f\u2028\u001b[31m\u0007 __proto__ 变量";

const withContent = (content: string): string =>
  changed("s04", "    const calls = reply.toolCalls ?? [];\n", `    reply.content = ${JSON.stringify(content)};\n    output.log(reply.content);\n    console.log(reply.content);\n    const calls = reply.toolCalls ?? [];\n`);

test("hostile strings are text, on a page and in a terminal", async () => {
  const made = await trace(withContent(hostile));
  for (const language of ["en", "zh"] as const) {
    const page = pageOf(made, `s04  ${hostile}`, hostile, language);
    const tags = tagsOf(page);
    expect(tags.filter(({ name }) => name === "script").length).toBe(1);
    expect(tags.filter(({ name }) => name === "img")).toEqual([]);
    expect(page.match(/<\/script>/g)?.length).toBe(1);
    expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    expect(page).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
    expect(page).toContain("&#60;/script&#62;");
    expect(traceText(made, "s04  loop", language, terminalFor({}, {}))).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
  }
});

test("an error in the middle: drawn until then, then the sentence with its place", async () => {
  const made = await trace(afterCalls('throw new RangeError("half way");'));
  expect(made.trouble?.sentence.en).toBe("runEventedToolLoop threw RangeError: half way");
  expect(made.trouble?.frames.length).toBeGreaterThan(0);
  expect(made.entries.map(({ role }) => role)).toEqual(["user", "assistant"]);
  expect(made.rows.at(-1)?.kind).toBe("trouble");
});

test.each([
  ["a loop", "for (;;) {}", "still running"],
  ["an await", "await new Promise(() => {});", "still running"],
  ["an exit", 'console.log("bye"); process.exit(7);', "process.exit(7)"],
])("%s without an end: drawn until then, then the sentence", async (_name, line, words) => {
  const made = await trace(afterCalls(line), 2000);
  expect(made.trouble?.sentence.en).toContain(words);
  expect(made.rows.map(({ label }) => label.en)).toContain("message_end toolUse");
  expect(made.entries[0]?.role).toBe("user");
});

test("prints, escaped errors and values that are no data are in the drawing", async () => {
  const printed = await trace(afterCalls('console.log("look");'));
  expect(printed.trouble).toBeUndefined();
  expect(printed.rows.filter(({ kind }) => kind === "note").map(({ label }) => label.en)).toEqual(['printed "look\\n"']);
  const escaped = await trace(afterCalls('Promise.reject(new Error("nobody"));'));
  expect(escaped.trouble?.sentence.en).toBe("an error escaped: Error: nobody");
  const odd = await trace(afterCalls("return { role: \"assistant\", content: () => 1 } as never;"));
  expect(odd.trouble?.sentence.en).toContain("is not plain data");
});

test("a history that changes what was there says so; a tree that lies is drawn without an end", () => {
  const first = grown([], [{ role: "user", content: "a" }], undefined, 1);
  expect(first.added).toEqual([0]);
  const second = grown(first.entries, [{ role: "user", content: "b" }, 7, null], undefined, 5);
  expect(second).toMatchObject({ changed: true, added: [0, 1, 2], leaf: 2 });
  const tree = grown([], [], [{ id: "1", parentId: "2", role: "user" }, { id: "2", parentId: "1", role: "user" }, { id: "2", parentId: "2" }, "x", { id: "3", parentId: "nowhere" }], 0);
  expect(drawn(tree.entries).map(({ at }) => at).sort()).toEqual([0, 1, 2, 3, 4]);
  expect(tree.leaf).toBe(-1);
});

test("the command writes a page, writes it again, and leaves another file alone", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "pi-kata-page-")), "a page.html");
  for (let time = 0; time < 2; time += 1) {
    const ran = await kata(["trace", "s01", "--target", "solution", "--html", file]);
    expect(ran).toMatchObject({ code: 0, output: `The page is in ${file}\n` });
    tagsOf(readFileSync(file, "utf8"));
  }
  writeFileSync(file, "mine");
  const refused = await kata(["trace", "s01", "--target", "solution", "--html", file]);
  expect(refused.code).toBe(2);
  expect(refused.output).toContain("stays as it is");
  expect(readFileSync(file, "utf8")).toBe("mine");
});

test("a page is written anew over a page of ours, and over nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pi-kata-page-"));
  const file = join(folder, "my Übung 😀.html");
  expect(await writePage(file, `${pageStart}one`)).toBe(file);
  await writePage(file, `${pageStart}two`);
  expect(readFileSync(file, "utf8")).toBe(`${pageStart}two`);
  for (const kept of ["", "<!doctype html>\n<p>mine</p>\n"]) {
    writeFileSync(file, kept);
    await expect(writePage(file, pageStart)).rejects.toThrow("stays as it is");
    expect(readFileSync(file, "utf8")).toBe(kept);
  }
  await expect(writePage(folder, pageStart)).rejects.toThrow("folder");
  await expect(writePage(join(folder, "no", "page.html"), pageStart)).rejects.toThrow("does not exist");
  await expect(writePage("", pageStart)).rejects.toThrow("name of a file");
});
