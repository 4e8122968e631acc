/**
 * The specs as ordinary vitest tests, for an editor or `npx vitest run`: `KATA_UPTO` and `KATA_TARGET` override
 * kata.config.ts. Verdicts are those of `npm run kata`: the program runs in a subject process here too.
 */
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import config from "./kata.config.ts";
import { chapters, chaptersUpto } from "./spec/harness/chapters.ts";
import { settingsFrom } from "./src/config.ts";

const settings = settingsFrom(config, process.env);
const upto = process.env.KATA_UPTO ?? settings.upto;
const target = process.env.KATA_TARGET ?? settings.target;

export default defineConfig({
  test: {
    include: ["spec/types.test.ts", ...chaptersUpto(upto).map(({ id }) => `spec/${id}/*.test.ts`)],
    globalSetup: "spec/harness/vitest-global.ts",
    // No test imports the program: a watching vitest is told that it counts.
    forceRerunTriggers: [resolve(target)],
    setupFiles: "spec/harness/vitest-setup.ts",
    provide: { upto, target, limits: settings.limits, replay: { seed: settings.seed, runs: settings.runs } },
    tags: [...chaptersUpto(upto).map(({ id }) => ({ name: id })), ...chapters.flatMap(({ clauses }) => clauses.map(({ id }) => ({ name: id })))],
    // The program never runs in a worker, so workers need no walls between files, and hangs are ended by the player.
    isolate: false,
    pool: "threads",
    testTimeout: 120_000,
  },
});
