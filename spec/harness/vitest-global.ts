/** Once a vitest run: bundles the program, for all workers. */
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { makeImage, Unusable, type Image } from "./image.ts";
import type { Replay } from "./run.ts";
import type { Limits } from "./subject.ts";

declare module "vitest" {
  interface ProvidedContext {
    upto: string;
    /** absolute path of the program */
    file: string;
    limits: Limits;
    replay: Replay;
    /** the program, or why there is none to judge: then tests are listed all the same, and each says so */
    program: { image: Image } | { unusable: string[] };
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const bundle = async (): Promise<void> => project.provide("program", await programOf(project.getProvidedContext().file));
  await bundle();
  project.onTestsRerun(bundle);
}

async function programOf(file: string): Promise<ProvidedContext["program"]> {
  try {
    return { image: await makeImage(file) };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { unusable: error.lines };
  }
}
