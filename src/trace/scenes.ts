/** The scene of each chapter. */
import type { Scenario } from "../../spec/player/scenario.ts";
import type { Scene } from "../../spec/harness/scene.ts";
import { scene as s01 } from "../../spec/s01/scene.ts";
import { scene as s02 } from "../../spec/s02/scene.ts";
import { scene as s03 } from "../../spec/s03/scene.ts";
import { scene as s04 } from "../../spec/s04/scene.ts";
import { scene as s05 } from "../../spec/s05/scene.ts";
import { scene as s06 } from "../../spec/s06/scene.ts";
import { scene as s07 } from "../../spec/s07/scene.ts";
import { scene as s08 } from "../../spec/s08/scene.ts";
import { scene as s09 } from "../../spec/s09/scene.ts";
import { scene as s10 } from "../../spec/s10/scene.ts";
import { scene as s11 } from "../../spec/s11/scene.ts";
import { scene as s12 } from "../../spec/s12/scene.ts";

const scenes: Record<string, Scene> = { s01, s02, s03, s04, s05, s06, s07, s08, s09, s10, s11, s12 };

/** @throws Error for a chapter that does not exist: a fault of the caller */
export function sceneOf(chapter: string): Scene {
  const scene = scenes[chapter];
  if (scene === undefined) throw new Error(`there is no scene of ${chapter}`);
  return scene;
}

export const scenarioOf = ({ parts }: Scene): Scenario => ({ steps: parts.flatMap(({ steps }) => steps) });
