/**
 * The reference, Pi and, where there is one, the learner's program play every scenario side by side. To the specs and
 * their generators they are one program that does what the reference does, and that fails where Pi differs unexplained.
 */
import { Broken } from "../../spec/harness/broken.ts";
import type { Image } from "../../spec/harness/image.ts";
import type { Played } from "../../spec/harness/played.ts";
import { Lane } from "../../spec/harness/run.ts";
import { Stopped, type Limits } from "../../spec/harness/subject.ts";
import { say } from "../../spec/harness/text.ts";
import type { Scenario } from "../../spec/player/scenario.ts";
import { PiPlay } from "../player/play.ts";
import { verdictOf, type Note, type Verdict } from "./steps.ts";

/** One scenario, played by all. `yours` is how it ended where it gave no transcript. */
export type Heard = { scenario: Scenario; reference: Played; verdict: Verdict; yours?: Played | Stopped };

/** The reference's own time is no matter of the comparison. */
const patience = 10;

/** So often yours may hang or end its process; each time costs its limit of time or a new process. */
const mostStops = 3;

/** Pi did something that no row of pi/differences.ts tells. */
export class Unexplained extends Broken {
  readonly note: Note;
  constructor(note: Note) {
    super({ expected: say(`${note.what.en}: ${note.contract}`, `${note.what.zh}：${note.contract}`), got: say(note.pi, note.pi) });
    this.note = note;
  }
}

export class Duet extends Lane {
  /** told every scenario that was played */
  hear: (heard: Heard) => void = () => undefined;
  /** the learner's program, where it takes part */
  yours: Lane | undefined;
  #stops = 0;

  constructor(reference: Image, limits: Limits) {
    super(reference, limits);
  }

  /** How often yours was stopped, once that is too often to play it on; else 0. */
  get tired(): number {
    return this.#stops < mostStops ? 0 : this.#stops;
  }

  /** Gives what the reference did. @throws Unexplained */
  override async play(scenario: Scenario, wanted?: () => boolean, times?: number): Promise<Played> {
    const [reference, pi, yours] = await Promise.all([super.play(scenario, wanted, patience), new PiPlay().run(scenario), this.tired > 0 ? undefined : this.yours?.play(scenario, wanted, times).catch(stopped)]);
    if (yours instanceof Stopped) this.#stops += 1;
    const verdict = verdictOf(scenario, reference.transcript, pi);
    this.hear({ scenario, reference, verdict, ...(yours === undefined ? {} : { yours }) });
    const open = verdict.notes.find((note) => note.id === undefined);
    if (open !== undefined) throw new Unexplained(open);
    return reference;
  }

  override close(): void {
    super.close();
    this.yours?.close();
  }
}

function stopped(error: unknown): Stopped {
  if (error instanceof Stopped) return error;
  throw error;
}
