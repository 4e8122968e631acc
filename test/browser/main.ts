/**
 * The pages of `kata trace --html` and of `kata grade` in a real browser. `npm run test:browser` runs it, and so does CI;
 * `npm test` needs no browser. CHROMIUM names the binary; PICTURES a folder for screenshots.
 */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { kata } from "../golden/command.ts";
import { checkGradePages } from "./grade.ts";
import { Browser, type Page } from "./pipe.ts";

const binary = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => existsSync(path));
if (binary === undefined) {
  console.error("There is no Chromium. Name one in CHROMIUM.");
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), "pi-kata-pages-"));
const pictures = process.env.PICTURES;
const browser = new Browser(binary);
let passed = 0;
let failed = 0;

async function check(name: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
    passed += 1;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function written(chapter: string, language: "en" | "zh"): Promise<string> {
  const file = join(scratch, `${chapter} ${language} Übung.html`);
  const ran = await kata(["trace", chapter, "--target", "solution", "--lang", language, "--html", file]);
  assert.equal(ran.code, 0, ran.output);
  return pathToFileURL(file).href;
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) writeFileSync(join(pictures, `${name}.png`), await page.picture());
}

const current = `document.querySelector(".row.current")?.id ?? ""`;
const shownEntries = `document.querySelectorAll(".entry:not(.later)").length`;
const background = `getComputedStyle(document.body).backgroundColor`;
const overflow = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;

try {
  for (const [chapter, language] of [["s04", "en"], ["s07", "en"], ["s12", "zh"]] as const) {
    const url = await written(chapter, language);
    const page = await browser.page();
    await page.size(1280, 900);
    await page.open(url);
    const rows = Number(await page.read(`document.querySelectorAll(".row").length`));
    const entries = Number(await page.read(`document.querySelectorAll(".entry").length`));

    await check(`${chapter}: all of it is shown at first, nothing is asked for, nothing complains`, async () => {
      assert.ok(rows > 10 && entries > 2);
      assert.equal(await page.read(shownEntries), entries);
      assert.equal(await page.read(`document.querySelector(".bar").hidden`), false);
      assert.deepEqual(page.errors, []);
      await picture(page, `${chapter}-light`);
    });

    await check(`${chapter}: the keyboard steps, to the end and back`, async () => {
      await page.press("ArrowRight");
      assert.equal(await page.read(current), "r1");
      assert.equal(await page.read(shownEntries), 0);
      for (let at = 1; at < 6; at += 1) await page.press("ArrowRight");
      assert.equal(await page.read(current), "r6");
      await picture(page, `${chapter}-step`);
      await page.press("ArrowLeft");
      assert.equal(await page.read(current), "r5");
      await page.press("End");
      assert.equal(await page.read(current), `r${rows}`);
      assert.equal(await page.read(shownEntries), entries);
      await page.press("ArrowRight");
      assert.equal(await page.read(current), `r${rows}`);
      await page.press("Home");
      assert.equal(await page.read(current), "r1");
      await page.press("Escape");
      assert.equal(await page.read(current), "");
      assert.equal(await page.read(shownEntries), entries);
    });

    await check(`${chapter}: clicks step, and a request opens what it showed`, async () => {
      await page.click(".bar .next");
      assert.equal(await page.read(current), "r1");
      const request = String(await page.read(`document.querySelector(".row.request").id`));
      await page.click(`#${request} .label`);
      assert.equal(await page.read(current), request);
      assert.equal(await page.read(`document.querySelector("#${request} details").open`), true);
      assert.ok(Number(await page.read(`document.querySelector("#${request} .messages").getBoundingClientRect().height`)) > 0);
      await page.click(".bar .previous");
      assert.notEqual(await page.read(current), request);
      await page.click(".bar .whole");
      assert.equal(await page.read(current), "");
    });

    await check(`${chapter}: light and dark differ`, async () => {
      await page.scheme("light");
      const light = await page.read(background);
      await page.scheme("dark");
      assert.notEqual(await page.read(background), light);
      await page.click(`#r${Math.ceil(rows / 2)} .label`);
      await picture(page, `${chapter}-dark`);
      await page.press("Escape");
      await page.scheme("light");
    });

    await check(`${chapter}: nothing sticks out, on a wide and on a narrow screen`, async () => {
      for (const width of [1280, 800, 400, 320]) {
        await page.size(width, 900);
        assert.ok(Number(await page.read(overflow)) <= 0, `${width} wide: ${String(await page.read(overflow))} too much`);
        assert.ok(Number(await page.read(`Math.min(...[...document.querySelectorAll(".words")].map((one) => one.clientWidth))`)) >= 100, `${width} wide: no room for words`);
        await page.read("scrollTo(0, 0)");
        await picture(page, `${chapter}-${width}`);
        if (width === 400) {
          await page.read("scrollTo(0, document.body.scrollHeight)");
          await picture(page, `${chapter}-${width}-end`);
        }
      }
    });

    await check(`${chapter}: no request leaves the page`, async () => {
      assert.deepEqual(page.requests, [url]);
      assert.deepEqual(page.errors, []);
    });

    await check(`${chapter}: without a script the timeline and the history are there`, async () => {
      const still = await browser.page();
      await still.send("Emulation.setScriptExecutionDisabled", { value: true });
      await still.size(1280, 900);
      await still.open(url);
      assert.equal(await still.read(`document.querySelectorAll(".row").length`), rows);
      assert.equal(await still.read(shownEntries), entries);
      assert.equal(await still.read(`getComputedStyle(document.querySelector(".bar")).display`), "none");
      assert.ok(Number(await still.read(`document.querySelector("#r${rows} .label").getBoundingClientRect().height`)) > 0);
      await still.click(".row.request summary");
      assert.equal(await still.read(`document.querySelector(".row.request details").open`), true);
      assert.deepEqual(still.errors, []);
    });
  }
  await checkGradePages({ browser, folder: scratch, check, picture });
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
