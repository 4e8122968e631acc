/** The page of `kata grade` in a real browser: classes of 30 and 300, hostile names, no script, two widths, keys alone. */
import assert from "node:assert/strict";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { say, type Language } from "../../spec/harness/text.ts";
import { gradePage } from "../../src/grade/page/page.ts";
import type { Report } from "../../src/grade/record.ts";
import { classOf } from "../grade/class.ts";
import type { Browser, Page } from "./pipe.ts";

export type Surroundings = {
  browser: Browser;
  /** where pages are written */
  folder: string;
  check(name: string, act: () => Promise<void>): Promise<void>;
  picture(page: Page, name: string): Promise<void>;
};

/** Until a page of 300 students has been loaded and drawn, in milliseconds. Measured: 900 to 4200, on a busy machine. */
const slowest = 12_000;
/** Until it is sorted or filtered and drawn anew. Measured: 11 to 50; as a plain table it took 2000 and more. */
const slowestStep = 1000;

const overflow = `document.documentElement.scrollWidth - document.documentElement.clientWidth`;
const shown = `document.querySelectorAll("tbody tr:not([hidden])").length`;
const isOpen = `document.querySelector(".panel").open`;
const who = `document.querySelector("#who")?.textContent ?? ""`;
const hash = `decodeURIComponent(location.hash)`;
const firstName = `document.querySelector("tbody tr th").textContent`;
const timed = (act: string): string => `(() => { const start = performance.now(); ${act}; document.querySelector("tbody").getBoundingClientRect(); return performance.now() - start; })()`;
const choose = (name: string, value: string): string => `(() => { const one = document.querySelector("[name=${name}]"); if (one.type === "checkbox") one.checked = ${value}; else one.value = ${value}; one.dispatchEvent(new Event("input", { bubbles: true })); one.dispatchEvent(new Event("change", { bubbles: true })); })()`;

