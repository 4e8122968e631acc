/** Our own tests: the tool, the suite's proof, the reference. `npm test`. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../", import.meta.url)),
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    // The programs under test are processes of their own, and a worker mostly waits for them.
    maxWorkers: "100%",
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
