/** Two programs that play every scenario side by side. To the specs' generators a pair is a program like any other. */
import { Broken } from "../../spec/harness/broken.ts";
import { chapters, chaptersUpto } from "../../spec/harness/chapters.ts";
import type { Chapter } from "../../spec/harness/clause.ts";
import type { Image } from "../../spec/harness/image.ts";
import type { Played } from "../../spec/harness/played.ts";
import { Lane } from "../../spec/harness/run.ts";
import { Stopped, Unloadable, type Limits } from "../../spec/harness/subject.ts";
import { say } from "../../spec/harness/text.ts";
import type { Scenario } from "../../spec/player/scenario.ts";
import { differenceOf } from "./steps.ts";

/** How many times the limit the reference gets: its time is no matter of the comparison. */
const patienceForReference = 10;

/** Scenarios of a hundred thousand messages cost more than they tell: they are left to the judge. */
export class TooLong extends Error {}

export class Pair extends Lane {
  readonly #reference: Lane;
  readonly #streams: boolean;
  #played = 0;

  constructor(yours: Image, reference: Image, limits: Limits) {
    super(yours, limits);
    this.#reference = new Lane(reference, limits);
    this.#streams = yours.exports.includes("collectAssistantMessage") && reference.exports.includes("collectAssistantMessage");
  }

  /** How many scenarios both have played. */
  get played(): number {
    return this.#played;
  }

  /** Starts both programs. @throws Unloadable of yours */
  async start(): Promise<void> {
    this.#reference.warm();
    await this.warm().loaded();
  }

  /** Gives what the reference did. @throws Broken where yours differs; Stopped where it hung or died; TooLong */
  override async play(scenario: Scenario, wanted?: () => boolean, patience?: number): Promise<Played> {
    if (scenario.brief === true) throw new TooLong();
    const [reference, yours] = await Promise.all([this.#playReference(scenario, wanted), super.play(scenario, wanted, patience)]);
    this.#played += 1;
    if (differenceOf(scenario, reference.transcript, yours.transcript, this.#streams) !== undefined) throw new Broken({ expected: say("what the reference does", "和参考答案一样"), got: say("a difference", "有差别") });
    return reference;
  }

  /** Plays a scenario once more, for the story. `yours` is how yours ended where it gave no transcript. */
  async tell(scenario: Scenario): Promise<Told> {
    const reference = await this.#playReference(scenario);
    try {
      const yours = await super.play(scenario);
      return { reference, yours, difference: differenceOf(scenario, reference.transcript, yours.transcript, this.#streams) };
    } catch (error) {
      if (error instanceof Stopped) return { reference, yours: error, difference: undefined };
      throw error;
    }
  }

  /** The reference ends every scenario: where it did not, the machine was at fault, and it is asked once more. */
  async #playReference(scenario: Scenario, wanted: () => boolean = () => true, again = true): Promise<Played> {
    try {
      return await this.#reference.play(scenario, wanted, patienceForReference);
    } catch (error) {
      if (error instanceof Stopped && again) return this.#playReference(scenario, wanted, false);
      throw error instanceof Stopped || error instanceof Unloadable ? new Error("the reference did not play its part", { cause: error }) : error;
    }
  }

  override close(): void {
    super.close();
    this.#reference.close();
  }
}

export type Told = { reference: Played; yours: Played | Stopped; difference: ReturnType<typeof differenceOf> };

/** The runtime exports that a chapter adds. */
const exportsOf = ({ adds }: Chapter): string[] => Object.keys(adds).filter((name) => !name.includes("."));

/** The last chapter up to `upto` whose exports, and those of all before it, are there; and the first export that is missing. */
export function reachedBy(image: Image, upto: string): { reached: Chapter | undefined; missing?: { name: string; chapter: string } } {
  let reached: Chapter | undefined;
  for (const chapter of chaptersUpto(upto)) {
    const name = exportsOf(chapter).find((one) => !image.exports.includes(one));
    if (name !== undefined) return { reached, missing: { name, chapter: chapter.id } };
    reached = chapter;
  }
  return { reached: reached ?? chapters[0] };
}
