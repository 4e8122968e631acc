/** Started by `kata chat`, which has looked at the program and at the set-up: reads its own arguments and talks. */
import { parseArgs } from "node:util";
import { makeImage, Unusable } from "../../spec/harness/image.ts";
import { terminalFor } from "../../src/report/terminal.ts";
import { Conversation } from "./conversation.ts";

const { values } = parseArgs({ options: { program: { type: "string" }, folder: { type: "string" }, model: { type: "string" }, "base-url": { type: "string" }, lang: { type: "string" } } });
const { program = "", folder = process.cwd(), model, "base-url": baseUrl } = values;
const language = values.lang === "zh" ? "zh" : "en";

// Nobody reads any more, and each answer costs.
process.stdout.on("error", () => process.exit(0));

try {
  const { code, file } = await makeImage(program);
  const conversation = new Conversation({
    setting: { code, file, folder, model, baseUrl },
    language,
    terminal: terminalFor(process.stdout, process.env),
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
  });
  process.on("SIGINT", () => conversation.interrupt());
  const exitCode = await conversation.run();
  // A pipe on Windows takes its time, and what it has not taken would be lost.
  process.stdout.write("", () => process.exit(exitCode));
} catch (error) {
  if (!(error instanceof Unusable)) throw error;
  process.stderr.write(`${error.sentence[language]}\n`, () => process.exit(2));
}
