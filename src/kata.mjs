/**
 * `npm run kata`: bundles the command and its specs into one module and runs it. JavaScript, since Node 20 runs no
 * TypeScript; bundled, since loading a hundred files one by one costs three times as much as this does.
 */
import { build } from "esbuild";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
// Packages are found from there; the name is this process's own, so that two runs do not meet.
const cache = fileURLToPath(new URL("../node_modules/.cache/pi-kata/", import.meta.url));
const file = join(cache, `kata-${process.pid}.mjs`);

const { outputFiles } = await build({
  entryPoints: [join(here, "cli", "main.ts")],
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  charset: "utf8",
});
process.setSourceMapsEnabled(true);
await mkdir(cache, { recursive: true });
await writeFile(file, outputFiles[0].contents);
try {
  await import(pathToFileURL(file).href);
} finally {
  await rm(file, { force: true });
}
