import { defineConfig } from "./src/config.ts";

export default defineConfig({
  target: "workspace/code.ts",
  upto: "s12",
  seed: 42,
  runs: 60,
  limits: { scenario: 2000, load: 2000, memory: 160 },
  weights: {},
  language: "auto",
});
