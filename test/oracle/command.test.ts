/** `kata pi` where Pi is not set up, or this Node does not run it: one sentence, exit code 2. Pi's own tests are in pi/test. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { kata } from "../golden/command.ts";
import { scratchRepository } from "../safety/scratch.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = scratchRepository("pi-kata Übung");
mkdirSync(join(folder, "pi"));
cpSync(join(root, "pi", "package.json"), join(folder, "pi", "package.json"));
afterAll(() => rmSync(dirname(folder), { recursive: true }));

/** Node with another version in its name, before anything else runs. */
function posingAs(version: string): Record<string, string> {
  const code = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } }); Object.defineProperty(process, "version", { value: "v${version}" });`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
}

describe("without the set-up", () => {
  test.each([
    ["en", "✗ Pi is not set up: run `npm run pi:setup` once (about 170 MB), then this\ncommand again.\n"],
    ["zh", "✗ 还没有安装 Pi：请先运行一次 `npm run pi:setup`（约 170 MB），再运行这条命令。\n"],
  ])("it says in one sentence what to run (%s)", async (lang, sentence) => {
    expect(await kata(["pi", "--upto", "s07", "--lang", lang], {}, folder)).toEqual({ code: 2, output: sentence, stdout: "" });
  });

  test("packages of another version are no set-up", async () => {
    const { dependencies } = JSON.parse(readFileSync(join(folder, "pi", "package.json"), "utf8")) as { dependencies: Record<string, string> };
    for (const name of Object.keys(dependencies)) {
      mkdirSync(join(folder, "pi", "node_modules", name), { recursive: true });
      writeFileSync(join(folder, "pi", "node_modules", name, "package.json"), JSON.stringify({ name, version: "1.5.0" }));
    }
    expect(await kata(["pi"], {}, folder)).toMatchObject({ code: 2, output: expect.stringContaining("Pi is not set up") as unknown });
  });
});

describe("on a Node that does not run Pi", () => {
  test.each(["21.7.3", "22.18.0"])("%s: it says which one does", async (version) => {
    expect(await kata(["pi"], posingAs(version), folder)).toEqual({ code: 2, output: expect.stringMatching(new RegExp(`^✗ Pi runs on Node 22\\.19 or newer, and on Node 20 from 20\\.19 on; this is\\sv${version}\\.\n$`)) as unknown, stdout: "" });
  });

  test.each(["20.19.0", "22.19.0", "24.0.0"])("%s is none of them", async (version) => {
    expect((await kata(["pi"], posingAs(version), folder)).output).toContain("Pi is not set up");
  });
});

test("an option that it does not take", async () => {
  expect(await kata(["pi", "--html", "page"], {}, folder)).toMatchObject({ code: 2, output: expect.stringContaining("`kata pi` takes no --html") as unknown });
});
