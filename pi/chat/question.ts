/**
 * A hook of the course answers at once, and a person does not. So the program runs in a thread that can wait: it posts
 * its question and sleeps on shared memory until the thread of the terminal has the answer.
 */

/** Of the first number: nobody is asked, somebody is, and the two answers. */
const idle = 0;
const asked = 1;
const no = 2;
const yes = 3;

/** Shared by both threads. */
export class Question {
  readonly shared: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  constructor(shared = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#numbers = new Int32Array(shared);
  }

  /** In the program's thread: whether the person said yes. `post` tells the other thread that somebody waits. */
  ask(post: () => void): boolean {
    // Before the post: an answer must not come first.
    Atomics.store(this.#numbers, 0, asked);
    post();
    if (this.stopped) this.answer(false);
    Atomics.wait(this.#numbers, 0, asked);
    return Atomics.exchange(this.#numbers, 0, idle) === yes;
  }

  /** In the terminal's thread. Without a question nothing happens. */
  answer(allowed: boolean): void {
    Atomics.compareExchange(this.#numbers, 0, asked, allowed ? yes : no);
    Atomics.notify(this.#numbers, 0);
  }

  /** The person wants no more of this turn: a question at hand is answered with no. */
  stop(): void {
    Atomics.store(this.#numbers, 1, 1);
    this.answer(false);
  }

  /** A new turn begins. */
  begin(): void {
    Atomics.store(this.#numbers, 1, 0);
  }

  get stopped(): boolean {
    return Atomics.load(this.#numbers, 1) === 1;
  }
}
