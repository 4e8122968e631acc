/** Once a vitest run: bundles the program, for all workers. */
import { resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { makeImage, type Image } from "./image.ts";
import { root } from "./root.ts";
import type { Replay } from "./run.ts";
import type { Limits } from "./subject.ts";

declare module "vitest" {
  interface ProvidedContext {
    upto: string;
    target: string;
    limits: Limits;
    replay: Replay;
    image: Image;
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const { target, upto } = project.getProvidedContext();
  const bundle = async (): Promise<void> => {
    project.provide("image", await makeImage(target === "solution" ? resolve(root, "solution", upto, "code.ts") : resolve(root, target)));
  };
  await bundle();
  project.onTestsRerun(bundle);
}
