/** What `kata trace` draws of each chapter's scene with the reference, and with later programs. `GOLDEN=record` records anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { chapters } from "../../spec/harness/chapters.ts";
import { makeImage } from "../../spec/harness/image.ts";
import { terminalFor } from "../../src/report/terminal.ts";
import { compactText } from "../../src/trace/compact.ts";
import { pageOf } from "../../src/trace/html.ts";
import { traceOf, type Trace } from "../../src/trace/model.ts";
import { watch } from "../../src/trace/play.ts";
import { scenarioOf, sceneOf } from "../../src/trace/scenes.ts";
import { traceText } from "../../src/trace/text.ts";
import { solution } from "../proof/programs.ts";
import { tagsOf } from "./markup.ts";

const limits = { scenario: 10_000, load: 10_000, memory: 160 };
const plain = terminalFor({}, {});
const coloured = terminalFor({}, { FORCE_COLOR: "1" });
const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");

const played = new Map<string, Promise<Trace>>();

function trace(chapter: string, file: string): Promise<Trace> {
  const key = `${chapter} ${file}`;
  const made = played.get(key) ?? play(chapter, file);
  played.set(key, made);
  return made;
}

async function play(chapter: string, file: string): Promise<Trace> {
  const image = await makeImage(file);
  const scene = sceneOf(chapter);
  expect(scene.needs.filter((name) => !image.exports.includes(name))).toEqual([]);
  return traceOf(scene, await watch(image, scenarioOf(scene), limits), image.exports.includes("collectAssistantMessage"));
}

describe.each(chapters)("$id", ({ id, title }) => {
  test("the drawing, in both languages, within 80 columns, coloured or not", async () => {
    const drawn = await trace(id, solution(id));
    expect(drawn.trouble).toBeUndefined();
    const texts = (["en", "zh"] as const).map((language) => traceText(drawn, `${id}  ${title[language]}`, language, plain));
    const golden = fileURLToPath(new URL(`./${id}.txt`, import.meta.url));
    if (process.env.GOLDEN === "record") writeFileSync(golden, texts.join(""));
    expect(texts.join("")).toBe(readFileSync(golden, "utf8"));
    expect(texts.join("").split("\n").filter((line) => stringWidth(line) > 80)).toEqual([]);
    expect(traceText(drawn, `${id}  ${title.en}`, "en", coloured).replace(escapes, "")).toBe(texts[0]);
  });

  test("its page is well-formed, holds all of the drawing and asks for nothing", async () => {
    const drawn = await trace(id, solution(id));
    for (const language of ["en", "zh"] as const) {
      const page = pageOf(drawn, `${id}  ${title[language]}`, "workspace/code.ts", language);
      const tags = tagsOf(page);
      expect(tags.filter(({ name, attributes }) => name === "li" && attributes.includes('class="row ')).length).toBe(drawn.rows.length);
      expect(tags.filter(({ name, attributes }) => name === "li" && attributes.includes('class="entry')).length).toBe(drawn.entries.length);
      expect(page).not.toMatch(/\bsrc=|@import|url\(|<link|https?:/);
    }
  });

  test("the reference of s12 plays it to its end", async () => {
    const drawn = await trace(id, solution("s12"));
    expect(drawn.trouble).toBeUndefined();
    expect(drawn.captions.every((_caption, part) => drawn.rows.some((row) => row.part === part))).toBe(true);
  });
});

test.each(["classes", "closures", "hurried", "reducer"])("another right program, %s, plays the scene of s12 to its end", async (name) => {
  const drawn = await trace("s12", fileURLToPath(new URL(`../variants/${name}.ts`, import.meta.url)));
  expect(drawn.trouble).toBeUndefined();
  expect(drawn.entries.filter(({ role }) => role === "toolResult").length).toBe(4);
  expect(drawn.tree).toBe(true);
});

test("the assembled turn fits below a report", async () => {
  const drawn = await trace("s12", solution("s12"));
  for (const language of ["en", "zh"] as const) {
    const lines = compactText(drawn, 24, language, plain);
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => stringWidth(line) > 80)).toEqual([]);
    expect(lines.join("\n")).not.toMatch(/… \+\d/);
    expect(compactText(drawn, 10, language, plain).length).toBe(10);
  }
});

