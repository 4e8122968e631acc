/**
 * Subject processes started ahead, so that a save does not wait for a process to start. Each is given one program and
 * never a second one of the learner's. While there is time, a spare rehearses: it plays scenarios with the reference,
 * in a realm that is thrown away, so that the player's own code is compiled and warm when it counts.
 */
import type { Player } from "../../spec/harness/image.ts";
import { Subject, type Limits } from "../../spec/harness/subject.ts";

/** Plays on a subject until there is nothing left to play or `wanted` says no. */
export type Rehearsal = (subject: Subject, wanted: () => boolean) => Promise<void>;

export class Spares {
  readonly #player: Player;
  readonly #limits: Limits;
  readonly #size: number;
  readonly #rehearse: Rehearsal;
  #ready: Subject[] = [];
  #filling = false;
  #held = false;
  #closed = false;

  constructor(size: number, player: Player, limits: Limits, rehearse: Rehearsal) {
    this.#size = size;
    this.#player = player;
    this.#limits = limits;
    this.#rehearse = rehearse;
  }

  /** A spare, or a process started now where there is none. Rehearsals stop until `fill`. */
  take(): Subject {
    this.#held = true;
    this.#ready = this.#ready.filter((spare) => spare.alive);
    return this.#ready.shift() ?? this.#start();
  }

  /** Starts what is missing, one after the other: the machine is the learner's. */
  async fill(): Promise<void> {
    this.#held = false;
    if (this.#filling) return;
    this.#filling = true;
    while (!this.#held && !this.#closed && this.#ready.length < this.#size) {
      const spare = this.#start();
      this.#ready.push(spare);
      await this.#rehearse(spare, () => !this.#held && !this.#closed && spare.alive).catch(() => undefined);
      // One that did not survive its rehearsal would be replaced for ever.
      if (!spare.alive) break;
    }
    this.#filling = false;
  }

  close(): void {
    this.#closed = true;
    for (const spare of this.#ready.splice(0)) spare.close();
  }

  #start(): Subject {
    return new Subject(this.#player, { limits: this.#limits });
  }
}
