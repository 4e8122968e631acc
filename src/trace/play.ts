/** Plays a scene on a program and gives what was seen, all of it or up to where the program stopped. */
import type { Image } from "../../spec/harness/image.ts";
import { Stopped, Subject, Unloadable, type Limits } from "../../spec/harness/subject.ts";
import type { Scenario } from "../../spec/player/scenario.ts";
import type { Transcript } from "../../spec/player/transcript.ts";
import { unableToLoad } from "../judge.ts";

/** `stopped`: the program hung or ended its process; the transcript has what was seen before. */
export type Watched = { scenario: Scenario; transcript: Transcript; stopped?: Stopped };

/** @throws Unable where the program cannot be imported */
export async function watch(image: Image, scenario: Scenario, limits: Limits): Promise<Watched> {
  const subject = new Subject(image, { limits }).load(image);
  const seen: Transcript = { steps: [], timeline: [] };
  try {
    const transcript = await subject.watch(scenario, (one) => {
      if ("record" in one) seen.steps.push(one.record);
      else seen.timeline.push(one.observation);
    });
    return { scenario, transcript };
  } catch (thrown) {
    if (thrown instanceof Unloadable) throw unableToLoad(image, thrown);
    if (thrown instanceof Stopped) return { scenario, transcript: seen, stopped: thrown };
    throw thrown;
  } finally {
    subject.close();
  }
}