export async function checkGradePages({ browser, folder, check, picture }: Surroundings): Promise<void> {
  const written = (name: string, report: Report, language: Language): string => {
    const file = join(folder, `grade ${name}.html`);
    writeFileSync(file, gradePage(report, language));
    return pathToFileURL(file).href;
  };
  const opened = async (url: string, width = 1280): Promise<Page> => {
    const page = await browser.page();
    await page.size(width, 900);
    await page.open(url);
    return page;
  };

  // A page behind another one draws nothing: the other one has to go.
  const closed = async (page: Page, behind: Page): Promise<void> => {
    await page.send("Page.close");
    await behind.send("Page.bringToFront");
  };

  for (const [size, language] of [[30, "en"], [300, "zh"]] as const) {
    const report = classOf(size, size === 30 ? { wall: "none", shard: { index: 1, count: 2 } } : {});
    const url = written(`${size} ${language}`, report, language);
    const name = `grade ${size}`;
    const page = await opened(url);
    const cells = size * 116;

    await check(`${name}: every student and every clause has a cell`, async () => {
      assert.equal(await page.read(shown), size);
      assert.equal(await page.read(`document.querySelectorAll("td.cell").length`), cells);
      assert.equal(await page.read(`document.querySelectorAll("td.cell.pass").length`), report.rows.reduce((sum, { clauses }) => sum + clauses.filter(({ status }) => status === "pass").length, 0));
      assert.deepEqual(page.errors, []);
      await picture(page, `${name}-light`);
    });

    await check(`${name}: is drawn in time`, async () => {
      const loaded = Number(await page.read(`performance.getEntriesByType("navigation")[0].loadEventEnd`));
      console.log(`        ${Math.round(loaded)} ms to load, ${Math.round(statSync(new URL(url)).size / 1024)} KiB`);
      assert.ok(loaded > 0 && loaded < slowest, `${loaded} ms`);
      const step = Number(await page.read(timed(`document.querySelector("[data-sort=score] button").click()`)));
      assert.ok(step < slowestStep, `sorting: ${step} ms`);
      await page.click("[data-sort=name] button");
    });

    await check(`${name}: sorts by score, stage and name, and back`, async () => {
      const scores = `[...document.querySelectorAll("td.score")].map((cell) => cell.textContent === "–" ? -1 : Number(cell.textContent))`;
      await page.click("[data-sort=score] button");
      const down = (await page.read(scores)) as number[];
      assert.deepEqual(down, down.toSorted((one, other) => other - one));
      assert.equal(await page.read(`document.querySelector("[data-sort=score]").getAttribute("aria-sort")`), "descending");
      await page.click("[data-sort=score] button");
      assert.deepEqual(await page.read(scores), down.toSorted((one, other) => one - other));
      await page.click("[data-sort=stage] button");
      const stages = (await page.read(`[...document.querySelectorAll("tbody td:nth-child(3)")].map((cell) => Number(cell.textContent.slice(1)) || 0)`)) as number[];
      assert.deepEqual(stages, stages.toSorted((one, other) => other - one));
      await page.click("[data-sort=name] button");
      const first = await page.read(firstName);
      await page.click("[data-sort=name] button");
      assert.notEqual(await page.read(firstName), first);
      assert.equal(await page.read(`document.querySelector("[data-sort=name]").getAttribute("aria-sort")`), "descending");
      await page.click("[data-sort=name] button");
    });

    await check(`${name}: filters by text, by verdict and by clause`, async () => {
      await page.read(choose("find", `"BAUER"`));
      assert.equal(await page.read(shown), report.rows.filter(({ student }) => student.includes("Bauer")).length);
      await page.read(choose("find", `"nobody at all"`));
      assert.equal(await page.read(shown), 0);
      assert.equal(await page.read(`document.querySelector(".nobody").hidden`), false);
      await page.read(choose("find", `""`));
      await page.read(choose("verdict", `"partial"`));
      assert.equal(await page.read(shown), report.rows.filter(({ verdict }) => verdict === "partial").length);
      await page.read(choose("verdict", `""`));
      await page.click(".hardest li .what");
      const lit = String(await page.read(`document.querySelector("[data-clause].chosen").dataset.clause`));
      assert.equal(await page.read(hash), `#clause=${lit}`);
      assert.equal(await page.read(`document.querySelectorAll("td.lit").length`), size);
      await page.read(choose("only", "true"));
      const failing = report.rows.filter(({ clauses }) => clauses.some(({ id, status }) => id === lit && ["fail", "error", "timeout"].includes(status))).length;
      assert.equal(await page.read(shown), failing);
      await picture(page, `${name}-clause`);
      await page.press("Escape");
      assert.equal(await page.read(shown), size);
      assert.equal(await page.read(`document.querySelectorAll(".lit:not([hidden])").length`), 0);
    });

    await check(`${name}: a click on a cell opens its card, Escape and Back go back`, async () => {
      await page.read(choose("whole", "false"));
      const place = `(() => { const cell = document.querySelector("td.cell.fail"); cell.id = "target"; const at = cell.cellIndex - 4; return document.querySelectorAll("th.clause")[at].getAttribute("aria-label").split(" ")[0]; })()`;
      const clause = String(await page.read(place));
      await page.click("#target");
      assert.equal(await page.read(isOpen), true);
      assert.equal(await page.read(who), await page.read(`document.querySelector("#target").parentElement.cells[0].textContent`));
      assert.equal(await page.read(`document.querySelector(".card[open] .id").textContent`), clause);
      assert.ok(String(await page.read(`document.querySelector(".card[open] pre").textContent`)).startsWith(`✗ ${clause}`));
      assert.match(String(await page.read(hash)), new RegExp(`^#student=.*&clause=${clause.replace(".", "\\.")}$`));
      await picture(page, `${name}-panel`);
      await page.press("Escape");
      assert.equal(await page.read(isOpen), false);
      assert.equal(await page.read(hash), "");
      assert.equal(await page.read(`document.activeElement.id`), "target");
      await page.read("history.back()");
      await settled(page, isOpen, true);
      await page.read("history.back()");
      await settled(page, isOpen, false);
    });

    await check(`${name}: a link opens a student, and leads on to the next`, async () => {
      const { student = "" } = report.rows[2] ?? {};
      const linked = await opened(`${url}#student=${encodeURIComponent(student)}`);
      assert.equal(await linked.read(isOpen), true);
      assert.equal(await linked.read(who), student);
      await linked.click(".panel-bar button:nth-of-type(2)");
      assert.notEqual(await linked.read(who), student);
      await linked.click(".panel-bar button:nth-of-type(1)");
      assert.equal(await linked.read(who), student);
      await linked.click(".panel-bar button:nth-of-type(3)");
      assert.equal(await linked.read(isOpen), false);
      await linked.click(".attention a");
      assert.equal(await linked.read(isOpen), true);
      assert.deepEqual(linked.errors, []);
      await closed(linked, page);
    });

    await check(`${name}: keys alone reach a student and come back`, async () => {
      await page.read(`document.querySelector("tbody tr th").focus()`);
      for (const key of ["ArrowDown", "ArrowDown", "End", "Home", "ArrowRight", "ArrowUp"]) await page.press(key);
      const row = `[...document.querySelectorAll("tbody tr")].indexOf(document.activeElement.parentElement) + " " + document.activeElement.cellIndex`;
      assert.equal(await page.read(row), "1 1");
      assert.equal(await page.read(`document.querySelectorAll("tbody [tabindex='0']").length`), 1);
      await page.press("Enter");
      assert.equal(await page.read(isOpen), true);
      await page.press("Escape");
      assert.equal(await page.read(row), "1 1");
      await page.press("End");
      for (let at = 0; at < 3; at += 1) await page.press("ArrowUp");
      assert.equal(await page.read(`document.activeElement.className.includes("clause")`), true);
      await page.press("Enter");
      assert.equal(await page.read(hash), "#clause=s12.11");
      assert.notEqual(await page.read(`document.querySelector(".now").textContent`), "");
      await page.press("Escape");
      assert.equal(await page.read(hash), "");
    });

    await check(`${name}: light and dark differ, paper is light`, async () => {
      const background = `getComputedStyle(document.body).backgroundColor`;
      await page.scheme("light");
      const light = await page.read(background);
      await page.scheme("dark");
      assert.notEqual(await page.read(background), light);
      await page.read(`document.querySelector(".class").scrollIntoView()`);
      await picture(page, `${name}-dark`);
      if (size === 300) return page.scheme("light");
      await page.send("Emulation.setEmulatedMedia", { media: "print", features: [{ name: "prefers-color-scheme", value: "dark" }] });
      assert.equal(await page.read(background), light);
      await page.send("Emulation.setEmulatedMedia", { media: "" });
      await page.scheme("light");
    });

    await check(`${name}: nothing sticks out, on a wide and on a narrow screen`, async () => {
      for (const width of [1280, 800, 390, 320]) {
        await page.size(width, 900);
        assert.ok(Number(await page.read(overflow)) <= 0, `${width} wide: ${String(await page.read(overflow))} too much`);
        await page.click("tbody tr:nth-child(3) th");
        assert.ok(Number(await page.read(`(() => { const panel = document.querySelector(".panel"); return panel.scrollWidth - panel.clientWidth; })()`)) <= 0, `${width} wide: the panel`);
        await picture(page, `${name}-${width}-panel`);
        await page.press("Escape");
        await picture(page, `${name}-${width}`);
      }
      await page.size(1280, 900);
    });

    await check(`${name}: no request leaves the page, and nothing complains`, async () => {
      assert.deepEqual(page.requests, [url]);
      assert.deepEqual(page.errors, []);
    });

    await check(`${name}: without a script there is the static part`, async () => {
      const still = await browser.page();
      await still.send("Emulation.setScriptExecutionDisabled", { value: true });
      await still.size(1280, 900);
      await still.open(url);
      for (const [selector, least] of [[".numbers dd", 5], [".group li", 2], [".chart rect", 23], [".hardest li", 5], ["tbody tr", size], ["td.score", size]] as const) assert.ok(Number(await still.read(`document.querySelectorAll("${selector}").length`)) >= least, selector);
      assert.equal(await still.read(`[...document.querySelectorAll(".scripted")].every((one) => getComputedStyle(one).display === "none")`), true);
      assert.ok(Number(await still.read(overflow)) <= 0);
      assert.deepEqual(still.errors, []);
      await picture(still, `${name}-still`);
    });
  }

  await check("grade: hostile names, cards and prints are text, and their links lead to them", async () => {
    const hostile = ["</script><script>document.title='no'</script>", "<img src=x onerror=\"document.title='no'\">", "a+b & c=d#e%41", "\u202eevil\u0000\ud800", "__proto__", "constructor"];
    const { run, rows } = classOf(10);
    const report: Report = {
      run,
      rows: rows.map((row, at) => {
        const text = hostile[at] ?? row.student;
        const both = say(text, text);
        return { ...row, student: text, sentence: both, prints: text.repeat(200), flags: [{ code: text, severity: "review", detail: both }], clauses: [...row.clauses.map((clause) => ({ ...clause, card: both })), { id: `x.${text}`, chapter: "extra", status: "fail", points: 0, max: 1, ms: 1, card: both }] };
      }),
    };
    const page = await opened(written("hostile", report, "en"));
    assert.equal(await page.read(`document.querySelectorAll("script").length + document.images.length`), 2);
    for (let at = 0; at < hostile.length; at += 1) {
      const row = `tbody tr[data-at="${at}"]`;
      const address = String(await page.read(`document.querySelector('${row} a').href`));
      const linked = await opened(address, 390);
      assert.equal(await linked.read(isOpen), true, address);
      assert.equal(await linked.read(who), await page.read(`document.querySelector('${row} th').textContent`));
      assert.ok(Number(await linked.read(overflow)) <= 0);
      assert.ok(Number(await linked.read(`document.querySelector(".panel").scrollWidth - document.querySelector(".panel").clientWidth`)) <= 0);
      assert.equal(await linked.read(`document.querySelectorAll("script").length + document.images.length`), 2);
      assert.notEqual(await linked.read("document.title"), "no");
      assert.deepEqual(linked.errors, []);
      await closed(linked, page);
    }
    assert.deepEqual(page.errors, []);
  });
}

/** Waits until an expression has a value: going back in the history takes a moment. */
async function settled(page: Page, expression: string, value: unknown): Promise<void> {
  for (let tries = 0; tries < 50 && (await page.read(expression)) !== value; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(await page.read(expression), value);
}
