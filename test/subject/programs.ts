/** Programs given as text, played or judged. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeImage, type Image } from "../../spec/harness/image.ts";
import { Lane } from "../../spec/harness/run.ts";
import type { Scenario } from "../../spec/player/scenario.ts";
import type { Transcript } from "../../spec/player/transcript.ts";
import { solution } from "../proof/programs.ts";

export function write(source: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "pi-kata-subject-")), "code.ts");
  writeFileSync(file, source);
  return file;
}

export const imageOf = (source: string): Promise<Image> => makeImage(write(source));

/** Plays one scenario on a program. @throws Stopped, Unloadable */
export async function play(source: string, scenario: Scenario, limit = 1000): Promise<Transcript> {
  const lane = new Lane(await imageOf(source), { scenario: limit, load: limit, memory: 128 });
  try {
    return (await lane.play(scenario)).transcript;
  } finally {
    lane.close();
  }
}

/** The reference of a chapter with one piece exchanged. */
export function changed(chapter: string, find: string, put: string): string {
  const source = readFileSync(solution(chapter), "utf8");
  if (source.split(find).length !== 2) throw new Error(`${JSON.stringify(find)} does not stand once in solution/${chapter}/code.ts`);
  return source.replace(find, () => put);
}

/** A program whose `runOneTurn` has this body (plain JavaScript; state, provider, userInput, output are there). */
export const withBody = (body: string): string => `
export function buildProviderInput(state: { messages: { role: string; content: string }[] }) {
  return { messages: state.messages.map(({ role, content }) => ({ role, content })) };
}
export async function runOneTurn(state, provider, userInput, output) {
${body}
}
`;
