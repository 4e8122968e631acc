/** The tests that need Pi's packages: `npm run test:pi`. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../", import.meta.url)),
  test: { include: ["test/**/*.test.ts"], pool: "forks", testTimeout: 120_000, hookTimeout: 120_000 },
});
