/** Plays scenarios whose cost should grow like a count, and tells by times on this very machine whether it does. */
import type { Scenario } from "../player/scenario.ts";
import type { Played } from "./played.ts";
import { Stopped } from "./subject.ts";

/** `even`: whether the program (its code) does with more what it did here. */
export type First = { count: number; even(played: Played, code: string): boolean };

export type Stage = {
  code: string;
  /** milliseconds of a clock */
  now(): number;
  /** the limit of time is multiplied by `patience` */
  play(scenario: Scenario, patience: number): Promise<Played>;
  /** when the program is there: the start of a process is no part of a time */
  ready(): Promise<unknown>;
  /** how many times the limit of a scenario these milliseconds are */
  limitsIn(ms: number): number;
  /** what is played meanwhile is not what a card tells of, unless it throws */
  aside<Result>(act: () => Promise<Result>): Promise<Result>;
};

const patience = 3;

/** See `Kit.playLong`. @throws Stopped, and Broken for what breaks at the border */
export async function playLong(stage: Stage, scenarioOf: (count: number) => Scenario, count: number, first?: First): Promise<Played> {
  const timed = new Timed(stage, scenarioOf);
  const enough = first === undefined ? undefined : await inPlaceOf(count, first, stage, timed).catch(unlessLate);
  return enough ?? whole(stage, timed, count);
}

/** The shorter one is no judge of a program that is late: the whole gets its chance. */
function unlessLate(error: unknown): undefined {
  if (!(error instanceof Stopped) || error.ending.kind !== "hang") throw error;
}

/** The shorter one, where it tells as much as `count`. */
async function inPlaceOf(count: number, first: First, stage: Stage, timed: Timed): Promise<Played | undefined> {
  // What runs for the first time is slower: a short one goes before.
  await timed.aside(first.count / 4);
  const { played, time } = await timed.play(first.count);
  return first.even(played, stage.code) && (await promises(stage, timed, first.count, time, count)) ? played : undefined;
}

/** Milliseconds of a scenario for a count. */
class Timed {
  readonly #stage: Stage;
  readonly #scenarioOf: (count: number) => Scenario;

  constructor(stage: Stage, scenarioOf: (count: number) => Scenario) {
    this.#stage = stage;
    this.#scenarioOf = scenarioOf;
  }

  async play(count: number, limits = patience): Promise<{ played: Played; time: number }> {
    await this.#stage.ready();
    const started = this.#stage.now();
    const played = await this.#stage.play(this.#scenarioOf(Math.floor(count)), limits);
    return { played, time: this.#stage.now() - started };
  }

  aside(count: number): Promise<number> {
    return this.#stage.aside(async () => (await this.play(count)).time);
  }
}

/** Where it takes too long but its parts grow like their counts, it is the machine that is slow: then it gets its time. */
async function whole(stage: Stage, timed: Timed, count: number): Promise<Played> {
  try {
    return (await timed.play(count)).played;
  } catch (error) {
    if (!(error instanceof Stopped) || error.ending.kind !== "hang") throw error;
    const quarter = await steadyQuarter(timed, count);
    if (quarter === undefined) throw error;
    return (await timed.play(count, Math.max(patience, Math.ceil(stage.limitsIn(10 * quarter))))).played;
  }
}

/** The time of a quarter; undefined where it is more than ten times that of a sixteenth: four would be linear, sixteen quadratic. */
async function steadyQuarter(timed: Timed, count: number): Promise<number | undefined> {
  const [sixteenth, quarter] = [await timed.aside(count / 16), await timed.aside(count / 4)];
  if (quarter <= 10 * sixteenth) return quarter;
  // Other work of the machine may have come between: once more, and the shortest times count.
  const [again, quarterAgain] = [Math.min(sixteenth, await timed.aside(count / 16)), Math.min(quarter, await timed.aside(count / 4))];
  return quarterAgain <= 10 * again ? quarterAgain : undefined;
}

/** Whether `count` would be in time, by the time that `part` of it took. */
async function promises(stage: Stage, timed: Timed, part: number, time: number, count: number): Promise<boolean> {
  const inTime = (ms: number): boolean => stage.limitsIn(ms) < patience;
  const more = count / part;
  if (inTime(time * more ** 2)) return true;
  const quarter = await timed.aside(part / 4);
  // With the square's share s of the time: quarter = (time - s) / 4 + s / 16.
  const share = Math.max(0, (time - 4 * quarter) / 0.75);
  return inTime((time - share) * more + share * more ** 2);
}
