/**
 * The specs as ordinary vitest tests, for an editor or `npx vitest run`: `KATA_UPTO` and `KATA_TARGET` override
 * kata.config.ts. Verdicts are those of `npm run kata`: the program runs in a subject process here too.
 */
import { dirname, join, relative, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import config from "./kata.config.ts";
import { chapters, chaptersUpto } from "./spec/harness/chapters.ts";
import { root } from "./spec/harness/root.ts";
import { staticTitles } from "./spec/harness/vitest-titles.ts";
import { settingsFrom } from "./src/config.ts";

const { KATA_UPTO, KATA_TARGET, ...environment } = process.env;
const { upto, target, seed, runs, limits } = settingsFrom({ ...config, ...(KATA_UPTO ? { upto: KATA_UPTO } : {}), ...(KATA_TARGET ? { target: KATA_TARGET } : {}) }, environment);
const file = resolve(root, target === "solution" ? join("solution", upto, "code.ts") : target).replaceAll("\\", "/");
const folder = dirname(file);
/** The files that the program may import: a folder to watch, and what counts in it. Not for a program outside of the repository, which may lie among anything. */
const ownFiles = relative(root, file).startsWith("..") ? [] : [folder, `${folder.replace(/[\\()[\]{}!*+?@]/g, "\\$&")}/**/*.ts`];

export default defineConfig({
  plugins: [staticTitles],
  test: {
    include: ["spec/types.test.ts", ...chaptersUpto(upto).map(({ id }) => `spec/${id}/*.test.ts`)],
    globalSetup: "spec/harness/vitest-global.ts",
    // No test imports the program: a watching vitest is told that it counts.
    forceRerunTriggers: [file, ...ownFiles],
    setupFiles: "spec/harness/vitest-setup.ts",
    provide: { upto, file, limits, replay: { seed, runs } },
    tags: [...chaptersUpto(upto).map(({ id }) => ({ name: id })), ...chapters.flatMap(({ clauses }) => clauses.map(({ id }) => ({ name: id })))],
    // An editor marks each test at its line.
    includeTaskLocation: true,
    // The program never runs in a worker, so workers need no walls between files, and hangs are ended by the player.
    isolate: false,
    pool: "threads",
    testTimeout: 120_000,
  },
});
